import { ageLabel } from '@teleward/contract/core/dates.ts'
import { t } from '../i18n/i18n.ts'
import { isoDay } from './format.ts'

/** 68歲2個月, 18個月, 21天 (SHELL-19); empty when the birthday says nothing. */
export function ageText(birthday: string | null | undefined, today = isoDay()): string {
  const age = birthday ? ageLabel(birthday, today) : null
  if (!age) return ''
  if ('days' in age) return t('common.age.days', { count: age.days })
  const { years, months }: { years?: number; months: number } = age
  if (years === undefined) return t('common.age.months', { count: months })
  return months === 0 ? t('common.age.years', { count: years }) : t('common.age.yearsMonths', { years, months })
}

export type Sex = 'male' | 'female' | 'other' | 'unknown'
/** 68歲2個月・女 */
export function ageAndSex(birthday: string | null | undefined, sex: Sex, today = isoDay()): string {
  return [ageText(birthday, today), t(`common.sex.${sex}`)].filter(Boolean).join(t('common.dot'))
}
