import { canSeeRow, canSeeVisit } from '../../access/visible.ts'
import { condition, recordOpen } from '../../platform/access/index.ts'
import { isBeside } from '@teleward/contract/calls/rules.ts'
import type { CallDetail, CallList, MemberCall } from '@teleward/contract/calls/schema.ts'
import { absence, patientBrief } from '../../patients/service.ts'
import { sql, staffBriefJson } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import * as repo from './repo.ts'
import type { Read } from './repo.ts'

/** What rings for this person now, what they ring, and the call they are in: the state a page comes back to. */
export async function callList(read: Read, mid: number, inRooms: readonly string[], now: Date): Promise<CallList> {
  const rows = await read(
    repo.calls(sql`
    c.state in ('ringing', 'answered') and (c.caller_mid = ${mid} or c.answered_by_mid = ${mid}
      or exists (select 1 from call_target t where t.call_id = c.call_id and t.mid = ${mid} and t.state = 'ringing')
      or c.room_id = any (${inRooms as string[]}::uuid[]))
    order by c.record_start_time`),
  )
  const mine = (row: repo.CallRow) => row.callerMid === mid
  const talked = rows.filter((row) => row.state === 'answered' && !row.left.includes(mid))
  const current =
    talked.find((row) => row.answeredByMid === mid) ??
    talked.find((row) => !isBeside(row.kind) && (mine(row) || inRooms.includes(row.roomId)))
  return {
    now: now.toISOString(),
    // The 30 s are the server's: a ring whose timer is a moment late is not shown again.
    ringing: rows.filter((row) => row.state === 'ringing' && !mine(row) && row.ringUntil > now).map(repo.asCall),
    calling: rows.filter((row) => row.state === 'ringing' && mine(row)).map(repo.asCall),
    current: current ? repo.asCall(current) : null,
  }
}

/** With what the popup shows of the patient: as much as the patient's authorisation opens to the caller. */
/** `log`: the caller reads the log of the whole unit, and may know of calls between others. */
export async function callDetail(read: Read, callId: string, log = false): Promise<CallDetail> {
  const [row] = await read(repo.calls(sql`c.call_id = ${callId}`, { log }))
  if (!row) throw new AppError('NOT_FOUND')
  const patient = row.pid === null ? undefined : await patientBrief(read, row.pid, row.unitId)
  const [visit] =
    row.qid === null
      ? []
      : await read(sql<{ problem: string | null; item: string | null }>`
    select consult_problem as problem, service_item as item from appointment a where a.qid = ${row.qid} and ${canSeeVisit('a')}`)
  const open = patient !== undefined && patient.authorised !== 'notAuthorised'
  const [last] = open
    ? await read(sql<{ qid: number; date: string; doctorName: string; doctorNameEn: string | null }>`
    select a.qid, a.date, s.name as "doctorName", s.name_en as "doctorNameEn" from appointment a join staff s on s.mid = a.did
    where a.pid = ${row.pid} and ${canSeeVisit('a')} and a.status = 'finished' and a.qid is distinct from ${row.qid}::int order by a.start_at desc limit 1`)
    : []
  return {
    ...repo.asCall(row),
    consultProblem: visit?.problem ?? null,
    serviceItem: visit?.item ?? null,
    patient: patient ?? null,
    lastVisit: last ?? null,
  }
}

const LAST_CALLS = 5
/** A patient's last calls, newest first: of an open record alone, which the statement asks for once more by itself. */
export async function memberCalls(read: Read, pid: number): Promise<MemberCall[]> {
  const patient = await patientBrief(read, pid)
  if (!patient) throw await absence(read, pid)
  if (patient.authorised === 'notAuthorised') throw new AppError('EMR_NOT_AUTHORISED')
  const rows = await read(sql<{ row: MemberCall }>`
    select jsonb_build_object('callID', c.call_id, 'queueID', c.qid, 'direction', c.direction, 'videoCall', c.video, 'state', c.state,
      'cause', c.cause, 'at', c.record_start_time, 'answeredAt', c.answered_at, 'endedAt', c.ended_at,
      'by', case when s.mid is null then null else ${staffBriefJson('s')} end) as row
    from call c left join staff s on s.mid = coalesce(c.answered_by_mid, c.caller_mid)
    where c.pid = ${pid} and c.kind = 'patient' and ${canSeeRow('c')} and ${condition(recordOpen, 'c')} order by c.record_start_time desc, c.call_id limit ${LAST_CALLS}`)
  return rows.map(({ row }) => row)
}
