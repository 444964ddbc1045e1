import { ageYears } from '@teleward/contract/core/dates.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { emergencies, longTerm, visits } from './clinic.ts'
import type { DemoAppointment } from './days.ts'

interface Person {
  pid: number
  gender: string
  birthday: string
}
const ADULT = 18
const CHEST_OR_STROKE = 40

/** Completed years on that day. */
export const yearsOf = (birthday: string, day: string): number => ageYears(birthday, day) ?? 0

/** What this person could come for at that age. */
export const problemsFor = ({ gender }: Pick<Person, 'gender'>, years: number): string[] =>
  visits
    .filter(({ from = 0, to = 200, sex = gender }) => years >= from && years <= to && sex === gender)
    .map(({ problem }) => problem)

/**
 * Nobody comes for what people of their age and sex do not have: a child is not told about cholesterol. Drawn without
 * dice, so that the same entry is the same again.
 */
export async function suited(tx: Tx, entries: DemoAppointment[]): Promise<DemoAppointment[]> {
  const people = await tx.many(sql<Person>`
    select pid, gender, birthday::text as birthday from member where pid = any (${[...new Set(entries.map(({ pid }) => pid))]}::int[])`)
  const known = new Map(people.map((person) => [person.pid, person]))
  return entries.map((entry) => {
    const person = known.get(entry.pid)
    return person ? suit(entry, person) : entry
  })
}

function suit(entry: DemoAppointment, person: Person): DemoAppointment {
  const years = yearsOf(person.birthday, entry.date)
  const child = years < ADULT
  const p_memo = child && entry.p_memo ? '由家長陪同' : entry.p_memo
  if (entry.kind === 'emergency')
    return years < CHEST_OR_STROKE ? { ...entry, p_memo, consult_problem: emergencies[2] } : { ...entry, p_memo }
  const fits = problemsFor(person, years)
  if (fits.includes(entry.consult_problem) || (entry.consult_problem === longTerm.problem && !child))
    return { ...entry, p_memo }
  const at = (entry.pid * 7 + entry.queue_no) % fits.length
  return { ...entry, p_memo, consult_problem: fits[at] ?? entry.consult_problem }
}
