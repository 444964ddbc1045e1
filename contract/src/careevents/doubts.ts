import type { ErrorCode } from '../core/errors.gen.ts'
import { bodyDoubts, type BodyPart } from '../monitoring/body.ts'
import { isWeightMoved } from '../monitoring/doubts.ts'
import { implausibleItem, type Item, itemRules, oddItemText } from './items.ts'

/** One thing to confirm of what was typed; the entry of `item` is the one that is confirmed. */
export interface ItemDoubt {
  item: Item
  code: Extract<ErrorCode, 'VALUE_IMPLAUSIBLE' | 'WEIGHT_CHANGE_IMPLAUSIBLE'>
  about: Item | 'bmi'
  value: number
  /** What is usual; `null` of a weight that differs from those of two days. */
  usual: { from: number; to: number } | null
  text: string
}
const bodyItems: Partial<Record<BodyPart, Item>> = {
  height: 'height',
  weight: 'weight',
  systolic: 'systolic',
  diastolic: 'diastolic',
}
export interface ItemContext {
  /** What stands already of the same person at the same time: it is not asked about again, and has to fit. */
  standing: ReadonlyMap<Item, number>
  /** Completed years, where they are known. */
  age: number | null
  /** Weights of the person of two days; known to the server alone. */
  near?: readonly number[]
}
/** What of typed values nobody of that age has, what does not fit together, and a weight that moved: as of what devices measure. */
export function itemDoubts(typed: ReadonlyMap<Item, number>, { standing, age, near = [] }: ItemContext): ItemDoubt[] {
  const doubts: ItemDoubt[] = []
  const code = 'VALUE_IMPLAUSIBLE' as const
  for (const [item, value] of typed)
    if (implausibleItem(item, value)) {
      const { from, to } = itemRules[item]
      doubts.push({ item, code, about: item, value, usual: { from, to }, text: oddItemText(item, value) })
    }
  const known = (item: Item) => typed.get(item) ?? standing.get(item) ?? null
  const body = {
    height: known('height'),
    weight: known('weight'),
    systolic: known('systolic'),
    diastolic: known('diastolic'),
  }
  for (const { about, of, value, from, to, text } of bodyDoubts(body, age)) {
    const items = of.flatMap((part) => bodyItems[part] ?? [])
    // What stands alone was asked about when it was typed.
    const item = items.find((one) => typed.has(one))
    if (!item || doubts.some((one) => items.includes(one.item))) continue
    doubts.push({ item, code, about: about === 'bmi' ? about : item, value, usual: { from, to }, text })
  }
  const weight = typed.get('weight')
  if (weight !== undefined && !doubts.some(({ item }) => item === 'weight') && isWeightMoved(weight, near))
    doubts.push({
      item: 'weight',
      code: 'WEIGHT_CHANGE_IMPLAUSIBLE',
      about: 'weight',
      value: weight,
      usual: null,
      text: String(weight),
    })
  return doubts
}
