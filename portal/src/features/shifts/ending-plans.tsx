import { addDays } from '@teleward/contract/core/dates.ts'
import type { EndingPlan } from '@teleward/contract/shifts/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { hoursText, partName, weekdayName } from './labels.ts'

/** A dialog has place for these; of more it tells how many. */
const SHOWN = 8

const spanText = ({ validFrom, validUntil }: EndingPlan): string =>
  validUntil === null
    ? t('shifts.ending.from', { date: formatDate(validFrom) })
    : t('shifts.pattern.historyRow', { from: formatDate(validFrom), to: formatDate(addDays(validUntil, -1)) })

/** Plans that were to begin later and end by a change: which, and whether it is still to be made. */
export function askEndingPlans(plans: readonly EndingPlan[]): Promise<boolean> {
  const more = plans.length - SHOWN
  return confirmAct({
    title: t('shifts.ending.title'),
    text: (
      <>
        <p>{t('shifts.ending.text')}</p>
        <ul>
          {plans.slice(0, SHOWN).map((plan) => (
            <li key={`${plan.weekday} ${plan.interval} ${plan.validFrom}`}>
              {t('shifts.ending.row', {
                span: spanText(plan),
                day: weekdayName(plan.weekday),
                part: partName(plan.interval),
                hours: hoursText(plan),
                max: plan.capacity,
              })}
            </li>
          ))}
        </ul>
        {more > 0 && <p>{t('shifts.ending.more', { count: more })}</p>}
      </>
    ),
    ok: t('shifts.ending.ok'),
    cancel: t('common.cancel'),
    danger: true,
  })
}
