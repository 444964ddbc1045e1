import type { ReservationAnswer } from '@teleward/contract/appointments/booking-schema.ts'
import { type Clinic, openClinic, type Reply, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** Thursday 12 March 2026, 10:30; dr.lin sees patients on Friday morning and afternoon, and tonight. */
export const FRIDAY = '2026-03-13'
export const TODAY = '2026-03-12'
export let clinic: Clinic
export let chen: Staff
export let lin: Staff
export let kao: Staff
export let away: Staff
export let far: Staff

/** The institution with its people, hours and fees. */
export async function openDesk(): Promise<void> {
  clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`insert into member (pid, member_no, name, mobile) overriding system value
      select n, 'T-' || n, '病人' || n, '09110' || n from generate_series(301, 330) n`)
    await tx.run(
      sql`insert into member_unit (pid, partner_id, unit_id) select n, 1, 2 from generate_series(301, 330) n`,
    )
    await tx.run(sql`update staff set phone = '0955000' || mid`)
    await tx.run(sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, slot_minutes, valid_from) values
      (1, 101, 5, 1, '09:00', '12:00', 4, 15, '2026-01-01'), (1, 101, 5, 2, '14:00', '15:00', 2, 30, '2026-01-01'),
      (1, 101, 4, 3, '18:00', '20:00', 8, 15, '2026-01-01'), (1, 101, 4, 1, '09:00', '12:00', 12, 15, '2026-01-01'),
      (1, 102, 5, 1, '09:00', '12:00', 4, 15, '2026-01-01'), (1, 106, 5, 1, '09:00', '12:00', 4, 15, '2026-01-01'),
      (1, 101, 6, 5, '22:00', '02:00', 8, 30, '2026-01-01')`)
    await tx.run(
      sql`insert into doctor_fee (mid, partner_id, tw_day, tw_night, cn_day, cn_night) values (101, 1, 45000, 60000, 9000, 12000)`,
    )
  })
  await signIn()
}
/** A token holds for 15 minutes of the tests' clock. */
export async function signIn(): Promise<void> {
  ;[chen, lin, kao, away, far] = (await Promise.all(
    ['nurse.chen', 'dr.lin', 'agent.kao', 'dr.away', 'dr.far'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff, Staff, Staff]
}
/** Nothing is booked, and it is half past ten. */
export async function clearDesk(): Promise<void> {
  // At once, whoever is at work: the outbox sends on its own.
  await clinic.data.db.owner(`truncate appointment, outbox_message, day_off, fee_exemption cascade;
    delete from timer where kind like 'booking%' or kind like 'outbox%'`)
  clinic.clock.set(new Date('2026-03-12T02:30:00Z'))
}

type Fields = { path: string; code: string }[]
export const wish = { action: 'book', pid: 201, did: 101, date: FRIDAY, interval: 1, time: '09:00' }
export const ask = (body: object, who = chen) => who.post<ReservationAnswer>('/his/api/reservation', body)
export const booked = async (over: object = {}, who = chen) => {
  const answer = await ask({ ...wish, ...over }, who)
  if (answer.code !== 'OK' || !answer.data.entry) throw new Error(answer.text)
  return answer.data.entry
}
export const fieldsOf = (answer: Reply<unknown>) =>
  (JSON.parse(answer.text) as { fields?: Fields }).fields?.map(({ path, code }) => `${path} ${code}`)
export const stands = async (qid: number) => {
  const [row] = await clinic.data.db.system.read(
    sql<{
      status: string
      payment: string
      holdUntil: Date | null
      fee: number | null
      defaultFee: number | null
      feeVersion: number | null
    }>`select status, payment, hold_until as "holdUntil", fee, default_fee as "defaultFee", fee_version as "feeVersion" from appointment where qid = ${qid}`,
  )
  return row
}
export const count = async (from: ReturnType<typeof sql>) =>
  (await clinic.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from ${from}`))[0]?.n
export const steps = async (qid: number) =>
  (
    await clinic.data.db.system.read(
      sql<{ action: string }>`select action from appointment_event where qid = ${qid} order by id`,
    )
  ).map(({ action }) => action)
export const messages = (word: string) => count(sql`outbox_message where dedupe like ${`booking:${word}:%`}`)
