import { ruleKinds, type DrugRule, readConditions } from './tables.ts'

export const ruleColumns = [
  'id',
  'kind',
  'a',
  'b',
  'severity',
  'conditions',
  'text_en',
  'text_zh_tw',
  'source',
] as const

/** One row of rules as written in a file; `source` is looked up by the caller. Throws with what is wrong with it. */
export function readRule(
  cells: readonly string[],
  source: (id: string) => DrugRule['source'] | undefined,
  known: (name: string) => boolean,
): DrugRule {
  const [id = '', kind = '', a = '', b = '', severity = '', conditions = '', en = '', zhTw = '', from = ''] = cells.map(
    (cell) => cell.trim(),
  )
  const named = ruleKinds.find((one) => one === kind)
  if (!id) throw new Error('id: empty')
  if (!named) throw new Error(`kind: ${kind}`)
  if (!known(a)) throw new Error(`a: ${a}`)
  const two = named === 'interaction' || named === 'cross'
  if (two ? !known(b) : b !== '') throw new Error(`b: ${b}`)
  if (severity !== 'high' && severity !== 'moderate') throw new Error(`severity: ${severity}`)
  if (!en || !zhTw) throw new Error('text: empty')
  const when = readConditions(conditions)
  if ((named === 'dose') !== when.length > 0) throw new Error(`conditions: ${conditions}`)
  const cited = source(from)
  if (!cited) throw new Error(`source: ${from}`)
  return { id, kind: named, a, b: b || null, severity, when, text: { en, zhTw }, source: cited }
}
