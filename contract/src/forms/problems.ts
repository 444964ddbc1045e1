import { optionsOf } from './compile.ts'
import { itemTypes, extensionsOf, extensionValue, type FhirItem, type Questionnaire, urls } from './fhir.ts'
import { cutoffsOf } from './score.ts'
import { itemShape, questionnaireShape } from './shape.ts'

export const problemCodes = [
  'notAQuestionnaire',
  'malformed',
  'linkIdMissing',
  'linkIdTwice',
  'typeUnknown',
  'tooDeep',
  'tooMany',
  'noOptions',
  'whenUnknown',
  'whenCircle',
  'whenOperator',
  'calculatedCircle',
  'calculatedLong',
  'calculatedLanguage',
  'calculatedRepeats',
  'bandsUnreadable',
  'bandsOverlap',
  'noText',
  'unreachable',
] as const
export type ProblemCode = (typeof problemCodes)[number]
export interface Problem {
  code: ProblemCode
  linkId: string | null
}

export const MAX_ITEMS = 2000
const MAX_DEPTH = 12
const MAX_EXPRESSION = 2000
const operators = ['exists', '=', '!=', '>', '<', '>=', '<=']
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Flat {
  item: FhirItem
  above: FhirItem[]
}
/** Every item with those above it; stops where it gets too deep or too long, which is a problem of its own. */
function flatten(content: Questionnaire, found: Problem[]): Flat[] {
  const flat: Flat[] = []
  const walk = (items: unknown, above: FhirItem[]): boolean => {
    if (items === undefined) return true
    if (!Array.isArray(items) || above.length > MAX_DEPTH) {
      found.push({
        code: above.length > MAX_DEPTH ? 'tooDeep' : 'notAQuestionnaire',
        linkId: above.at(-1)?.linkId ?? null,
      })
      return false
    }
    for (const item of items) {
      if (!isObject(item)) {
        found.push({ code: 'notAQuestionnaire', linkId: above.at(-1)?.linkId ?? null })
        return false
      }
      flat.push({ item: item as FhirItem, above })
      if (flat.length > MAX_ITEMS) {
        found.push({ code: 'tooMany', linkId: null })
        return false
      }
      if (!walk(item.item, [...above, item as FhirItem])) return false
    }
    return true
  }
  walk(content.item, [])
  return flat
}

/** Calculated questions that an expression looks at, by the names it gives. */
const MENTION = /linkId\s*=\s*['"]([^'"]+)['"]/g
const mentioned = (expression: string): string[] => [...expression.matchAll(MENTION)].map((match) => match[1] ?? '')

/** Whoever is in a circle of `next`. */
function inCircle(ids: Iterable<string>, next: (id: string) => string[]): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const circle = new Set<string>()
  const visit = (id: string, path: string[]) => {
    if (state.get(id) === 'done') return
    if (state.get(id) === 'open') {
      for (const one of path.slice(path.indexOf(id))) circle.add(one)
      return
    }
    state.set(id, 'open')
    for (const one of next(id)) visit(one, [...path, id])
    state.set(id, 'done')
  }
  for (const id of ids) visit(id, [])
  return [...circle]
}

function ofItem(content: Questionnaire, { item, above }: Flat, ids: ReadonlySet<string>): ProblemCode[] {
  const codes: ProblemCode[] = []
  if (!(itemTypes as readonly string[]).includes(item.type)) codes.push('typeUnknown')
  if (
    (item.type === 'choice' || item.type === 'open-choice') &&
    !optionsOf(content, item).length &&
    item.answerValueSet === undefined
  )
    codes.push('noOptions')
  const shown = extensionValue<boolean>(item, urls.hidden, 'valueBoolean') !== true
  if (shown && item.type !== 'group' && !(typeof item.text === 'string' && item.text.trim())) codes.push('noText')
  for (const when of Array.isArray(item.enableWhen) ? item.enableWhen : []) {
    if (!isObject(when) || !ids.has(String(when.question))) codes.push('whenUnknown')
    else if (!operators.includes(String(when.operator))) codes.push('whenOperator')
  }
  const expression = extensionValue<unknown>(item, urls.calculated, 'valueExpression')
  if (expression !== undefined) {
    const { expression: text, language } = isObject(expression) ? expression : {}
    if (typeof text !== 'string' || language !== 'text/fhirpath') codes.push('calculatedLanguage')
    else if (text.length > MAX_EXPRESSION) codes.push('calculatedLong')
    if (above.some((one) => one.type === 'group' && one.repeats === true)) codes.push('calculatedRepeats')
  }
  return codes
}

/** What keeps a questionnaire from being published, each with its question. Harmless on whatever JSON it is given. */
export function problemsOf(content: unknown): Problem[] {
  const found: Problem[] = []
  if (!isObject(content) || content.resourceType !== 'Questionnaire')
    return [{ code: 'notAQuestionnaire', linkId: null }]
  const questionnaire = content as unknown as Questionnaire
  const flat = flatten(questionnaire, found)
  if (found.length) return found
  const ids = new Set<string>()
  for (const { item } of flat) {
    if (typeof item.linkId !== 'string' || !item.linkId.trim()) found.push({ code: 'linkIdMissing', linkId: null })
    else if (ids.has(item.linkId)) found.push({ code: 'linkIdTwice', linkId: item.linkId })
    else ids.add(item.linkId)
  }
  if (!questionnaireShape.safeParse(content).success) found.push({ code: 'malformed', linkId: null })
  for (const { item } of flat)
    if (!itemShape.safeParse(item).success) found.push({ code: 'malformed', linkId: item.linkId })
  if (found.length) return found
  for (const one of flat)
    for (const code of ofItem(questionnaire, one, ids)) found.push({ code, linkId: one.item.linkId })
  const byId = new Map(flat.map((one) => [one.item.linkId, one]))
  const whens = (id: string): string[] => {
    const one = byId.get(id)
    if (!one) return []
    const said = Array.isArray(one.item.enableWhen) ? one.item.enableWhen.filter(isObject) : []
    const outer = one.above.at(-1)
    return [...said.map(({ question }) => String(question)), ...(outer ? [outer.linkId] : [])]
  }
  for (const linkId of inCircle(ids, whens)) found.push({ code: 'whenCircle', linkId })
  const expressions = new Map(
    flat.flatMap(({ item }) => {
      const text = extensionValue<{ expression?: unknown }>(item, urls.calculated, 'valueExpression')?.expression
      return typeof text === 'string' ? [[item.linkId, mentioned(text)] as const] : []
    }),
  )
  const looksAt = (id: string) => (expressions.get(id) ?? []).filter((one) => expressions.has(one))
  for (const linkId of inCircle(expressions.keys(), looksAt)) found.push({ code: 'calculatedCircle', linkId })
  for (const linkId of unreachable(flat)) found.push({ code: 'unreachable', linkId })
  for (const code of ofBands(questionnaire)) found.push({ code, linkId: null })
  return found
}

/** A score that nothing says the meaning of, or two things. */
function ofBands(content: Questionnaire): ProblemCode[] {
  if (!extensionsOf(content, urls.bands).length) return []
  const cutoffs = cutoffsOf(content)
  if (!cutoffs) return ['bandsUnreadable']
  if (cutoffs.kind !== 'bands') return []
  const bands = cutoffs.bands.toSorted((one, other) => one.from - other.from)
  const over = bands.some(({ from, to }, at) => {
    const next = bands[at + 1]
    return (to !== null && to < from) || (next !== undefined && (to === null || next.from <= to))
  })
  return over ? ['bandsOverlap'] : []
}

/** Asked for an answer that its question does not offer: nobody ever gets there. */
function unreachable(flat: readonly Flat[]): string[] {
  const byId = new Map(flat.map(({ item }) => [item.linkId, item]))
  return flat.flatMap(({ item }) => {
    const whens = Array.isArray(item.enableWhen) ? item.enableWhen : []
    const never = whens.map((when) => {
      const target = byId.get(when.question)
      const coding = when.answerCoding as { code?: unknown } | undefined
      if (when.operator !== '=' || !coding || target?.type !== 'choice' || !Array.isArray(target.answerOption))
        return false
      return !target.answerOption.some((option) => option?.valueCoding?.code === coding.code)
    })
    const dead = item.enableBehavior === 'any' ? never.length > 0 && never.every(Boolean) : never.some(Boolean)
    return dead ? [item.linkId] : []
  })
}
export const isEmpty = (content: Questionnaire): boolean => {
  const some = (items: readonly FhirItem[] = []): boolean =>
    items.some((item) => (item.type !== 'group' && item.type !== 'display') || some(item.item))
  return !some(content.item)
}
