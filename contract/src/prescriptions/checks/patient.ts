import { type CheckedDrug, drugOf, type Handles, keyOf } from './drug.ts'
import type { ReportUnchecked } from './report.ts'
import { Vocabulary } from './ingredients.ts'
import type { DrugIssue } from './issue.ts'
import { knowsSubstance, type SafetyTables } from './tables.ts'

export interface AllergyFact {
  id: number
  note: string
  ename: string | null
  substance: string | null
}
/** What is known of who shall take it; `null`: not known. */
export interface PatientFacts {
  /** `null`: the record is not open; empty: see `asked`. */
  allergies: readonly AllergyFact[] | null
  /** Somebody has asked about allergies. */
  asked: boolean
  age: number | null
  kg: number | null
  egfr: number | null
  /** `notApplicable`: a man, a child, somebody past the years for it. */
  pregnancy: 'pregnant' | 'not' | 'unknown' | 'notApplicable'
}

export function askedAbout(patient: PatientFacts, lacks: ReportUnchecked): void {
  if (patient.allergies === null) lacks('recordClosed')
  else if (!patient.asked) lacks('allergiesNotAsked')
}

const RECORD = { title: 'Teleward, allergies in the record', url: null }

/** Names of ingredients and of classes as people write them. */
const words = new WeakMap<SafetyTables, Vocabulary<string>>()
function wordsFor(tables: SafetyTables): Vocabulary<string> {
  let known = words.get(tables)
  if (!known) {
    known = new Vocabulary([
      ...[...tables.ingredients.values()].map(({ name }): [string, string] => [name, `ingredient:${name}`]),
      ...[...tables.classes.values()].flatMap(({ code, nameEn }): [string, string][] => [
        [nameEn, `class:${code}`],
        [code, `class:${code}`],
        [code.replace(/s$/, ''), `class:${code}`],
      ]),
    ])
    words.set(tables, known)
  }
  return known
}
/** What an allergy is to, as the tables call it: its code, else what its words name in either language. */
export function substancesOf(fact: AllergyFact, tables: SafetyTables): string[] {
  if (fact.substance && knowsSubstance(tables, fact.substance)) return [fact.substance]
  const text = `${fact.note} ${fact.ename ?? ''}`
  const latin = wordsFor(tables).in(text)
  const han = [...tables.classes.values()]
    .filter(({ nameZhTw }) => text.includes(nameZhTw))
    .map(({ code }) => `class:${code}`)
  const drugs = [...tables.ingredients.values()].filter(({ nameZhTw }) => nameZhTw && text.includes(nameZhTw))
  return [...new Set([...latin, ...han, ...drugs.map(({ name }) => `ingredient:${name}`)])]
}

export function allergyIssues(
  lines: readonly CheckedDrug[],
  patient: PatientFacts,
  tables: SafetyTables,
  handles: Handles,
  lacks: ReportUnchecked,
): DrugIssue[] {
  const found: DrugIssue[] = []
  for (const fact of patient.allergies ?? []) {
    const to = substancesOf(fact, tables)
    if (!to.length) lacks('allergyWords', fact.note)
    const about = { note: fact.note, ename: fact.ename }
    // An allergy to one drug of a class is compared with what crosses from its class, too.
    const wide = new Set(to.flatMap((one) => (one.startsWith('ingredient:') ? [...handles(one.slice(11))] : [one])))
    for (const line of lines) {
      const of = new Set((line.ingredients ?? []).flatMap((name) => [...handles(name)]))
      if (to.some((one) => of.has(one))) {
        found.push({
          key: keyOf(`allergy:${fact.id}`, [line]),
          kind: 'allergy',
          severity: 'high',
          drugs: [drugOf(line)],
          about,
          text: null,
          source: RECORD,
        })
        continue
      }
      const crossing = tables.rules.filter(
        ({ kind, a, b }) => kind === 'cross' && wide.has(a) && b !== null && of.has(b),
      )
      const rule = crossing.find(({ severity }) => severity === 'high') ?? crossing[0]
      if (rule)
        found.push({
          key: keyOf(`${rule.id}:${fact.id}`, [line]),
          kind: 'crossAllergy',
          severity: rule.severity,
          drugs: [drugOf(line)],
          about,
          text: rule.text,
          source: rule.source,
        })
    }
  }
  return found
}
