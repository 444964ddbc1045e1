/** What an entry of the bell is about; its sound, and whether it may come to the desktop, are set by kind. */
export const notificationKinds = ['opinion', 'todo', 'schedule', 'msg', 'noti', 'call', 'alert', 'system'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/**
 * Those of which the bell has entries. Words of a conversation sound and come to the desktop as an entry does, and leave none:
 * how many wait stands at the conversations, whose list they are.
 */
export const entryKinds = notificationKinds.filter((kind) => kind !== 'msg')

/** So many are made unread again at once. */
export const UNREAD_AGAIN_MAX = 500

/** The sentence of an entry. It names nobody: names are looked up by who reads it. */
export const notificationWhats = [
  'todo.new',
  'todo.reassigned',
  'todo.reminder',
  'todo.completed',
  'todo.reopened',
  'todo.comment',
  'todo.withdrawn',
  'todo.late',
  'call.missed',
  'alert.critical',
  'alert.waits',
  'alert.muted',
  'form.danger',
  'form.over',
  'screening.urgent',
  'check.done',
  'check.failed',
  'check.critical',
  'notice.arrived',
  'notice.failed',
  'opinion.invited',
  'opinion.answered',
  'opinion.declined',
  'opinion.withdrawn',
  'opinion.changed',
  'opinion.late',
  'case.assigned',
  'case.late',
  'shift.changed',
  'referral.new',
  'referral.answered',
  'referral.waiting',
  'referral.overdue',
  'grant.given',
  'grant.begun',
  'grant.changed',
  'grant.ending',
  'grant.ended',
  'emergency.taken',
  'emergency.many',
  'emergency.booked',
  'emergency.arrived',
  'statement.confirmed',
  'statement.refused',
  'statement.asked',
  'statement.answered',
  'staff.invited',
  'visit.held',
  'visit.confirmed',
  'visit.moved',
  'visit.released',
  'visit.reminder',
] as const
export type NotificationWhat = (typeof notificationWhats)[number]

/** What an entry leads to. Of these the server knows whether it is still there for whom it leads. */
export const subjectKinds = [
  'todo',
  'call',
  'alert',
  'form',
  'notice',
  'opinion',
  'case',
  'shift',
  'referral',
  'grant',
  'emergency',
  'visit',
  'check',
  'statement',
  'invitation',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Has to be answered or put away by name: opening it, and reading all, leave it unread. */
export const staysUnread = (kind: NotificationKind): boolean => kind === 'call'

/** Comes through the quiet hours of a person: somebody may be in danger. */
export const breaksQuiet = (what: NotificationWhat): boolean =>
  what === 'alert.critical' ||
  what === 'alert.waits' ||
  what === 'form.danger' ||
  what === 'screening.urgent' ||
  what === 'check.critical' ||
  what === 'emergency.booked' ||
  what === 'emergency.arrived'
