import { careEventChanged } from '@teleward/contract/careevents/events.ts'
import { items, type Item, itemsAt, type Station } from '@teleward/contract/careevents/items.ts'
import { LATE_DAYS, takesResults } from '@teleward/contract/careevents/rules.ts'
import type { CareEvent, EventPerson, MeasureData, Participant } from '@teleward/contract/careevents/schema.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { audience, type EventPayload } from '@teleward/contract/core/event.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import { absence, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'

export const today = (who: StaffActor, now: Date): string => localDay(now, who.timeZone)

/** The same, without its counts. */
export async function headOf(read: Read, who: StaffActor, now: Date, id: number): Promise<repo.EventHead> {
  const head = await repo.headById(read, today(who, now), id)
  if (!head) throw new AppError('NOT_FOUND')
  return head
}
/** NOT_FOUND: no such event, or none of the caller's units. */
export async function eventOf(read: Read, who: StaffActor, now: Date, id: number): Promise<CareEvent> {
  const event = await repo.eventById(read, today(who, now), id)
  if (!event) throw new AppError('NOT_FOUND')
  return event
}

/** What of an event is written: all of it, or what is of one person there. */
export type Part = 'all' | { pid: number }

/**
 * NOT_FOUND before anybody waits for it. What is of one person waits for what is of all and for its own kind of the same person:
 * stations that stand beside each other at different people do not wait for each other.
 */
export async function lockEvent(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: number,
  part: Part = 'all',
): Promise<repo.EventHead> {
  await headOf(tx.many, who, now, id)
  if (part === 'all') await tx.run(sql`select pg_advisory_xact_lock(7141, ${id}::int)`)
  else {
    await tx.run(sql`select pg_advisory_xact_lock_shared(7141, ${id}::int)`)
    await tx.run(sql`select pg_advisory_xact_lock(7143, ${part.pid}::int)`)
  }
  return headOf(tx.many, who, now, id)
}

/**
 * What is written to one event as a whole goes one after the other: numbers are given once, and whoever waited sees what came before.
 * EVENT_CLOSED: cancelled, or `at` lies outside of its days; what was done at the venue arrives a week later at the latest.
 */
export async function lockRunning(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: number,
  at: Date,
  part: Part = 'all',
): Promise<repo.EventHead> {
  const event = await lockEvent(tx, who, now, id, part)
  const day = localDay(at, who.timeZone)
  const late = localDay(now, who.timeZone) > addDays(event.endsOn, LATE_DAYS)
  if (event.state === 'cancelled' || late || day < event.startsOn || day > event.endsOn)
    throw new AppError('EVENT_CLOSED')
  return event
}

/** The same for what an event leads to. EVENT_CLOSED: cancelled, not begun, or so long over that nothing of it is awaited. */
export async function lockAfter(tx: Tx, who: StaffActor, now: Date, id: number): Promise<repo.EventHead> {
  const event = await lockEvent(tx, who, now, id)
  if (!takesResults(event, today(who, now))) throw new AppError('EVENT_CLOSED')
  return event
}

export const tell = (
  tx: Tx,
  who: StaffActor,
  event: Pick<CareEvent, 'id' | 'unit'>,
  what: EventPayload<typeof careEventChanged>['what'],
  pid: number | null,
) => tx.emit(careEventChanged, [audience.unit(event.unit.id)], { id: event.id, what, pid, by: who.mid })

/**
 * What somebody may look at of the items: volunteers those of the station they say that they keep, and nothing of the others.
 * `null`: all. FIELD_RELATED: a volunteer who says no station.
 */
export function visibleItems(who: StaffActor, station: Station | undefined): Item[] | null {
  if (station !== undefined) return itemsAt(station, items)
  if (who.doctortype !== 'volunteer') return null
  throw new AppError('FIELD_RELATED', { fields: [{ path: 'station', code: 'FIELD_RELATED' }] })
}

/** Everybody who joined, or one: of somebody who was two members and is one now the first number, with the values of both. */
export async function participantsOf(
  read: Read,
  who: StaffActor,
  now: Date,
  event: Pick<CareEvent, 'id'>,
  { pid = null, only = null }: { pid?: number | null; only?: readonly Item[] | null },
): Promise<Participant[]> {
  const [rows, people, values] = await Promise.all([
    repo.participants(read, event.id, pid),
    repo.people(read, who, now, event.id, pid),
    repo.values(read, event.id, pid, only),
  ])
  const valuesOf = Map.groupBy(values, (one) => one.pid)
  const shown = new Map<number, Participant>()
  for (const { pid: of, ...row } of rows) {
    const person: EventPerson | undefined = people.get(of)
    if (person && !shown.has(of))
      shown.set(of, { ...row, person, values: (valuesOf.get(of) ?? []).map(({ pid: _, ...value }) => value) })
  }
  return [...shown.values()]
}
/** NOT_FOUND, MEMBER_DISABLED: of somebody who joined. */
export async function participantOf(
  read: Read,
  who: StaffActor,
  now: Date,
  event: Pick<CareEvent, 'id'>,
  pid: number,
  only: readonly Item[] | null,
): Promise<Participant> {
  const [found] = await participantsOf(read, who, now, event, { pid, only })
  if (!found) throw await absence(read, pid)
  return found
}

export async function measureData(
  read: Read,
  who: StaffActor,
  now: Date,
  { eventid, pid, station }: { eventid: number; pid?: number | undefined; station?: Station | undefined },
): Promise<MeasureData> {
  const only = visibleItems(who, station)
  const event = await eventOf(read, who, now, eventid)
  if (pid !== undefined) return { event, participants: [await participantOf(read, who, now, event, pid, only)] }
  return { event, participants: await participantsOf(read, who, now, event, { only }) }
}
