import { frequency } from './frequency.ts'

export { type Frequency, frequency } from './frequency.ts'
export { parseQuickLine, type QuickLine } from './quick-line.ts'

export const MAX_DOSE = 999_999.999
export const MAX_DAYS = 365
const MAX_TOTAL = 99_999_999.999

/** Units that are counted out whole: half a tablet twice for three days is three tablets. */
export const counted: ReadonlySet<string> = new Set([
  'TAB',
  'CAP',
  'SUPP',
  'PATCH',
  'PKG',
  'AMP',
  'VIAL',
  'SYR',
  'BAG',
  'EA',
  'PC',
  'PCS',
])
/** A dose is not a multiple of what is dispensed (drops of a bottle): nothing to compute, somebody writes the total. */
const containers = new Set(['BOT', 'TUBE', 'PEN', 'CAN', 'BOX'])

// Thousandths, as the database keeps them; the small addition forgives what binary fractions lose.
const thousandths = (value: number) => Math.round(value * 1000) / 1000
const roundUp = (value: number) => Math.ceil(value - 1e-6)

export interface Totals {
  /** Null where frequency or unit do not say: then the total is written by hand. */
  total: number | null
  dailyDose: number | null
}

/**
 * Dose × times a day × days. Where a drug is not taken every day the single doses are counted first (every other
 * day for 7 days is four times), and what is dispensed whole is rounded up.
 */
export function itemTotals(line: { dose: number; frequency: string; days: number; unit: string }): Totals {
  const often = frequency(line.frequency)
  const usable = line.dose > 0 && line.days >= 1 && Number.isFinite(line.dose) && Number.isFinite(line.days)
  if (!often || !usable || often.timesPerDay === null) return { total: null, dailyDose: null }
  const dailyDose = often.once ? null : thousandths(line.dose * often.timesPerDay)
  const unit = line.unit.trim().toUpperCase()
  if (containers.has(unit)) return { total: null, dailyDose }
  const times = often.once ? 1 : roundUp(often.timesPerDay * line.days)
  const amount = line.dose * times
  return { total: counted.has(unit) ? roundUp(amount) : thousandths(amount), dailyDose }
}

export interface ItemDraft {
  code?: string | null
  unit?: string | null
  dose?: number | null
  frequency?: string | null
  route?: string | null
  days?: number | null
  total?: number | null
  totalReason?: string | null
}
export type ItemField = 'code' | 'unit' | 'dose' | 'frequency' | 'route' | 'days' | 'total' | 'totalReason'
/** `unusual`: more than is taken without being asked; it stands once somebody has confirmed it. */
export type ItemReason = 'missing' | 'notNumeric' | 'outOfRange' | 'unknown' | 'unusual'
/** The `fields` of RX_LINE_INVALID. */
export interface ItemProblem {
  field: ItemField
  reason: ItemReason
}

export interface ItemTables {
  /** Codes of the lists in force; without them only what a code means is checked. */
  frequencies?: ReadonlySet<string>
  routes?: ReadonlySet<string>
}

function numberProblem(
  field: ItemField,
  value: number | null | undefined,
  max: number,
  whole = false,
): ItemProblem | null {
  if (value === null || value === undefined) return { field, reason: 'missing' }
  if (typeof value !== 'number' || !Number.isFinite(value)) return { field, reason: 'notNumeric' }
  const fine = whole ? Number.isInteger(value) : Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-4
  // What rounds to nothing is nothing: the database keeps thousandths.
  return Math.round(value * 1000) > 0 && value <= max && fine ? null : { field, reason: 'outOfRange' }
}

function codeProblem(
  field: ItemField,
  value: string | null | undefined,
  known: (code: string) => boolean,
): ItemProblem | null {
  if (!value?.trim()) return { field, reason: 'missing' }
  return known(value) ? null : { field, reason: 'unknown' }
}

function totalProblem(line: ItemDraft): ItemProblem | null {
  const { dose, frequency: often, days, unit } = line
  const computed = dose && often && days && unit ? itemTotals({ dose, frequency: often, days, unit }).total : null
  const given = line.total ?? computed
  const problem = numberProblem('total', given, MAX_TOTAL)
  if (problem) return problem
  const changed = computed !== null && Math.abs((given ?? 0) - computed) > 1e-6
  return changed && !line.totalReason?.trim() ? { field: 'totalReason', reason: 'missing' } : null
}

/** Empty when the line can be kept. A total that differs from the computed one needs its reason. */
export function itemProblems(line: ItemDraft, tables: ItemTables = {}): ItemProblem[] {
  const found = [
    codeProblem('code', line.code, () => true),
    codeProblem('unit', line.unit, () => true),
    numberProblem('dose', line.dose, MAX_DOSE),
    codeProblem('frequency', line.frequency, (code) => tables.frequencies?.has(code) ?? frequency(code) !== null),
    codeProblem('route', line.route, (code) => tables.routes?.has(code) ?? /^[A-Z]{2,5}$/.test(code)),
    numberProblem('days', line.days, MAX_DAYS, true),
  ].filter((problem) => problem !== null)
  if (found.length) return found
  const total = totalProblem(line)
  return total ? [total] : []
}
