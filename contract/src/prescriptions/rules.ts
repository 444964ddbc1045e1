import { frequency } from './frequency.ts'
import { containers, contentOf, handedUnit, type TakenLine, totalFollows } from './taken.ts'

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

// Thousandths, as the database keeps them; the small addition forgives what binary fractions lose.
const thousandths = (value: number) => Math.round(value * 1000) / 1000
const roundUp = (value: number) => Math.ceil(value - 1e-6)

export interface Totals {
  /** Null where frequency or unit do not say: then the total is written by hand. */
  total: number | null
  dailyDose: number | null
}

/** What decides a total; `unit` and `totalUnit` say in what dose and total are. */
export interface Amounts extends TakenLine {
  dose: number
  frequency: string
  days: number
}

/** How much is taken in all, in the unit of the dose; null where the frequency does not say how often. */
function takenInAll({ dose, frequency: code, days }: Amounts): number | null {
  const often = frequency(code)
  if (!often || often.timesPerDay === null) return null
  return dose * (often.once ? 1 : roundUp(often.timesPerDay * days))
}

/**
 * Dose × times a day × days. Where a drug is not taken every day the single doses are counted first (every other
 * day for 7 days is four times), and what is dispensed whole is rounded up. Of containers it is known where what one holds is
 * known, and nothing of it is lost.
 */
export function itemTotals(line: Amounts): Totals {
  const often = frequency(line.frequency)
  const usable = line.dose > 0 && line.days >= 1 && Number.isFinite(line.dose) && Number.isFinite(line.days)
  const amount = usable ? takenInAll(line) : null
  if (!often || amount === null) return { total: null, dailyDose: null }
  const dailyDose = often.once || often.timesPerDay === null ? null : thousandths(line.dose * often.timesPerDay)
  const unit = line.unit.trim().toUpperCase()
  if (containers.has(handedUnit(line).trim().toUpperCase())) {
    const content = totalFollows(line) ? contentOf(line) : null
    return { total: content === null ? null : roundUp(amount / content), dailyDose }
  }
  return { total: counted.has(unit) ? roundUp(amount) : thousandths(amount), dailyDose }
}

/**
 * Where nothing computes the total: a beginning that somebody looks at before it is signed. Containers of a known content are
 * as many as the doses fill, others one; of 'as needed' it is one dose a day.
 */
export function beginningOfTotal(line: Amounts): number {
  const content = contentOf(line)
  const amount = takenInAll(line)
  if (content !== null && amount !== null) return Math.max(1, roundUp(amount / content))
  if (containers.has(handedUnit(line).trim().toUpperCase())) return 1
  return Math.max(1, roundUp(line.dose * line.days) || 1)
}

export interface ItemDraft {
  code?: string | null
  name?: string | undefined
  unit?: string | null
  totalUnit?: string | null | undefined
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
  const { dose, frequency: often, days, unit, totalUnit, name } = line
  const computed =
    dose && often && days && unit ? itemTotals({ dose, frequency: often, days, unit, totalUnit, name }).total : null
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
