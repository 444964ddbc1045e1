import type { ItemDraft, ItemProblem } from './rules.ts'
import { counted, itemTotals } from './rules.ts'
import { containers, handedUnit } from './taken.ts'

/** The most of a line that nobody is asked about. */
export interface Ceilings {
  once: number
  aDay: number
  inAll: number
}
const PIECES: Ceilings = { once: 10, aDay: 40, inAll: 1000 }
const CONTAINERS: Ceilings = { once: 10, aDay: 40, inAll: 100 }
/** Millilitres, units, grams: a laxative of four litres is asked about once, everyday syrups never. */
const MEASURED: Ceilings = { once: 1000, aDay: 4000, inAll: 100_000 }
/** What is taken of a container, by the dose. Units are those of insulin: more than a hundred at once are rare. */
const TAKEN: Readonly<Record<string, Omit<Ceilings, 'inAll'>>> = {
  IU: { once: 100, aDay: 300 },
  MG: { once: 10, aDay: 20 },
  GTT: { once: 10, aDay: 80 },
  PUFF: { once: 10, aDay: 40 },
  APPL: { once: 10, aDay: 40 },
}

/**
 * What is asked about before it is ordered: more than these is more often a slip (a strength typed as a number of tablets)
 * than an order. The list of drugs says no highest dose of its own; figures are the house's (EMR-05).
 */
export function ceilingsOf(line: { unit: string; totalUnit?: string | null | undefined }): Ceilings {
  const known = line.unit.trim().toUpperCase()
  const handed = handedUnit(line).trim().toUpperCase()
  const { inAll } = kindOf(handed)
  return { ...kindOf(known), ...(handed === known ? {} : TAKEN[known]), inAll }
}
const kindOf = (unit: string) => (containers.has(unit) ? CONTAINERS : counted.has(unit) ? PIECES : MEASURED)

/** A whole line whose amounts nobody takes without being asked. */
export function unusualAmounts(line: ItemDraft): ItemProblem[] {
  const { dose, frequency, days, unit, totalUnit, name } = line
  if (!dose || !frequency || !days || !unit) return []
  const most = ceilingsOf({ unit, totalUnit })
  const computed = itemTotals({ dose, frequency, days, unit, totalUnit, name })
  const total = line.total ?? computed.total ?? 0
  return [
    ...(dose > most.once || (computed.dailyDose ?? 0) > most.aDay
      ? [{ field: 'dose', reason: 'unusual' } as const]
      : []),
    ...(total > most.inAll ? [{ field: 'total', reason: 'unusual' } as const] : []),
  ]
}

const AMOUNTS = ['code', 'unit', 'dose', 'frequency', 'days', 'total'] as const
/** Whether a confirmation given for the one still stands for the other: the same drug in the same amounts. */
export const sameAmounts = (a: ItemDraft, b: ItemDraft): boolean => AMOUNTS.every((field) => a[field] === b[field])
