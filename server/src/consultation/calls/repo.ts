import { canSeeRow } from '../../access/visible.ts'
import type { CallRecord } from '@teleward/contract/calls/rules.ts'
import type {
  Call,
  CallCause,
  CallDirection,
  CallKind,
  CallState,
  RejectReason,
  RingTarget,
} from '@teleward/contract/calls/schema.ts'
import type { RawBuilder } from 'kysely'
import { condition, own } from '../../platform/access/index.ts'
import { type Compilable, sql } from '../../platform/db/index.ts'

export type Read = <T>(query: Compilable<T>) => Promise<T[]>

export interface CallRow {
  callId: string
  roomId: string
  dsRoomId: string
  roomState: string
  partnerId: number
  unitId: number
  kind: CallKind
  /** Of the room: a call that brings somebody in has none of its own. */
  qid: number | null
  pid: number | null
  direction: CallDirection
  video: boolean
  callerMid: number | null
  callerName: string
  state: CallState
  cause: CallCause | null
  ringUntil: Date
  answeredByMid: number | null
  answeredByName: string | null
  recordStart: Date
  answeredAt: Date | null
  endedAt: Date | null
  attended: boolean
  handedAt: Date | null
  /** Who has hung up while the others talk on. */
  left: number[]
  reason: RejectReason | null
  version: number
  mrId: string | null
  schemeTime: Date | null
  queueNo: number | null
  partnerName: string
  unitName: string
  patientName: string | null
  targets: RingTarget[]
}

const columns = sql`
  c.call_id as "callId", c.room_id as "roomId", r.ds_room_id as "dsRoomId", r.state as "roomState", c.partner_id as "partnerId",
  c.unit_id as "unitId", c.kind, r.qid, r.pid, c.direction, c.video, c.caller_mid as "callerMid", c.caller_name as "callerName", c.state,
  c.cause, c.ring_until as "ringUntil", c.answered_by_mid as "answeredByMid", c.answered_by_name as "answeredByName",
  c.record_start_time as "recordStart", c.answered_at as "answeredAt", c.ended_at as "endedAt", c.version,
  c.attended, c.handed_at as "handedAt", c.left_mids as "left", c.reject_reason as reason,
  (app_visit_record(a.qid, a.did)).id as "mrId", a.start_at as "schemeTime", a.queue_no as "queueNo",
  (select p.name from partner p where p.id = c.partner_id) as "partnerName",
  (select u.name from unit u where u.id = c.unit_id) as "unitName", m.name as "patientName",
  coalesce((select jsonb_agg(jsonb_build_object('mid', t.mid, 'name', s.name, 'state', t.state) order by t.mid)
    from call_target t join staff s on s.mid = t.mid where t.call_id = c.call_id), '[]') as targets`

/** Between colleagues: known to these, and to who reads the log of the whole unit. */
const partyTo = condition(own('caller_mid', 'answered_by_mid'), 'c')
const rungIn = condition(own('mid'), 't')
const ofColleagues = (log: boolean) => sql`(c.kind = 'patient' or ${log} or ${partyTo}
  or exists (select 1 from call_target t where t.call_id = c.call_id and ${rungIn}))`

export const calls = (where: RawBuilder<unknown>, { log = false } = {}) => sql<CallRow>`
  select ${columns} from call c join room r on r.room_id = c.room_id
  left join appointment a on a.qid = r.qid left join member m on m.pid = r.pid
  where ${canSeeRow('c')} and ${ofColleagues(log)} and ${where}`

/** Always before the call's own row: steps of the visit take their locks in this order. */
export const lockVisit = (callId: string) => sql`
  select a.qid from call c join appointment a on a.qid = c.qid where c.call_id = ${callId} and ${canSeeRow('c')} for update of a`
/**
 * Later changes of the same call wait; what is read afterwards is the latest. With it whatever runs in its room, the room's
 * own call first: people come and go in all of them at once.
 */
export const lockCall = (callId: string) => sql<{ callId: string }>`
  select c.call_id as "callId" from call c
  where (c.call_id = ${callId} or (c.state in ('ringing', 'answered')
      and c.room_id = (select room_id from call same where same.call_id = ${callId}))) and ${canSeeRow('c')}
  order by (c.kind in ('invite', 'transfer')), c.call_id for update`
/** What runs in the room beside its own call. */
export const besideOf = (roomId: string) =>
  calls(
    sql`c.room_id = ${roomId} and c.kind in ('invite', 'transfer') and c.state in ('ringing', 'answered') order by c.call_id`,
    { log: true },
  )
/** The room's own call, talked or ringing. */
export const leading = sql`kind in ('patient', 'staff') and state in ('ringing', 'answered')`

export const recordOf = (row: CallRow, present: readonly number[] = []): CallRecord => ({
  state: row.state,
  kind: row.kind,
  direction: row.direction,
  callerMid: row.callerMid,
  left: row.left,
  targets: row.targets.map((target) => target.mid),
  answeredByMid: row.answeredByMid,
  present,
})

export const asCall = (row: CallRow): Call => ({
  callID: row.callId,
  roomID: row.roomId,
  dsRoomID: row.dsRoomId,
  kind: row.kind,
  queueID: row.qid,
  mrid: row.mrId,
  roomNumber: row.queueNo === null ? '' : String(row.queueNo),
  videoCall: row.video,
  scheme_time: row.schemeTime?.toISOString() ?? null,
  caller: row.callerName,
  partner_name: row.partnerName,
  enterprise_name: row.unitName,
  pid: row.pid,
  patientName: row.patientName,
  direction: row.direction,
  callerMid: row.callerMid,
  attended: row.attended,
  state: row.state,
  cause: row.cause,
  ringUntil: row.ringUntil.toISOString(),
  takenBy: row.answeredByMid === null ? null : { mid: row.answeredByMid, name: row.answeredByName ?? '' },
  targets: row.targets,
  record_start_time: row.recordStart.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  version: row.version,
})

export interface Colleague {
  mid: number
  name: string
  doctortype: string
  code: number
  inCall: boolean
  units: number[]
}
/** Colleagues on board of the caller's units, as `employees` lists them, with which of these units they are in. */
export const colleagues = (partnerId: number, units: readonly number[], mids: readonly number[]) => sql<Colleague>`
  select s.mid, s.name, sp.doctortype, coalesce(pr.code, 3000) as code, app_running_call(s.mid) is not null as "inCall",
    array(select su.unit_id from staff_unit su where su.mid = s.mid and su.partner_id = ${partnerId}
      and su.unit_id = any (${[...units]}::int[]) order by su.unit_id) as units
  from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${partnerId} and sp.status = 'active' and sp.review = 'onBoard'
  left join presence pr on pr.mid = s.mid
  where s.mid = any (${[...mids]}::int[]) and s.status = 'active' and s.mobilecode = 1 order by s.mid`

/** Whoever a patient's call rings: the visit's doctor and the nurses bound to that doctor, of the visit's unit. */
export const rungBy = (qid: number) => sql<{ mid: number; name: string; code: number; inCall: boolean }>`
  select s.mid, s.name, coalesce(pr.code, 3000) as code, app_running_call(s.mid) is not null as "inCall"
  from appointment a
  join staff s on s.mid = a.did or exists (
    select 1 from nurse_binding b where b.partner_id = a.partner_id and b.did = a.did and b.mid = s.mid)
  join staff_partner sp on sp.mid = s.mid and sp.partner_id = a.partner_id and sp.status = 'active' and sp.review = 'onBoard'
  join staff_unit su on su.mid = s.mid and su.unit_id = a.unit_id
  left join presence pr on pr.mid = s.mid
  where a.qid = ${qid} and s.status = 'active' order by (s.mid = a.did) desc, s.mid`
