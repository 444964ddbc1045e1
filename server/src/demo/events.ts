import { randomUUID } from 'node:crypto'
import type { Programme } from '@teleward/contract/careevents/programmes.ts'
import { addDays } from '@teleward/contract/core/zone.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import { processSteps } from '@teleward/contract/healthchecks/rules.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'

const UNIT = 2
const ITEMS = ['height', 'weight', 'systolic', 'diastolic', 'pulse', 'glucose_fasting']

/** A free clinic that is over, one of today with people at its tables, a screening of today and one to come: follows the calendar. */
export async function seedEvents(
  tx: Tx,
  mids: Record<string, number>,
  known: readonly number[],
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  const today = localDay(now, zone)
  const { there } = await tx.one(
    sql<{
      there: boolean
    }>`select exists (select 1 from care_event where at_unit = ${UNIT} and starts_on = ${today}::date) as there`,
  )
  if (there) return
  const by = mids['case.tsai'] ?? 0
  const make = async (kind: string, name: string, place: string, day: string, programmes: Programme[] = []) => {
    const { id } = await tx.one(sql<{ id: number }>`
      insert into care_event (partner_id, at_unit, kind, name, place, starts_on, ends_on, items, programmes, made_by, made_at)
      values (1, ${UNIT}, ${kind}, ${name}, ${place}, ${day}::date, ${day}::date, ${ITEMS}::text[], ${programmes}::text[], ${by}, ${now}::timestamptz) returning id`)
    return id
  }
  const join = async (event: number, pid: number, number: number, at: Date, values: Record<string, number>) => {
    const id = randomUUID()
    await tx.run(sql`
      insert into care_event_participant (id, event_id, partner_id, unit_id, pid, number, via, consented_at, joined_at, joined_by, received_at)
      select ${id}::uuid, ${event}, mu.partner_id, mu.unit_id, mu.pid, ${number}, 'card', ${at}::timestamptz, ${at}::timestamptz, ${by}, ${at}::timestamptz
      from member_unit mu where mu.pid = ${pid} and mu.unit_id = ${UNIT} and mu.status = 'active'`)
    for (const [item, value] of Object.entries(values))
      await tx.run(sql`
        insert into care_event_value (id, event_id, participant_id, partner_id, unit_id, pid, item, value, measured_at, received_at, recorded_by)
        select ${randomUUID()}::uuid, p.event_id, p.id, p.partner_id, p.unit_id, p.pid, ${item}, ${value}::numeric, ${at}::timestamptz, ${at}::timestamptz, ${by}
        from care_event_participant p where p.id = ${id}::uuid`)
  }
  const before = await make('clinic', '西湖里義診', '西湖里活動中心', addDays(today, -35))
  const then = new Date(now.getTime() - 35 * 86_400_000)
  const here = await make('clinic', '碧湖國小義診', '碧湖國小穿堂', today)
  await make('screening', '口腔與肺癌篩檢', '內湖分站', addDays(today, 9), ['oral', 'lung'])
  const paid = await make('hpa', '西湖里整合篩檢', '西湖里活動中心', today, ['adult', 'colorectal', 'breast'])
  for (const [n, pid] of known.slice(0, 6).entries()) {
    const body = { height: 152 + n * 4, weight: 51 + n * 5 }
    const pressure = { systolic: 116 + n * 9, diastolic: 72 + n * 5, pulse: 66 + n * 3 }
    if (n < 4) await join(before, pid, n + 1, then, { ...body, ...pressure, glucose_fasting: 88 + n * 14 })
    await join(here, pid, n + 1, now, n < 2 ? { ...body, ...pressure } : n < 4 ? body : {})
    if (n < 3) await join(paid, pid, n + 1, now, {})
  }
  await seedChecks(tx, { by, now, known })
  await seedScreening(tx, { event: paid, by, doctor: mids['dr.lin'] ?? by, today, now, known })
}

interface Screened {
  event: number
  by: number
  doctor: number
  today: string
  now: Date
  known: readonly number[]
}
/** Of a screening of today: when some had theirs last, one positive that somebody follows up, and one negative. */
async function seedScreening(tx: Tx, { event, by, doctor, today, now, known }: Screened): Promise<void> {
  const said = [
    ...known.slice(0, 4).map((pid) => ({ pid, fact: 'last:colorectal', answer: 'never' })),
    ...known.slice(1, 3).map((pid) => ({ pid, fact: 'last:adult', answer: addDays(today, -400) })),
  ]
  for (const { pid, fact, answer } of said)
    await tx.run(sql`insert into screening_fact (id, partner_id, unit_id, pid, fact, answer, noted_by, noted_at)
      values (gen_random_uuid(), 1, ${UNIT}, ${pid}, ${fact}, ${answer}, ${by}, ${now}::timestamptz)`)
  const found = [
    { pid: known[0], outcome: 'positive', finding: '214 ng/mL' },
    { pid: known[1], outcome: 'negative', finding: '12 ng/mL' },
  ]
  for (const { pid, outcome, finding } of found) {
    if (pid === undefined) continue
    const id = randomUUID()
    await tx.run(sql`
      insert into screening_result (id, event_id, participant_id, partner_id, unit_id, pid, programme, outcome, finding, examined_on, recorded_by, recorded_at)
      select ${id}::uuid, p.event_id, p.id, p.partner_id, p.unit_id, p.pid, 'colorectal', ${outcome}, ${finding}, ${today}::date, ${by}, ${now}::timestamptz
      from care_event_participant p where p.event_id = ${event} and p.pid = ${pid} limit 1`)
    if (outcome === 'positive')
      await tx.run(sql`
        insert into screening_follow_up (id, result_id, event_id, partner_id, unit_id, pid, responsible, due_on, begun_by, begun_at)
        select gen_random_uuid(), r.id, r.event_id, r.partner_id, r.unit_id, r.pid, ${doctor}, ${addDays(today, 30)}::date, ${by}, ${now}::timestamptz
        from screening_result r where r.id = ${id}::uuid`)
  }
}

/** Health checks of this morning: two that were handed in, which the server works through as any other, and one that is entered. */
async function seedChecks(tx: Tx, { by, now, known }: Pick<Screened, 'by' | 'now' | 'known'>): Promise<void> {
  const values = {
    height: 158,
    weight: 63,
    waist: 82,
    systolic: 134,
    diastolic: 84,
    pulse: 74,
    temperature: 36.5,
    blood_oxygen: 97,
  }
  for (const [n, pid] of known.slice(0, 3).entries()) {
    const id = randomUUID()
    const sent = n < 2
    const at = new Date(now.getTime() - (4 - n) * 1_200_000)
    await tx.run(sql`
      insert into health_check (id, partner_id, unit_id, pid, programme, items, state, steps, identity_confirmed_at, started_by, started_at, submitted_by, submitted_at)
      select ${id}::uuid, mu.partner_id, mu.unit_id, mu.pid, 'basic', ${Object.keys(values)}::text[], ${sent ? 'processing' : 'collecting'},
        ${json(sent ? processSteps.map((step) => ({ step, state: 'waiting', at: null, reason: null })) : [])}, ${at}::timestamptz, ${by}, ${at}::timestamptz,
        ${sent ? by : null}::int, ${sent ? now : null}::timestamptz from member_unit mu where mu.pid = ${pid} and mu.unit_id = ${UNIT} and mu.status = 'active'`)
    for (const [item, value] of Object.entries(values).slice(0, sent ? undefined : 5))
      await tx.run(sql`
        insert into health_check_value (id, check_id, partner_id, unit_id, pid, item, value, recorded_by, recorded_at)
        select gen_random_uuid(), h.id, h.partner_id, h.unit_id, h.pid, ${item}, ${value + n}::numeric, ${by}, ${at}::timestamptz from health_check h where h.id = ${id}::uuid`)
    if (sent)
      await tx.run(
        sql`insert into timer (kind, key, due_at) values ('healthcheck.step', ${id}, ${now}::timestamptz) on conflict do nothing`,
      )
  }
}
