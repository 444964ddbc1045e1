import { reference } from '../server/src/reference/catalogue.ts'
import { type Typed, typedList } from '../server/src/reference/typed/judge.ts'
import { amid, quantile, sorted } from './noise.ts'
import type { Figure } from './table.ts'

/** A search answers within this, in processor time of its own. */
const LIMIT_MS = 5
/** What the screen's first page is cut from. */
const FOUND = 200
const TIMES = 7
const ROUNDS = 3

/** Everything of the lists of what clinicians type, diagnoses and drugs. */
export const allTyped: readonly Typed[] = (['first', 'second', 'third', 'fourth'] as const).flatMap(typedList)

/** What a search costs in this process, by each entry of the lists: the median of seven, so that a pause is not counted. */
export async function typedFigures(wanted: (name: string) => boolean): Promise<Figure[]> {
  const figures: Figure[] = []
  const kinds = [
    ['icd', 'diagnoses as they are typed, processor ms of a search', (q: string) => reference.icd10().search(q, FOUND)],
    ['drug', 'drugs as they are typed, processor ms of a search', (q: string) => reference.drugs().search(q, FOUND)],
  ] as const
  for (const [kind, row, search] of kinds) {
    if (!wanted(row)) continue
    const list = allTyped.filter((one) => one.kind === kind)
    reference.warm()
    for (let round = 0; round < ROUNDS; round += 1) for (const { typed } of list) search(typed)
    const { value, noise } = await amid(async () => sorted(list.map(({ typed }) => costOf(() => search(typed)))))
    const slowest = value.at(-1) ?? 0
    figures.push({
      row: `${row}, slowest ${slowest.toFixed(1)}`,
      load: `${list.length} entries`,
      p50: quantile(value, 0.5),
      p99: quantile(value, 0.99),
      reach: `slowest ≤ ${LIMIT_MS}`,
      reached: slowest <= LIMIT_MS,
      noise,
    })
  }
  return figures
}

function costOf(work: () => void): number {
  const times: number[] = []
  for (let n = 0; n < TIMES; n += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return quantile(sorted(times), 0.5)
}
