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

/** From here on a label's 'adults' are meant; a rule that begins later is one of older people. */
const ADULT = 18
/** The most of a day, for whoever is of an age and weight: what it comes to with weak kidneys is none. */
const isMost = ({ kind, when }: DrugRule) =>
  kind === 'dose' &&
  when.some(({ measure, sign }) => amounts.has(measure) && sign.startsWith('>')) &&
  when.every(({ measure }) => amounts.has(measure) || measure === 'age' || measure === 'kg')
const fromAge = ({ measure, sign, value }: Condition) => measure === 'age' && sign.startsWith('>') && value <= ADULT

/** The most of adults, of whoever is younger or of an age that is not known: more is too much for a child as well. */
function ceilingOf(rule: DrugRule, age: number | null): DrugRule | null {
  const begins = isMost(rule) ? rule.when.find(fromAge) : undefined
  if (!begins || (age !== null && holds(begins, age))) return null
  const { en, zhTw } = rule.text
  return {
    ...rule,
    when: rule.when.filter((condition) => condition !== begins),
    text: { en: `${en} That is the limit for adults.`, zhTw: `${zhTw}（此為成人上限）` },
  }
}

/** Is there a most for this age? Where the age is not known, one for every age. */
function hasMost(mosts: readonly DrugRule[], age: number | null): boolean {
  const at = (years: number) =>
    mosts.some(({ when }) => when.every((one) => one.measure !== 'age' || holds(one, years)))
  if (age !== null) return at(age)
  const borders = mosts.flatMap(({ when }) => when.flatMap(({ measure, value }) => (measure === 'age' ? [value] : [])))
  return [0, ...borders.flatMap((years) => [years, years + 0.5])].every(at)
}
/** What is not known of the most of a day for this patient. */
function lackOfMost(mosts: readonly DrugRule[], age: number | null): UncheckedKind | null {
  if (!mosts.length) return 'doseLimit'
  if (hasMost(mosts, age)) return null
  if (age === null) return 'age'
  return age < ADULT ? 'childDose' : 'doseLimit'
}

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
    const lack = lackOfMost(doses.filter(isMost), patient.age)
    if (lack) lacks(lack, line.name)
    const told: DrugRule[] = []
    const weighed = (rule: DrugRule) => {
      // What several lines come to is said once, of all of them.
      if (ofAmount(rule) && together[0] !== line) return
      const issues = byDose(rule, ofAmount(rule) ? together : [line], facts, lacks)
      if (issues.length) told.push(rule)
      found.push(...issues)
    }
    doses.forEach(weighed)
    // Too much by the child's own limit needs no second one.
    if (!told.some(isMost))
      for (const rule of doses) {
        const ceiling = ceilingOf(rule, patient.age)
        if (ceiling) weighed(ceiling)
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
