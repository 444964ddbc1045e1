import { alwaysWhole, type RefundRule } from '@teleward/contract/fees/refund-rule.ts'
import { sentences, t } from '../i18n/i18n.ts'

/** What an institution declares of money that goes back, in the words of the patient's page. */
export function refundTerms(rule: RefundRule): string {
  if (alwaysWhole(rule)) return t('money.terms.whole')
  const { wholeUntilHours: hours, latePercent: percent } = rule
  const late = percent === 0 ? t('money.terms.none', { hours }) : t('money.terms.part', { hours, percent })
  return sentences(late, t('money.terms.house'))
}
