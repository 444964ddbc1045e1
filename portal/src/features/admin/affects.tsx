import { partnerAffects, staffAffects } from '@teleward/contract/admin/schema.ts'
import type { ApiError } from '../../api/errors.ts'
import { t } from '../../i18n/i18n.ts'
import { confirmAct } from '../../ui/notify.ts'

const ask = (lines: readonly string[]): Promise<boolean> =>
  confirmAct({
    title: t('admin.affects.title'),
    text: lines.map((line) => <p key={line}>{line}</p>),
    ok: t('admin.affects.ok'),
    cancel: t('common.cancel'),
    danger: true,
  })

/** Of PARTNER_AFFECTS: what hangs on the change, in numbers, and whether it is still to be made. */
export function askPartnerChange({ data, message }: ApiError): Promise<boolean> {
  const affects = partnerAffects.safeParse(data).data
  const timeZone = affects?.timeZone
  const secondStep = affects?.secondStep
  const lines = [
    ...(timeZone ? [t('admin.affects.zone', { count: timeZone.visits })] : []),
    ...(timeZone?.uncovered ? [t('admin.affects.zoneUncovered', { count: timeZone.uncovered })] : []),
    ...(secondStep ? [t('admin.affects.step', { count: secondStep.people })] : []),
    ...(secondStep?.signedIn ? [t('admin.affects.stepSignedIn', { count: secondStep.signedIn })] : []),
    ...(secondStep?.inCall ? [t('admin.affects.stepInCall', { count: secondStep.inCall })] : []),
  ]
  return ask(lines.length ? lines : [message])
}

/** Of STAFF_AFFECTS: what is left open of the profession, and the visits in units that are taken. */
export function askStaffChange({ data, message }: ApiError): Promise<boolean> {
  const affects = staffAffects.safeParse(data).data
  const left = affects?.profession
  const lines = [
    ...(left ? [t('admin.affects.profession')] : []),
    ...(left?.visits ? [t('admin.staff.leftVisits', { count: left.visits })] : []),
    ...(left?.drafts ? [t('admin.staff.leftDrafts', { count: left.drafts })] : []),
    ...(left?.todos ? [t('admin.staff.leftTodos', { count: left.todos })] : []),
    ...(left?.cases ? [t('admin.staff.leftCases', { count: left.cases })] : []),
    ...(affects?.unitVisits ? [t('admin.affects.unitVisits', { count: affects.unitVisits })] : []),
  ]
  return ask(lines.length ? lines : [message])
}
