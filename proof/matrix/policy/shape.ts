import { accountOf, consentOf, type PatientFixture, historyOf, places } from '../folders.ts'
import type { Need } from '../needs.ts'

/** What an id in a path, a query or a body names. */
export type Kind =
  | 'member'
  | 'history'
  | 'consent'
  | 'visit'
  | 'pastVisit'
  | 'draft'
  | 'signed'
  | 'diagnosis'
  | 'line'
  | 'prescription'
  | 'room'
  | 'call'
  | 'recording'
  | 'running'
  | 'segment'
  | 'guest'
  | 'refund'
  | 'exemption'
  | 'account'
  | 'merge'
  | 'referral'
  | 'opinion'
  | 'case'
  | 'suggestion'
  | 'noteSuggestion'
  | 'alert'
  | 'ecg'
  | 'reading'
  | 'dietCourse'
  | 'dietAdvice'
  | 'careEvent'
  | 'form'
  | 'followUp'
  | 'healthCheck'
  | 'childVaccination'
  | 'childFluoride'
  | 'childPreventive'
  | 'childBiliary'
  | 'conversation'
  | 'message'
  | 'chatFile'
  | 'link'
  | 'file'
  | 'report'
  | 'partner'
  | 'unit'
  | 'doctor'
/** Say where, not what: with one of these alone no record is named. */
export const placesOnly: readonly Kind[] = ['partner', 'unit', 'doctor']
export const idOf: Record<Kind, (folder: PatientFixture) => string | number> = {
  member: ({ pid }) => pid,
  history: ({ n }) => historyOf(n),
  consent: ({ n }) => consentOf(n),
  visit: ({ qid }) => qid,
  pastVisit: ({ pastQid }) => pastQid,
  draft: ({ draft }) => draft,
  signed: ({ signed }) => signed,
  diagnosis: ({ diagnosis }) => diagnosis,
  line: ({ line }) => line,
  prescription: ({ prescription }) => prescription,
  room: ({ roomId }) => roomId,
  call: ({ callId }) => callId,
  recording: ({ recordingId }) => recordingId,
  running: ({ runningRecordingId }) => runningRecordingId,
  segment: ({ segmentId }) => segmentId,
  guest: ({ guest }) => guest,
  refund: ({ refundId }) => refundId,
  exemption: ({ exemptionId }) => exemptionId,
  account: ({ n }) => accountOf(n),
  merge: ({ n }) => n,
  referral: ({ referral }) => referral,
  opinion: ({ opinion }) => opinion,
  case: ({ caseSn }) => caseSn,
  suggestion: ({ suggestion }) => suggestion,
  noteSuggestion: ({ noteSuggestion }) => noteSuggestion,
  alert: ({ alert }) => alert,
  ecg: ({ n }) => historyOf(n),
  reading: ({ n }) => historyOf(n),
  dietCourse: ({ dietCourse }) => dietCourse,
  dietAdvice: ({ dietAdvice }) => dietAdvice,
  careEvent: ({ careEvent }) => careEvent,
  form: ({ form }) => form,
  followUp: ({ followUp }) => followUp,
  healthCheck: ({ healthCheck }) => healthCheck,
  childVaccination: ({ childRecords }) => childRecords.vaccination,
  childFluoride: ({ childRecords }) => childRecords.fluoride,
  childPreventive: ({ childRecords }) => childRecords.preventive,
  childBiliary: ({ childRecords }) => childRecords.biliary,
  conversation: ({ conversation }) => conversation,
  message: ({ message }) => message,
  chatFile: ({ chatFile }) => chatFile,
  link: ({ linkId }) => linkId,
  file: ({ file }) => file,
  report: ({ report }) => report,
  unit: ({ place }) => places[place].unit,
  partner: ({ place }) => (place === 'partner' ? 32 : 1),
  doctor: ({ did }) => did,
}

// ── calls ───────────────────────────────────────────────────────────────────────────────────────────────────────
export interface Call {
  /** Of several calls of one definition: which. */
  as?: string
  /** Every field that names something: `body.qid` → what it names. */
  ids: Record<string, Kind>
  /** Fields among them that may name somebody else's: the call then does nothing to it, and answers as if it were not there. */
  idle?: readonly string[]
  /** The field that names another's record on purpose: where what the other ids name goes, if these hold for it. */
  goes?: { to: string; needs: readonly Need[] }
  /** Fields that look like ids and decide nothing. */
  unread?: readonly string[]
  with?: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
  /** All of these, beside the definition's permission. */
  needs: readonly Need[]
  /** What an allowed call answers; OK unless told. */
  answers?: string
  /** What says that there is nothing, where it is not NOT_FOUND. */
  hides?: readonly string[]
  /** Answers OK and says of each thing by itself what became of it: the one that is named is the first. */
  each?: true
  /** Patients beside the named one whose rows an allowed call changes. */
  also?: readonly number[]
}
export interface Nobodys {
  /** Names no record: why no id of it can be anybody else's. Its answers are searched for foreign traces all the same. */
  none: string
  with?: Call['with']
  /** Fields that look like ids and name no record of a patient. */
  ids?: readonly string[]
  /** Beside the definition's permission the service asks for more, and says FORBIDDEN: of what, and where that is tried. */
  asksMore?: string
}
export type Rule = Nobodys | readonly Call[]

export const own = (what: string, more: Partial<Nobodys> = {}): Nobodys => ({
  none: `the caller's own ${what}`,
  ...more,
})
export const common: Nobodys = { none: 'common knowledge' }
