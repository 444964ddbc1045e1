import { localDay } from '@teleward/contract/core/dates.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import { type Due, planOf } from '@teleward/contract/childcare/plan.ts'
import { addMonths, CHILD_UNTIL_MONTH } from '@teleward/contract/childcare/schedule.ts'
import type { ChildCare, ChildKind, ChildRow, childQuery } from '@teleward/contract/childcare/schema.ts'
import type { z } from 'zod'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import * as repo from './repo.ts'

export const today = (who: StaffActor, now: Date) => localDay(now, who.timeZone)

/** NOT_FOUND, MEMBER_DISABLED. */
export async function care(read: Read, who: StaffActor, now: Date, pid: number, kind: ChildKind): Promise<ChildCare> {
  const patient = await patientBrief(read, pid)
  if (!patient) throw await absence(read, pid)
  const { facts, given } = await repo.factsAndGiven(read, pid)
  const { birthday } = patient
  const child = birthday && { birthday, hbvMother: facts.hbvMother, group: facts.fluorideGroup }
  return {
    patient,
    facts,
    plan: child ? planOf(child, given, today(who, now)) : null,
    records: await repo.recordsOf(read, pid, kind),
  }
}

type Query = z.output<typeof childQuery>
const SOON_DAYS = 30
const isSoon = (one: Due, until: string) => one.state !== 'notYet' || one.dueOn <= until

const orders = {
  late: (one: ChildRow) => one.next?.lateDays ?? -1,
  name: (one: ChildRow) => one.name,
  born: (one: ChildRow) => one.birthday,
  next: (one: ChildRow) => one.next?.dueOn ?? '9999',
}
const byMostLate = (a: ChildRow, b: ChildRow) =>
  orders.late(b) - orders.late(a) || compare(orders.next(a), orders.next(b)) || a.pid - b.pid
const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
function inOrder(rows: ChildRow[], sort: Query['sort']): ChildRow[] {
  if (!sort) return rows.sort(byMostLate)
  const back = sort.startsWith('-') ? -1 : 1
  const of = orders[sort.replace('-', '') as keyof typeof orders]
  return rows.sort((a, b) => back * compare(of(a), of(b)) || a.pid - b.pid)
}

/** Children whom the caller may know, by what they wait for: the schedule is worked out for each of them. */
export async function list(
  read: Read,
  who: StaffActor,
  now: Date,
  query: Query,
): Promise<{ rows: ChildRow[]; total: number }> {
  const day = today(who, now)
  const until = addDays(day, SOON_DAYS)
  const to = query.ageFrom === undefined ? day : addMonths(day, -query.ageFrom)
  // Of these months inclusive: who turns a month older tomorrow is still in.
  const oldest = query.ageTo === undefined ? CHILD_UNTIL_MONTH : query.ageTo + 1
  const from = addDays(addMonths(day, -oldest), 1)
  const found = await repo.children(read, { q: query.q, unit: query.unit, pid: query.pid }, { from, to })
  const rows = found.flatMap(({ facts, given, ...one }): ChildRow[] => {
    const plan = planOf({ birthday: one.birthday, hbvMother: facts.hbvMother, group: facts.fluorideGroup }, given, day)
    const wanted = plan.due.filter(({ kind }) => query.kind === undefined || kind === query.kind)
    const open = wanted.filter(({ state }) => state !== 'notYet')
    const late = wanted.filter(({ state }) => state === 'late').length
    const shown = query.tab === 'all' || (query.tab === 'late' ? late > 0 : wanted.some((due) => isSoon(due, until)))
    if (!shown) return []
    return [{ ...one, multiple: facts.multiple, next: wanted[0] ?? null, late, open, stool: plan.stool }]
  })
  const start = (query.page - 1) * query.pageSize
  return { rows: inOrder(rows, query.sort).slice(start, start + query.pageSize), total: rows.length }
}
