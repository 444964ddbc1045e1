import type { EcgBrief, MeasuredEcg } from '@teleward/contract/monitoring/ecg.ts'
import { getEcg } from '@teleward/contract/monitoring/ecg-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { ensureTexts, t } from '../../i18n/i18n.ts'
import type { EcgRecording } from '../../signals/ecg.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'

const EcgSheet = lazy(async () => {
  const [found] = await Promise.all([
    loadChunk(() => import('../../patterns/signals/EcgView.tsx')),
    ensureTexts('signals'),
  ])
  return { default: found.EcgSheet }
})
const MICRO = 1000

export const rateText = ({ heartRate, counted }: Pick<EcgBrief, 'heartRate' | 'counted'>) =>
  heartRate === null
    ? t('monitor.ecg.noRate')
    : t(counted ? 'monitor.ecg.counted' : 'monitor.ecg.rate', { count: heartRate })

/** ECGs of the period, each with its wave on paper of true millimetres once somebody wants it. */
export function Ecgs({ pid, ecgs }: { pid: number; ecgs: readonly EcgBrief[] }) {
  const [open, setOpen] = useState<number | null>(null)
  if (!ecgs.length) return null
  return (
    <section className="monpart">
      <h2 className="sech">
        {t('monitor.ecg.title')} <span className="num t3">{ecgs.length}</span>
      </h2>
      <ul className="monalerts">
        {ecgs.map((one) => (
          <li key={one.id}>
            <span className="grow">
              <span className="num">{formatDateTime(one.at)}</span>
              <span className="blk t3 f12">
                {[
                  rateText(one),
                  t('monitor.ecg.seconds', { count: formatNumber(one.seconds, 1) }),
                  t('monitor.ecg.leads', { names: one.leads.join(' ') }),
                ].join(t('common.dot'))}
              </span>
            </span>
            <Button
              size="sm"
              aria-expanded={open === one.id}
              aria-label={t(open === one.id ? 'monitor.ecg.hideOf' : 'monitor.ecg.showOf', {
                at: formatDateTime(one.at),
              })}
              onClick={() => setOpen(open === one.id ? null : one.id)}
            >
              {t(open === one.id ? 'monitor.ecg.hide' : 'monitor.ecg.show')}
            </Button>
            {open === one.id && <Wave pid={pid} id={one.id} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const toRecording = ({ at, seconds, wave }: MeasuredEcg): EcgRecording => ({
  kind: 'rhythm',
  name: '',
  start: at,
  seconds,
  leads: wave.leads.map(({ label, samples }) => ({
    label,
    unit: 'mV',
    rate: wave.rate,
    samples: Float32Array.from(samples, (value) => value / MICRO),
  })),
})

function Wave({ pid, id }: { pid: number; id: number }) {
  const { data, error, refetch } = useQuery(endpointQuery(getEcg, { params: { pid, id } }))
  const waiting = (
    <div className="monwave" aria-busy="true">
      <SkeletonBlock lines={8} />
    </div>
  )
  if (data)
    return (
      <Suspense fallback={waiting}>
        <div className="monwave">
          <EcgSheet recording={toRecording(data)} />
        </div>
      </Suspense>
    )
  if (!error) return waiting
  return (
    <ErrorState
      title={t('monitor.ecg.failed')}
      text={errorMessage(error)}
      code={codeOf(error)}
      onRetry={() => void refetch()}
    />
  )
}
