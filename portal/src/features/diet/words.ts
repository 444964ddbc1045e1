import { type Nutrient, nutrientUnit, type Range, type Total } from '@teleward/contract/diet/nutrients.ts'
import type { Activity, Condition } from '@teleward/contract/diet/targets.ts'
import { activityWords, conditionWords, nutrientWords } from '@teleward/contract/diet/words.ts'
import { language, t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'

export const nutrientText = (one: Nutrient) => nutrientWords[one][language()]
export const activityText = (one: Activity) => activityWords[one][language()]
export const conditionText = (one: Condition) => conditionWords[one][language()]
export const mealText = (meal: number) => t(`diet.meal.m${meal as 1 | 2 | 3 | 4 | 5 | 6}`)
export const unitOf = (one: Nutrient) => nutrientUnit[one]

const number = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : 1)
export const valueText = (value: number | null) => (value === null ? '–' : number(value))
export function rangeText({ min, max }: Range): string {
  if (min !== null && max !== null) return t('diet.between', { min: number(min), max: number(max) })
  if (max !== null) return t('diet.upTo', { value: number(max) })
  return min === null ? t('diet.noTarget') : t('diet.fromUp', { value: number(min) })
}
/** What is not known in full says so. */
export const totalText = ({ value, unknown }: Total) =>
  value !== null && unknown > 0 ? t('diet.atLeast', { value: number(value) }) : valueText(value)
