import { type Nutrient, nutrientUnit, type Range } from '@teleward/contract/diet/nutrients.ts'
import { nutrientLabels } from '@teleward/contract/diet/labels.ts'
import { language, t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'

// Amounts of nutrients in words, where meals are kept and where a record is read. Needs the texts of `diet`.

export const nutrientText = (one: Nutrient) => nutrientLabels[one][language()]
export const unitOf = (one: Nutrient) => nutrientUnit[one]

export const amountText = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : 1)
export const valueText = (value: number | null) => (value === null ? '–' : amountText(value))
export function rangeText({ min, max }: Range): string {
  if (min !== null && max !== null) return t('diet.between', { min: amountText(min), max: amountText(max) })
  if (max !== null) return t('diet.upTo', { value: amountText(max) })
  return min === null ? t('diet.noTarget') : t('diet.fromUp', { value: amountText(min) })
}
