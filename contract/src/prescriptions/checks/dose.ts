import { type CheckedDrug, drugOf, type Handles, keyOf } from './drug.ts'
import type { PatientFacts } from './patient.ts'
import type { ReportUnchecked } from './report.ts'
import type { UncheckedKind } from './schema.ts'
import type { DrugIssue } from './issue.ts'
import type { Condition, DrugRule, Measure, SafetyTables } from './tables.ts'

/** `least`: a line's amount is not known, so that the day's may be more than what is known of it. */
type Facts = Record<Measure, number | null> & { least: boolean }

const amounts: ReadonlySet<Measure> = new Set(['mgday', 'mgkgday'])

const holds = ({ sign, value }: Condition, fact: number): boolean => {
  if (sign === '<') return fact < value - 1e-9
  if (sign === '<=') return fact <= value + 1e-9
  if (sign === '>') return fact > value + 1e-9
  return fact >= value - 1e-9
}
const LACKS: Record<Measure, UncheckedKind> = {
  age: 'age',
  kg: 'weight',
  mgkgday: 'weight',
  egfr: 'kidney',
  mgday: 'dailyDose',
  interval: 'dailyDose',
}

const lackOf = (measure: Measure, facts: Facts): UncheckedKind =>
  facts.least && amounts.has(measure) && facts[measure] !== null ? 'dailyDose' : LACKS[measure]

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** Milligrams a day of one ingredient in one line. */
function mgDayOf(line: CheckedDrug, ingredient: string): number | null {
  const mg = line.mg[line.ingredients?.indexOf(ingredient) ?? -1] ?? null
  return mg === null || line.timesPerDay === null ? null : mg * line.dose * line.timesPerDay
}

/**
 * What a line comes to for this patient, `null`: not known. A day's amount is that of all lines with the ingredient: two
 * strengths make up one dose.
 */
function factsOf(
  line: CheckedDrug,
  together: readonly CheckedDrug[],
  ingredient: string,
  patient: PatientFacts,
): Facts {
  const days = together.map((one) => mgDayOf(one, ingredient))
  const known = days.filter((day) => day !== null)
  const mgday = known.length ? rounded(known.reduce((sum, day) => sum + day, 0)) : null
  return {
    age: patient.age,
    kg: patient.kg,
    egfr: patient.egfr,
    mgday,
    mgkgday: mgday === null || patient.kg === null ? null : rounded(mgday / patient.kg),
    interval: line.timesPerDay ? 1 / line.timesPerDay : null,
    least: known.length < days.length,
  }
}

const ofAmount = ({ when }: DrugRule) => when.some(({ measure }) => amounts.has(measure))

/** Dose, age, kidneys and pregnancy: rules of a line, or of the lines that bring one ingredient. */
export function weigh(
  line: CheckedDrug,
  lines: readonly CheckedDrug[],
  patient: PatientFacts,
  tables: SafetyTables,
  handles: Handles,
  lacks: ReportUnchecked,
): DrugIssue[] {
  if (!line.ingredients) return []
  if (!line.systemic) {
    lacks('local', line.name)
    return []
  }
  const found: DrugIssue[] = []
  for (const ingredient of line.ingredients) {
    const mine = tables.rules.filter(({ a }) => handles(ingredient).has(a))
    const together = lines.filter(({ systemic, ingredients }) => systemic && ingredients?.includes(ingredient))
    const facts = factsOf(line, together, ingredient, patient)
    const doses = mine.filter(({ kind }) => kind === 'dose')
    if (
      !doses.some(({ when }) =>
        when.some(({ measure }) => measure === 'mgday' || measure === 'mgkgday' || measure === 'interval'),
      )
    )
      lacks('doseLimit', line.name)
    for (const rule of doses) {
      // What several lines come to is said once, of all of them.
      if (ofAmount(rule) && together[0] !== line) continue
      found.push(...byDose(rule, ofAmount(rule) ? together : [line], facts, lacks))
    }
    for (const rule of mine.filter(({ kind }) => kind === 'pregnancy')) {
      if (patient.pregnancy === 'unknown') lacks('pregnancy', line.name)
      if (patient.pregnancy === 'pregnant') found.push(issueOf(rule, [line], ''))
    }
  }
  return found
}

function byDose(rule: DrugRule, lines: readonly CheckedDrug[], facts: Facts, lacks: ReportUnchecked): DrugIssue[] {
  // Too little is known alone where the whole amount is.
  const unknown = ({ measure, sign }: Condition) =>
    facts[measure] === null || (facts.least && amounts.has(measure) && sign.startsWith('<'))
  const known = rule.when.filter((condition) => !unknown(condition))
  if (!known.every((condition) => holds(condition, facts[condition.measure] ?? 0))) return []
  const open = rule.when.filter(unknown)
  if (!open.length) return [issueOf(rule, lines, said(rule, facts))]
  for (const { measure } of open)
    for (const { name } of lines)
      lacks(measure === 'mgkgday' && facts.mgday === null ? 'dailyDose' : lackOf(measure, facts), name)
  return []
}

/** Another dose, another weight class: the reason for the one is none for the other. */
const said = (rule: DrugRule, facts: Facts) =>
  rule.when
    .map(({ measure }) => `${measure}=${measure === 'age' ? Math.floor(facts.age ?? 0) : facts[measure]}`)
    .join(' ')

const issueOf = (rule: DrugRule, lines: readonly CheckedDrug[], more: string): DrugIssue => ({
  key: keyOf(rule.id, lines, more),
  kind: rule.kind === 'pregnancy' ? 'pregnancy' : 'dose',
  severity: rule.severity,
  drugs: lines.map(drugOf),
  about: null,
  text: rule.text,
  source: rule.source,
})
