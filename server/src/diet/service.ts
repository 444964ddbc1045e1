import { canSeeMember, canSeeReading } from '../access/visible.ts'
import { condition, recordOpen } from '../platform/access/index.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { ageYears, localDay } from '@teleward/contract/core/dates.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import { dietChanged } from '@teleward/contract/diet/events.ts'
import { each, meanOf, type Per100, sum, type Totals } from '@teleward/contract/diet/nutrients.ts'
import type { Course, DietDetail, dietQuery, DietRow, Standard } from '@teleward/contract/diet/schema.ts'
import { inForce, plannedAfter } from '@teleward/contract/diet/standing-targets.ts'
import { bmiOf } from '@teleward/contract/diet/targets.ts'
import type { z } from 'zod'
import type { FileSigner } from '../files/addresses.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { picturesOf } from './pictures.ts'
import * as repo from './repo.ts'

export const today = (who: StaffActor, now: Date) => localDay(now, who.timeZone)

/** NOT_FOUND, EMR_NOT_AUTHORISED: what is eaten is read and written in an open record. */
export async function openCourse(read: Read, id: number): Promise<Course> {
  const found = await repo.courseById(read, id)
  if (!found) throw new AppError('NOT_FOUND')
  const { open, ...course } = found
  if (!open) throw new AppError('EMR_NOT_AUTHORISED')
  return course
}
/** Under its lock, as it stands now. ILLEGAL_STEP: it has ended. */
export async function lockCourse(tx: Tx, id: number): Promise<Course> {
  // Asked before, since nobody locks what they may not know of; and again, since the lock may have been waited for.
  await openCourse(tx.many, id)
  await repo.lockForUpdate(tx.many, id)
  const course = await openCourse(tx.many, id)
  if (course.ended) throw new AppError('ILLEGAL_STEP')
  return course
}
/** NOT_FOUND, MEMBER_DISABLED, EMR_NOT_AUTHORISED. */
export async function refuseClosed(read: Read, pid: number): Promise<void> {
  const [found] = await read(sql<{ open: boolean }>`
    select ${condition(recordOpen, 'm')} as open from member m where m.pid = ${pid}::int and ${canSeeMember('m')}`)
  if (!found) throw await absence(read, pid)
  if (!found.open) throw new AppError('EMR_NOT_AUTHORISED')
}

/** The unit, which sees who is in diet management. Ids alone. */
export const tell = (tx: Tx, who: StaffActor, { id, unitId }: Course, what: 'course' | 'standard' | 'advice') =>
  tx.emit(dietChanged, [audience.unit(unitId)], { id, what, by: who.mid })

export const withBmi = (row: repo.StandardRow): Standard => ({ ...row, bmi: bmiOf(row.weightKg, row.heightCm) })

/** What was eaten each day; of a day with meals and no foods nothing is known. */
export function totalsByDay(portions: readonly repo.Portion[]): Map<string, Totals> {
  const days = new Map<string, { per100: Per100; grams: number }[]>()
  for (const { day, grams, per100 } of portions) {
    const foods = days.get(day) ?? []
    if (grams !== null && per100) foods.push({ grams, per100 })
    days.set(day, foods)
  }
  return new Map([...days].map(([day, foods]) => [day, sum(foods)]))
}
export function mealsByDay(portions: readonly repo.Portion[]): Map<string, number> {
  const days = new Map<string, Set<string>>()
  for (const { course, day, meal } of portions) days.set(day, (days.get(day) ?? new Set()).add(`${course}/${meal}`))
  return new Map([...days].map(([day, meals]) => [day, meals.size]))
}

const shown = ['energy', 'protein', 'carbohydrate', 'fat', 'sodium'] as const
const only = <T>(of: (one: (typeof shown)[number]) => T) =>
  Object.fromEntries(shown.map((one) => [one, of(one)])) as Record<(typeof shown)[number], T>

/** How many members have meals that nobody has said anything about: the length of the list as it opens. */
export const waitingForAdvice = async (read: Read, who: StaffActor, now: Date): Promise<number> =>
  (await repo.list(read, today(who, now), { waiting: true, ended: false, q: '', days: 7, page: 1, pageSize: 1 })).total

/** Members in diet management. Whose record is closed to the caller is named, and nothing more. */
export async function members(
  read: Read,
  signer: FileSigner,
  query: z.output<typeof dietQuery>,
): Promise<{ rows: DietRow[]; total: number }> {
  const { who, now } = signer
  const last = today(who, now)
  const { rows, total } = await repo.list(read, last, query)
  const days = Array.from({ length: query.days }, (_, at) => addDays(last, at - query.days + 1))
  const eaten = rows.length
    ? await repo.portions(read, { courses: rows.map(({ id }) => id) }, days[0] ?? last, last)
    : []
  const pictures = await picturesOf(
    read,
    signer,
    rows.flatMap((row) => row.pictures.slice(0, 1)),
  )
  return {
    total,
    rows: rows.map(({ weightKg, heightCm, values, pictures: ids, ...row }): DietRow => {
      const own = eaten.filter(({ course }) => course === row.id)
      const meals = mealsByDay(own)
      // A day that is not over is no day to take a mean of.
      const past = own.filter(({ day }) => day < last)
      const mean = meanOf([...totalsByDay(past).values()])
      return {
        ...row,
        bmi: bmiOf(weightKg, heightCm),
        target: values && only((one) => ({ min: values[one].min, max: values[one].max })),
        days: row.open ? days.map((day) => ({ day, meals: meals.get(day) ?? 0 })) : null,
        mean: row.open && past.length > 0 ? only((one) => mean[one].value) : null,
        lastPicture: pictures.get(ids[0] ?? '') ?? null,
      }
    }),
  }
}

/** As weights of targets are kept: what is computed is of the weight that is told. */
export const tenth = (kg: number | null) => (kg === null ? null : Math.round(kg * 10) / 10)

interface Known {
  gender: string | null
  birthday: string | null
  height: number | null
  weight: number | null
  measured: number | null
  measuredAt: Date | null
  before: number | null
  beforeAt: Date | null
}
/** What the targets are computed from as far as it is known: the last weight that was measured, else the one told. */
export async function profileOf(read: Read, pid: number, day: string) {
  const [known] = await read(sql<Known>`
    select m.gender, m.birthday::text as birthday, m.height::float8 as height, m.weight::float8 as weight,
      w.values[1] as measured, w.times[1] as "measuredAt", w.values[2] as before, w.times[2] as "beforeAt"
    from member m left join lateral (select array_agg(x.value order by x.measured_at desc, x.id desc) as values,
        array_agg(x.measured_at order by x.measured_at desc, x.id desc) as times
      from (select r.id, r.value::float8 as value, r.measured_at from reading r
        where r.pid = m.pid and r.kind = 'weight' and r.withdrawn_at is null and ${canSeeReading('r')}
        order by r.measured_at desc, r.id desc limit 2) x) w on true
    where m.pid = ${pid}::int and ${canSeeMember('m')}`)
  if (!known) throw await absence(read, pid)
  return {
    gender: known.gender === 'male' || known.gender === 'female' ? known.gender : null,
    age: known.birthday === null ? null : ageYears(known.birthday, day),
    weightKg: tenth(known.measured ?? known.weight),
    weightAt: known.measuredAt?.toISOString() ?? null,
    weightBefore:
      known.before === null || known.beforeAt === null ? null : { kg: known.before, at: known.beforeAt.toISOString() },
    heightCm: known.height,
  } as const
}

export async function detail(read: Read, who: StaffActor, now: Date, pid: number): Promise<DietDetail> {
  const [course] = await repo.coursesOf(read, pid)
  const patient = await patientBrief(read, pid, course?.unitId)
  if (!patient) throw await absence(read, pid)
  const [{ open } = { open: false }] = await read(
    sql<{ open: boolean }>`select ${condition(recordOpen, 'm')} as open from (values (${pid}::int)) m(pid)`,
  )
  if (!open) return { patient, course: course ?? null, open, profile: null, standard: null, planned: [], latest: 0 }
  const day = today(who, now)
  const standards = await repo.standardsOf(read, { pid })
  const found = inForce(standards, day)
  return {
    patient,
    course: course ?? null,
    open,
    profile: await profileOf(read, pid, day),
    standard: found && withBmi(found),
    planned: plannedAfter(standards, day).map(withBmi),
    latest: Math.max(0, ...standards.flatMap((one) => (one.course === course?.id ? [one.version] : []))),
  }
}

/** A chart's amounts: nothing where nothing is known. */
export const valuesOf = (totals: Totals | undefined) => (totals ? each((one) => totals[one].value) : null)
