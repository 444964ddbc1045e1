import { canSeeDiet, canSeeMember, canSeeRow } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { errorText } from '@teleward/contract/core/errors.ts'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import type * as api from '@teleward/contract/diet/endpoints.ts'
import type { Advice, AdviceOutcome, Course, Standard } from '@teleward/contract/diet/schema.ts'
import { isUnusualDay, targetDoubts } from '@teleward/contract/diet/doubts.ts'
import {
  contradicts,
  missingOf,
  type Profile,
  targetsOf,
  type TargetValues,
  withHand,
} from '@teleward/contract/diet/targets.ts'
import { isWeightMoved } from '@teleward/contract/monitoring/doubts.ts'
import { askAbout, type OddSaid, oddValue, weightsAround } from '../monitoring/odd.ts'
import { absence } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'
import { lockCourse, openCourse, profileOf, tell, tenth, today, withBmi } from './service.ts'

/** NOT_FOUND, MEMBER_DISABLED; DUPLICATE, with it: the member is in diet management of that unit already. */
export async function begin(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { pid, unitId }: EndpointParsed<typeof api.postDietCourse>['body'],
): Promise<Course> {
  // The membership is held meanwhile: of two who begin at once the other finds it begun.
  const here = await tx.many(sql<{ unitId: number }>`
    select mu.unit_id as "unitId" from member_unit mu join member m on m.pid = mu.pid
    where mu.pid = ${pid}::int and mu.status = 'active' and ${canSeeRow('mu')} and ${canSeeMember('m')} order by 1 for no key update of mu`)
  if (!here.length) throw await absence(tx.many, pid)
  const at = unitId === undefined ? here[0] : here.find((one) => one.unitId === unitId)
  if (!at) throw new AppError('NOT_FOUND')
  const standing = (await repo.coursesOf(tx.many, pid)).find((one) => !one.ended && one.unitId === at.unitId)
  if (standing) throw new AppError('DUPLICATE', { data: standing })
  const { id } = await tx.one(sql<{ id: number }>`
    insert into diet_course (partner_id, unit_id, pid, began_by, began_at)
    values (${who.partnerId}::int, ${at.unitId}::int, ${pid}::int, ${who.mid}::int, ${now}::timestamptz) returning id`)
  return after(tx, who, id)
}
async function after(tx: Tx, who: StaffActor, id: number): Promise<Course> {
  const found = await repo.courseById(tx.many, id)
  if (!found) throw new AppError('NOT_FOUND')
  const { open: _, ...course } = found
  await tell(tx, who, course, 'course')
  return course
}

/** NOT_FOUND, VERSION_STALE with it as it is, ILLEGAL_STEP: it has ended already, REASON_REQUIRED. */
export async function end(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: number,
  { version, reason }: EndpointParsed<typeof api.endDietCourse>['body'],
): Promise<Course> {
  const [held] = await tx.many(sql<{ ended: boolean; version: number }>`
    select c.ended_at is not null as ended, c.version from diet_course c where c.id = ${id}::int and ${canSeeDiet('c')} for update`)
  if (!held) throw new AppError('NOT_FOUND')
  if (held.version !== version) {
    const { open: _, ...course } = (await repo.courseById(tx.many, id)) ?? { open: false }
    throw new AppError('VERSION_STALE', { data: course })
  }
  if (held.ended) throw new AppError('ILLEGAL_STEP')
  if (!reason) throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  await tx.run(
    sql`update diet_course set ended_by = ${who.mid}::int, ended_at = ${now}::timestamptz, end_reason = ${reason} where id = ${id}::int`,
  )
  return after(tx, who, id)
}

/**
 * Targets from a day on. NOT_FOUND, EMR_NOT_AUTHORISED, ILLEGAL_STEP; VERSION_STALE with what stands, where a colleague was first;
 * DIET_PROFILE_MISSING by the fields that are missing, FIELD_RELATED.
 */
export async function setStandard(
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: EndpointParsed<typeof api.insertDietStandard>['body'],
): Promise<{ standard: Standard; pid: number }> {
  const course = await lockCourse(tx, ask.course)
  const last = (await repo.standardsOf(tx.many, { course: course.id })).toSorted((a, b) => b.version - a.version)[0]
  if ((last?.version ?? 0) !== ask.version) throw new AppError('VERSION_STALE', { data: last ? withBmi(last) : null })
  const known = await profileOf(tx.many, course.pid, today(who, now))
  const profile = {
    gender: ask.gender ?? known.gender,
    age: ask.age ?? known.age,
    weightKg: tenth(ask.weightKg ?? known.weightKg),
    heightCm: ask.heightCm ?? known.heightCm,
    activity: ask.activity ?? null,
    condition: ask.condition,
  }
  const missing = missingOf(profile)
  if (missing.length)
    throw new AppError('DIET_PROFILE_MISSING', {
      fields: missing.map((path) => ({ path: path === 'birthday' ? 'age' : path, code: 'FIELD_EMPTY' })),
    })
  if (contradicts(profile))
    throw new AppError('FIELD_RELATED', { fields: [{ path: 'condition', code: 'FIELD_RELATED' }] })
  const values = targetsOf(profile)
  if (!values) throw new AppError('DIET_PROFILE_MISSING')
  if (!ask.confirmed) askAbout(await oddOf(tx, who, now, course, ask, { profile, known, values }))
  const n = ask.version + 1
  await tx.run(sql`
    insert into diet_target (course_id, n, partner_id, unit_id, pid, from_day, gender, age, weight_kg, height_cm, activity, condition, "values", mid, at)
    values (${course.id}::int, ${n}::int, ${who.partnerId}::int, ${course.unitId}::int, ${course.pid}::int, ${ask.from ?? today(who, now)}::date,
      ${profile.gender}, ${profile.age}::int, ${profile.weightKg}::numeric, ${profile.heightCm}::numeric, ${profile.activity},
      ${profile.condition}, ${json(withHand(values, ask.hand))}, ${who.mid}::int, ${now}::timestamptz)`)
  const made = (await repo.standardsOf(tx.many, { course: course.id })).find(({ version }) => version === n)
  if (!made) throw new AppError('NOT_FOUND')
  await tell(tx, who, course, 'standard')
  return { standard: withBmi(made), pid: course.pid }
}

interface Computed {
  profile: Pick<Profile, 'age' | 'weightKg' | 'heightCm'>
  known: Awaited<ReturnType<typeof profileOf>>
  values: TargetValues
}
/** What of targets is asked about: the day, the body, the amounts, and a weight that moved. */
async function oddOf(
  tx: Tx,
  who: StaffActor,
  now: Date,
  course: Course,
  ask: EndpointParsed<typeof api.insertDietStandard>['body'],
  { profile, known, values }: Computed,
): Promise<OddSaid[]> {
  const from = ask.from ?? today(who, now)
  const odd: OddSaid[] = targetDoubts(profile, known.age, values, ask.hand).map(({ path, text }) =>
    oddValue(path, 'VALUE_IMPLAUSIBLE', text),
  )
  if (isUnusualDay(from, localDay(new Date(course.beganAt), who.timeZone), today(who, now)))
    odd.unshift({ path: 'from', code: 'DIET_DAY_UNUSUAL', data: { day: from } })
  const kg = profile.weightKg
  // What was measured is no news.
  if (kg === null || kg === known.weightKg || odd.some(({ path }) => path === 'weightKg')) return odd
  const near = await weightsAround(tx.many, course.pid, course.unitId, now)
  return isWeightMoved(kg, near) ? [...odd, oddValue('weightKg', 'WEIGHT_CHANGE_IMPLAUSIBLE', String(kg))] : odd
}

/** NOT_FOUND, EMR_NOT_AUTHORISED; ILLEGAL_STEP: it was taken back already, or its day has come. */
export async function withdrawStandard(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: number,
  version: number,
): Promise<{ standard: Standard; pid: number }> {
  const course = await lockCourse(tx, id)
  const find = async () =>
    (await repo.standardsOf(tx.many, { course: course.id })).find((one) => one.version === version)
  const planned = await find()
  if (!planned) throw new AppError('NOT_FOUND')
  if (planned.withdrawn || planned.from <= today(who, now)) throw new AppError('ILLEGAL_STEP')
  await tx.run(sql`update diet_target set withdrawn_by = ${who.mid}::int, withdrawn_at = ${now}::timestamptz
    where course_id = ${course.id}::int and n = ${version}::int`)
  await tell(tx, who, course, 'standard')
  return { standard: withBmi((await find()) ?? planned), pid: course.pid }
}

const refuseEmpty = (text: string) => {
  if (!text) throw new AppError('CONTENT_REQUIRED', { fields: [{ path: 'text', code: 'CONTENT_REQUIRED' }] })
}
/**
 * The same words to several. Each is answered by itself: a refusal is found before anything of that member is written. They are
 * taken in the order of their numbers, so that two who do the same wait for each other once.
 */
export async function advise(
  tx: Tx,
  who: StaffActor,
  now: Date,
  ask: EndpointParsed<typeof api.insertDietDoctor>['body'],
  lang: Locale,
): Promise<AdviceOutcome> {
  const text = ask.text.trim()
  refuseEmpty(text)
  const results: AdviceOutcome['results'] = []
  for (const id of [...new Set(ask.courses)].toSorted((a, b) => a - b)) {
    try {
      const course = await lockCourse(tx, id)
      const made = randomUUID()
      // Nobody has seen what is not there yet.
      const said = ask.mealsTo.find((one) => one.course === id)?.entry ?? 0
      const mealsTo = Math.min(said, await repo.mealsTo(tx.many, id))
      await tx.run(sql`insert into diet_advice (id, course_id, partner_id, unit_id, pid, text, mid, at, meals_to)
        values (${made}::uuid, ${id}::int, ${who.partnerId}::int, ${course.unitId}::int, ${course.pid}::int, ${text}, ${who.mid}::int, ${now}::timestamptz,
          ${mealsTo}::int)`)
      await tell(tx, who, course, 'advice')
      results.push({ course: id, code: 'OK', message: null, advice: (await repo.adviceById(tx.many, made)) ?? null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({
        course: id,
        code: error.code,
        message: errorText(error.code, lang, Object(error.data)),
        advice: null,
      })
    }
  }
  return { results }
}

/** NOT_FOUND, EMR_NOT_AUTHORISED, ILLEGAL_STEP, CONTENT_REQUIRED, VERSION_STALE with what stands. What stood before is kept. */
export async function changeAdvice(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: string,
  ask: EndpointParsed<typeof api.putDietAdvice>['body'],
): Promise<{ advice: Advice; pid: number }> {
  const [held] = await repo.lockAdvice(tx.many, id)
  const before = held && (await repo.adviceById(tx.many, id))
  if (!before) throw new AppError('NOT_FOUND')
  const course = await openCourse(tx.many, before.course)
  if (course.ended) throw new AppError('ILLEGAL_STEP')
  if (before.version !== ask.version) throw new AppError('VERSION_STALE', { data: before })
  const text = ask.text.trim()
  refuseEmpty(text)
  await tx.run(
    sql`update diet_advice set text = ${text}, changed_by = ${who.mid}::int, changed_at = ${now}::timestamptz where id = ${id}::uuid`,
  )
  await tell(tx, who, course, 'advice')
  return { advice: (await repo.adviceById(tx.many, id)) ?? before, pid: course.pid }
}
