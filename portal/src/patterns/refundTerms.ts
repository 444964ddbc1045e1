import { alwaysWhole, type RefundRule, type RefundTerms, wholeUntil } from '@teleward/contract/fees/refund-rule.ts'
import { sentences, t } from '../i18n/i18n.ts'
import { formatDay, formatTime } from '../ui/format.ts'

/** What an institution declares of money that goes back, in the words of the patient's page. */
export function refundTerms(rule: RefundRule): string {
  if (alwaysWhole(rule)) return t('money.terms.whole')
  const { wholeUntilHours: hours, latePercent: percent } = rule
  const late = percent === 0 ? t('money.terms.none', { hours }) : t('money.terms.part', { hours, percent })
  return sentences(late, t('money.terms.house'))
}

/** The same of one visit: until which moment, as long as it lies ahead; after it only what still goes back is promised. */
export function refundTermsOf(rule: RefundRule & Partial<RefundTerms>, startAt: Date, now: Date): string {
  const until = wholeUntil(rule, startAt)
  if (until === null) return t('money.terms.whole')
  const { latePercent: percent } = rule
  const moment = `${formatDay(until)} ${formatTime(until)}`
  const said =
    now <= until
      ? percent === 0
        ? t('money.terms.noneFrom', { moment })
        : t('money.terms.partFrom', { moment, percent })
      : percent === 0
        ? t('money.terms.noneNow')
        : t('money.terms.partNow', { percent })
  return sentences(said, t('money.terms.house'))
}
