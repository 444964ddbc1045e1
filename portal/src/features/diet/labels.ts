import type { Total } from '@teleward/contract/diet/nutrients.ts'
import type { Activity, Condition } from '@teleward/contract/diet/targets.ts'
import { activityLabels, conditionLabels } from '@teleward/contract/diet/labels.ts'
import { language, t } from '../../i18n/i18n.ts'
import { amountText, valueText } from '../../patterns/diet/words.ts'

export const activityText = (one: Activity) => activityLabels[one][language()]
export const conditionText = (one: Condition) => conditionLabels[one][language()]
export const mealText = (meal: number) => t(`diet.meal.m${meal as 1 | 2 | 3 | 4 | 5 | 6}`)
/** What is not known in full says so. */
export const totalText = ({ value, unknown }: Total) =>
  value !== null && unknown > 0 ? t('diet.atLeast', { value: amountText(value) }) : valueText(value)
