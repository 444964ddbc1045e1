import type { HistoryFact } from '@teleward/contract/members/fact.ts'
import { t } from '../../i18n/i18n.ts'
import { isNone } from '@teleward/contract/members/allergies.ts'

/** How sure, how bad, what it did; and for allergies whether the drug check knows it. */
export function sureText(fact: HistoryFact): string {
  if (isNone(fact)) return ''
  return [
    fact.reaction,
    fact.severity && severity(fact.severity),
    fact.criticality && `${t('safety.criticality')} ${t(`safety.crit.${fact.criticality}`)}`,
    fact.verification && t(`safety.verif.${fact.verification}`),
  ]
    .filter(Boolean)
    .join(t('common.dot'))
}
const severity = (text: string) =>
  text === 'mild' || text === 'moderate' || text === 'severe' ? t(`safety.sev.${text}`) : text
