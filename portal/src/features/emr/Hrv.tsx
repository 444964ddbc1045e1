import { syncMedicalFile } from '@teleward/contract/files/endpoints.ts'
import type { FileAddress, MedicalFile } from '@teleward/contract/files/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { addressesOf } from '../../patterns/files/addresses.ts'
import { useSignal } from '../../patterns/signals/useSignal.ts'
import type { Hrv, Variability } from '../../signals/hrv.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { Answer, SeenCard } from './OwnPart.tsx'

/** More is fetched on a word: a recording of a day is a hundred times this. */
const BY_ITSELF_BYTES = 4 * 1024 * 1024
const MOST_FILES = 60
const readable = ({ format, opens, state }: MedicalFile) =>
  opens && state === 'stored' && (format === 'xml' || format === 'hea' || format === 'dcm')

/** How the heart's rate varies, from the patient's ECG files: computed here, in the browser, when it is looked at. */
export function HrvCard({ pid, onOpen }: { pid: number; onOpen: (id: string) => void }) {
  return <SeenCard title={t('emr.hrv.title')}>{() => <Files pid={pid} onOpen={onOpen} />}</SeenCard>
}

function Files({ pid, onOpen }: { pid: number; onOpen: (id: string) => void }) {
  const id = useId()
  const [wanted, setWanted] = useState('')
  const answer = useQuery(
    endpointQuery(syncMedicalFile, { body: { pid, kind: 'ecg', withdrawn: false, page: 1, pageSize: MOST_FILES } }),
  )
  return (
    <Answer answer={answer}>
      {({ data }) => {
        const files = data.filter(readable)
        const file = files.find((one) => one.id === wanted) ?? files[0]
        if (!file) return <p className="quiet">{t('emr.hrv.none')}</p>
        return (
          <div className="hrv">
            <div className="row wrap">
              {files.length > 1 ? (
                <>
                  <label className="lab" htmlFor={id}>
                    {t('emr.hrv.of')}
                  </label>
                  <Select
                    id={id}
                    size="small"
                    value={file.id}
                    popupMatchSelectWidth={false}
                    onChange={setWanted}
                    options={files.map((one) => ({
                      value: one.id,
                      label: `${formatDate(one.createdAt)} ${one.name}`,
                    }))}
                  />
                </>
              ) : (
                <span className="t3 f12">
                  {t('emr.hrv.of')} <span className="num">{formatDate(file.createdAt)}</span>
                </span>
              )}
              <button type="button" className="link" onClick={() => onOpen(file.id)}>
                {t('emr.hrv.open')}
              </button>
            </div>
            <OfFile key={file.id} file={file} />
          </div>
        )
      }}
    </Answer>
  )
}

function OfFile({ file }: { file: MedicalFile }) {
  const bytes = file.bytes + (file.data?.bytes ?? 0)
  const [wanted, setWanted] = useState(bytes <= BY_ITSELF_BYTES)
  if (wanted) return <Addressed file={file} />
  return (
    <Button size="sm" onClick={() => setWanted(true)}>
      {t('emr.hrv.compute', { mb: formatNumber(bytes / 1024 / 1024, 0) })}
    </Button>
  )
}

function Addressed({ file }: { file: MedicalFile }) {
  const answer = useQuery(addressesOf(file))
  return <Answer answer={answer}>{(address) => <Computed file={file} address={address} />}</Answer>
}

function Computed({ file, address }: { file: MedicalFile; address: FileAddress }) {
  const [known, again] = useSignal(`hrv ${file.id} ${file.data?.name ?? ''}`, address, (bytes, data) =>
    file.format === 'hea'
      ? {
          what: 'hea',
          variability: true,
          bytes,
          data: data && file.data ? { name: file.data.name, bytes: data } : null,
        }
      : { what: file.format === 'xml' ? 'xml' : 'dcm', variability: true, bytes },
  )
  if (known.state === 'reading') return <p className="t3 f13">{t('emr.hrv.reading')}</p>
  if (known.state === 'away') return <FailedLine error={new TypeError()} onRetry={again} />
  if (known.state === 'problem' || !('hrv' in known.answer)) return <p className="t3 f13">{t('emr.hrv.unreadable')}</p>
  const { hrv, cut } = known.answer
  return (
    <>
      {cut && <p className="f12 c-warn">{t('emr.hrv.cut')}</p>}
      <Shown hrv={hrv} />
    </>
  )
}

function Shown({ hrv }: { hrv: Hrv }) {
  if ('problem' in hrv)
    return <p className="t3 f13">{t(`emr.hrv.problem.${hrv.problem}`, { seconds: formatNumber(hrv.seconds, 0) })}</p>
  return <Values of={hrv} />
}

function Values({ of }: { of: Variability }) {
  const whole = of.power !== null
  const rows = [
    [t('emr.hrv.rate'), formatNumber(of.rate, 0), 'bpm'],
    ['SDNN', formatNumber(of.sdnn, 1), 'ms'],
    ['RMSSD', formatNumber(of.rmssd, 1), 'ms'],
    ['pNN50', formatNumber(of.pnn50, 1), '%'],
    ['LF', of.power && formatNumber(of.power.lf, 0), 'ms²'],
    ['HF', of.power && formatNumber(of.power.hf, 0), 'ms²'],
    ['LF/HF', of.power && formatNumber(of.power.ratio, 2), ''],
  ] as const
  return (
    <>
      <dl className="hrvlist num">
        {rows.map(([name, value, unit]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value === null ? (
                <span className="t3 f12">{t('emr.hrv.fiveMinutes')}</span>
              ) : (
                <>
                  <b>{value}</b> <span className="t3 f12">{unit}</span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="t3 f12">
        {t('emr.hrv.basis', {
          lead: of.lead,
          from: formatNumber(of.from, 0),
          to: formatNumber(of.to, 0),
          intervals: of.intervals,
          leftOut: of.leftOut,
        })}
      </p>
      {!whole && <p className="c-warn f12">{t('emr.hrv.short')}</p>}
      <p className="t3 f12">{t('emr.hrv.method')}</p>
    </>
  )
}
