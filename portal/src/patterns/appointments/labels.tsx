import {
  CalendarOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  DollarOutlined,
  FieldTimeOutlined,
  LinkOutlined,
  PhoneOutlined,
  ReloadOutlined,
  ShopOutlined,
  StopOutlined,
  ThunderboltOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { isUnfinished, WAIT_LONG_MINUTES, WAIT_TOO_LONG_MINUTES } from '@teleward/contract/appointments/rules.ts'
import type { Appointment, AppointmentStatus, Site } from '@teleward/contract/appointments/schema.ts'
import type { ReactNode } from 'react'
import { t, type TextKey } from '../../i18n/i18n.ts'
import { formatTime, useNow } from '../../ui/format.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'
import { nameOf } from '../Patient.tsx'

const PREFIX = { general: '', emergency: 'E', special: 'S', agent: 'A' } as const
/** Numbers run per kind: E1 is the first emergency, 1 the first of the list. */
export const queueNumber = ({ kind, queueNo }: Pick<Appointment, 'kind' | 'queueNo'>) => `${PREFIX[kind]}${queueNo}`

/** What a row is called in a sentence. */
export const named = (row: Appointment) => ({ no: queueNumber(row), name: row.patient.name })

interface Look {
  kind: StatusKind
  icon: ReactNode
  text: TextKey
}
const plain: Record<AppointmentStatus, Look> = {
  held: { kind: 'warn', icon: <DollarOutlined />, text: 'appointments.status.held' },
  registered: { kind: 'neutral', icon: <CalendarOutlined />, text: 'appointments.status.registered' },
  checkedIn: { kind: 'info', icon: <ClockCircleOutlined />, text: 'appointments.status.checkedIn' },
  redial: { kind: 'info', icon: <ReloadOutlined />, text: 'appointments.status.redial' },
  finished: { kind: 'ok', icon: <CheckCircleOutlined />, text: 'appointments.status.finished' },
  cancelled: { kind: 'neutral', icon: <StopOutlined />, text: 'appointments.status.cancelled' },
  autoCancelled: { kind: 'warn', icon: <PhoneOutlined />, text: 'appointments.status.missed' },
  released: { kind: 'neutral', icon: <FieldTimeOutlined />, text: 'appointments.status.released' },
  closed: { kind: 'neutral', icon: <StopOutlined />, text: 'appointments.status.closed' },
}
const cancelledBy: Partial<Record<string, Look>> = {
  patient: { ...plain.cancelled, text: 'appointments.status.cancelledPatient' },
  staff: { ...plain.cancelled, text: 'appointments.status.cancelledStaff' },
  timeout: { kind: 'neutral', icon: <FieldTimeOutlined />, text: 'appointments.status.cancelledTimeout' },
}

function lookOf(row: Appointment): Look {
  // Whoever asks to be called back waits for it, however the entry stands.
  if (row.callbackAt && isUnfinished(row.status) && !row.inConsultation)
    return { kind: 'bad', icon: <PhoneOutlined />, text: 'appointments.status.callback' }
  if (row.status === 'checkedIn' && row.inConsultation)
    return { kind: 'primary', icon: <VideoCameraOutlined />, text: 'appointments.status.inConsultation' }
  if (row.status === 'checkedIn' && row.slot === 'emergency')
    return { kind: 'bad', icon: <ThunderboltOutlined />, text: 'appointments.status.emergencyWaiting' }
  if (row.status === 'autoCancelled' && row.statusBy === 'linkExpired')
    return { kind: 'warn', icon: <LinkOutlined />, text: 'appointments.status.linkExpired' }
  if (row.status === 'cancelled') return cancelledBy[row.statusBy ?? ''] ?? plain.cancelled
  return plain[row.status]
}

export const statusText = (row: Appointment) => t(lookOf(row).text)

/** Icon and word of the state; `suffix` as '23 分' of a drawer's head. */
export function AppointmentTag({ row, suffix }: { row: Appointment; suffix?: ReactNode }) {
  const { kind, icon, text } = lookOf(row)
  return (
    <StatusTag kind={kind} icon={icon} title={row.cancelReason ?? undefined}>
      {t(text)}
      {text === 'appointments.status.callback' && row.callbackAt && ` ${formatTime(row.callbackAt)}`}
      {suffix}
    </StatusTag>
  )
}

const siteIcon: Record<Site, ReactNode> = {
  video: <VideoCameraOutlined />,
  voice: <PhoneOutlined />,
  onsite: <ShopOutlined />,
}
export const siteText = (site: Site) => t(`appointments.site.${site}`)
/** How the patient is seen: the sign with its word for readers and on hover. */
export function SiteSign({ site }: { site: Site }) {
  return (
    <span className="t3" role="img" title={siteText(site)} aria-label={siteText(site)}>
      {siteIcon[site]}
    </span>
  )
}
export const siteIconOf = (site: Site): ReactNode => siteIcon[site]

export const waitingMinutes = (row: Appointment, now: number) =>
  row.status === 'checkedIn' && row.checkedInAt && !row.inConsultation
    ? Math.max(0, Math.floor((now - Date.parse(row.checkedInAt)) / 60_000))
    : null

/** Colleagues in the room with the patient, by name. */
export const insideText = ({ inRoom }: Pick<Appointment, 'inRoom'>): string =>
  inRoom.map(nameOf).join(t('common.patient.separator'))

/** How long the patient has been waiting, live: yellow from 15 minutes, red from 30, and said in words as well; in a consultation, with whom. */
export function Waiting({ row }: { row: Appointment }) {
  const minutes = waitingMinutes(row, useNow(10_000))
  if (row.inConsultation && row.inRoom.length > 0) {
    const text = t('appointments.wait.withWhom', { name: insideText(row) })
    return (
      <span className="t2 f12" title={text}>
        {text}
      </span>
    )
  }
  if (minutes === null || !row.checkedInAt) return null
  const level = minutes >= WAIT_TOO_LONG_MINUTES ? 'tooLong' : minutes >= WAIT_LONG_MINUTES ? 'long' : null
  const title = t('appointments.wait.since', { time: formatTime(row.checkedInAt) })
  return (
    <time
      className={`num nw ${level === 'tooLong' ? 'c-bad b' : level === 'long' ? 'c-warn b' : ''}`}
      dateTime={row.checkedInAt}
      title={title}
    >
      {t('common.time.minutes', { count: minutes })}
      {level && <span className="sr">{t(`appointments.wait.${level}`, { count: minutes })}</span>}
    </time>
  )
}
