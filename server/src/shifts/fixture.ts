import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import type { WeekEntry } from '@teleward/contract/shifts/schema.ts'

/** The clinic of the calls' tests with an administrator, a secretary and a bound nurse; it is Thursday, 2026-03-12, 10:30. */
export const PATTERN_FROM = '2026-03-13'
export const admin = 120
export const secretary = 121
export const farAdmin = 122

export async function openShifts(): Promise<Clinic> {
  const clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`insert into staff (mid, account, name, mobilecode) overriding system value
      values (120, 'admin', '何思穎', 1), (121, 'sec.kuo', '郭祕書', 1), (122, 'admin.far', '遠山管理', 1)`)
    await tx.run(
      sql`insert into staff_credential (mid, password_hash) select p.mid, c.password_hash from staff_credential c, (values (120), (121), (122)) p (mid) where c.mid = 101`,
    )
    await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype)
      values (120, 1, 5, 'admin'), (121, 1, 4, 'health_secretary'), (122, 32, 5, 'admin')`)
    await tx.run(
      sql`insert into staff_unit (mid, partner_id, unit_id) values (120, 1, 2), (121, 1, 2), (122, 32, 90), (102, 1, 3)`,
    )
    await tx.run(
      sql`update staff_partner set service_flags = '{"onsite": true, "video": true}' where doctortype = 'doctor'`,
    )
  })
  return clinic
}

export const cell = (weekday: number, interval: number, more: Partial<WeekEntry> = {}): WeekEntry => ({
  weekday,
  interval,
  ...({ 1: { start: '09:00', end: '12:00' }, 2: { start: '14:00', end: '17:00' }, 3: { start: '18:30', end: '20:30' } }[
    interval
  ] ?? { start: '06:00', end: '08:00' }),
  capacity: 12,
  slotMinutes: 15,
  site: 'any',
  ...more,
})
/** Mornings and afternoons of every day, from tomorrow on. */
export const everyDay = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [cell(weekday, 1), cell(weekday, 2)])
export const seedPattern = async (staff: Staff, entries = everyDay, effectiveFrom = PATTERN_FROM): Promise<void> => {
  const made = await staff.post('/his/api/schedule', { entries, effectiveFrom })
  if (made.code !== 'OK') throw new Error(made.text)
}
