import { askedAbout, allergyIssues, type PatientFacts } from './patient.ts'
import { weigh } from './dose.ts'
import type { ReportUnchecked } from './report.ts'
import { type CheckedDrug, drugOf, type Handles, keyOf } from './drug.ts'
import type { DrugCheck, Unchecked, UncheckedKind } from './schema.ts'
import type { DrugIssue } from './issue.ts'
import type { DrugRule, SafetyTables } from './tables.ts'

const WHO_ATC = {
  title: 'WHO Collaborating Centre for Drug Statistics Methodology, ATC index',
  url: 'https://atcddd.fhi.no/atc_ddd_index/',
}
const OWN_LIST = { title: 'Teleward, list of drugs', url: null }

/** Everything the tables say against a prescription, the serious first, and everything that was not looked at. */
export function checkPrescription(
  lines: readonly CheckedDrug[],
  running: readonly CheckedDrug[],
  patient: PatientFacts,
  tables: SafetyTables,
): DrugCheck {
  const handles = handlesBy(tables)
  const issues: DrugIssue[] = []
  const missing = new Map<UncheckedKind, Set<string>>()
  const lacks: ReportUnchecked = (kind, name) => {
    const names = missing.get(kind) ?? new Set()
    if (name) names.add(name)
    missing.set(kind, names)
  }
  askedAbout(patient, lacks)
  for (const line of lines) {
    if (!line.listed)
      issues.push({
        key: keyOf('delisted', [line]),
        kind: 'delisted',
        severity: 'moderate',
        drugs: [drugOf(line)],
        about: null,
        text: null,
        source: OWN_LIST,
      })
    if (!line.ingredients) lacks('ingredients', line.name)
    else if (line.partial) lacks('partOfIngredients', line.name)
  }
  issues.push(...allergyIssues(lines, patient, tables, handles, lacks))
  issues.push(...pairs(lines, running, tables, handles))
  for (const line of lines) issues.push(...weigh(line, lines, patient, tables, handles, lacks))
  return {
    issues: inOrder(issues),
    unchecked: [...missing].map(([kind, names]): Unchecked => ({ kind, names: [...names] })),
  }
}

const made = new WeakMap<SafetyTables, Handles>()
function handlesBy(tables: SafetyTables): Handles {
  const known = made.get(tables)
  if (known) return known
  const all = new Map<string, ReadonlySet<string>>()
  const handles: Handles = (name) => {
    let of = all.get(name)
    if (!of) {
      const classes = [...tables.classes.values()].filter(({ members }) => members.has(name))
      of = new Set([`ingredient:${name}`, ...classes.map(({ code }) => `class:${code}`)])
      all.set(name, of)
    }
    return of
  }
  made.set(tables, handles)
  return handles
}

function inOrder(issues: readonly DrugIssue[]): DrugIssue[] {
  const once = new Map<string, DrugIssue>()
  for (const issue of issues) if (!once.has(issue.key)) once.set(issue.key, issue)
  return [...once.values()].sort((a, b) => Number(a.severity !== 'high') - Number(b.severity !== 'high'))
}

function pairs(
  lines: readonly CheckedDrug[],
  running: readonly CheckedDrug[],
  tables: SafetyTables,
  handles: Handles,
): DrugIssue[] {
  const found: DrugIssue[] = []
  const systemic = (drug: CheckedDrug) => drug.systemic && drug.ingredients !== null
  const mine = lines.filter(systemic)
  const others = running.filter(systemic)
  mine.forEach((one, at) => {
    for (const other of [...mine.slice(at + 1), ...others]) {
      // The same drug from an earlier visit is its repetition; twice in one prescription is twice.
      if (other.running && other.code === one.code) continue
      const issue = sameIngredient(one, other, tables) ?? worst(one, other, tables.rules, handles)
      if (issue) found.push(issue)
    }
  })
  return found
}

function sameIngredient(one: CheckedDrug, other: CheckedDrug, tables: SafetyTables): DrugIssue | undefined {
  const shared = one.ingredients?.find((name) => other.ingredients?.includes(name))
  if (shared === undefined) return undefined
  // Two strengths of one drug make up a dose; inside a combination it is overlooked, and the same line twice is a slip.
  const strengths = one.ingredients?.length === 1 && other.ingredients?.length === 1 && one.code !== other.code
  const drugs = [one, other]
  return {
    key: keyOf('duplicateIngredient', drugs, shared),
    kind: 'duplicateIngredient',
    severity: strengths || other.running ? 'moderate' : 'high',
    drugs: drugs.map(drugOf),
    about: { note: tables.ingredients.get(shared)?.nameZhTw ?? shared, ename: shared },
    text: null,
    source: WHO_ATC,
  }
}

function worst(
  one: CheckedDrug,
  other: CheckedDrug,
  rules: readonly DrugRule[],
  handles: Handles,
): DrugIssue | undefined {
  const has = (drug: CheckedDrug, handle: string | null) =>
    handle !== null && drug.ingredients?.some((name) => handles(name).has(handle))
  const hits = rules.filter(({ kind, a, b }) =>
    kind === 'interaction'
      ? (has(one, a) && has(other, b)) || (has(one, b) && has(other, a))
      : kind === 'duplicate' && has(one, a) && has(other, a),
  )
  const rule = hits.find(({ severity }) => severity === 'high') ?? hits[0]
  if (!rule) return undefined
  const drugs = [one, other]
  return {
    key: keyOf(rule.id, drugs),
    kind: rule.kind === 'duplicate' ? 'duplicateClass' : 'interaction',
    severity: rule.severity,
    drugs: drugs.map(drugOf),
    about: null,
    text: rule.text,
    source: rule.source,
  }
}
