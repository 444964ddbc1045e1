// Made from the migrations by `npx node server/src/tools/db-types.ts`. Edit a migration, not this file.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface AddressLimitTable {
  address: string
  kind: string
  window_start: ColumnType<Date, Date | string, Date | string>
  count: number
  times: Generated<unknown>
}
export interface AgreementAcceptanceTable {
  id: GeneratedAlways<number>
  mid: number
  kind: 'agreement' | 'privacy'
  version: string
  lang: string
  accepted_at: ColumnType<Date, Date | string, Date | string>
  ip: string | null
  user_agent: string | null
}
export interface AiSuggestionTable {
  id: string
  sn: number
  partner_id: number
  unit_id: number
  pid: number
  text: string
  model: string
  asked_by: number
  asked_at: ColumnType<Date, Date | string, Date | string>
  rating: 'useful' | 'notUseful' | null
  rated_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface AppointmentTable {
  qid: GeneratedAlways<number>
  partner_id: number
  unit_id: number
  pid: number
  did: number
  booked_by: number | null
  proxy: Generated<boolean>
  status: Generated<'held' | 'registered' | 'checkedIn' | 'redial' | 'finished' | 'cancelled' | 'autoCancelled' | 'released' | 'closed'>
  status_by: 'patient' | 'staff' | 'timeout' | 'missed' | 'linkExpired' | null
  finish: GeneratedAlways<boolean | null>
  closed: GeneratedAlways<boolean | null>
  kind: Generated<'general' | 'agent' | 'emergency' | 'special'>
  interval: number
  date: string
  start_at: ColumnType<Date, Date | string, Date | string>
  duration_minutes: Generated<number>
  queue_no: number
  site: Generated<'video' | 'voice' | 'onsite'>
  service_item: string | null
  consult_problem: string | null
  call_target: 'patient' | 'family' | 'cs' | null
  fee: number | null
  currency: Generated<'TWD' | 'CNY'>
  payment: Generated<'none' | 'due' | 'paid' | 'waived' | 'expired' | 'refundDue' | 'refunded'>
  p_memo: string | null
  cancel_reason: string | null
  tries: Generated<number>
  sms_room: number | null
  room_id: string | null
  checked_in_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  started_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  finished_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  finished_by: number | null
  device_check: unknown
  version: Generated<number>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  guarded: Generated<boolean>
  default_fee: number | null
  fee_version: number | null
  hold_until: ColumnType<Date | null, Date | null | string, Date | null | string>
  reminded_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  booked_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  callback_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  refund_late: Generated<boolean>
}
export interface AppointmentEventTable {
  id: GeneratedAlways<number>
  qid: number
  partner_id: number
  unit_id: number
  pid: number
  action: string
  from_status: string | null
  to_status: string
  reason: string | null
  actor_kind: 'staff' | 'patient' | 'system'
  actor_mid: number | null
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface AuditLogTable {
  id: GeneratedAlways<number>
  at: ColumnType<Date, Date | string | undefined, Date | string>
  partner_id: number | null
  mid: number | null
  link_id: string | null
  action: string
  kind: string
  target_kind: string | null
  target_id: string | null
  pid: number | null
  outcome: Generated<string>
  detail: unknown
  ip: string | null
  request_id: string | null
}
export interface AuditLookTable {
  audit_id: number
  partner_id: number
  mid: number
  note: string
  at: ColumnType<Date, Date | string, Date | string>
}
export interface AuditSealTable {
  seq: number
  audit_id: number
  prev_hash: string
  hash: string
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface CallTable {
  call_id: string
  partner_id: number
  unit_id: number
  room_id: string
  qid: number | null
  pid: number | null
  direction: 'inbound' | 'outbound'
  video: Generated<boolean>
  caller_mid: number | null
  caller_name: string
  state: Generated<'ringing' | 'answered' | 'rejected' | 'missed' | 'ended'>
  cause: string | null
  ring_until: ColumnType<Date, Date | string, Date | string>
  answered_by_mid: number | null
  answered_by_name: string | null
  record_start_time: ColumnType<Date, Date | string | undefined, Date | string>
  answered_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  version: Generated<number>
  reject_reason: 'later' | 'soon' | 'urgent' | null
  kind: Generated<'patient' | 'staff' | 'invite' | 'transfer'>
  attended: Generated<boolean>
  handed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  left_mids: Generated<number[]>
}
export interface CallTargetTable {
  call_id: string
  mid: number
  partner_id: number
  unit_id: number
  pid: number | null
  state: Generated<'ringing' | 'answered' | 'rejected' | 'missed' | 'stopped' | 'busy'>
}
export interface CareEventTable {
  id: Generated<number>
  partner_id: number
  at_unit: number
  kind: 'clinic' | 'screening' | 'hpa'
  name: string
  place: string
  starts_on: string
  ends_on: string
  items: string[]
  note: Generated<string>
  cancelled_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  cancelled_by: number | null
  reason: string | null
  made_by: number
  made_at: ColumnType<Date, Date | string, Date | string>
  version: Generated<number>
  programmes: Generated<string[]>
  limits: Generated<unknown>
}
export interface CareEventLinkTable {
  id: string
  participant_id: string
  event_id: number
  partner_id: number
  unit_id: number
  pid: number
  qid: number | null
  file_id: string | null
  made_by: number
  made_at: ColumnType<Date, Date | string, Date | string>
}
export interface CareEventParticipantTable {
  id: string
  event_id: number
  partner_id: number
  unit_id: number
  pid: number
  number: number
  via: 'card' | 'qr' | 'id' | 'search' | 'new'
  consented_at: ColumnType<Date, Date | string, Date | string>
  joined_at: ColumnType<Date, Date | string, Date | string>
  joined_by: number
  received_at: ColumnType<Date, Date | string, Date | string>
}
export interface CareEventValueTable {
  id: string
  event_id: number
  participant_id: string
  partner_id: number
  unit_id: number
  pid: number
  item: string
  value: number | null
  device_name: string | null
  device_type: string | null
  confirmed: Generated<boolean>
  measured_at: ColumnType<Date, Date | string, Date | string>
  received_at: ColumnType<Date, Date | string, Date | string>
  recorded_by: number
  replaced_by: string | null
}
export interface ChatAttachmentTable {
  id: string
  conversation_id: number
  partner_id: number
  author_mid: number | null
  kind: 'image' | 'file' | 'voice'
  name: string
  format: string | null
  bytes: number
  received: Generated<number>
  width: number | null
  height: number | null
  duration_ms: number | null
  wave: Generated<number[]>
  copy_key: string | null
  thumb_key: string | null
  state: Generated<'coming' | 'ready' | 'rejected' | 'sent' | 'gone'>
  reason: string | null
  reason_data: Generated<unknown>
  created_at: ColumnType<Date, Date | string, Date | string>
}
export interface ChatConversationTable {
  id: GeneratedAlways<number>
  kind: 'patient' | 'staff' | 'group'
  partner_id: number
  unit_id: number | null
  pid: number | null
  first_pid: number | null
  low_mid: number | null
  high_mid: number | null
  name: string | null
  last_seq: Generated<number>
  last_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  answered_seq: Generated<number>
  version: Generated<number>
  created_by: number | null
  created_at: ColumnType<Date, Date | string, Date | string>
}
export interface ChatMessageTable {
  id: GeneratedAlways<number>
  conversation_id: number
  seq: number
  partner_id: number
  unit_id: number | null
  pid: number | null
  author_mid: number | null
  client_id: string
  body: string
  reply_seq: number | null
  sent_at: ColumnType<Date, Date | string, Date | string>
  recalled_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  recalled_by: number | null
  attachment_id: string | null
}
export interface ChatParticipantTable {
  id: GeneratedAlways<number>
  conversation_id: number
  mid: number | null
  last_read_seq: Generated<number>
  seen_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  hidden_seq: number | null
  left_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface CheckoutTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  qid: number
  amount: number
  currency: 'TWD' | 'CNY'
  provider: string
  url: string | null
  state: Generated<'open' | 'paid' | 'refused'>
  provider_payment: string | null
  opened_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  settled_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface ChildFactTable {
  id: Generated<number>
  partner_id: number
  unit_id: number
  pid: number
  gestation_days: number | null
  hbv_mother: boolean | null
  fluoride_group: 'general' | 'vulnerable'
  multiple: boolean
  mid: number
  at: ColumnType<Date, Date | string, Date | string>
}
export interface ChildRecordTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  kind: 'vaccination' | 'fluoride' | 'preventive' | 'biliary'
  on_day: string
  vaccine: string | null
  dose: number | null
  lot: string | null
  place: string | null
  reaction: string | null
  visit: number | null
  weight_kg: number | null
  length_cm: number | null
  head_cm: number | null
  standing: boolean | null
  colour: number | null
  note: Generated<string>
  born_then: string
  mid: number
  entered_at: ColumnType<Date, Date | string, Date | string>
  changed_by: number | null
  changed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  withdrawn_by: number | null
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  withdrawn_why: string | null
  version: Generated<number>
  history: Generated<unknown>
}
export interface ClinicalSynonymTable {
  id: GeneratedAlways<number>
  partner_id: number
  kind: 'diagnosis' | 'drug'
  term: string
  term_key: string
  code: string
  added_by: number
  added_at: ColumnType<Date, Date | string, Date | string>
}
export interface ConsentTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  qid: number | null
  kind: 'consultation' | 'recording' | 'record'
  state: 'requested' | 'active' | 'declined' | 'expired' | 'withdrawn'
  text_version: string
  given_by: Generated<string>
  witness_mid: number | null
  starts_at: ColumnType<Date, Date | string | undefined, Date | string>
  ends_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  at: ColumnType<Date, Date | string | undefined, Date | string>
  channel: 'visit' | 'sms' | 'email' | 'code' | 'paper' | null
  asked_by: number | null
  asked_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  days: number | null
  answer_until: ColumnType<Date | null, Date | null | string, Date | null | string>
  code_id: string | null
  giver_name: string | null
  giver_relation: string | null
  file_id: string | null
  recorded_by: number | null
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  ended_by: number | null
  version: Generated<number>
}
export interface CrmCaseTable {
  sn: Generated<number>
  partner_id: number
  unit_id: number
  pid: number
  title: string
  type: 'consultation' | 'appointment' | 'followUp' | 'readings' | 'complaint' | 'family' | 'other'
  origin: 'phone' | 'counter' | 'visit' | 'monitoring' | 'family' | 'other'
  state: Generated<'open' | 'finished' | 'cancelled' | 'closed'>
  opened_by: number
  opened_at: ColumnType<Date, Date | string, Date | string>
  owner_mid: number | null
  assigned_from: number | null
  assigned_to: number | null
  assigned_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  first_warn: ColumnType<Date | null, Date | null | string, Date | null | string>
  first_due: ColumnType<Date | null, Date | null | string, Date | null | string>
  first_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  done_warn: ColumnType<Date | null, Date | null | string, Date | null | string>
  done_due: ColumnType<Date | null, Date | null | string, Date | null | string>
  outcome: string | null
  over_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  undo: unknown
  version: Generated<number>
  updated_at: ColumnType<Date, Date | string, Date | string>
}
export interface CrmEntryTable {
  id: Generated<number>
  sn: number
  partner_id: number
  unit_id: number
  pid: number
  kind: 'open' | 'note' | 'change' | 'assign' | 'giveBack' | 'finish' | 'cancel' | 'close' | 'restore' | 'undo' | 'call' | 'message' | 'sms'
  text: string | null
  mid: number
  to_mid: number | null
  call_id: string | null
  at: ColumnType<Date, Date | string, Date | string>
  message_id: number | null
}
export interface DayOffTable {
  id: GeneratedAlways<number>
  partner_id: number
  did: number
  date: string
  interval: number | null
  kind: Generated<'leave' | 'absence'>
  reason: string | null
  created_by: number | null
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  withdrawn_by: number | null
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface DepartmentTable {
  code: string
  name_zh_tw: string
  common: Generated<boolean>
}
export interface DeviceLogTable {
  id: GeneratedAlways<number>
  pid: number
  partner_id: number
  unit_id: number
  said: unknown
  at: ColumnType<Date, Date | string, Date | string>
  recorded_by: number
}
export interface DiagnosisTable {
  id: string
  note_id: string
  partner_id: number
  unit_id: number
  pid: number
  author_mid: number
  code: string
  name_en: string
  name_zh_tw: string
  remarks: Generated<string>
  sort: number
  billable: Generated<boolean>
  version: Generated<number>
}
export interface DietAdviceTable {
  id: string
  course_id: number
  partner_id: number
  unit_id: number
  pid: number
  text: string
  mid: number
  at: ColumnType<Date, Date | string, Date | string>
  changed_by: number | null
  changed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  version: Generated<number>
  history: Generated<unknown>
  meals_to: Generated<number>
}
export interface DietCourseTable {
  id: Generated<number>
  partner_id: number
  unit_id: number
  pid: number
  began_by: number
  began_at: ColumnType<Date, Date | string, Date | string>
  ended_by: number | null
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  end_reason: string | null
  version: Generated<number>
}
export interface DietFoodTable {
  id: Generated<number>
  meal_id: string
  partner_id: number
  unit_id: number
  pid: number
  place: number
  code: string | null
  name: string
  name_en: string | null
  per100: unknown
  grams: number
  measure: string | null
  origin: 'patient' | 'staff'
  mid: number | null
  at: ColumnType<Date, Date | string, Date | string>
  corrects: number | null
  removed_by: number | null
  removed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface DietMealTable {
  id: string
  course_id: number
  partner_id: number
  unit_id: number
  pid: number
  day: string
  meal: number
  eaten_at: string | null
  note: Generated<string>
  pictures: Generated<string[]>
  mid: number | null
  entered_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  version: Generated<number>
  entry: Generated<number>
  last_entry: Generated<number>
}
export interface DietTargetTable {
  course_id: number
  n: number
  partner_id: number
  unit_id: number
  pid: number
  from_day: string
  gender: 'male' | 'female'
  age: number
  weight_kg: number
  height_cm: number | null
  activity: 'sedentary' | 'low' | 'active' | 'veryActive'
  condition: 'none' | 'hypertension' | 'diabetes' | 'ckd' | 'ckdDiabetes' | 'dialysis' | 'pregnancy1' | 'pregnancy2' | 'pregnancy3' | 'lactation'
  values: unknown
  mid: number
  at: ColumnType<Date, Date | string, Date | string>
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  withdrawn_by: number | null
}
export interface DoctorDayTable {
  did: number
  date: string
  turns: Generated<number>
}
export interface DoctorFeeTable {
  mid: number
  partner_id: number
  tw_day: number | null
  tw_night: number | null
  cn_day: number | null
  cn_night: number | null
  version: Generated<number>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface DoctorFeeVersionTable {
  mid: number
  partner_id: number
  version: number
  tw_day: number | null
  tw_night: number | null
  cn_day: number | null
  cn_night: number | null
  set_by: number | null
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface DriveFileTable {
  id: string
  partner_id: number
  at_unit: number | null
  mid: number
  name: string
  remark: Generated<string>
  format: 'jpg' | 'png' | 'pdf' | 'mp4' | 'mov'
  bytes: number
  sha256: string
  key: string
  copy_key: string | null
  created_at: ColumnType<Date, Date | string, Date | string>
  removed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  removed_by: number | null
}
export interface DrugTable {
  code: string
  name_en: string
  name_zh_tw: string
  generic: string | null
  strength: string | null
  unit: string
  form: string | null
  form_zh_tw: string | null
  route: string | null
  atc: string | null
  origin: string
}
export interface DrugRuleSetTable {
  name: string
  licence: string
  rules: unknown
  count: number
  imported_at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface EcgTable {
  id: GeneratedAlways<number>
  pid: number
  partner_id: number
  unit_id: number
  measured_at: ColumnType<Date, Date | string, Date | string>
  received_at: ColumnType<Date, Date | string, Date | string>
  rate: number
  leads: string[]
  wave: Uint8Array
  heart_rate: number | null
  counted: Generated<boolean>
  device_name: Generated<string>
  device_type: Generated<string>
  recorded_by: number
  first_pid: number
}
export interface EmergencyAccessTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  mid: number
  reason: string
  at: ColumnType<Date, Date | string | undefined, Date | string>
  until: ColumnType<Date, Date | string, Date | string>
}
export interface EventLogTable {
  id: GeneratedAlways<number>
  type: string
  audience: string[]
  payload: unknown
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface ExternalReportTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  mid: number
  category: 'laboratory' | 'imaging' | 'pathology' | 'other' | 'referral'
  title: string
  source: string
  identifier: string | null
  issued_at: ColumnType<Date, Date | string, Date | string>
  received_at: ColumnType<Date, Date | string, Date | string>
  results: unknown
  conclusion: Generated<string>
  file_id: string | null
  replaced_by: string | null
  withdrawn_by: number | null
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  withdrawn_reason: string | null
  referral_id: string | null
}
export interface FeeExemptionTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  kind: 'free' | 'contract'
  did: number | null
  starts_on: string
  ends_on: string | null
  note: string | null
  created_by: number | null
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  withdrawn_by: number | null
  version: Generated<number>
}
export interface FeedbackTable {
  id: GeneratedAlways<number>
  partner_id: number
  mid: number
  kind: 'problem' | 'idea' | 'question' | 'praise'
  title: string
  remarks: string
  content: string
  app_version: string | null
  user_agent: string | null
  mailed: boolean
  created_at: ColumnType<Date, Date | string, Date | string>
  answer: string | null
  answered_by: number | null
  answered_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  version: Generated<number>
}
export interface FileFindingTable {
  id: GeneratedAlways<number>
  file_id: string
  mid: number
  at: ColumnType<Date, Date | string, Date | string>
  found: unknown
  model: string
  made_on: string
}
export interface FormAnswerTable {
  response_id: number
  number: number
  partner_id: number
  unit_id: number
  pid: number
  items: unknown
  score: number | null
  score_missing: number | null
  meaning: unknown
  by_kind: 'patient' | 'proxy' | 'staff'
  by_mid: number | null
  reason: string | null
  at: ColumnType<Date, Date | string, Date | string>
}
export interface FormResponseTable {
  id: Generated<number>
  partner_id: number
  unit_id: number
  pid: number
  questionnaire_id: number
  number: number
  state: 'sent' | 'opened' | 'inProgress' | 'completed' | 'amended' | 'expired'
  way: 'here' | 'message' | 'notice'
  sent_by: number
  sent_at: ColumnType<Date, Date | string, Date | string>
  end_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  released: Generated<boolean>
  reminded_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  items: Generated<unknown>
  answered_by: 'patient' | 'proxy' | 'staff' | null
  answered_mid: number | null
  proxy_name: string | null
  proxy_relation: string | null
  opened_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  started_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  saved_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  completed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  score: number | null
  score_most: number | null
  score_missing: number | null
  meaning: unknown
  danger: Generated<string[]>
  danger_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  told: Generated<number[]>
  attended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  attended_by: number | null
  attended_note: string | null
  withdrawn: Generated<boolean>
  version: Generated<number>
}
export interface GuestLinkTable {
  link_id: string
  token_hash: string
  partner_id: number
  unit_id: number
  room_id: string
  call_id: string
  pid: number | null
  name: string
  relation: 'family' | 'interpreter' | 'caregiver' | 'other'
  language: 'zh-TW' | 'zh-CN' | 'en'
  channel: 'sms' | 'email'
  sent_to: string
  code_hash: string
  message_id: string
  state: Generated<'sent' | 'opened' | 'joined' | 'left' | 'revoked' | 'expired' | 'over'>
  tries: Generated<number>
  browser_hash: string | null
  agreed: unknown
  agreed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  created_by: number
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  opened_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  joined_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  left_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  ended_by: number | null
  version: Generated<number>
}
export interface HandoffTable {
  id: string
  partner_id: number
  unit_id: number | null
  pid: number | null
  giver_mid: number
  recipient_mid: number
  content: string
  due_on: string | null
  status: Generated<number>
  about_kind: 'note' | 'appointment' | 'case' | 'message' | 'alert' | null
  about_id: string | null
  through: Generated<number[]>
  reminded_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  completed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  late_told: Generated<boolean>
  version: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
}
export interface HandoffEventTable {
  id: GeneratedAlways<number>
  handoff_id: string
  partner_id: number
  at: ColumnType<Date, Date | string, Date | string>
  mid: number | null
  action: 'handedOver' | 'completed' | 'reopened' | 'reassigned' | 'dueChanged' | 'reminded' | 'withdrawn' | 'late' | 'comment'
  text: string | null
  to_mid: number | null
  due_on: string | null
}
export interface HandoverTable {
  token_hash: string
  mid: number
  partner_id: number
  target: string | null
  issued_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  used_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface HandoverKeyTable {
  partner_id: number
  serial: number
  made_at: ColumnType<Date, Date | string, Date | string>
  made_by: number | null
  revoked_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface HealthCheckTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  programme: string
  items: string[]
  state: Generated<'collecting' | 'processing' | 'done' | 'failed' | 'cancelled'>
  fasting: 'yes' | 'no' | 'unknown' | null
  steps: Generated<unknown>
  identity_confirmed_at: ColumnType<Date, Date | string, Date | string>
  started_by: number
  started_at: ColumnType<Date, Date | string, Date | string>
  submitted_by: number | null
  submitted_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  done_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  cancelled_by: number | null
  cancel_reason: string | null
  correction: string | null
  version: Generated<number>
}
export interface HealthCheckFileTable {
  check_id: string
  file_id: string
  partner_id: number
  unit_id: number
  pid: number
  added_by: number
  added_at: ColumnType<Date, Date | string, Date | string>
}
export interface HealthCheckRemarkTable {
  id: Generated<string>
  check_id: string
  partner_id: number
  unit_id: number
  pid: number
  kind: 'comment' | 'acknowledged'
  item: string | null
  text: string | null
  of_version: number
  mid: number
  at: ColumnType<Date, Date | string, Date | string>
}
export interface HealthCheckResultTable {
  check_id: string
  version: number
  partner_id: number
  unit_id: number
  pid: number
  on_day: string
  rows: unknown
  skipped: Generated<unknown>
  reason: string | null
  made_at: ColumnType<Date, Date | string, Date | string>
}
export interface HealthCheckValueTable {
  id: string
  seq: GeneratedAlways<number>
  check_id: string
  partner_id: number
  unit_id: number
  pid: number
  item: string
  value: number | null
  skipped: string | null
  confirmed: Generated<boolean>
  recorded_by: number
  recorded_at: ColumnType<Date, Date | string, Date | string>
}
export interface HealthDataBatchTable {
  id: string
  partner_id: number
  mid: number
  file_hash: string
  total: number
  imported: number
  outcome: unknown
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface Icd10Table {
  code: string
  billable: boolean
  common: Generated<boolean>
  name_en: string
  name_zh_tw: string
}
export interface IdempotencyKeyTable {
  person: string
  key: string
  request_hash: string
  status: number | null
  body: unknown
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  claim: Generated<string>
  caller: unknown
  about: unknown
}
export interface LastMeasurementTable {
  pid: number
  partner_id: number
  unit_id: number
  kind: string
  reading_id: number
  measured_at: ColumnType<Date, Date | string, Date | string>
  recorded_by: number
}
export interface LineBindingTable {
  line_id: string
  mid: number
  name: string
  bound_at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface LineRequestTable {
  mid: number
  code_hash: string
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
}
export interface LoginLogTable {
  id: GeneratedAlways<number>
  mid: number | null
  account: string | null
  outcome: string
  ip: string | null
  user_agent: string | null
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface MedicalFileTable {
  id: string
  partner_id: number
  unit_id: number | null
  pid: number | null
  mid: number
  kind: 'photo' | 'dicom' | 'ultrasound' | 'ecg' | 'sti' | 'eye' | 'pe_report' | 'video' | 'face' | 'ear' | 'nasal' | 'throat' | 'oral' | 'skin' | 'phono'
  format: 'jpg' | 'png' | 'pdf' | 'dcm' | 'mp4' | 'mov' | 'wav' | 'xml' | 'hea'
  name: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  key: string
  copy_key: string | null
  thumb_key: string | null
  eye: 'L' | 'R' | null
  rotation: Generated<number>
  remark: Generated<string>
  state: 'stored' | 'unassigned' | 'withdrawn'
  duplicate: Generated<boolean>
  moved_from: string | null
  withdrawn_by: number | null
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  withdrawn_reason: string | null
  wrong_patient: Generated<boolean>
  version: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  history: Generated<unknown>
  dicom: unknown
  data_key: string | null
  data_name: string | null
  data_bytes: number | null
  data_sha256: string | null
}
export interface MedicationFrequencyTable {
  code: string
  name_zh_tw: string
  name_en: string
  times_per_day: number | null
  common: Generated<boolean>
  sort: number
}
export interface MedicationRouteTable {
  code: string
  name_zh_tw: string
  name_en: string
  common: Generated<boolean>
  sort: number
}
export interface MemberTable {
  pid: GeneratedAlways<number>
  member_no: string
  account: string | null
  id_number: string | null
  name: string
  name_en: string | null
  gender: 'male' | 'female' | 'other' | 'unknown' | null
  birthday: string | null
  height: number | null
  weight: number | null
  nhi_card_number: string | null
  mobile: string | null
  mobilecode: Generated<number>
  email: string | null
  emergency_contact: unknown
  language: Generated<string>
  vip: Generated<boolean>
  avatar: string | null
  version: Generated<number>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  identity: GeneratedAlways<string>
  created_by: number | null
  name_key: GeneratedAlways<string | null>
  search_keys: GeneratedAlways<string | null>
}
export interface MemberClaimTable {
  partner_id: number
  value: string
  holder: number
}
export interface MemberHistoryTable {
  id: GeneratedAlways<number>
  pid: number
  partner_id: number
  unit_id: number
  kind: 'person_sick' | 'parents_sick' | 'parents_cancer' | 'sensitive_matters' | 'life_type'
  note: string
  ename: string | null
  mh_other_value: string | null
  severity: string | null
  recorded_by: number | null
  recorded_at: ColumnType<Date, Date | string | undefined, Date | string>
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  item: string | null
  verification: 'unconfirmed' | 'confirmed' | null
  criticality: 'low' | 'high' | 'unable-to-assess' | null
  reaction: string | null
  substance: string | null
  replaces: number | null
  withdrawn_by: number | null
  withdrawn_why: 'entered-in-error' | 'refuted' | 'replaced' | null
  withdrawn_reason: string | null
}
export interface MemberImportTable {
  id: string
  partner_id: number
  at_unit: number
  mid: number
  file_hash: string
  total: number
  imported: number
  outcome: unknown
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface MemberMergeTable {
  id: GeneratedAlways<number>
  partner_id: number
  units: number[]
  added_units: Generated<number[]>
  kept_pid: number
  merged_pid: number
  before: Generated<unknown>
  change: Generated<unknown>
  merged_by: number
  merged_at: ColumnType<Date, Date | string | undefined, Date | string>
  undone_by: number | null
  undone_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface MemberMergeRowTable {
  merge_id: number
  of_table: string
  key: unknown
}
export interface MemberMessengerTable {
  partner_id: number
  pid: number
  channel: 'line' | 'wechat'
  recipient: string
  name: string
  offered_by: number
  bound_at: ColumnType<Date, Date | string, Date | string>
}
export interface MemberMessengerRequestTable {
  code_hash: string
  partner_id: number
  for_pid: number
  channel: 'line' | 'wechat'
  mid: number
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
}
export interface MemberPartnerTable {
  pid: number
  partner_id: number
  status: Generated<'active' | 'disabled'>
  since: Generated<string>
}
export interface MemberTokenTable {
  token: string
  pid: number
  partner_id: number
  unit_id: number
  status: string
  kind: number
  whole: string
  name: string
}
export interface MemberUnitTable {
  pid: number
  partner_id: number
  unit_id: number
  status: Generated<'active' | 'disabled' | 'partnerDisabled' | 'merged'>
  since: Generated<string>
  added_by: number | null
  changed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface MonitorAlertTable {
  id: string
  pid: number
  partner_id: number
  unit_id: number
  rule_id: string
  source: 'group' | 'own'
  group_name: string | null
  measure: string
  test: 'above' | 'below' | 'change' | 'noData'
  severity: 'critical' | 'warning' | 'notice'
  limit_value: number | null
  hours: number | null
  value: number | null
  measured_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  raised_at: ColumnType<Date, Date | string, Date | string>
  times: Generated<number>
  last_value: number | null
  last_at: ColumnType<Date, Date | string, Date | string>
  state: Generated<'open' | 'acknowledged' | 'resolved'>
  acked_by: number | null
  acked_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  ack_note: string | null
  resolved_by: number | null
  resolved_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  resolution: string | null
  inclusive: boolean | null
  direction: string | null
  worst_value: number | null
  worst_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  base_value: number | null
  base_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  taken_size: number | null
  reopened_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  acks_before: Generated<unknown>
  late_from: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface MonitorAlertMuteTable {
  id: GeneratedAlways<number>
  alert_id: string
  mid: number
  at: ColumnType<Date, Date | string, Date | string>
  until: ColumnType<Date, Date | string, Date | string>
  note: string
  ended_by: number | null
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  size: number | null
}
export interface MonitorAlertNoteTable {
  id: GeneratedAlways<number>
  alert_id: string
  mid: number
  at: ColumnType<Date, Date | string, Date | string>
  note: string
}
export interface MonitorGroupTable {
  id: string
  partner_id: number
  at_unit: number
  name: string
  version: Generated<number>
  created_by: number
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  ended_by: number | null
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  reach_minutes: Generated<number>
}
export interface MonitorGroupMemberTable {
  id: GeneratedAlways<number>
  group_id: string
  pid: number
  partner_id: number
  unit_id: number
  added_by: number
  added_at: ColumnType<Date, Date | string, Date | string>
  removed_by: number | null
  removed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface MonitorGroupStaffTable {
  group_id: string
  partner_id: number
  at_unit: number
  mid: number
}
export interface MonitorOffTable {
  id: GeneratedAlways<number>
  pid: number
  partner_id: number
  unit_id: number
  reason: string
  off_by: number
  off_at: ColumnType<Date, Date | string, Date | string>
  on_by: number | null
  on_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface MonitorOwnTable {
  id: Generated<number>
  pid: number
  partner_id: number
  unit_id: number
  rules: unknown
  set_by: number
  set_at: ColumnType<Date, Date | string, Date | string>
}
export interface MonitorRuleTable {
  id: string
  group_id: string
  partner_id: number
  at_unit: number
  place: number
  measure: 'systolic' | 'diastolic' | 'bp_pulse' | 'weight' | 'temperature' | 'pulse' | 'blood_oxygen' | 'glucose_fasting' | 'glucose_before_meal' | 'glucose_after_meal'
  test: 'above' | 'below' | 'change' | 'noData'
  value: number | null
  hours: number | null
  severity: 'critical' | 'warning' | 'notice'
  from_hour: number
  to_hour: number
  inclusive: boolean | null
  direction: string | null
}
export interface NoteTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  qid: number
  author_mid: number
  prepared_by: number | null
  state: Generated<'draft' | 'prepared' | 'signed' | 'amended' | 'withdrawn'>
  s: Generated<string>
  o: Generated<string>
  a: Generated<string>
  p: Generated<string>
  memo: Generated<string>
  version: Generated<number>
  signed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  signed_by: number | null
  hash: string | null
  late: Generated<boolean>
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  withdrawn_reason: string | null
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  saved_by: number | null
  part_versions: Generated<unknown>
  amended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  drug_answers: Generated<unknown>
  refill: unknown
  part_hands: Generated<unknown>
  copied: Generated<unknown>
}
export interface NoteSuggestionTable {
  id: string
  note_id: string
  partner_id: number
  unit_id: number
  pid: number
  author_mid: number
  sent: string
  text: string
  model: string
  asked_by: number
  asked_at: ColumnType<Date, Date | string, Date | string>
  rating: 'useful' | 'notUseful' | null
  rated_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface NoteTemplateTable {
  id: GeneratedAlways<number>
  partner_id: number
  owner_mid: number
  name: string
  name_key: string
  code: string | null
  division: string | null
  division_en: string | null
  parts: unknown
  version: Generated<number>
  updated_at: ColumnType<Date, Date | string, Date | string>
}
export interface NoteVersionTable {
  note_id: string
  version: number
  partner_id: number
  unit_id: number
  pid: number
  author_mid: number
  kind: 'autosave' | 'sign' | 'amend' | 'withdraw'
  content: unknown
  reason: string | null
  hash: string | null
  saved_by: number
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface NoticeTable {
  id: string
  partner_id: number
  at_unit: number
  author_mid: number
  content: string
  audience: unknown
  channels: string[]
  send_at: ColumnType<Date, Date | string, Date | string>
  state: Generated<'waiting' | 'sending' | 'sent' | 'cancelled'>
  version: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  taken_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface NoticeRecipientTable {
  id: GeneratedAlways<number>
  notice_id: string
  partner_id: number
  mid: number | null
  to_pid: number | null
  of_unit: number | null
  channel: 'portal' | 'sms' | 'email' | 'line' | 'wechat' | null
  state: Generated<'waiting' | 'sending' | 'sent' | 'read' | 'failed'>
  reason: string | null
  message_id: string | null
  tries: Generated<number>
  sent_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  read_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  conversation_id: number | null
  chat_seq: number | null
}
export interface NotificationTable {
  id: string
  partner_id: number
  mid: number
  kind: 'opinion' | 'todo' | 'schedule' | 'msg' | 'noti' | 'call' | 'alert' | 'system'
  what: string
  subject_kind: string
  subject_id: string
  link: unknown
  from_mid: number | null
  about_pid: number | null
  key: string
  at: ColumnType<Date, Date | string, Date | string>
  read_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface NurseBindingTable {
  partner_id: number
  did: number
  mid: number
}
export interface OpinionTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  inviter_mid: number
  invited_mid: number
  kind: 'opinion' | 'imageReading' | 'secondOpinion'
  question: string
  shown_name: string | null
  shown_name_en: string | null
  shown_gender: string | null
  shown_age: number | null
  records: number
  filter: Generated<number>
  due_on: string | null
  state: Generated<'inProcess' | 'done' | 'declined' | 'withdrawn'>
  changed: Generated<string[]>
  changed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  opened_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  reason: string | null
  late_told: Generated<boolean>
  version: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
}
export interface OpinionAnswerTable {
  opinion_id: string
  version: number
  partner_id: number
  text: string
  hash: string
  signed_by: number
  signed_at: ColumnType<Date, Date | string, Date | string>
}
export interface OpinionRecordTable {
  id: GeneratedAlways<number>
  opinion_id: string
  partner_id: number
  filter: number
  sort: number
  kind: 'note' | 'file' | 'readings'
  ref: string | null
  reading: string | null
  from_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  to_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  day: string | null
  added_at: ColumnType<Date, Date | string, Date | string>
}
export interface OutboxEventTable {
  id: GeneratedAlways<number>
  message_id: string
  from_state: string | null
  to_state: string
  mid: number | null
  reason: string | null
  at: ColumnType<Date, Date | string, Date | string>
}
export interface OutboxMessageTable {
  id: string
  partner_id: number
  for_unit: number | null
  channel: 'sms' | 'line' | 'wechat' | 'email' | 'push' | 'webhook'
  recipient: string
  kind: string
  origin_kind: string | null
  origin_id: string | null
  secret: boolean
  subject: string | null
  body: string | null
  link: string | null
  dedupe: string
  state: Generated<'queued' | 'sending' | 'sent' | 'delivered' | 'retrying' | 'failed' | 'cancelled'>
  tries: Generated<number>
  next_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  not_after: ColumnType<Date | null, Date | null | string, Date | null | string>
  sending_since: ColumnType<Date | null, Date | null | string, Date | null | string>
  provider: string | null
  provider_id: string | null
  reason: string | null
  version: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  sent_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  waits: Generated<boolean>
}
export interface OutsideInstitutionTable {
  id: string
  partner_id: number
  name: string
  code: string | null
  phone: string | null
  address: string | null
  email: string | null
  made_by: number
  made_at: ColumnType<Date, Date | string, Date | string>
  changed_by: number | null
  changed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  closed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  version: Generated<number>
}
export interface PartnerTable {
  id: number
  name: string
  name_en: string | null
  name_zh_cn: string | null
  time_zone: Generated<string>
  logo: string | null
  primary_colour: string | null
  phone: string | null
  ui_config: Generated<unknown>
  settings: Generated<unknown>
  status: Generated<'active' | 'disabled'>
  version: Generated<number>
}
export interface PasswordResetTable {
  id: string
  mid: number | null
  code_hash: string | null
  tries: Generated<number>
  ticket_hash: string | null
  lang: string
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  checked_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  used_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  dead_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface PaymentTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  qid: number
  kind: 'due' | 'paid' | 'waived' | 'failed' | 'expired' | 'surplus' | 'refundDue' | 'refundStopped' | 'refunded'
  amount: number
  currency: 'TWD' | 'CNY'
  method: 'cash' | 'card' | 'transfer' | 'checkout' | 'free' | 'contract' | null
  provider_ref: string | null
  reason: string | null
  by_mid: number | null
  at: ColumnType<Date, Date | string | undefined, Date | string>
  terms: unknown
}
export interface PharmacyTable {
  id: GeneratedAlways<number>
  partner_id: number
  at_unit: number
  name: string
  city: string
  address: Generated<string>
  phone: string | null
  hours: unknown
  status: Generated<'active' | 'closed'>
}
export interface PhoneUndoTable {
  token_hash: string
  mid: number
  phone: string
  made_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  used_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface PreferenceTable {
  mid: number
  data: Generated<unknown>
  version: Generated<number>
}
export interface PrescriptionLineTable {
  id: string
  note_id: string
  partner_id: number
  unit_id: number
  pid: number
  author_mid: number
  code: string
  name: string
  name_zh_tw: string | null
  unit: string
  dose: number
  frequency: string
  route: string
  days: number
  total: number
  total_reason: string | null
  daily_dose: number | null
  notes: Generated<string>
  sort: number
  version: Generated<number>
  confirmed_by: number | null
  confirmed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  total_unit: string | null
  total_to_check: Generated<boolean>
}
export interface PrescriptionSendingTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  qid: number
  note_id: string
  author_mid: number
  pharmacy_id: number
  to_unit: number
  state: Generated<'sent' | 'received' | 'returned' | 'dispensed' | 'rejected' | 'cancelled'>
  content: unknown
  refill: unknown
  dispensings: Generated<unknown>
  steps: Generated<unknown>
  replaces: string | null
  version: Generated<number>
  sent_at: ColumnType<Date, Date | string, Date | string>
  state_at: ColumnType<Date, Date | string, Date | string>
}
export interface PrescriptionSetTable {
  id: GeneratedAlways<number>
  partner_id: number
  owner_mid: number
  name: string
  code: string
  name_key: string
  code_key: string
  shared: Generated<boolean>
  lines: unknown
  version: Generated<number>
  updated_at: ColumnType<Date, Date | string, Date | string>
}
export interface PresenceTable {
  mid: number
  code: Generated<number>
  before_code: number | null
  in_call: string | null
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface PrintedDocumentTable {
  code: string
  partner_id: number
  mid: number
  kind: 'record' | 'prescription' | 'certificate' | 'referral'
  target: string
  version: number
  draft: boolean
  lang: string
  pages: number
  sha256: string
  made_at: ColumnType<Date, Date | string, Date | string>
}
export interface PrivacyAcceptanceTable {
  mid: number
  partner_id: number
  no: number
  lang: string
  accepted_at: ColumnType<Date, Date | string, Date | string>
}
export interface PrivacyStatementTable {
  partner_id: number
  no: number
  texts: unknown
  published_by: number
  published_at: ColumnType<Date, Date | string, Date | string>
}
export interface ProductTable {
  id: GeneratedAlways<number>
  partner_id: number
  owner_mid: number
  name: string
  quantity: number
  price: number
  currency: 'TWD' | 'CNY'
  description: Generated<string>
  manufacturer: Generated<string>
  image: Uint8Array | null
  image_mime: string | null
  version: Generated<number>
  updated_at: ColumnType<Date, Date | string, Date | string>
  removed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface ProductSendingTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  qid: number
  author_mid: number
  state: Generated<'chosen' | 'sent'>
  items: unknown
  conversation_id: number | null
  message_seq: number | null
  version: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  sent_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface PushSubscriptionTable {
  id: string
  mid: number
  sid: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: ColumnType<Date, Date | string, Date | string>
}
export interface QuestionnaireTable {
  id: Generated<number>
  partner_id: number | null
  standard: string | null
  title: string
  title_en: string | null
  language: Generated<string>
  questions: Generated<number>
  draft: unknown
  published: number | null
  retired_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  retired_by: number | null
  made_by: number | null
  made_at: ColumnType<Date, Date | string, Date | string>
  changed_by: number | null
  changed_at: ColumnType<Date, Date | string, Date | string>
  version: Generated<number>
}
export interface QuestionnaireVersionTable {
  questionnaire_id: number
  number: number
  partner_id: number | null
  content: unknown
  published_by: number | null
  published_at: ColumnType<Date, Date | string, Date | string>
}
export interface ReadingTable {
  id: GeneratedAlways<number>
  pid: number
  partner_id: number
  unit_id: number
  kind: 'blood_pressure' | 'weight' | 'temperature' | 'pulse' | 'blood_oxygen' | 'glucose_fasting' | 'glucose_before_meal' | 'glucose_after_meal' | 'glucose_unspecified'
  value: number
  diastolic: number | null
  pulse: number | null
  unit: string
  measured_at: ColumnType<Date, Date | string, Date | string>
  received_at: ColumnType<Date, Date | string, Date | string>
  source: 'device' | 'takeOver' | 'batch'
  data_type: string
  device_name: Generated<string>
  device_type: Generated<string>
  flagged: Generated<boolean>
  recorded_by: number
  measured_on: string | null
  batch_id: string | null
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  withdrawn_by: number | null
  withdrawal: string | null
  original: unknown
}
export interface ReadingArchiveTable {
  id: GeneratedAlways<number>
  month: string
  many: number
  sha256: string
  file: string
  out_at: ColumnType<Date, Date | string, Date | string>
  back_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface ReadingMovedOutTable {
  id: GeneratedAlways<number>
  archive_id: number
  month: string
  pid: number
  partner_id: number
  unit_id: number
  was_pid: number
  many: number
}
export interface ReadingVersionTable {
  id: GeneratedAlways<number>
  reading_id: number
  pid: number
  partner_id: number
  unit_id: number
  value: number
  diastolic: number | null
  pulse: number | null
  received_at: ColumnType<Date, Date | string, Date | string>
  recorded_by: number
  batch_id: string
  replaced_at: ColumnType<Date, Date | string, Date | string>
  replaced_by: number
}
export interface RecordingTable {
  recording_id: string
  partner_id: number
  unit_id: number
  pid: number | null
  qid: number | null
  room_id: string
  call_id: string | null
  state: Generated<'recording' | 'interrupted' | 'finalising' | 'ready' | 'failed'>
  started_at: ColumnType<Date, Date | string | undefined, Date | string>
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  started_by: number | null
  duration_ms: number | null
  bytes: number | null
  path: string | null
  failure: string | null
  recorder: Generated<'browser' | 'egress'>
  egress_id: string | null
}
export interface RecordingSegmentTable {
  segment_id: string
  recording_id: string
  partner_id: number
  unit_id: number
  pid: number | null
  seq: number
  bytes: Generated<number>
  path: string
  mid: number | null
  started_at: ColumnType<Date, Date | string | undefined, Date | string>
  last_chunk_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  instance: string | null
}
export interface ReferralTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  qid: number | null
  from_mid: number
  to_unit: number | null
  to_mid: number | null
  urgency: 'routine' | 'urgent'
  reason: string
  patient_name: string
  patient_gender: string | null
  patient_birthday: string | null
  state: Generated<'sent' | 'received' | 'accepted' | 'declined' | 'visited' | 'reported' | 'withdrawn'>
  visit_on: string | null
  answer: string | null
  history: Generated<unknown>
  version: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  attached: Generated<unknown>
  to_outside: string | null
  outside: unknown
  follows: string | null
  due_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  acted_by: string | null
  attached_reports: Generated<unknown>
}
export interface ReferralFileTable {
  referral_id: string
  file_id: string
  partner_id: number
  sort: number
  name: string
  kind: string
  format: string
  bytes: number
}
export interface ReferralLinkTable {
  id: string
  partner_id: number
  referral_id: string
  token_hash: string
  code_hash: string
  browser_hash: string | null
  made_by: number
  made_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  sent_to: string | null
  message_id: string | null
  tries: Generated<number>
  opened_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  last_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  opens: Generated<number>
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  ended_by: number | null
}
export interface RefreshTokenTable {
  token_hash: string
  sid: string
  issued_at: ColumnType<Date, Date | string | undefined, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  used_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  next_hash: string | null
}
export interface RefundTable {
  id: string
  partner_id: number
  unit_id: number
  pid: number
  qid: number
  amount: number
  currency: 'TWD' | 'CNY'
  why: 'cancelled' | 'late' | 'double'
  checkout_id: string | null
  state: Generated<'due' | 'working' | 'done' | 'stopped'>
  method: 'cash' | 'card' | 'transfer' | 'checkout' | null
  reference: string | null
  failure: string | null
  due_at: ColumnType<Date, Date | string, Date | string>
  begun_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  done_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  by_mid: number | null
  version: Generated<number>
}
export interface RoomTable {
  room_id: string
  partner_id: number
  unit_id: number
  qid: number | null
  pid: number | null
  target_id: number | null
  state: Generated<'created' | 'waiting' | 'live' | 'closed'>
  engine: Generated<'embedded' | 'livekit'>
  ds_room_id: string
  recording_consent: 'agreed' | 'declined' | null
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  live_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  closed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  version: Generated<number>
  consent_asked_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface RoomParticipantTable {
  room_id: string
  user_id: string
  partner_id: number
  unit_id: number
  pid: number | null
  mid: number | null
  name: string
  role: 'moderator' | 'patient' | 'guest'
  joined_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  left_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface ScheduleEntryTable {
  id: GeneratedAlways<number>
  partner_id: number
  did: number
  weekday: number
  interval: number
  start_time: string
  end_time: string
  capacity: number
  slot_minutes: Generated<number>
  site: Generated<'any' | 'video' | 'onsite'>
  valid_from: string
  valid_until: string | null
  created_by: number | null
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  ended_by: number | null
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface SchemaMigrationTable {
  name: string
  checksum: string
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface ScreeningFactTable {
  id: string
  seq: GeneratedAlways<number>
  partner_id: number
  unit_id: number
  pid: number
  fact: string
  answer: string
  noted_by: number
  noted_at: ColumnType<Date, Date | string, Date | string>
}
export interface ScreeningFollowUpTable {
  id: string
  result_id: string
  event_id: number
  partner_id: number
  unit_id: number
  pid: number
  responsible: number
  due_on: string
  note: Generated<string>
  begun_by: number
  begun_at: ColumnType<Date, Date | string, Date | string>
  done_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  done_by: number | null
  version: Generated<number>
}
export interface ScreeningInvitationTable {
  id: string
  event_id: number
  partner_id: number
  unit_id: number
  pid: number
  programme: string
  invited_by: number
  invited_at: ColumnType<Date, Date | string, Date | string>
  notice_id: string | null
}
export interface ScreeningReportTable {
  event_id: number
  partner_id: number
  at_unit: number
  rows: unknown
  reported_by: number
  reported_at: ColumnType<Date, Date | string, Date | string>
}
export interface ScreeningResultTable {
  id: string
  event_id: number
  participant_id: string
  partner_id: number
  unit_id: number
  pid: number
  programme: string
  outcome: 'negative' | 'positive' | 'inadequate'
  urgent: Generated<boolean>
  finding: Generated<string>
  examined_on: string
  recorded_by: number
  recorded_at: ColumnType<Date, Date | string, Date | string>
  reason: string | null
  replaced_by: string | null
}
export interface SecondStepTable {
  challenge_hash: string
  mid: number
  partner_id: number
  wish: unknown
  line_code_hash: string | null
  tries: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  used_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface ServerStateTable {
  key: string
  value: unknown
}
export interface SessionTable {
  sid: string
  mid: number
  partner_id: number | null
  device_type: Generated<number>
  device_token: string
  remember: Generated<boolean>
  doctortype: string | null
  draft_key: string
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  last_seen_at: ColumnType<Date, Date | string | undefined, Date | string>
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  end_reason: string | null
  ip: string | null
  user_agent: string | null
  expires_at: ColumnType<Date, Date | string, Date | string>
  connected_until: ColumnType<Date | null, Date | null | string, Date | null | string>
  privileges: string[] | null
  refresh_secret: string
  screen: string | null
  covered_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface SettlementLineTable {
  id: string
  seq: GeneratedAlways<number>
  statement_id: string
  partner_id: number
  mid: number
  kind: 'visit' | 'kept' | 'free' | 'contract' | 'waived' | 'refund' | 'correction' | 'carried'
  visit_qid: number | null
  at_unit: number | null
  visit_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  patient: string | null
  rate_id: string | null
  gross: Generated<number>
  payment_fee: Generated<number>
  platform_fee: Generated<number>
  share: Generated<number>
  adjustment: Generated<number>
  reason: string | null
  about: string | null
  carried_from: string | null
  by_mid: number | null
  at: ColumnType<Date, Date | string, Date | string>
}
export interface SettlementMonthTable {
  partner_id: number
  month: string
  closed_at: ColumnType<Date, Date | string, Date | string>
}
export interface SettlementPayoutTable {
  id: string
  seq: GeneratedAlways<number>
  statement_id: string
  partner_id: number
  mid: number
  outcome: 'paid' | 'refused'
  bank_id: number
  reference: string | null
  reason: string | null
  amount: number
  cost: number
  by_mid: number
  at: ColumnType<Date, Date | string, Date | string>
}
export interface SettlementRateTable {
  id: string
  partner_id: number | null
  valid_from: string
  payment_fee: number
  platform_fee: number
  added_by: number | null
  added_at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface SettlementRemarkTable {
  id: string
  seq: GeneratedAlways<number>
  line_id: string
  statement_id: string
  partner_id: number
  mid: number
  text: string
  by_mid: number
  at: ColumnType<Date, Date | string, Date | string>
}
export interface SettlementStatementTable {
  id: string
  partner_id: number
  mid: number
  month: string
  currency: 'TWD' | 'CNY'
  state: 'open' | 'calculated' | 'confirmed' | 'paid' | 'payoutFailed' | 'carried'
  settle_on: string
  calculated_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  total: number | null
  cost: number | null
  confirmed_by: number | null
  confirmed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  version: Generated<number>
}
export interface ShiftChangeTable {
  id: GeneratedAlways<number>
  partner_id: number
  did: number
  date: string
  interval: number
  closed: Generated<boolean>
  start_time: string | null
  end_time: string | null
  capacity: number | null
  slot_minutes: number | null
  site: 'any' | 'video' | 'onsite' | null
  created_by: number | null
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  withdrawn_by: number | null
  withdrawn_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface SignConfirmationTable {
  sid: string
  at: ColumnType<Date, Date | string, Date | string>
}
export interface SigningKeyTable {
  kid: string
  secret: string
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  retires_at: ColumnType<Date, Date | string, Date | string>
}
export interface StaffTable {
  mid: GeneratedAlways<number>
  account: string
  phone: string | null
  name: string
  name_en: string | null
  family_name: string | null
  avatar: string | null
  mobilecode: Generated<number>
  status: Generated<'active' | 'closed'>
  servicelang: Generated<string[]>
  version: Generated<number>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  search_keys: GeneratedAlways<string | null>
}
export interface StaffBankTable {
  id: GeneratedAlways<number>
  mid: number
  partner_id: number
  kind: 'local' | 'foreign'
  bank_code: string | null
  branch_code: string | null
  bank_name: string
  branch_name: string | null
  address: string
  account: string
  account_name: string
  swift: string | null
  valid_from: string
  created_at: ColumnType<Date, Date | string, Date | string>
}
export interface StaffChangeTable {
  mid: number
  partner_id: number
  photo: string
  licence_number: string | null
  licence_expires: string | null
  state: Generated<'waiting' | 'approved' | 'returned'>
  submitted_at: ColumnType<Date, Date | string, Date | string>
  decided_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  decided_by: number | null
  reason: string | null
  version: Generated<number>
}
export interface StaffChoiceTable {
  mid: number
  partner_id: number
  kind: 'icd' | 'drug'
  code: string
  times: number
  last_at: ColumnType<Date, Date | string, Date | string>
}
export interface StaffCredentialTable {
  mid: number
  password_hash: string
  failed_attempts: Generated<number>
  locked_until: ColumnType<Date | null, Date | null | string, Date | null | string>
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>
  draft_key: string | null
  second_failed: Generated<number>
  unclaimed: Generated<boolean>
}
export interface StaffDeviceTable {
  mid: number
  device_token: string
  failed_attempts: Generated<number>
  second_failed: Generated<number>
  locked_until: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface StaffGrantTable {
  id: GeneratedAlways<number>
  partner_id: number
  grantor_mid: number
  grantee_mid: number
  kind: 'shift.others' | 'contact.others'
  starts_at: ColumnType<Date, Date | string, Date | string>
  ends_at: ColumnType<Date, Date | string, Date | string>
  state: Generated<'planned' | 'active' | 'ended' | 'revoked'>
  scope_unit: number | null
  version: Generated<number>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  over_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface StaffGrantEventTable {
  id: GeneratedAlways<number>
  grant_id: number
  partner_id: number
  at: ColumnType<Date, Date | string, Date | string>
  mid: number | null
  action: 'granted' | 'started' | 'endChanged' | 'ended' | 'revoked' | 'returned' | 'used'
  detail: Generated<unknown>
}
export interface StaffImportTable {
  id: string
  partner_id: number
  mid: number
  file_hash: string
  total: number
  imported: number
  outcome: unknown
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface StaffInvitationTable {
  id: GeneratedAlways<number>
  partner_id: number
  mid: number
  account: string
  staff_type: number
  doctortype: string
  title: string | null
  units: number[]
  invited_by: number
  invited_at: ColumnType<Date, Date | string, Date | string>
  state: Generated<'open' | 'accepted' | 'declined' | 'withdrawn'>
  ended_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface StaffPartnerTable {
  mid: number
  partner_id: number
  staff_type: number
  doctortype: string
  title: string | null
  division: string | null
  division_en: string | null
  privileges: Generated<string[]>
  review: Generated<'registered' | 'phoneVerified' | 'inReview' | 'onBoard' | 'returned' | 'cancelled'>
  service_flags: Generated<unknown>
  status: Generated<'active' | 'disabled'>
  version: Generated<number>
}
export interface StaffPhotoTable {
  id: string
  mid: number
  partner_id: number
  kind: 'avatar' | 'licenseImage' | 'bankImage' | 'personsign'
  key: string
  mime: 'image/jpeg' | 'image/png'
  bytes: number
  width: number
  height: number
  sha256: string
  state: Generated<'inForce' | 'proposed' | 'replaced'>
  created_at: ColumnType<Date, Date | string, Date | string>
  replaced_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface StaffProfileTable {
  mid: number
  education: Generated<unknown>
  career: Generated<unknown>
  bank_image: string | null
  license_image: string | null
  person_sign: string | null
  doctor_enable: Generated<number>
  version: Generated<number>
  versions: Generated<unknown>
  uiastaff: Generated<boolean>
}
export interface StaffReviewTable {
  mid: number
  partner_id: number
  doctortype: string
  wished_unit: number | null
  licence_number: string | null
  licence_expires: string | null
  submitted_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  decided_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  decided_by: number | null
  reason: string | null
  version: Generated<number>
}
export interface StaffReviewEventTable {
  id: GeneratedAlways<number>
  mid: number
  partner_id: number
  from_state: string | null
  to_state: string
  action: string
  actor_mid: number | null
  reason: string | null
  at: ColumnType<Date, Date | string, Date | string>
}
export interface StaffUnitTable {
  mid: number
  partner_id: number
  unit_id: number
}
export interface TimerTable {
  kind: string
  key: string
  due_at: ColumnType<Date, Date | string, Date | string>
  payload: Generated<unknown>
  attempts: Generated<number>
}
export interface TotpTable {
  mid: number
  secret: string
  confirmed_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  last_step: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
}
export interface TotpRecoveryTable {
  mid: number
  code_hash: string
  used_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface UiConfigVersionTable {
  partner_id: number
  number: number
  state: 'draft' | 'published' | 'superseded'
  config: unknown
  revision: Generated<number>
  edited_by: number | null
  edited_at: ColumnType<Date, Date | string, Date | string>
  published_by: number | null
  published_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  rolled_back_from: number | null
  remark: string | null
}
export interface UnitTable {
  id: number
  main_id: number | null
  partner_id: number
  name: string
  name_en: string | null
  status: Generated<'active' | 'disabled'>
  version: Generated<number>
}
export interface UploadTable {
  id: string
  partner_id: number
  unit_id: number | null
  pid: number | null
  mid: number
  kind: string
  name: string
  bytes: number
  received: Generated<number>
  sha256: string | null
  eye: 'L' | 'R' | null
  thumb_key: string | null
  state: Generated<'queued' | 'uploading' | 'checking' | 'unassigned' | 'stored' | 'rejected' | 'failed' | 'withdrawn'>
  reason: string | null
  reason_data: Generated<unknown>
  duplicate: string | null
  file_id: string | null
  lease: string | null
  leased_until: ColumnType<Date | null, Date | null | string, Date | null | string>
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
}
export interface VerificationCodeTable {
  id: string
  purpose: string
  phone: string
  subject: string
  code_hash: string
  tries: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  used_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  dead_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface VideoLinkTable {
  link_id: string
  token_hash: string
  partner_id: number
  unit_id: number
  pid: number
  qid: number | null
  kind: Generated<'call' | 'authorise' | 'pay' | 'chat' | 'form'>
  sms_room: Generated<number>
  state: Generated<'created' | 'sent' | 'opened' | 'joined' | 'expired' | 'dead' | 'sendFailed'>
  sent_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  opened_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  joined_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  expires_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  identity_tries: Generated<number>
  identity_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  browser_hash: string | null
  step: Generated<string>
  dead_reason: string | null
  version: Generated<number>
  source_ip: string | null
  message_id: string | null
  consent_id: string | null
  channel: 'sms' | 'email' | 'line' | 'wechat' | null
  sent_to: string | null
  form_id: number | null
}
export interface WaitingBoardTable {
  id: string
  partner_id: number
  at_unit: number | null
  token_hash: string
  name: string
  made_at: ColumnType<Date, Date | string, Date | string>
  made_by: number
  asked_at: ColumnType<Date | null, Date | null | string, Date | null | string>
  revoked_at: ColumnType<Date | null, Date | null | string, Date | null | string>
}
export interface WordTable {
  id: GeneratedAlways<number>
  mid: number
  partner_id: number
  type: 's' | 'o' | 'a' | 'p' | 'memop' | 'note' | 'service' | 'wd' | 'diet'
  code: string | null
  word: string
  sort: Generated<number>
  version: Generated<number>
}
export interface WordImportTable {
  id: string
  partner_id: number
  mid: number
  file_hash: string
  total: number
  imported: number
  outcome: unknown
  at: ColumnType<Date, Date | string | undefined, Date | string>
}
export interface Schema {
  address_limit: AddressLimitTable
  agreement_acceptance: AgreementAcceptanceTable
  ai_suggestion: AiSuggestionTable
  appointment: AppointmentTable
  appointment_event: AppointmentEventTable
  audit_log: AuditLogTable
  audit_look: AuditLookTable
  audit_seal: AuditSealTable
  call: CallTable
  call_target: CallTargetTable
  care_event: CareEventTable
  care_event_link: CareEventLinkTable
  care_event_participant: CareEventParticipantTable
  care_event_value: CareEventValueTable
  chat_attachment: ChatAttachmentTable
  chat_conversation: ChatConversationTable
  chat_message: ChatMessageTable
  chat_participant: ChatParticipantTable
  checkout: CheckoutTable
  child_fact: ChildFactTable
  child_record: ChildRecordTable
  clinical_synonym: ClinicalSynonymTable
  consent: ConsentTable
  crm_case: CrmCaseTable
  crm_entry: CrmEntryTable
  day_off: DayOffTable
  department: DepartmentTable
  device_log: DeviceLogTable
  diagnosis: DiagnosisTable
  diet_advice: DietAdviceTable
  diet_course: DietCourseTable
  diet_food: DietFoodTable
  diet_meal: DietMealTable
  diet_target: DietTargetTable
  doctor_day: DoctorDayTable
  doctor_fee: DoctorFeeTable
  doctor_fee_version: DoctorFeeVersionTable
  drive_file: DriveFileTable
  drug: DrugTable
  drug_rule_set: DrugRuleSetTable
  ecg: EcgTable
  emergency_access: EmergencyAccessTable
  event_log: EventLogTable
  external_report: ExternalReportTable
  fee_exemption: FeeExemptionTable
  feedback: FeedbackTable
  file_finding: FileFindingTable
  form_answer: FormAnswerTable
  form_response: FormResponseTable
  guest_link: GuestLinkTable
  handoff: HandoffTable
  handoff_event: HandoffEventTable
  handover: HandoverTable
  handover_key: HandoverKeyTable
  health_check: HealthCheckTable
  health_check_file: HealthCheckFileTable
  health_check_remark: HealthCheckRemarkTable
  health_check_result: HealthCheckResultTable
  health_check_value: HealthCheckValueTable
  health_data_batch: HealthDataBatchTable
  icd10: Icd10Table
  idempotency_key: IdempotencyKeyTable
  last_measurement: LastMeasurementTable
  line_binding: LineBindingTable
  line_request: LineRequestTable
  login_log: LoginLogTable
  medical_file: MedicalFileTable
  medication_frequency: MedicationFrequencyTable
  medication_route: MedicationRouteTable
  member: MemberTable
  member_claim: MemberClaimTable
  member_history: MemberHistoryTable
  member_import: MemberImportTable
  member_merge: MemberMergeTable
  member_merge_row: MemberMergeRowTable
  member_messenger: MemberMessengerTable
  member_messenger_request: MemberMessengerRequestTable
  member_partner: MemberPartnerTable
  member_token: MemberTokenTable
  member_unit: MemberUnitTable
  monitor_alert: MonitorAlertTable
  monitor_alert_mute: MonitorAlertMuteTable
  monitor_alert_note: MonitorAlertNoteTable
  monitor_group: MonitorGroupTable
  monitor_group_member: MonitorGroupMemberTable
  monitor_group_staff: MonitorGroupStaffTable
  monitor_off: MonitorOffTable
  monitor_own: MonitorOwnTable
  monitor_rule: MonitorRuleTable
  note: NoteTable
  note_suggestion: NoteSuggestionTable
  note_template: NoteTemplateTable
  note_version: NoteVersionTable
  notice: NoticeTable
  notice_recipient: NoticeRecipientTable
  notification: NotificationTable
  nurse_binding: NurseBindingTable
  opinion: OpinionTable
  opinion_answer: OpinionAnswerTable
  opinion_record: OpinionRecordTable
  outbox_event: OutboxEventTable
  outbox_message: OutboxMessageTable
  outside_institution: OutsideInstitutionTable
  partner: PartnerTable
  password_reset: PasswordResetTable
  payment: PaymentTable
  pharmacy: PharmacyTable
  phone_undo: PhoneUndoTable
  preference: PreferenceTable
  prescription_line: PrescriptionLineTable
  prescription_sending: PrescriptionSendingTable
  prescription_set: PrescriptionSetTable
  presence: PresenceTable
  printed_document: PrintedDocumentTable
  privacy_acceptance: PrivacyAcceptanceTable
  privacy_statement: PrivacyStatementTable
  product: ProductTable
  product_sending: ProductSendingTable
  push_subscription: PushSubscriptionTable
  questionnaire: QuestionnaireTable
  questionnaire_version: QuestionnaireVersionTable
  reading: ReadingTable
  reading_archive: ReadingArchiveTable
  reading_moved_out: ReadingMovedOutTable
  reading_version: ReadingVersionTable
  recording: RecordingTable
  recording_segment: RecordingSegmentTable
  referral: ReferralTable
  referral_file: ReferralFileTable
  referral_link: ReferralLinkTable
  refresh_token: RefreshTokenTable
  refund: RefundTable
  room: RoomTable
  room_participant: RoomParticipantTable
  schedule_entry: ScheduleEntryTable
  schema_migration: SchemaMigrationTable
  screening_fact: ScreeningFactTable
  screening_follow_up: ScreeningFollowUpTable
  screening_invitation: ScreeningInvitationTable
  screening_report: ScreeningReportTable
  screening_result: ScreeningResultTable
  second_step: SecondStepTable
  server_state: ServerStateTable
  session: SessionTable
  settlement_line: SettlementLineTable
  settlement_month: SettlementMonthTable
  settlement_payout: SettlementPayoutTable
  settlement_rate: SettlementRateTable
  settlement_remark: SettlementRemarkTable
  settlement_statement: SettlementStatementTable
  shift_change: ShiftChangeTable
  sign_confirmation: SignConfirmationTable
  signing_key: SigningKeyTable
  staff: StaffTable
  staff_bank: StaffBankTable
  staff_change: StaffChangeTable
  staff_choice: StaffChoiceTable
  staff_credential: StaffCredentialTable
  staff_device: StaffDeviceTable
  staff_grant: StaffGrantTable
  staff_grant_event: StaffGrantEventTable
  staff_import: StaffImportTable
  staff_invitation: StaffInvitationTable
  staff_partner: StaffPartnerTable
  staff_photo: StaffPhotoTable
  staff_profile: StaffProfileTable
  staff_review: StaffReviewTable
  staff_review_event: StaffReviewEventTable
  staff_unit: StaffUnitTable
  timer: TimerTable
  totp: TotpTable
  totp_recovery: TotpRecoveryTable
  ui_config_version: UiConfigVersionTable
  unit: UnitTable
  upload: UploadTable
  verification_code: VerificationCodeTable
  video_link: VideoLinkTable
  waiting_board: WaitingBoardTable
  word: WordTable
  word_import: WordImportTable
}
