/**
 * The domains of the portal's texts. zh-TW is the source: its files say which keys exist, and the other languages
 * `satisfies Translation<typeof …>`, so that a missing or a superfluous key does not compile (SHELL-08).
 * A new domain: three files (`zh-TW/x.ts`, `zh-CN/x.ts`, `en/x.ts`) and one line here.
 */
export interface Messages {
  admin: typeof import('./zh-TW/admin.ts').default
  appointments: typeof import('./zh-TW/appointments.ts').default
  auth: typeof import('./zh-TW/auth.ts').default
  booking: typeof import('./zh-TW/booking.ts').default
  calls: typeof import('./zh-TW/calls.ts').default
  callpeople: typeof import('./zh-TW/callpeople.ts').default
  calllog: typeof import('./zh-TW/calllog.ts').default
  crm: typeof import('./zh-TW/crm.ts').default
  childcare: typeof import('./zh-TW/childcare.ts').default
  chat: typeof import('./zh-TW/chat.ts').default
  common: typeof import('./zh-TW/common.ts').default
  devices: typeof import('./zh-TW/devices.ts').default
  dicom: typeof import('./zh-TW/dicom.ts').default
  diet: typeof import('./zh-TW/diet.ts').default
  documents: typeof import('./zh-TW/documents.ts').default
  emr: typeof import('./zh-TW/emr.ts').default
  entry: typeof import('./zh-TW/entry.ts').default
  files: typeof import('./zh-TW/files.ts').default
  forms: typeof import('./zh-TW/forms.ts').default
  questions: typeof import('./zh-TW/questions.ts').default
  freeclinic: typeof import('./zh-TW/freeclinic.ts').default
  healthcheck: typeof import('./zh-TW/healthcheck.ts').default
  history: typeof import('./zh-TW/history.ts').default
  grants: typeof import('./zh-TW/grants.ts').default
  groups: typeof import('./zh-TW/groups.ts').default
  handoffs: typeof import('./zh-TW/handoffs.ts').default
  home: typeof import('./zh-TW/home.ts').default
  housedemo: typeof import('./zh-TW/housedemo.ts').default
  imports: typeof import('./zh-TW/imports.ts').default
  institution: typeof import('./zh-TW/institution.ts').default
  limits: typeof import('./zh-TW/limits.ts').default
  link: typeof import('./zh-TW/link.ts').default
  mediafaults: typeof import('./zh-TW/mediafaults.ts').default
  members: typeof import('./zh-TW/members.ts').default
  money: typeof import('./zh-TW/money.ts').default
  monitor: typeof import('./zh-TW/monitor.ts').default
  notices: typeof import('./zh-TW/notices.ts').default
  operations: typeof import('./zh-TW/operations.ts').default
  opinions: typeof import('./zh-TW/opinions.ts').default
  outbox: typeof import('./zh-TW/outbox.ts').default
  payments: typeof import('./zh-TW/payments.ts').default
  attachments: typeof import('./zh-TW/attachments.ts').default
  phrases: typeof import('./zh-TW/phrases.ts').default
  profile: typeof import('./zh-TW/profile.ts').default
  referrals: typeof import('./zh-TW/referrals.ts').default
  review: typeof import('./zh-TW/review.ts').default
  authorise: typeof import('./zh-TW/authorise.ts').default
  rx: typeof import('./zh-TW/rx.ts').default
  safety: typeof import('./zh-TW/safety.ts').default
  screening: typeof import('./zh-TW/screening.ts').default
  screens: typeof import('./zh-TW/screens.ts').default
  settlement: typeof import('./zh-TW/settlement.ts').default
  shell: typeof import('./zh-TW/shell.ts').default
  signals: typeof import('./zh-TW/signals.ts').default
  shifts: typeof import('./zh-TW/shifts.ts').default
  wall: typeof import('./zh-TW/wall.ts').default
}
export type Domain = keyof Messages
