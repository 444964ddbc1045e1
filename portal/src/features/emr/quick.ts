import { cleanLine, cleanText } from '@teleward/contract/core/clean-text.ts'
import type { DrugRow } from '@teleward/contract/emr/schema.ts'
import { readFor } from '@teleward/contract/prescriptions/quick-drug.ts'
import { mayBeWeeks, parseQuickLine, type QuickLine } from '@teleward/contract/prescriptions/quick-line.ts'
import { unusualAmounts } from '@teleward/contract/prescriptions/ceilings.ts'
import { readQuantity } from '@teleward/contract/prescriptions/quantity.ts'
import {
  type ItemField,
  type ItemProblem,
  itemProblems,
  beginningOfTotal,
  type ItemTables,
  itemTotals,
} from '@teleward/contract/prescriptions/rules.ts'
import { isStrength } from '@teleward/contract/prescriptions/strength.ts'
import type { LineValues } from './note-draft.ts'

/** A row while it is typed in: figures are text until they are read. */
export interface LineFields {
  dose: string
  frequency: string
  route: string
  days: string
  /** Empty: as computed. */
  total: string
  /** The total is a beginning that nobody has looked at. */
  totalToCheck: boolean
  totalReason: string
  notes: string
}
export const DEFAULT_DAYS = 7

/** Those that have the strength that was typed come first: `amlo 5` means the 5 mg one. */
export function byStrength<Row extends DrugRow>(drugs: readonly Row[], line: QuickLine): Row[] {
  const typed = (line.strength ?? line.bare)?.figures
  if (!typed) return [...drugs]
  const fits = (drug: DrugRow) => isStrength(drug, typed)
  return [...drugs.filter(fits), ...drugs.filter((drug) => !fits(drug))]
}

/** What is searched for, and what was said of dose, frequency, route and days beside it. */
export function readQuickLine(text: string, tables: ItemTables): QuickLine & { quick: boolean } {
  const line = parseQuickLine(text, tables)
  const { frequency, dose, bare, days, unclear } = line
  return { ...line, quick: [frequency, dose, bare, days].some((one) => one !== null) || unclear.length > 0 }
}

/** Why a line is not taken with a drug by the key that ends the typing. */
export interface Doubt {
  /** Words that say nothing about this drug, as typed: they have to be mended. */
  unclear: readonly string[]
  /** A strength was typed that the drug does not have, as typed. */
  otherStrength: string | null
  /** A bare number that is no strength of the drug, and no dose of it either: nobody takes 1,000 tablets. */
  neither: boolean
  /** A bare number that would be an unusual count of pieces, as typed. */
  unsure: string | null
  /** Days without a unit that may be weeks. */
  weeks: number | null
}
export function doubtOf(drug: DrugRow | undefined, line: QuickLine): Doubt {
  const weeks = mayBeWeeks(line) ? line.days : null
  if (!drug) return { unclear: line.unclear, otherStrength: null, neither: false, unsure: null, weeks }
  const { unclear, otherStrength, unsure } = readFor(drug, line)
  return {
    unclear: [...line.unclear, ...unclear],
    otherStrength,
    neither: otherStrength !== null && line.bare !== null,
    unsure,
    weeks,
  }
}
/** The strengths in which the first one's ingredient is among the found, as packs have them. */
export function strengthsBeside(drugs: readonly DrugRow[]): string[] {
  const [first] = drugs
  const several = (strength: string | null | undefined) => /\d\D*\/\d/.test(strength ?? '')
  const same = drugs.filter(
    ({ generic, strength }) => strength && generic === first?.generic && several(strength) === several(first?.strength),
  )
  return [...new Set(same.map(({ strength }) => strength ?? ''))].slice(0, 6)
}

/** Of units of insulin and milligrams of a pen none are usual: they are typed, or nothing is ordered. */
const unusualToGuess: ReadonlySet<string> = new Set(['IU', 'MG'])

/** A new row: what was typed, else what is usual. Days typed for the row before are offered again. */
export function lineFrom(drug: DrugRow, quick: QuickLine, lastDays: number | null): LineFields {
  return {
    dose: String(readFor(drug, quick).dose ?? (unusualToGuess.has(drug.unit) ? '' : 1)),
    frequency: quick.frequency ?? 'QD',
    route: quick.route ?? drug.route ?? 'PO',
    days: String(quick.days ?? lastDays ?? DEFAULT_DAYS),
    total: '',
    totalToCheck: false,
    totalReason: '',
    notes: '',
  }
}
/** The fields of a new row that nobody typed. */
export function defaultsOf(drug: DrugRow, quick: QuickLine): ReadonlySet<keyof LineFields> {
  const typed = { dose: readFor(drug, quick).dose, frequency: quick.frequency, route: quick.route, days: quick.days }
  return new Set((['dose', 'frequency', 'route', 'days'] as const).filter((field) => typed[field] === null))
}

export type DrugFacts = Pick<LineValues, 'code' | 'name' | 'nameZhTw' | 'unit' | 'totalUnit'>

export interface ReadLine {
  /** Null where frequency or unit do not say. */
  computed: number | null
  dailyDose: number | null
  problems: ItemProblem[]
  /** The line, if nothing is wrong with it. */
  values: LineValues | null
}
/** Reads a row as typed: totals at once, and what is wrong by field. `confirm`: amounts beyond the usual are meant. */
export function readLine(drug: DrugFacts, fields: LineFields, tables: ItemTables = {}, confirm = false): ReadLine {
  const dose = readQuantity(fields.dose)
  const days = readQuantity(fields.days)
  const frequency = fields.frequency.trim().toUpperCase()
  const route = fields.route.trim().toUpperCase()
  const { name, unit, totalUnit } = drug
  const amounts = { dose: dose ?? 0, frequency, days: days ?? 0, unit, totalUnit, name }
  const { total: computed, dailyDose } = itemTotals(amounts)
  const given = readQuantity(fields.total)
  const changed = given !== null && (computed === null || Math.abs(given - computed) > 1e-6)
  const total = given ?? computed
  const totalReason = changed && computed !== null ? cleanLine(fields.totalReason).trim() : null
  const line = { ...drug, dose, frequency, route, days, total, totalReason }
  const shape = itemProblems(line, tables)
  const problems = shape.length || confirm ? shape : unusualAmounts(line)
  const whole = problems.length === 0 && dose !== null && days !== null && total !== null
  // As the server keeps it: otherwise one's own words would come back as another's.
  const notes = cleanText(fields.notes).trim()
  const said = confirm ? { confirm } : {}
  const values = whole
    ? {
        ...drug,
        dose,
        frequency,
        route,
        days,
        total,
        totalReason: totalReason || null,
        totalToCheck: computed === null && fields.totalToCheck,
        notes,
        ...said,
      }
    : null
  return { computed, dailyDose, problems, values }
}

export const problemOf = (problems: readonly ItemProblem[], field: ItemField) =>
  problems.find((one) => one.field === field)

const plain = (value: number) => String(Math.round(value * 1000) / 1000)
export function fieldsOf(line: LineValues): LineFields {
  const { total: computed } = itemTotals(line)
  return {
    dose: plain(line.dose),
    frequency: line.frequency,
    route: line.route,
    days: String(line.days),
    total: computed !== null && Math.abs(computed - line.total) < 1e-6 ? '' : plain(line.total),
    totalToCheck: line.totalToCheck === true,
    totalReason: line.totalReason ?? '',
    notes: line.notes,
  }
}
export const sameLine = (a: LineValues, b: LineValues) =>
  a.dose === b.dose &&
  a.frequency === b.frequency &&
  a.route === b.route &&
  a.days === b.days &&
  a.total === b.total &&
  (a.totalToCheck ?? false) === (b.totalToCheck ?? false) &&
  (a.totalReason ?? '') === (b.totalReason ?? '') &&
  a.notes === b.notes

/** With a beginning in place of a total that nothing computes; somebody looks at it before the note is signed. */
export const withBeginning = (drug: DrugFacts, fields: LineFields): LineFields => {
  const { name, unit, totalUnit } = drug
  const [dose, days] = [readQuantity(fields.dose) ?? 1, readQuantity(fields.days) ?? 1]
  const total = beginningOfTotal({ dose, frequency: fields.frequency, days, unit, totalUnit, name })
  return { ...fields, total: String(total), totalToCheck: true }
}
