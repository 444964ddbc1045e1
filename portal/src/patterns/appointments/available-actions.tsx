import {
  CalendarOutlined,
  CheckCircleOutlined,
  DollarOutlined,
  CheckOutlined,
  EditOutlined,
  EyeOutlined,
  FileTextOutlined,
  FolderOutlined,
  EnterOutlined,
  LinkOutlined,
  MessageOutlined,
  PhoneOutlined,
  ReloadOutlined,
  RollbackOutlined,
  StopOutlined,
  SwapOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { isCurrent } from '@teleward/contract/appointments/current.ts'
import { type Actor, can, isUnfinished, type Moment, type StaffAction } from '@teleward/contract/appointments/rules.ts'
import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import type { ReactNode } from 'react'
import type { Calls } from '../../shell/calls.ts'
import { errorText, t, type TextKey } from '../../i18n/i18n.ts'
import { insideText, statusText } from './labels.tsx'

/** What a row can be asked for: steps of the entry, and what leads elsewhere. */
export type RowAct = StaffAction | 'call' | 'enter' | 'view' | 'emr' | 'change' | 'pay' | 'refer' | 'link' | 'message'

export interface Offer {
  act: RowAct
  label: string
  icon: ReactNode
  /** Why not now; absent when it can be done. */
  why?: string
  danger?: boolean
}

export interface AppointmentContext {
  actor: Actor
  at: Moment
  calls: Calls | null
  /** The record's screen exists in this version and is open to the person. */
  record: boolean
  /** The screen can write a referral, and the person may. */
  refers?: boolean
  /** The screen can send the patient a link or a message. */
  sends?: boolean
}

const looks: Record<RowAct, { text: TextKey; icon: ReactNode; danger?: boolean }> = {
  checkIn: { text: 'appointments.act.checkIn', icon: <CheckOutlined /> },
  call: { text: 'appointments.act.call', icon: <VideoCameraOutlined /> },
  enter: { text: 'appointments.act.enter', icon: <EnterOutlined /> },
  redial: { text: 'appointments.act.redial', icon: <ReloadOutlined /> },
  finish: { text: 'appointments.act.finish', icon: <CheckCircleOutlined /> },
  undoCheckIn: { text: 'appointments.act.undoCheckIn', icon: <RollbackOutlined /> },
  undoFinish: { text: 'appointments.act.undoFinish', icon: <RollbackOutlined /> },
  view: { text: 'appointments.act.view', icon: <EyeOutlined /> },
  emr: { text: 'appointments.act.emr', icon: <FileTextOutlined /> },
  memo: { text: 'appointments.act.memo', icon: <EditOutlined /> },
  close: { text: 'appointments.act.close', icon: <FolderOutlined /> },
  change: { text: 'appointments.act.change', icon: <CalendarOutlined /> },
  pay: { text: 'appointments.act.pay', icon: <DollarOutlined /> },
  link: { text: 'appointments.act.link', icon: <LinkOutlined /> },
  message: { text: 'appointments.act.message', icon: <MessageOutlined /> },
  refer: { text: 'appointments.act.refer', icon: <SwapOutlined /> },
  cancel: { text: 'appointments.act.cancel', icon: <StopOutlined />, danger: true },
}

const offer = (act: RowAct, why?: string): Offer => {
  const { text, icon, danger } = looks[act]
  return { act, label: t(text), icon, why, danger }
}

/** A step the entry's state allows: can be taken, or not now and why; `null` for what is no question here. */
function stepOffer(act: StaffAction, row: Appointment, { actor, at }: AppointmentContext): Offer | null {
  const verdict = can(act, { actor, record: row, at })
  if (verdict.ok) return offer(act)
  if (verdict.code === 'FORBIDDEN' || verdict.code === 'APPT_ILLEGAL_STEP' || verdict.code === 'APPT_UNDO_OVER')
    return null
  return offer(act, errorText(verdict.code, { state: statusText(row) }))
}

const mayCall = ({ actor, calls }: AppointmentContext) =>
  calls !== null && actor.kind === 'staff' && actor.level('call.use') === 'y'

/** What a grant shows to who sees own visits alone is to be looked at: whoever may act there rings. */
const onlyShown = (row: Appointment, { actor }: AppointmentContext) =>
  actor.kind === 'staff' &&
  actor.level('appointment.read') === 'o' &&
  row.did !== actor.mid &&
  row.bookedBy !== actor.mid

const withColleague = ({ inRoom }: Appointment, { actor }: AppointmentContext) =>
  actor.kind === 'staff' && inRoom.some(({ mid }) => mid !== actor.mid)

/** Ringing the patient: by video or voice, on the day, while the entry is open; with a colleague in the room it says with whom. */
export function callOffer(row: Appointment, context: AppointmentContext): Offer | null {
  if (!mayCall(context) || row.site === 'onsite' || !isCurrent(row, context.at)) return null
  if (row.inConsultation && !withColleague(row, context)) return null
  if (!['registered', 'checkedIn', 'redial'].includes(row.status)) return null
  const label = t(row.site === 'voice' ? 'appointments.act.callVoice' : 'appointments.act.callVideo')
  const icon = row.site === 'voice' ? <PhoneOutlined /> : <VideoCameraOutlined />
  const why = onlyShown(row, context)
    ? t('appointments.why.granted')
    : row.inConsultation
      ? t('appointments.why.withColleague', { name: insideText(row) })
      : context.calls?.current
        ? t('appointments.why.inOtherCall')
        : undefined
  return { ...offer('call', why), label, icon }
}
const enterOffer = (row: Appointment, context: AppointmentContext): Offer | null =>
  row.inConsultation && row.roomid && mayCall(context) ? offer('enter') : null

/** A link to come now, where a call would ring; a word, as long as there is something to say it about. */
function sendOffers(row: Appointment, context: AppointmentContext): Offer[] {
  if (!context.sends || !mayCall(context) || onlyShown(row, context)) return []
  const link =
    row.site !== 'onsite' &&
    isCurrent(row, context.at) &&
    ['registered', 'checkedIn', 'redial', 'autoCancelled'].includes(row.status)
  return [...(link ? [offer('link')] : []), ...(isUnfinished(row.status) ? [offer('message')] : [])]
}

/** Another time for it: while it is still to come. */
function changeOffer(row: Appointment, { actor, at }: AppointmentContext): Offer | null {
  return can('move', { actor, record: row, at }).ok ? offer('change') : null
}
/** Money that is due, by whoever books. */
function payOffer(row: Appointment, { actor, at }: AppointmentContext): Offer | null {
  if (row.payment !== 'due') return null
  return can(row.status === 'held' ? 'pay' : 'settle', { actor, record: row, at }).ok ? offer('pay') : null
}

/** A patient who came, or is coming: who never came is not handed on. */
const REFERRED: readonly Appointment['status'][] = ['registered', 'checkedIn', 'redial', 'finished']

/** The big next step of a row, by its state; opening it where there is none. */
export function primaryOf(row: Appointment, context: AppointmentContext): Offer {
  const next = () => {
    if (row.inConsultation) return enterOffer(row, context)
    if (row.status === 'held') return payOffer(row, context)
    if (row.status === 'registered') return stepOffer('checkIn', row, context)
    if (row.status === 'autoCancelled') return stepOffer('redial', row, context)
    if (row.status === 'checkedIn' && row.site === 'onsite') return stepOffer('finish', row, context)
    const call = callOffer(row, context)
    return call && { ...call, label: t('appointments.act.call') }
  }
  const found = next()
  return found && !found.why ? found : offer('view')
}

/** Everything else the state allows, for the menu of the row and the foot of the drawer. */
export function restOf(row: Appointment, context: AppointmentContext): Offer[] {
  const step = (act: StaffAction) => stepOffer(act, row, context)
  const all = [
    enterOffer(row, context),
    step('checkIn'),
    callOffer(row, context),
    step('redial'),
    step('finish'),
    ...sendOffers(row, context),
    context.record ? offer('emr') : null,
    payOffer(row, context),
    changeOffer(row, context),
    context.refers && REFERRED.includes(row.status) ? offer('refer') : null,
    step('memo'),
    step('undoCheckIn'),
    step('undoFinish'),
    step('close'),
    step('cancel'),
  ]
  return all.filter((one) => one !== null)
}
