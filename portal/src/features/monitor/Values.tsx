import { DownloadOutlined } from '@ant-design/icons'
import { getMeasurements } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { MeasuredValue, Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import { withdrawReading } from '@teleward/contract/monitoring/withdrawal-endpoints.ts'
import { useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { showError, useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { unitSign } from '../../patterns/limits.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { ReasonDialog } from '../../patterns/ReasonDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { kindText, valueText } from './labels.tsx'

/** As many values as a table of the drawer has. */
const LINES = 50
const wholeText = (one: MeasuredValue) =>
  `${valueText(one)} ${unitSign(one.unit)}${one.pulse === null ? '' : `${t('common.dot')}${one.pulse} bpm`}`

interface Props {
  data: Measurements
  days: number
  /** Whose they are, for the question. */
  name: string
}
/** Every value, newest first: some of them here, all of them in the file. What was entered in error stands struck through. */
export function Values({ data, days, name }: Props) {
  const { pid, values, total } = data
  const writes = useRight('event.operate') !== '-'
  const [asking, setAsking] = useState<MeasuredValue | null>(null)
  const shown = values.slice(0, LINES)
  if (!shown.length) return null
  return (
    <section className="monpart">
      <div className="row wrap">
        <h2 className="sech grow">
          {t('monitor.detail.values')} <span className="num t3">{total}</span>
        </h2>
        <Button
          size="sm"
          icon={<DownloadOutlined />}
          onClick={() => void exportSheet(getMeasurements, { params: { pid }, query: { days } }).catch(showError)}
        >
          {t('monitor.detail.excel')}
        </Button>
      </div>
      <table className="monvalues">
        <thead>
          <tr>
            <th scope="col">{t('monitor.col.at')}</th>
            <th scope="col">{t('monitor.col.kind')}</th>
            <th scope="col">{t('monitor.col.value')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.id}>
              <td className="num">{formatDateTime(one.at)}</td>
              <td>{kindText(one.kind)}</td>
              <td>
                <Value one={one} />
                {writes && one.withdrawn === null && (
                  <Button
                    size="sm"
                    kind="text"
                    aria-label={t('monitor.withdraw.of', { value: wholeText(one), time: formatDateTime(one.at) })}
                    onClick={() => setAsking(one)}
                  >
                    {t('monitor.withdraw.act')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {values.length > shown.length && <p className="t3 f12">{t('monitor.detail.more')}</p>}
      {asking && <Withdraw one={asking} name={name} onClose={() => setAsking(null)} />}
    </section>
  )
}

function Value({ one }: { one: MeasuredValue }) {
  const { withdrawn } = one
  return (
    <>
      {withdrawn ? <s className="num t3">{wholeText(one)}</s> : <span className="num">{wholeText(one)}</span>}
      {one.original && (
        <span className="blk t3 f12 num">
          {t('monitor.detail.sent', { value: `${one.original.value} ${one.original.unit}`.trim() })}
        </span>
      )}
      {one.late && (
        <span className="blk c-warn f12">{t('monitor.detail.late', { time: formatDateTime(one.receivedAt) })}</span>
      )}
      {withdrawn && (
        <span className="blk t2 f12">
          {t('monitor.withdraw.done', {
            name: nameOf(withdrawn.by),
            time: formatDateTime(withdrawn.at),
            reason: withdrawn.reason,
          })}
        </span>
      )}
    </>
  )
}

function Withdraw({ one, name, onClose }: { one: MeasuredValue; name: string; onClose: () => void }) {
  const post = useEndpointMutation(withdrawReading, {
    onDone: () => {
      notify({ kind: 'ok', key: `reading-${one.id}`, title: t('monitor.withdraw.noted') })
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={t('monitor.withdraw.title', { name })}
      submit={t('monitor.withdraw.ok')}
      label={t('monitor.withdraw.reason')}
      hint={t('monitor.withdraw.hint')}
      busy={post.isPending}
      onSend={(reason) => post.mutate({ params: { id: one.id }, body: { reason } })}
      onClose={onClose}
    >
      <p>
        <span className="num">{formatDateTime(one.at)}</span> {kindText(one.kind)}{' '}
        <b className="num">{wholeText(one)}</b>
      </p>
    </ReasonDialog>
  )
}
