import { type AllergyFact, namesProduct, substancesOf } from './allergy-words.ts'
import { type CheckedDrug, drugOf, type Handles, keyOf } from './drug.ts'
import type { ReportUnchecked } from './report.ts'
import type { DrugIssue } from './issue.ts'
import type { SafetyTables } from './tables.ts'

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

export function allergyIssues(
  lines: readonly CheckedDrug[],
  patient: PatientFacts,
  tables: SafetyTables,
  handles: Handles,
  lacks: ReportUnchecked,
): DrugIssue[] {
  const found: DrugIssue[] = []
  /** Allergies to something of the tables; drugs that an allergy is known to be to. */
  const meant = new Set<number>()
  const named = new Set<CheckedDrug>()
  for (const fact of patient.allergies ?? []) {
    const to = substancesOf(fact, tables)
    if (to.length) meant.add(fact.id)
    else if (!lines.some((line) => namesProduct(fact, line))) lacks('allergyWords', fact.note)
    const about = { note: fact.note, ename: fact.ename }
    // An allergy to one drug of a class is compared with what crosses from its class, too.
    const wide = new Set(to.flatMap((one) => (one.startsWith('ingredient:') ? [...handles(one.slice(11))] : [one])))
    for (const line of lines) {
      const of = new Set((line.ingredients ?? []).flatMap((name) => [...handles(name)]))
      if (to.some((one) => of.has(one)) || namesProduct(fact, line)) {
        named.add(line)
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
  for (const line of lines)
    if (!named.has(line) && (!line.ingredients || line.partial)) found.push(...uncompared(line, patient, meant))
  return found
}

const UNCOMPARED = {
  en: 'What it is made of is not, or not wholly, known here: it was not compared with these allergies.',
  zhTw: '成分不明或僅部分已知，未能與這些過敏比對。',
}
/**
 * A drug that could not be compared with the patient's allergies. It is asked about where one of them is to a drug and nothing of
 * the ingredients is known; else it is said.
 */
function uncompared(line: CheckedDrug, { allergies }: PatientFacts, meant: ReadonlySet<number>): DrugIssue[] {
  const facts = line.ingredients ? allergies?.filter(({ id }) => meant.has(id)) : allergies
  if (!facts?.length) return []
  const inEnglish = facts.map(({ ename }) => ename)
  return [
    {
      key: keyOf('allergyUncompared', [line], facts.map(({ id }) => id).join()),
      kind: 'allergyUncompared',
      severity: !line.ingredients && facts.some(({ id }) => meant.has(id)) ? 'high' : 'moderate',
      drugs: [drugOf(line)],
      about: {
        note: facts.map(({ note }) => note).join('、'),
        ename: inEnglish.every(Boolean) ? inEnglish.join(', ') : null,
      },
      text: UNCOMPARED,
      source: RECORD,
    },
  ]
}
