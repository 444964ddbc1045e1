import { randomUUID } from 'node:crypto'
import type { CareEvent, Participant } from '@teleward/contract/careevents/schema.ts'
import { expect } from 'vitest'
import { clinic, openDesk, TODAY } from '../appointments/booking-fixture.ts'
import type { Reply, Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** A case manager who makes events, and two volunteers at their tables: one of the unit, one of another. */
export let manager: Staff
export let volunteer: Staff
export async function openVenue(): Promise<void> {
  await openDesk()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into staff (mid, account, name, mobilecode) overriding system value values (120, 'case.su', '蘇個管', 1), (121, 'vol.huang', '黃志工', 1)`,
    )
    await tx.run(
      sql`insert into staff_credential (mid, password_hash) select m, password_hash from staff_credential, generate_series(120, 121) m where mid = 101`,
    )
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (120, 1, 3, 'case_manager'), (121, 1, 6, 'volunteer')`,
    )
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (120, 1, 2), (121, 1, 2)`)
  })
  await signVenue()
}
export async function signVenue(): Promise<void> {
  ;[manager, volunteer] = (await Promise.all(['case.su', 'vol.huang'].map((account) => clinic.staff(account)))) as [
    Staff,
    Staff,
  ]
}

export const clinicEvent = {
  kind: 'clinic',
  unit: 2,
  name: '內湖義診',
  place: '碧湖國小',
  startsOn: TODAY,
  endsOn: TODAY,
  items: ['height', 'weight', 'systolic', 'diastolic', 'pulse', 'glucose_fasting'],
}
export const now = () => clinic.clock.now().toISOString()
export async function makeEvent(more: object = {}): Promise<CareEvent> {
  const made = await manager.post<CareEvent>('/his/api/events', { ...clinicEvent, ...more })
  expect(made.code, made.text).toBe('OK')
  return made.data
}
export const joinAs = (
  who: Staff,
  event: CareEvent,
  body: object = { pid: 201, via: 'search' },
): Promise<Reply<Participant>> =>
  who.post<Participant>('/his/api/joinEvent', {
    id: randomUUID(),
    eventid: event.id,
    consent: true,
    at: now(),
    ...body,
  })
export interface EntrySaid {
  id?: string
  item: string
  value: number | null
  measuredAt?: string
  replaces?: string[]
  confirmed?: boolean
  device?: { name: string; type: string }
}
export const measureAs = (who: Staff, event: CareEvent, pid: number, ...entries: EntrySaid[]) =>
  who.post<{ participant: Participant; merged: boolean }>('/his/api/upsertMeasureData', {
    eventid: event.id,
    pid,
    entries: entries.map((one) => ({ id: randomUUID(), measuredAt: now(), ...one })),
  })
/** A report of somebody that has been uploaded. */
export async function storedReport(pid: number): Promise<string> {
  const file = randomUUID()
  await clinic.data.db.system.tx((tx) =>
    tx.run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, key, state, created_at, updated_at)
      values (${file}::uuid, 1, 2, ${pid}, 103, 'pe_report', 'pdf', '報告.pdf', 1, repeat('0', 64), ${file}, 'stored', ${now()}::timestamptz, ${now()}::timestamptz)`),
  )
  return file
}
/** What stands of an item, as pairs. */
export const valuesOf = ({ values }: Participant) => values.map(({ item, value }) => `${item} ${value}`).toSorted()
