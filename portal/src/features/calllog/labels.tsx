import { CloseCircleOutlined, ExclamationCircleOutlined, PhoneOutlined, VideoCameraOutlined } from '@ant-design/icons'
import type { CallLogEntry, CallOutcome } from '@teleward/contract/calls/log-schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatClock } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'

const TONES: Record<CallOutcome, StatusKind> = {
  ringing: 'info',
  running: 'info',
  answered: 'ok',
  rejected: 'neutral',
  missed: 'warn',
  failed: 'bad',
}
const icons: Partial<Record<CallOutcome, ReactNode>> = {
  missed: <ExclamationCircleOutlined />,
  failed: <CloseCircleOutlined />,
}
/** Whether it still asks for something. */
export const isOpen = ({ calledBack }: CallLogEntry) => calledBack === false

/** The outcome in a word; why, how often it was tried, and whether somebody has called back, beside it. */
export function Outcome({ row }: { row: CallLogEntry }) {
  const beside = [
    row.tries > 1 ? t('calllog.tries', { count: row.tries }) : '',
    row.calledBack ? t('calllog.calledBack') : '',
  ].filter(Boolean)
  return (
    <span title={causeText(row)}>
      <StatusTag
        kind={row.outcome === 'missed' && !isOpen(row) ? 'neutral' : TONES[row.outcome]}
        icon={icons[row.outcome] ?? <PhoneOutlined />}
      >
        {t(`calllog.outcome.${row.outcome}`)}
      </StatusTag>{' '}
      {beside.length > 0 && <span className="t3 f12">{beside.join(t('common.dot'))}</span>}
    </span>
  )
}
export const causeText = ({ cause }: CallLogEntry) => (cause ? t(`calllog.cause.${cause}`) : undefined)

/** In or out, and by what: each as a word for whoever reads no signs. */
export function Direction({ row }: { row: CallLogEntry }) {
  const kind = t(`calllog.kind.${row.videoCall ? 'video' : 'voice'}`)
  return (
    <span className="nw">
      <span className="t3" title={kind}>
        {row.videoCall ? <VideoCameraOutlined aria-label={kind} /> : <PhoneOutlined aria-label={kind} />}
      </span>{' '}
      {t(`calllog.direction.${row.direction}`)}
      {row.kind !== 'patient' && <span className="t3 f12"> {t(`calllog.between.${row.kind}`)}</span>}
    </span>
  )
}

/** Masked; whole on hover, for whom the server tells it. */
export const Tel = ({ row }: { row: CallLogEntry }) =>
  row.tel && (
    <span className="num" title={row.telFull ?? undefined}>
      {row.tel}
    </span>
  )

export const lengthText = ({ lengthSeconds }: CallLogEntry) =>
  lengthSeconds === null ? '' : formatClock(lengthSeconds)

export const recordingText = ({ recording }: CallLogEntry) =>
  recording ? t(`common.recording.${recording.state}`) : ''

/** Who took it or rang; where nobody took it, whom it rang. */
export const staffOf = ({ by, rung }: CallLogEntry) => (by ? [by] : rung)
export const staffText = (row: CallLogEntry) => staffOf(row).map(nameOf).join(t('common.patient.separator'))
