import { patientsAtOnce, USUAL_AT_ONCE } from '@teleward/contract/shifts/rules.ts'
import { t } from '../../i18n/i18n.ts'
import { confirmAct } from '../../ui/notify.ts'
import type { Hours } from './hours.ts'

/** Asks where more are let in for one time than anybody sees in it; what was let in before is not asked about again. */
export async function surePlaces(hours: Hours, before: Hours | undefined): Promise<boolean> {
  const count = patientsAtOnce(hours)
  const many = count > USUAL_AT_ONCE && !(before && count <= patientsAtOnce(before))
  if (!many) return true
  return confirmAct({
    title: t('shifts.edit.manyTitle', { count }),
    text: t('shifts.edit.manyText', { max: hours.capacity, minutes: hours.slotMinutes, count }),
    ok: t('shifts.edit.manyOk'),
    cancel: t('common.cancel'),
  })
}
