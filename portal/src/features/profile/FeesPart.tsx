import { createDoctorFee, getDoctorGeneralFee } from '@teleward/contract/fees/endpoints.ts'
import type { DoctorFees } from '@teleward/contract/fees/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatMoney } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Line } from '../../patterns/FormLines.tsx'
import { SaveBar } from './Form.tsx'
import { minorOf, shareOf, textOf } from './fees.ts'
import { saidSaved, takeRefusal } from './saving.ts'
import { usePart } from './usePart.ts'

const KINDS = ['twDay', 'twNight', 'cnDay', 'cnNight'] as const

/** The four fees, and what of them arrives. */
export function FeesPart({ mid }: { mid: number }) {
  const t = useT()
  const query = useQuery(endpointQuery(getDoctorGeneralFee, { params: { id: mid } }))
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t('profile.failed')}
        text={errorMessage(query.error)}
        code={codeOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return query.data ? <Fees fees={query.data} refetch={() => void query.refetch()} /> : <SkeletonBlock lines={5} />
}

function Fees({ fees, refetch }: { fees: DoctorFees; refetch: () => void }) {
  const t = useT()
  const state = usePart('fees', {
    twDay: textOf(fees.twDay),
    twNight: textOf(fees.twNight),
    cnDay: textOf(fees.cnDay),
    cnNight: textOf(fees.cnNight),
  })
  const act = useEndpointMutation(createDoctorFee, {
    onDone: () => {
      void state.clear()
      refetch()
      saidSaved()
    },
    onError: (error) => {
      if (error.code === 'VERSION_STALE') refetch()
      return takeRefusal(error, state.takeRefusal)
    },
  })
  const save = () => {
    const amounts = KINDS.map((kind) => [kind, minorOf(state.value[kind])] as const)
    const wrong = amounts.filter(([, amount]) => amount === undefined)
    if (wrong.length) return state.setFaults(Object.fromEntries(wrong.map(([kind]) => [kind, t('profile.fees.wrong')])))
    const [twDay, twNight, cnDay, cnNight] = amounts.map(([, amount]) => amount ?? null)
    act.mutate({
      body: {
        version: fees.version,
        twDay: twDay ?? null,
        twNight: twNight ?? null,
        cnDay: cnDay ?? null,
        cnNight: cnNight ?? null,
      },
    })
  }
  const share = (kind: (typeof KINDS)[number]) => {
    const amount = minorOf(state.value[kind])
    if (!amount) return t('profile.fees.none')
    return t('profile.fees.share', { share: formatMoney(shareOf(amount), kind.startsWith('cn') ? 'CNY' : 'TWD') })
  }
  return (
    <>
      <section className="card pcard pgrid">
        {KINDS.map((kind) => (
          <Line
            key={kind}
            label={t(`profile.fees.${kind}`)}
            error={state.fault(kind)}
            hint={<span className="num">{share(kind)}</span>}
          >
            {(id, described) => (
              <Input
                id={id}
                aria-describedby={described}
                inputMode="decimal"
                value={state.value[kind]}
                status={state.fault(kind) ? 'error' : ''}
                onChange={(event) => state.change({ [kind]: event.target.value })}
              />
            )}
          </Line>
        ))}
        <p className="t3 f12 pwide">{t('profile.fees.shareHow')}</p>
      </section>
      <SaveBar
        dirty={state.dirty}
        kept={state.kept}
        busy={act.isPending}
        onSave={save}
        onDrop={() => void state.clear()}
        note={t('profile.fees.newOnly')}
      />
    </>
  )
}
