import { canSeeMeal, canSeeReading } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import { audience } from '@teleward/contract/core/event.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import type { postDietMeal } from '@teleward/contract/diet/endpoints.ts'
import { isMealAhead } from '@teleward/contract/diet/doubts.ts'
import { mealArrived } from '@teleward/contract/diet/events.ts'
import { each, nutrients, type Per100, sum } from '@teleward/contract/diet/nutrients.ts'
import { inForce } from '@teleward/contract/diet/standing-targets.ts'
import {
  type DietChart,
  type DietInfo,
  type Eaten,
  type GlucoseKind,
  type Meal,
  MOST_DAYS,
} from '@teleward/contract/diet/schema.ts'
import { localDay, startOfDay } from '@teleward/contract/core/dates.ts'
import type { FileSigner } from '../files/addresses.ts'
import type { Read } from '../patients/service.ts'
import { json, sql, staffBriefJson, type Tx } from '../platform/db/index.ts'
import { AppError, type FieldError } from '../platform/errors.ts'
import { foods } from './foods.ts'
import { ofMember, picturesOf } from './pictures.ts'
import * as repo from './repo.ts'
import { lockCourse, mealsByDay, refuseClosed, today, totalsByDay, valuesOf, withBmi } from './service.ts'

type Kept = Omit<Meal, 'pictures' | 'totals'> & { pictures: string[] }
const meals = sql`select jsonb_build_object('id', d.id, 'course', d.course_id, 'day', d.day, 'meal', d.meal, 'time', to_char(d.eaten_at, 'HH24:MI'),
  'note', d.note, 'pictures', d.pictures, 'enteredAt', d.entered_at, 'version', d.version, 'foods', (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'code', f.code, 'name', f.name, 'nameEn', f.name_en, 'grams', f.grams,
      'measure', f.measure, 'per100', f.per100, 'origin', f.origin, 'by', (select ${staffBriefJson('p')} from staff p where p.mid = f.mid),
      'at', f.at, 'corrects', f.corrects, 'removed', case when f.removed_at is null then null else jsonb_build_object(
        'by', (select ${staffBriefJson('p')} from staff p where p.mid = f.removed_by), 'at', f.removed_at) end) order by f.place, f.id), '[]')
    from diet_food f where f.meal_id = d.id and ${canSeeMeal('f')})) as row from diet_meal d where ${canSeeMeal('d')}`

const standingFoods = (all: readonly Eaten[]) => all.filter(({ removed }) => removed === null)
async function shown(read: Read, signer: FileSigner, rows: readonly Kept[]): Promise<Meal[]> {
  const pictures = await picturesOf(
    read,
    signer,
    rows.flatMap((row) => row.pictures),
  )
  return rows.map((row) => ({
    ...row,
    pictures: row.pictures.flatMap((id) => pictures.get(id) ?? []),
    totals: sum(standingFoods(row.foods)),
  }))
}

interface Span {
  pid: number
  from: string
  to: string
}
export async function info(read: Read, signer: FileSigner, { pid, from, to }: Span): Promise<DietInfo> {
  await refuseClosed(read, pid)
  const [open] = await repo.coursesOf(read, pid)
  // Asked before the meals are: what comes between the two waits.
  const mealsTo = open ? await repo.mealsTo(read, open.id) : 0
  const rows = await read(sql<{ row: Kept }>`
    ${meals} and d.pid = ${pid}::int and d.day between ${from}::date and ${to}::date order by d.day, d.meal, d.entered_at`)
  const all = await shown(
    read,
    signer,
    rows.map(({ row }) => row),
  )
  const standards = await repo.standardsOf(read, { pid })
  const [last] = await read(sql<{ day: string | null }>`
    select max(d.day)::text as day from diet_meal d where d.pid = ${pid}::int and ${canSeeMeal('d')}`)
  return {
    days: spanOf(from, to).map((day) => {
      const own = all.filter((one) => one.day === day)
      const found = inForce(standards, day)
      return {
        day,
        meals: own,
        totals: own.length ? sum(own.flatMap((one) => standingFoods(one.foods))) : null,
        standard: found && withBmi(found),
      }
    }),
    lastDay: rows.length ? null : (last?.day ?? null),
    advice: await repo.adviceOf(read, pid),
    mealsTo: open && !open.ended ? mealsTo : 0,
  }
}
function spanOf(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

export async function chart(read: Read, signer: FileSigner, { pid, from, to }: Span): Promise<DietChart> {
  await refuseClosed(read, pid)
  const { who } = signer
  const eaten = await repo.portions(read, { pid }, from, to)
  const [totals, counts] = [totalsByDay(eaten), mealsByDay(eaten)]
  const standards = await repo.standardsOf(read, { pid })
  const readings = await read(sql<{ kind: 'weight' | GlucoseKind; value: number; at: Date }>`
    select r.kind, r.value::float8 as value, r.measured_at as at from reading r
    where r.pid = ${pid}::int and r.kind in ('weight', 'glucose_fasting', 'glucose_before_meal', 'glucose_after_meal', 'glucose_unspecified')
      and r.withdrawn_at is null and r.measured_at >= ${startOfDay(from, who.timeZone)}::timestamptz
      and r.measured_at < ${startOfDay(addDays(to, 1), who.timeZone)}::timestamptz and ${canSeeReading('r')}
    order by r.measured_at, r.id limit 5000`)
  return {
    days: spanOf(from, to).map((day) => {
      const values = inForce(standards, day)?.values
      return {
        day,
        meals: counts.get(day) ?? 0,
        amounts: valuesOf(totals.get(day)),
        atLeast: nutrients.filter((one) => (totals.get(day)?.[one].unknown ?? 0) > 0),
        target: values ? each((one) => ({ min: values[one].min, max: values[one].max })) : null,
      }
    }),
    weights: readings.flatMap(({ kind, at, value }) => (kind === 'weight' ? [{ at: at.toISOString(), value }] : [])),
    glucose: readings.flatMap(({ kind, at, value }) =>
      kind === 'weight' ? [] : [{ kind, at: at.toISOString(), value }],
    ),
  }
}

type Ask = EndpointParsed<typeof postDietMeal>['body']
interface Told {
  code: string | null
  name: string
  nameEn: string | null
  per100: Per100
}
/** What is eaten, by the table or by its label. FOOD_NOT_FOUND; FIELD_RELATED: neither of them, or both. */
function foodOf(ask: Ask['foods'][number], at: number): Told {
  const wrong = (path: string): FieldError => ({ path: `foods.${at}.${path}`, code: 'FIELD_RELATED' })
  if ((ask.code === undefined) === (ask.own === undefined))
    throw new AppError('FIELD_RELATED', { fields: [wrong('code')] })
  if (ask.own) return { code: null, name: ask.own.name, nameEn: null, per100: ask.own.per100 }
  const found = foods().get(ask.code ?? '')
  if (!found) throw new AppError('FOOD_NOT_FOUND', { fields: [{ path: `foods.${at}.code`, code: 'FOOD_NOT_FOUND' }] })
  return {
    code: found.code,
    name: found.nameZhTw ?? found.nameEn,
    nameEn: found.nameZhTw ? found.nameEn : null,
    per100: found.per100,
  }
}

/**
 * A meal as it was told, or corrected: a food that is told otherwise is another row, which names the one it corrects; what was
 * taken away is kept as that. NOT_FOUND, EMR_NOT_AUTHORISED, ILLEGAL_STEP, DUPLICATE with the meal that has the number,
 * VERSION_STALE with the meal as it is, FOOD_NOT_FOUND, FIELD_RELATED, VALUE_INVALID.
 */
export async function saveMeal(tx: Tx, signer: FileSigner, ask: Ask): Promise<{ meal: Meal; pid: number }> {
  const { who, now } = signer
  const course = await lockCourse(tx, ask.course)
  // A meal after midnight belongs to the day the patient says: tomorrow is no such day. Nor is what no report of the course reaches.
  const earliest = addDays(localDay(new Date(course.beganAt), who.timeZone), -MOST_DAYS)
  if (ask.day > today(who, now) || ask.day < earliest)
    throw new AppError('VALUE_INVALID', { fields: [{ path: 'day', code: 'VALUE_INVALID' }] })
  const read = async () => {
    const [found] = await tx.many(sql<{ row: Kept }>`
      ${meals} and d.course_id = ${course.id}::int and d.day = ${ask.day}::date and d.meal = ${ask.meal}::int`)
    return found?.row
  }
  const before = await read()
  if ((before?.version ?? 0) !== ask.version) {
    const data = before ? (await shown(tx.many, signer, [before]))[0] : null
    // Whoever meant a new meal is told that there is one: it is no meal of theirs that changed.
    throw new AppError(ask.version === 0 ? 'DUPLICATE' : 'VERSION_STALE', { data })
  }
  if (ask.time !== (before?.time ?? null) && isMealAhead(ask.day, ask.time, now, who.timeZone))
    throw new AppError('VALUE_INVALID', { fields: [{ path: 'time', code: 'VALUE_INVALID' }] })
  const there = new Set([...(before?.pictures ?? []), ...(await ofMember(tx.many, course.pid, ask.pictures))])
  const strange = ask.pictures.findIndex((id) => !there.has(id))
  if (strange >= 0)
    throw new AppError('FIELD_RELATED', { fields: [{ path: `pictures.${strange}`, code: 'FIELD_RELATED' }] })
  const standing = new Map(standingFoods(before?.foods ?? []).map((one) => [one.id, one]))
  const foreign = ask.foods.findIndex(({ id }) => id !== undefined && !standing.has(id))
  const twice = ask.foods.findIndex(
    ({ id }, at) => id !== undefined && ask.foods.findIndex((one) => one.id === id) < at,
  )
  const wrong = Math.max(foreign, twice)
  if (wrong >= 0)
    throw new AppError('FIELD_RELATED', { fields: [{ path: `foods.${wrong}.id`, code: 'FIELD_RELATED' }] })
  const told = ask.foods.map((food, at) => ({
    food,
    is: food.id === undefined || food.code || food.own ? foodOf(food, at) : null,
  }))

  const id = before?.id ?? randomUUID()
  const pictures = sql`${[...new Set(ask.pictures)]}::uuid[]`
  if (before)
    await tx.run(sql`update diet_meal set eaten_at = ${ask.time}::time, note = ${ask.note.trim()}, pictures = ${pictures},
      updated_at = ${now}::timestamptz where id = ${id}::uuid`)
  else
    await tx.run(sql`insert into diet_meal (id, course_id, partner_id, unit_id, pid, day, meal, eaten_at, note, pictures, mid, entered_at, updated_at)
      values (${id}::uuid, ${course.id}::int, ${who.partnerId}::int, ${course.unitId}::int, ${course.pid}::int, ${ask.day}::date, ${ask.meal}::int,
        ${ask.time}::time, ${ask.note.trim()}, ${pictures}, ${who.mid}::int, ${now}::timestamptz, ${now}::timestamptz)`)
  const keeps = new Set<number>()
  for (const [place, { food, is }] of told.entries()) {
    const old = food.id === undefined ? undefined : standing.get(food.id)
    const next = is ?? old
    if (!next) continue
    const same =
      old &&
      old.grams === food.grams &&
      old.measure === (food.measure ?? null) &&
      old.code === next.code &&
      old.name === next.name &&
      nutrients.every((one) => (old.per100[one] ?? null) === (next.per100[one] ?? null))
    if (old && same) {
      keeps.add(old.id)
      continue
    }
    await tx.run(sql`insert into diet_food (meal_id, partner_id, unit_id, pid, place, code, name, name_en, per100, grams, measure, origin, mid, at, corrects)
      values (${id}::uuid, ${who.partnerId}::int, ${course.unitId}::int, ${course.pid}::int, ${place}::int, ${next.code}::text, ${next.name},
        ${next.nameEn}::text, ${json(next.per100)}, ${food.grams}::numeric, ${food.measure ?? null}::text, 'staff', ${who.mid}::int,
        ${now}::timestamptz, ${old?.id ?? null}::int)`)
  }
  const gone = [...standing.keys()].filter((one) => !keeps.has(one))
  if (gone.length)
    await tx.run(sql`update diet_food set removed_by = ${who.mid}::int, removed_at = ${now}::timestamptz
      where meal_id = ${id}::uuid and id = any (${gone}::int[])`)
  const after = await read()
  if (!after) throw new AppError('NOT_FOUND')
  await tx.emit(mealArrived, [audience.unit(course.unitId)], { id, version: after.version, by: who.mid })
  const [meal] = await shown(tx.many, signer, [after])
  if (!meal) throw new AppError('NOT_FOUND')
  return { meal, pid: course.pid }
}
