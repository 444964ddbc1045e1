import type { Permission } from '@teleward/contract/core/permissions.gen.ts'

/** The permissions that rules of access ask: they travel with each transaction. A rule that asks another one adds it here. */
export const accessRights = [
  'emr.read',
  'appointment.read',
  'monitor.read',
  'outbox.read',
  'crm.read',
  'crm.write',
  'chat.patient',
  'file.read',
  'diet.read',
  'diet.advise',
  'admin.partner',
  'admin.ui',
  'audit.read',
  'admin.review',
  'monitor.group',
  'prescription.write',
  'prescription.dispense',
  'product.recommend',
  'notice.send',
  'opinion.use',
  'event.operate',
  'event.manage',
  'childcare.read',
  'childcare.write',
  'form.build',
  'form.collect',
  'fee.own',
  'fee.partner',
] as const satisfies readonly Permission[]
export type AccessRight = (typeof accessRights)[number]
