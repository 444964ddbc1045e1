import { audience } from '@teleward/contract/core/event.ts'
import { childcareChanged } from '@teleward/contract/childcare/events.ts'
import { fluSeason } from '@teleward/contract/childcare/schedule.ts'
import { evaluate } from '@teleward/contract/childcare/evaluate.ts'
import type {
  bodies,
  changes,
  ChildFactsOf,
  ChildKind,
  ChildRecord,
  withdrawal,
} from '@teleward/contract/childcare/schema.ts'
import { bodyDoubts } from '@teleward/contract/monitoring/body.ts'
import { isWeightMoved } from '@teleward/contract/monitoring/doubts.ts'
import { ageYears, startOfDay } from '@teleward/contract/core/dates.ts'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { askAbout, oddValue, weightsAround } from '../monitoring/odd.ts'
import { absence } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { asking, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'
import { today } from './service.ts'

/** What is recorded of a kind: the fields that the kind has not are left out. */
export type Entry = z.output<(typeof bodies)[ChildKind]>
export type Change = z.output<(typeof changes)[ChildKind]>
type Fields = Partial<
  Omit<z.output<(typeof bodies)['vaccination']>, 'pid'> &
    z.output<(typeof bodies)['preventive']> &
    z.output<(typeof bodies)['biliary']>
> & { pid: number; on: string }

const LOCK = 7400
/** Whoever writes of this child waits for who does: of two who give one dose at once the other finds it given. */
async function hold(tx: Tx, pid: number): Promise<repo.Child & { birthday: string }> {
  // Asked before, since nobody waits for a child they may not know of.
  const child = await repo.childOf(tx.many, pid)
  if (!child) throw await absence(tx.many, pid)
  await tx.one(sql`select pg_advisory_xact_lock(${LOCK}, ${pid}::int) is null as locked`)
  const { birthday } = child
  if (birthday === null) throw new AppError('FIELD_EMPTY', { fields: [{ path: 'birthday', code: 'FIELD_EMPTY' }] })
  return { ...child, birthday }
}

/** The units that have the child. The number alone. */
async function tell(tx: Tx, who: StaffActor, pid: number): Promise<void> {
  const units = await tx.many(sql<{ id: number }>`
    select distinct mu.unit_id as id from member_unit mu where mu.pid = ${pid}::int and mu.status = 'active'
      and mu.partner_id = ${asking.partner}::int`)
  await tx.emit(
    childcareChanged,
    units.map(({ id }) => audience.unit(id)),
    { pid, by: who.mid },
  )
}

/** DOSE_EXISTS, with it. What did not count may be given again under its number; influenza is given each season anew. */
async function refuseTwice(tx: Tx, kind: ChildKind, birthday: string, entry: Fields, but?: string): Promise<void> {
  const there = (await repo.recordsOf(tx.many, entry.pid, kind)).filter(
    (one) => one.withdrawn === null && one.id !== but,
  )
  const same = there.find((one) => {
    if (kind === 'fluoride') return one.on === entry.on
    if (kind === 'preventive') return one.visit === entry.visit
    if (kind !== 'vaccination' || one.vaccine !== entry.vaccine || one.dose !== entry.dose) return false
    if (one.vaccine === 'Influenza') return fluSeason(one.on) === fluSeason(entry.on)
    if (one.on === entry.on) return true
    const doses = there.flatMap(({ id, vaccine, dose, on }) => (vaccine && dose ? [{ id, vaccine, dose, on }] : []))
    return (
      one.vaccine !== null && !evaluate(one.vaccine, birthday, doses).problems.some(({ record }) => record === one.id)
    )
  })
  if (same) throw new AppError('DOSE_EXISTS', { data: same })
}
function refuseDate(who: StaffActor, now: Date, birthday: string, on: string): void {
  if (on < birthday || on > today(who, now))
    throw new AppError('RECORD_DATE_INVALID', { fields: [{ path: 'on', code: 'RECORD_DATE_INVALID' }] })
}

const fieldOf = { weight: 'weightKg', height: 'lengthCm', head: 'headCm' } as const
/** VALUE_IMPLAUSIBLE, WEIGHT_CHANGE_IMPLAUSIBLE: as a device's value of a child of that age is asked about. */
async function refuseDoubts(tx: Tx, who: StaffActor, child: repo.Child & { birthday: string }, entry: Fields) {
  if (entry.confirmed) return
  const { weightKg: weight = null, lengthCm: height, headCm: head, on, pid } = entry
  const odd = bodyDoubts({ weight, height, head }, ageYears(child.birthday, on)).map(({ of, text }) =>
    oddValue(fieldOf[of[0] as keyof typeof fieldOf], 'VALUE_IMPLAUSIBLE', text),
  )
  if (weight !== null && !odd.some(({ path }) => path === 'weightKg')) {
    const near = await weightsAround(tx.many, pid, child.unitId, startOfDay(on, who.timeZone))
    if (isWeightMoved(weight, near)) odd.push(oddValue('weightKg', 'WEIGHT_CHANGE_IMPLAUSIBLE', String(weight)))
  }
  askAbout(odd)
}

/** The columns of what is entered, null where the kind has none. */
const valuesOf = (one: Fields) => ({
  on: one.on,
  vaccine: one.vaccine ?? null,
  dose: one.dose ?? null,
  lot: one.lot || null,
  place: one.place || null,
  reaction: one.reaction?.trim() || null,
  visit: one.visit ?? null,
  weight: one.weightKg ?? null,
  length: one.lengthCm ?? null,
  head: one.headCm ?? null,
  standing: one.standing ?? null,
  colour: one.colour ?? null,
  note: one.note?.trim() ?? '',
})

async function standing(tx: Tx, pid: number, kind: ChildKind, id: string): Promise<ChildRecord> {
  const found = await repo.recordById(tx.many, pid, kind, id)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** NOT_FOUND, MEMBER_DISABLED, FIELD_EMPTY: no birth date is known; RECORD_DATE_INVALID, DOSE_EXISTS with what is there. */
export async function add(tx: Tx, who: StaffActor, now: Date, kind: ChildKind, entry: Entry): Promise<ChildRecord> {
  const child = await hold(tx, entry.pid)
  refuseDate(who, now, child.birthday, entry.on)
  await refuseTwice(tx, kind, child.birthday, entry)
  await refuseDoubts(tx, who, child, entry)
  const id = randomUUID()
  const v = valuesOf(entry)
  await tx.run(sql`
    insert into child_record (id, partner_id, unit_id, pid, kind, on_day, vaccine, dose, lot, place, reaction, visit, weight_kg, length_cm,
      head_cm, standing, colour, note, born_then, mid, entered_at)
    values (${id}::uuid, ${who.partnerId}::int, ${child.unitId}::int, ${entry.pid}::int, ${kind}, ${v.on}::date, ${v.vaccine}::text, ${v.dose}::smallint,
      ${v.lot}::text, ${v.place}::text, ${v.reaction}::text, ${v.visit}::smallint, ${v.weight}::numeric, ${v.length}::numeric, ${v.head}::numeric,
      ${v.standing}::boolean, ${v.colour}::smallint, ${v.note}, ${child.birthday}::date, ${who.mid}::int, ${now}::timestamptz)`)
  await tell(tx, who, entry.pid)
  return standing(tx, entry.pid, kind, id)
}

/** As `add`; VERSION_STALE with it as it stands, also where it was taken back meanwhile. */
export async function change(tx: Tx, who: StaffActor, now: Date, kind: ChildKind, entry: Change): Promise<ChildRecord> {
  const child = await hold(tx, entry.pid)
  const before = await standing(tx, entry.pid, kind, entry.id)
  if (before.version !== entry.version || before.withdrawn) throw new AppError('VERSION_STALE', { data: before })
  refuseDate(who, now, child.birthday, entry.on)
  await refuseTwice(tx, kind, child.birthday, entry, entry.id)
  await refuseDoubts(tx, who, child, entry)
  const v = valuesOf(entry)
  await tx.run(sql`
    update child_record set on_day = ${v.on}::date, vaccine = ${v.vaccine}::text, dose = ${v.dose}::smallint, lot = ${v.lot}::text, place = ${v.place}::text,
      reaction = ${v.reaction}::text, visit = ${v.visit}::smallint, weight_kg = ${v.weight}::numeric, length_cm = ${v.length}::numeric,
      head_cm = ${v.head}::numeric, standing = ${v.standing}::boolean, colour = ${v.colour}::smallint, note = ${v.note}, born_then = ${child.birthday}::date,
      changed_by = ${who.mid}::int, changed_at = ${now}::timestamptz
    where id = ${entry.id}::uuid`)
  await tell(tx, who, entry.pid)
  return standing(tx, entry.pid, kind, entry.id)
}

/** NOT_FOUND, MEMBER_DISABLED, REASON_REQUIRED, VERSION_STALE with it as it stands. */
export async function withdraw(
  tx: Tx,
  who: StaffActor,
  now: Date,
  kind: ChildKind,
  ask: z.output<typeof withdrawal>,
): Promise<ChildRecord> {
  await hold(tx, ask.pid)
  const before = await standing(tx, ask.pid, kind, ask.id)
  if (before.version !== ask.version || before.withdrawn) throw new AppError('VERSION_STALE', { data: before })
  if (!ask.reason) throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  await tx.run(sql`update child_record set withdrawn_by = ${who.mid}::int, withdrawn_at = ${now}::timestamptz, withdrawn_why = ${ask.reason}
    where id = ${ask.id}::uuid`)
  await tell(tx, who, ask.pid)
  return standing(tx, ask.pid, kind, ask.id)
}

/** NOT_FOUND, MEMBER_DISABLED, VERSION_STALE with what somebody else said meanwhile. */
export async function setFacts(
  tx: Tx,
  who: StaffActor,
  now: Date,
  pid: number,
  ask: ChildFactsOf,
): Promise<ChildFactsOf> {
  const child = await repo.childOf(tx.many, pid)
  if (!child) throw await absence(tx.many, pid)
  await tx.one(sql`select pg_advisory_xact_lock(${LOCK}, ${pid}::int) is null as locked`)
  const { facts } = await repo.factsAndGiven(tx.many, pid)
  if (facts.version !== ask.version) throw new AppError('VERSION_STALE', { data: facts })
  await tx.run(sql`
    insert into child_fact (partner_id, unit_id, pid, gestation_days, hbv_mother, fluoride_group, multiple, mid, at)
    values (${who.partnerId}::int, ${child.unitId}::int, ${pid}::int, ${ask.gestationDays}::smallint, ${ask.hbvMother}::boolean, ${ask.fluorideGroup},
      ${ask.multiple}::boolean, ${who.mid}::int, ${now}::timestamptz)`)
  await tell(tx, who, pid)
  return (await repo.factsAndGiven(tx.many, pid)).facts
}
