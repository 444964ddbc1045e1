import { sql } from '../../server/src/platform/db/index.ts'
import type { Weakness } from '../lib/weakened.ts'
import type { Answer, World } from '../lib/world.ts'

/** One situation in which several want the same thing at once. */
export interface Outcome {
  /** Requests (or looks at a timer) that competed. */
  attempts: number
  /** What was seen that must not be. */
  violations: string[]
}
export interface Contest {
  name: string
  /** Attempts of one situation: how many situations make a share. */
  crowd: number
  /** Part of all attempts, relative to the other contests'. */
  share: number
  /** What has to be taken away for violations to appear: the negative controls do it. */
  falls: readonly Weakness[]
  situation(world: World): Promise<Outcome>
}

export interface Tally {
  situations: number
  attempts: number
  violations: string[]
}

/** Situations of one contest, some at a time, until so many attempts were made. */
export async function runContest(world: World, contest: Contest, attempts: number, beside = 4): Promise<Tally> {
  const tally: Tally = { situations: 0, attempts: 0, violations: [] }
  let left = Math.max(1, Math.ceil(attempts / contest.crowd))
  const lane = async () => {
    while (left-- > 0) {
      tally.situations += 1
      const outcome = await contest.situation(world)
      tally.attempts += outcome.attempts
      tally.violations.push(...outcome.violations.map((what) => `${contest.name}: ${what}`))
    }
  }
  await Promise.all(Array.from({ length: beside }, lane))
  return tally
}

/** Collects what must not be. */
export function judge() {
  const violations: string[] = []
  return {
    violations,
    /** Notes `what` unless it holds. */
    holds(condition: boolean, what: () => string) {
      if (!condition) violations.push(what())
    },
    /** Exactly one was served, and the others were told one of these codes. */
    one(answers: readonly Answer[], refusals: readonly string[]): Answer | undefined {
      const won = answers.filter(({ code }) => code === 'OK')
      if (won.length !== 1) violations.push(`${won.length} of ${answers.length} were served: ${answersOf(answers)}`)
      this.among(answers, ['OK', ...refusals])
      return won[0]
    },
    among(answers: readonly Answer<unknown>[], codes: readonly string[]) {
      const other = answers.filter(({ status, code }) => status >= 500 || !codes.includes(code))
      if (other.length) violations.push(`answers that must not be: ${answersOf(other)}`)
    },
  }
}

export const answersOf = (answers: readonly Answer<unknown>[]): string => {
  const counts = new Map<string, number>()
  for (const { status, code } of answers) counts.set(`${status} ${code}`, (counts.get(`${status} ${code}`) ?? 0) + 1)
  return [...counts].map(([what, n]) => `${n} × ${what}`).join(', ')
}

/** `make` so often at once, numbered; the processes take turns. */
export const crowd = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

export async function row<T>(world: World, query: ReturnType<typeof sql<T>>): Promise<T> {
  const [found] = await world.rows<T>(query)
  if (found === undefined) throw new Error('a row that has to be there is missing')
  return found
}
export const count = async (world: World, from: ReturnType<typeof sql>): Promise<number> =>
  (await row(world, sql<{ n: number }>`select count(*)::int as n from ${from}`)).n

/**
 * Whether these alarms have all fired. Situations beside fire whatever is due: one of them may have claimed an alarm of
 * this one, and be still at it.
 */
export async function fired(world: World, kinds: readonly string[], keys: readonly string[]): Promise<boolean> {
  const waiting = sql`timer where kind = any (${[...kinds]}::text[]) and key = any (${[...keys]}::text[])`
  for (let tries = 0; tries < 400; tries += 1) {
    if (!(await count(world, waiting))) return true
    await world.fire()
  }
  return false
}
