import { addDays, daysBetween, localDay } from '@teleward/contract/core/dates.ts'
import type * as api from '@teleward/contract/shifts/endpoints.ts'
import { hoursFault, overlapOf } from '@teleward/contract/shifts/rules.ts'
import type { Affected, ChangeDone, Confirm } from '@teleward/contract/shifts/schema.ts'
import type { z } from 'zod'
import type { BookingDeps } from '../appointments/booking.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { requireShift } from './access.ts'
import { leftOf, listed, overfull, type DateRange, uncovered } from './affected.ts'
import { settle } from './settle.ts'
import { type ShiftNews, tellStaff } from './tell.ts'
import {
  addOff,
  endCells,
  refuseDayOverlap,
  refuseEndingPlans,
  refuseOverlap,
  removeOff,
  setCells,
  setDay,
  setLimit,
  type Whose,
} from './write.ts'

/** Plans reach two years ahead, and a leave a year at a time. */
const AHEAD_DAYS = 731
const LEAVE_DAYS = 366

export interface Asking {
  tx: Tx
  deps: BookingDeps
  who: StaffActor
}
interface Change {
  did: number
  what: string
  kind: ShiftNews
  range: DateRange
  confirm: Confirm | undefined
  absence?: boolean
  /** Writes the change; what it leaves behind is looked at after it. */
  write(whose: Whose): Promise<void>
}

const today = (who: StaffActor, now: Date) => localDay(now, who.timeZone)
/** Only for dates after today (§5), and none beyond what anybody plans. */
function requireAhead(who: StaffActor, now: Date, ...days: string[]): void {
  const first = today(who, now)
  for (const day of days) {
    if (day <= first) throw new AppError('SHIFT_PAST', { fields: [{ path: 'date', code: 'SHIFT_PAST' }] })
    if (daysBetween(first, day) > AHEAD_DAYS)
      throw new AppError('BAD_INPUT', { fields: [{ path: 'date', code: 'VALUE_INVALID' }] })
  }
}
const limitRefused = (n: number, at?: object) =>
  new AppError('SHIFT_LIMIT', { data: { n, ...at }, fields: [{ path: 'capacity', code: 'SHIFT_LIMIT' }] })
function requireLimit(capacity: number): void {
  if (capacity < 1 || capacity > 999) throw limitRefused(0)
}

/** `path`: of the field that holds the hours. */
function requireHours(hours: Parameters<typeof hoursFault>[0], path: string): void {
  const fault = hoursFault(hours)
  if (!fault) return
  const { field, code, data } = fault
  throw new AppError(code, { data, fields: [{ path: `${path}.${field}`, code }] })
}

/** The list somebody confirmed is the list as it is now: the same entries, none changed since. */
const sameList = (affected: readonly Affected[], hidden: number, confirm: Confirm): boolean =>
  confirm.hidden === hidden &&
  confirm.ways.length === affected.length &&
  affected.every(({ qid, version }) => confirm.ways.some((way) => way.qid === qid && way.version === version))

/** Doctors and days, in the order everybody takes them in; the doctor whose hours change as a whole. */
async function lock({ tx }: Asking, did: number, confirm: Confirm | undefined): Promise<void> {
  const days = (confirm?.ways ?? []).flatMap((way) =>
    way.act === 'substitute' && way.did !== undefined && way.date ? [{ did: way.did, date: way.date }] : [],
  )
  await tx.run(
    sql`select lock_doctor_days(array[${did}::int], ${days.map((day) => day.did)}::int[], ${days.map(({ date }) => date)}::date[])`,
  )
}

/**
 * One change of somebody's hours. Under the doctor's lock it is written, and what it leaves without a session is looked
 * for: unless exactly that was confirmed, everything is taken back and the list is the answer. Otherwise each entry is
 * settled in the same transaction. Bookings wait for the lock, so none slips in between.
 */
async function change(
  asking: Asking,
  { did, what, kind, range, confirm, write, absence }: Change,
): Promise<ChangeDone> {
  const { tx, deps, who } = asking
  const now = deps.clock.now()
  await requireShift(tx, who, now, { did, what, absence: absence ?? false })
  await lock(asking, did, confirm)
  const before = new Set(await uncovered(tx.many, did, now, range))
  const crowdedBefore = await overfull(tx, did, range)
  await write({ who, did, now })
  const touched = (await uncovered(tx.many, did, now, range)).filter((qid) => !before.has(qid))
  const list = await listed(tx.many, who, touched)
  if (confirm ? !sameList(list.affected, list.hidden, confirm) : list.n > 0)
    throw new AppError('SHIFT_AFFECTED', { data: list })
  const done = await settle(tx, { ...deps, now }, who, list.affected, confirm ?? { hidden: 0, ways: [] })
  const crowded = (await overfull(tx, did, range)).filter(
    (one) => !crowdedBefore.some((was) => was.date === one.date && was.interval === one.interval && was.n >= one.n),
  )
  const [worst] = crowded.sort((a, b) => b.n - a.n)
  if (worst) throw limitRefused(worst.n, { date: worst.date, interval: worst.interval })
  await tellStaff(
    tx,
    who,
    {
      did,
      from: range.from,
      to: range.to,
      kind,
      also: await touchedStaff(asking, list.affected, confirm),
    },
    now,
  )
  return { ...done, n: list.n }
}

/** Substitutes, and who booked what is touched. */
async function touchedStaff(
  { tx, who }: Asking,
  affected: readonly Affected[],
  confirm: Confirm | undefined,
): Promise<number[]> {
  const substitutes = (confirm?.ways ?? []).flatMap((way) => (way.act === 'substitute' && way.did ? [way.did] : []))
  if (!affected.length) return substitutes
  const bookers = await tx.many(sql<{ mid: number }>`
    select distinct q.booked_by as mid from appointment q where q.qid = any (${affected.map(({ qid }) => qid)}::int[])
      and q.partner_id = ${who.partnerId} and q.booked_by is not null`)
  return [...substitutes, ...bookers.map(({ mid }) => mid)]
}

export async function setPattern(asking: Asking, ask: api.ScheduleAsk): Promise<ChangeDone> {
  const { who, deps } = asking
  requireAhead(who, deps.clock.now(), ask.effectiveFrom)
  for (const [index, entry] of ask.entries.entries()) {
    requireLimit(entry.capacity)
    requireHours(entry, `entries.${index}`)
  }
  const cells = [...ask.entries, ...ask.remove].map(({ weekday, interval }) => `${weekday} ${interval}`)
  const twice = new Set(cells).size !== cells.length
  const clash = overlapOf(ask.entries)
  if (twice || clash)
    throw new AppError('SHIFT_OVERLAP', {
      fields: [{ path: 'entries', code: 'SHIFT_OVERLAP' }],
      data: { cells: clash },
    })
  const from = ask.effectiveFrom
  return change(asking, {
    did: ask.did ?? who.mid,
    what: 'POST /his/api/schedule',
    kind: 'pattern',
    range: { from, to: null },
    confirm: ask.confirm,
    write: async (whose) => {
      if (!ask.confirmed) await refuseEndingPlans(asking.tx, whose, { entries: ask.entries, gone: ask.remove }, from)
      if (ask.remove.length) await endCells(asking.tx, whose, ask.remove, from)
      await setCells(asking.tx, whose, ask.entries, from)
      await refuseOverlap(asking.tx, whose, from)
    },
  })
}

export async function endPattern(asking: Asking, ask: z.output<typeof api.delscheduleAsk>): Promise<ChangeDone> {
  const { who, deps } = asking
  requireAhead(who, deps.clock.now(), ask.effectiveFrom)
  return change(asking, {
    did: ask.did ?? who.mid,
    what: 'POST /his/api/delschedule',
    kind: 'pattern',
    range: { from: ask.effectiveFrom, to: null },
    confirm: ask.confirm,
    write: async (whose) => {
      if (!ask.confirmed) await refuseEndingPlans(asking.tx, whose, { entries: [], gone: ask.cells }, ask.effectiveFrom)
      await endCells(asking.tx, whose, ask.cells, ask.effectiveFrom)
    },
  })
}

export async function changeDay(asking: Asking, ask: api.UpdateShiftAsk): Promise<ChangeDone> {
  const { who, deps } = asking
  requireAhead(who, deps.clock.now(), ask.date)
  if (ask.change && 'capacity' in ask.change) {
    requireLimit(ask.change.capacity)
    requireHours(ask.change, 'change')
  }
  return change(asking, {
    did: ask.did ?? who.mid,
    what: 'POST /his/api/updateShift',
    kind: 'change',
    range: { from: ask.date, to: ask.date },
    confirm: ask.confirm,
    write: async (whose) => {
      await setDay(asking.tx, whose, ask)
      await refuseDayOverlap(asking.tx, whose, addDays(ask.date, -1), addDays(ask.date, 1))
    },
  })
}

export async function changeLimit(asking: Asking, ask: z.output<typeof api.updatelimitAsk>): Promise<ChangeDone> {
  const { who, deps, tx } = asking
  requireAhead(who, deps.clock.now(), ask.date)
  requireLimit(ask.capacity)
  const did = ask.did ?? who.mid
  return change(asking, {
    did,
    what: 'POST /his/api/updatelimit',
    kind: 'limit',
    range: { from: ask.date, to: ask.date },
    confirm: undefined,
    write: async (whose) => {
      await setLimit(tx, whose, ask)
      const there =
        await tx.maybe(sql`select 1 from schedule_sessions(array[${did}::int], ${ask.date}::date, ${ask.date}::date) s
        where s."interval" = ${ask.interval} and s.partner_id = ${who.partnerId}`)
      if (!there) throw new AppError('NOT_FOUND')
    },
  })
}

export async function changeLeave(asking: Asking, ask: api.UpdateLeaveAsk): Promise<ChangeDone> {
  const { who, deps, tx } = asking
  const now = deps.clock.now()
  const absence = ask.kind === 'absence'
  if (absence) {
    const day = today(who, now)
    if (ask.from !== day || ask.to !== day)
      throw new AppError('BAD_INPUT', { fields: [{ path: 'from', code: 'VALUE_INVALID' }] })
  } else requireAhead(who, now, ask.from, ask.to)
  if (ask.to < ask.from || daysBetween(ask.from, ask.to) > LEAVE_DAYS)
    throw new AppError('BAD_INPUT', { fields: [{ path: 'to', code: 'VALUE_INVALID' }] })
  return change(asking, {
    did: ask.did ?? who.mid,
    what: 'POST /his/api/updateLeave',
    kind: ask.kind,
    range: { from: ask.from, to: ask.to },
    confirm: ask.confirm,
    absence,
    write: async (whose) => {
      if (ask.remove) await removeOff(tx, whose, ask)
      else await addOff(tx, whose, ask)
    },
  })
}

/** Entries that an earlier change left open, or all that is left of one's own day: the same ways, without a change. */
export async function settleOpen(asking: Asking, ask: z.output<typeof api.settleAsk>): Promise<ChangeDone> {
  const { tx, deps, who } = asking
  const now = deps.clock.now()
  const did = ask.did ?? who.mid
  const from = today(who, now)
  if (ask.today && did !== who.mid) throw new AppError('FORBIDDEN')
  const keeps = await requireKeeper(asking, did, now)
  await lock(asking, did, ask.confirm)
  // The front desk settles the day somebody fell ill, and no other.
  const range = { from, to: keeps ? null : from }
  const open = ask.today ? await leftOf(tx.many, who, now) : await uncovered(tx.many, did, now, range)
  const list = await listed(tx.many, who, open)
  const chosen = list.affected.filter(({ qid, version }) =>
    ask.confirm.ways.some((way) => way.qid === qid && way.version === version),
  )
  if (chosen.length !== ask.confirm.ways.length) throw new AppError('SHIFT_AFFECTED', { data: list })
  const done = await settle(tx, { ...deps, now }, who, chosen, ask.confirm)
  const also = await touchedStaff(asking, chosen, ask.confirm)
  await tellStaff(tx, who, { did, from, to: null, kind: 'change', also }, now)
  return done
}

/** Who keeps these shifts (true), or the front desk for a day somebody fell ill (false). */
export async function requireKeeper({ tx, who }: Asking, did: number, now: Date): Promise<boolean> {
  try {
    await requireShift(tx, who, now, { did, what: 'POST /his/api/shiftaffected' })
    return true
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FORBIDDEN') throw error
    await requireShift(tx, who, now, { did, what: 'POST /his/api/shiftaffected', absence: true })
    return false
  }
}

export async function notice(
  asking: Asking,
  ask: { did?: number | undefined; from: string; to: string | null },
): Promise<{ told: number }> {
  const { tx, who, deps } = asking
  const did = ask.did ?? who.mid
  await requireKeeper(asking, did, deps.clock.now())
  return { told: await tellStaff(tx, who, { did, from: ask.from, to: ask.to, kind: 'notice' }, deps.clock.now()) }
}
