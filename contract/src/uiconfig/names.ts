/** The screens of the frame, by the names that menu, labels and the list of calls share. */
export const screenNames = [
  'home',
  'members',
  'membersmgmt',
  'appthistory',
  'chat',
  'notify',
  'schedule',
  'todolist',
  'opinion',
  'authorization',
  'emr2',
  'doctornote',
  'funduscopy',
  'histemplate',
  'viewdicom',
  'teachInstall',
  'shift',
  'contact',
  'service',
  'setword',
  'upload',
  'uploadSelect',
  'profile',
  'privacy',
  'log',
  'monitor',
  'crm',
  'apptmgmt',
  'dietMgmt',
  'dietReport',
  'calllog',
  'housedemo',
  'freeclinic',
  'questionsmgmt',
  'screening',
  'childcaremgmt',
  'form',
  'healthCheck',
  'healthCheckProcessing',
  'healthCheckResult',
  'referral',
  'adminPartners',
  'adminStaff',
  'adminReview',
  'adminPrivileges',
  'adminUiconfig',
  'adminGroups',
  'adminAudit',
  'adminOutbox',
  'adminPayments',
  'adminSettlement',
  'prescriptions',
  'statement',
] as const
export type ScreenName = (typeof screenNames)[number]

/**
 * Nobody can be locked out of these: where one begins, one's own account, where the hiding is undone, and where it is seen who
 * did what, which those who are seen there do not take away.
 */
export const alwaysShown: readonly ScreenName[] = ['home', 'profile', 'adminUiconfig', 'adminAudit']

/** The part of a published interface that says which screens are closed, and to whom. */
interface Menu {
  hidden: readonly ScreenName[]
  seenBy: Readonly<Partial<Record<ScreenName, readonly string[]>>>
}

/** The screens that a published interface keeps from somebody of this staff type. */
export function hiddenScreens({ menu }: { menu: Menu }, doctortype: string): ScreenName[] {
  const kept = new Set<string>(alwaysShown)
  return screenNames.filter((screen) => {
    if (kept.has(screen)) return false
    const seenBy = menu.seenBy[screen]
    return menu.hidden.includes(screen) || (seenBy !== undefined && !seenBy.some((type) => type === doctortype))
  })
}
