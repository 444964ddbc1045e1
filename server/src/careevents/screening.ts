import {
  type Fact,
  type FactAnswer,
  facts,
  type LastTime,
  type Programme,
  PROGRAMMES_OF,
  type Stage,
  type Verdict,
  verdictOf,
} from '@teleward/contract/careevents/programmes.ts'
import type {
  Funnel,
  PeopleQuery,
  ProgrammePerson,
  Screening,
  ScreeningPerson,
} from '@teleward/contract/careevents/screening-schema.ts'
import { searchKey } from '@teleward/contract/core/search-key.ts'
import { daysBetween } from '@teleward/contract/core/dates.ts'
import { absence, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import type { EventHead } from './repo.ts'
import * as repo from './screening-repo.ts'
import { eventOf, headOf, today } from './service.ts'

/** Results and risks are for who explains them: whoever keeps one station as a volunteer is told of neither. */
export function requireClinical(who: StaffActor): void {
  if (who.doctortype === 'volunteer') throw new AppError('FORBIDDEN')
}

const isDay = (answer: string) => /^\d{4}-/.test(answer)
/** The later of what was found here and what the person said; `never` only where nothing is known to the contrary. */
export function lastOf(
  programme: Programme,
  { facts: said, last }: Pick<repo.ScreenedRow, 'facts' | 'last'>,
): LastTime {
  const told = said[`last:${programme}`]
  const here = last[programme]
  if (told !== undefined && isDay(told)) return here !== undefined && here > told ? here : told
  if (here !== undefined) return here
  return told === 'never' ? 'never' : null
}
export const factsOf = (row: Pick<repo.ScreenedRow, 'facts'>): Partial<Record<Fact, FactAnswer>> =>
  Object.fromEntries(
    facts.flatMap((fact) => {
      const answer = row.facts[fact]
      return answer === undefined ? [] : [[fact, answer as FactAnswer]]
    }),
  )
const verdictFor = (programme: Programme, row: repo.ScreenedRow, { startsOn, limits }: EventHead): Verdict =>
  verdictOf(
    programme,
    {
      birthday: row.person.birthday,
      gender: row.person.gender,
      facts: factsOf(row),
      last: lastOf(programme, row),
    },
    startsOn,
    limits,
  )

/** How somebody stands in one programme of an event. */
export interface Standing {
  row: repo.ScreenedRow
  verdict: Verdict
  result: repo.StandingResult | undefined
  invitedAt: string | null
  stages: ReadonlySet<Stage>
}
export function standingOf(programme: Programme, row: repo.ScreenedRow, event: EventHead): Standing {
  const verdict = verdictFor(programme, row, event)
  const result = row.results.find((one) => one.programme === programme)
  const invitedAt = row.invited[programme] ?? null
  const stages = new Set<Stage>()
  if (verdict.is === 'eligible' || verdict.is === 'unknown') stages.add(verdict.is)
  if (invitedAt !== null) stages.add('invited')
  // Whoever came for something else is not one who came for this.
  if (row.number !== null && (stages.size > 0 || result)) stages.add('came')
  if (result) stages.add('screened')
  if (result?.outcome === 'positive') stages.add('positive')
  if (result?.outcome === 'positive' && result.followUp?.state === 'done') stages.add('followedUp')
  return { row, verdict, result, invitedAt, stages }
}

const COUNTED = ['eligible', 'unknown', 'invited', 'came', 'screened', 'positive', 'followedUp'] as const
export function funnelOf(programme: Programme, rows: readonly repo.ScreenedRow[], event: EventHead): Funnel {
  const all = rows.map((row) => standingOf(programme, row, event))
  const count = (stage: Stage) => all.filter(({ stages }) => stages.has(stage)).length
  const open = all.filter(({ stages }) => stages.has('positive') && !stages.has('followedUp'))
  return {
    programme,
    ...(Object.fromEntries(COUNTED.map((stage) => [stage, count(stage)])) as Record<(typeof COUNTED)[number], number>),
    open: open.length,
    late: open.filter(({ result }) => result?.followUp?.late).length,
  }
}

export async function screening(read: Read, who: StaffActor, now: Date, id: number): Promise<Screening> {
  const [event, head] = await Promise.all([eventOf(read, who, now, id), headOf(read, who, now, id)])
  requireClinical(who)
  const rows = await repo.screened(read, who, now, today(who, now), head, null)
  return { event, funnel: event.programmes.map((one) => funnelOf(one, rows, head)), rulesOf: PROGRAMMES_OF }
}

/** Positive ones that nobody has closed first, those that waited longest on top; then by number, then by name. */
const urgency = (a: ProgrammePerson, b: ProgrammePerson) =>
  Number(b.urgent && b.openDays !== null) - Number(a.urgent && a.openDays !== null) ||
  (b.openDays ?? -1) - (a.openDays ?? -1) ||
  (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY) ||
  0

const LAST = Number.POSITIVE_INFINITY
const orders = {
  number: (one: ProgrammePerson) => one.number ?? LAST,
  name: (one: ProgrammePerson) => one.person.name,
  days: (one: ProgrammePerson) => one.openDays ?? -1,
}
function inOrder(sort: PeopleQuery['sort']): (a: ProgrammePerson, b: ProgrammePerson) => number {
  if (!sort) return urgency
  const of = orders[sort.replace('-', '') as keyof typeof orders]
  const back = sort.startsWith('-') ? -1 : 1
  return (a, b) => {
    const [one, other] = [of(a), of(b)]
    return (one < other ? -1 : one > other ? 1 : 0) * back || a.person.pid - b.person.pid
  }
}

export async function people(
  read: Read,
  who: StaffActor,
  now: Date,
  query: PeopleQuery,
): Promise<{ rows: ProgrammePerson[]; total: number }> {
  const head = await headOf(read, who, now, query.eventid)
  requireClinical(who)
  const day = today(who, now)
  const part = searchKey(query.q)
  const rows = (await repo.screened(read, who, now, day, head, null))
    .map((row) => standingOf(query.programme, row, head))
    .filter(({ stages }) => stages.has(query.stage))
    .filter(
      ({ row: { person, number } }) =>
        query.q.trim() === '' ||
        (part !== '' &&
          [person.name, person.nameEn ?? '', person.memberNo].some((text) => searchKey(text).includes(part))) ||
        String(number ?? '') === part,
    )
    .map((one) => personRow(one, day))
    .toSorted(inOrder(query.sort))
  const from = (query.page - 1) * query.pageSize
  return { rows: rows.slice(from, from + query.pageSize), total: rows.length }
}
function personRow({ row, verdict, result, invitedAt }: Standing, day: string): ProgrammePerson {
  const open = result?.outcome === 'positive' && result.followUp?.state !== 'done'
  return {
    person: row.person,
    number: row.number,
    verdict,
    invitedAt,
    outcome: result?.outcome ?? null,
    urgent: result?.urgent ?? false,
    examinedOn: result?.examinedOn ?? null,
    followUp: result?.followUp ?? null,
    responsible: result?.followUp?.responsible ?? null,
    openDays: open && result ? Math.max(daysBetween(result.examinedOn, day), 0) : null,
  }
}

/** NOT_FOUND, MEMBER_DISABLED: nobody of the unit whom the caller may know, and nobody who came. */
export async function personAt(
  read: Read,
  who: StaffActor,
  now: Date,
  eventid: number,
  pid: number,
): Promise<ScreeningPerson> {
  const head = await headOf(read, who, now, eventid)
  const day = today(who, now)
  const [row] = await repo.screened(read, who, now, day, head, pid)
  if (!row) throw await absence(read, pid)
  requireClinical(who)
  const [event, results] = await Promise.all([eventOf(read, who, now, eventid), repo.resultsOf(read, day, head, pid)])
  return {
    event,
    person: row.person,
    number: row.number,
    facts: factsOf(row),
    programmes: event.programmes.map((programme) => {
      const own = results.filter((one) => one.programme === programme)
      return {
        programme,
        verdict: verdictFor(programme, row, head),
        last: lastOf(programme, row),
        invitedAt: row.invited[programme] ?? null,
        results: own.filter(({ event: { id } }) => id === eventid),
        earlier: own.filter(({ event: { id }, replaced }) => id !== eventid && !replaced),
      }
    }),
  }
}
