import type { Form, Node } from './compile.ts'
import { type Answer, extensionsOf, extensionValue, type Questionnaire, sameAnswer, urls } from './fhir.ts'
import type { FormState, Instance } from './state.ts'

/** `missing`: scored questions that are asked and have no answer. A sum with some missing is told as such, never as a result. */
export interface Score {
  value: number
  /** `null`: nobody knows, for it is worked out. */
  most: number | null
  missing: number
}

const weight = (node: Node, answer: Answer): number | undefined =>
  node.choices.find(({ option }) => sameAnswer(option, answer))?.weight
export const weightsOf = (node: Node, answers: readonly Answer[]): number[] =>
  answers.flatMap((one) => weight(node, one) ?? [])

/** Over the questions that are asked; `null`: nothing of the questionnaire is scored. */
export function scoreOf(form: Form, enabled: ReadonlyMap<string, Instance>, state: FormState): Score | null {
  const { item } = cutoffsOf(form.content) ?? {}
  if (item === undefined && !form.scored.length) return null
  let [value, most, missing] = [0, 0, 0]
  for (const [key, { node }] of enabled) {
    if (!node.scored || (node.hidden && !state.answers[key]?.length)) continue
    const weights = node.choices.map((one) => one.weight ?? 0)
    most += node.repeats ? weights.filter((one) => one > 0).reduce((sum, one) => sum + one, 0) : Math.max(...weights)
    const answers = state.answers[key] ?? []
    if (!answers.length) missing += 1
    value += weightsOf(node, answers).reduce((sum, one) => sum + one, 0)
  }
  if (item === undefined) return { value: Math.round(value * 1000) / 1000, most, missing }
  // What is worked out of questions that nobody answered is no result either.
  const said = enabled.has(item) ? Object.values(state.answers[item]?.[0] ?? {})[0] : undefined
  return typeof said === 'number'
    ? { value: said, most: null, missing }
    : { value: 0, most: null, missing: missing + 1 }
}

export interface Band {
  from: number
  to: number | null
  text: string
  texts: Record<string, string>
  /** Whoever sent it is told. */
  tells: boolean
}
/** What scores mean. `item`: the score is what this calculated question says, not the sum. */
export type Cutoffs = { item?: string } & (
  | { kind: 'bands'; bands: Band[] }
  | { kind: 'bySex'; male: number; female: number }
  | { kind: 'any'; from: number }
)

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
function bandOf(row: unknown): Band | null {
  if (!Array.isArray(row) || !isNumber(row[0]) || !(row[1] === null || isNumber(row[1])) || typeof row[2] !== 'string')
    return null
  const more = (typeof row[3] === 'object' && row[3] !== null ? row[3] : {}) as Record<string, unknown>
  const texts = Object.fromEntries(
    Object.entries(more).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
  return { from: row[0], to: row[1], text: row[2], texts, tells: more.tells === true }
}
/** Read from the extension `score-bands`; `null`: there is none, or none that can be read. */
export function cutoffsOf(content: Questionnaire): Cutoffs | null {
  const text = extensionValue<unknown>(content, urls.bands, 'valueString')
  if (typeof text !== 'string') return null
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    return null
  }
  const own = (typeof said === 'object' && said !== null ? said : {}) as Record<string, unknown>
  const item = typeof own.item === 'string' ? { item: own.item } : {}
  const rows = Array.isArray(said) ? said : Array.isArray(own.bands) ? own.bands : null
  if (rows) {
    const bands = rows.map(bandOf)
    return bands.every((one) => one !== null) ? { kind: 'bands', ...item, bands } : null
  }
  if (isNumber(own.male_positive_from) && isNumber(own.female_positive_from))
    return { kind: 'bySex', ...item, male: own.male_positive_from, female: own.female_positive_from }
  return isNumber(own.positive_if_any) ? { kind: 'any', ...item, from: own.positive_if_any } : null
}
/** The extension's text, for who sets cut-offs by hand. */
export function cutoffText({ item, ...rest }: { item?: string | undefined; bands: readonly Band[] }): string {
  const rows = rest.bands.map(({ from, to, text, texts, tells }) => [
    from,
    to,
    text,
    { ...texts, ...(tells ? { tells: true } : {}) },
  ])
  return JSON.stringify(item === undefined ? rows : { item, bands: rows })
}

/** What the score means: a band's words, or positive and negative. `over`: the sender is told. */
export interface Meaning {
  kind: 'band' | 'positive' | 'negative' | 'bySex'
  text: string | null
  texts: Record<string, string>
  over: boolean
}
/** `null`: not to be said, since answers are missing, or nothing says what scores mean. */
export function meaningOf(content: Questionnaire, score: Score | null, gender: string | null): Meaning | null {
  const cutoffs = cutoffsOf(content)
  if (!cutoffs || !score || score.missing) return null
  const { value } = score
  const yes = (over: boolean): Meaning => ({ kind: over ? 'positive' : 'negative', text: null, texts: {}, over })
  if (cutoffs.kind === 'any') return yes(value >= cutoffs.from)
  if (cutoffs.kind === 'bySex') {
    if (gender === 'male') return yes(value >= cutoffs.male)
    if (gender === 'female') return yes(value >= cutoffs.female)
    // Of whom the sex is not known only what holds for both can be said.
    if (value >= Math.max(cutoffs.male, cutoffs.female)) return yes(true)
    if (value < Math.min(cutoffs.male, cutoffs.female)) return yes(false)
    return { kind: 'bySex', text: null, texts: {}, over: true }
  }
  const band = cutoffs.bands.find(({ from, to }) => value >= from && (to === null || value <= to))
  return band ? { kind: 'band', text: band.text, texts: band.texts, over: band.tells } : null
}

const PHQ9 = /(^|[^a-z0-9])phq-?9($|[^0-9])/i
const isPhq9 = ({ name, url, code }: Questionnaire) =>
  PHQ9.test(name ?? '') ||
  PHQ9.test(url ?? '') ||
  (Array.isArray(code) && code.some((one) => one?.code === '44249-1' || one?.code === '44250-9'))
/** The ninth question of PHQ-9 by its code, or by where it stands: the last of nine that are scored. */
function isNinth(form: Form, node: Node): boolean {
  if (node.item.code?.some(({ code }) => code === '44260-8') || node.linkId === '/44260-8') return true
  return form.scored.length >= 9 && form.scored[8] === node
}
/** From which weight of an answer somebody is told at once, whatever the sum. Of PHQ-9 also where nobody has said so. */
export function alertFrom(form: Form, node: Node): number | undefined {
  const said = extensionValue<unknown>(node.item, urls.alert, 'valueDecimal', 'valueInteger')
  if (isNumber(said)) return said
  return node.scored && isPhq9(form.content) && isNinth(form, node) ? 1 : undefined
}
/** The questions whose answers tell of danger. */
export function dangersOf(form: Form, enabled: ReadonlyMap<string, Instance>, state: FormState): string[] {
  const found = new Set<string>()
  for (const node of form.scored) {
    const from = alertFrom(form, node)
    if (from === undefined) continue
    for (const [key, one] of enabled)
      if (one.node === node && weightsOf(node, state.answers[key] ?? []).some((value) => value >= from))
        found.add(node.linkId)
  }
  return [...found]
}
/** Some question of the questionnaire may tell of danger. */
export const hasAlert = (form: Form): boolean => form.scored.some((node) => alertFrom(form, node) !== undefined)
export const withoutBands = (content: Questionnaire) =>
  (content.extension ?? []).filter((one) => !extensionsOf({ extension: [one] }, urls.bands).length)
