import type { EventBooking, Participant } from '@teleward/contract/careevents/schema.ts'
import { randomUUID } from 'node:crypto'
import { canSeeFile } from '../access/visible.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { lockAfter, participantOf, tell } from './service.ts'

/** What an event led to, once: a visit that was booked from it, or a report. */
async function link(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { eventid, pid, qid, file }: { eventid: number; pid: number; qid?: number; file?: string },
): Promise<Participant> {
  const event = await lockAfter(tx, who, now, eventid)
  const { id } = await participantOf(tx.many, who, now, event, pid, [])
  await tx.run(sql`
    insert into care_event_link (id, participant_id, event_id, partner_id, unit_id, pid, qid, file_id, made_by, made_at)
    values (${randomUUID()}::uuid, ${id}::uuid, ${eventid}, ${who.partnerId}, ${event.unit.id}, ${pid}, ${qid ?? null}::int, ${file ?? null}::uuid, ${who.mid}, ${now}::timestamptz)
    on conflict do nothing`)
  await tell(tx, who, event, 'linked', pid)
  return participantOf(tx.many, who, now, event, pid, who.doctortype === 'volunteer' ? [] : null)
}

/** NOT_FOUND: no such file, one that was withdrawn, or none of this person that the caller may see. */
export async function handIn(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { eventid, pid, file }: { eventid: number; pid: number; file: string },
): Promise<Participant> {
  const [found] = await tx.many(
    sql`select 1 from medical_file f where f.id = ${file}::uuid and f.pid = ${pid}::int and f.state = 'stored' and ${canSeeFile('f')}`,
  )
  if (!found) throw new AppError('NOT_FOUND')
  return link(tx, who, now, { eventid, pid, file })
}

/** Before anything is booked: the person has joined, and the event still takes what it leads to. */
export async function requireJoined(tx: Tx, who: StaffActor, now: Date, { eventid, pid }: EventBooking): Promise<void> {
  const event = await lockAfter(tx, who, now, eventid)
  await participantOf(tx.many, who, now, event, pid, [])
}
export const linkVisit = (tx: Tx, who: StaffActor, now: Date, { eventid, pid }: EventBooking, qid: number) =>
  link(tx, who, now, { eventid, pid, qid })
