import { rateOf } from '@teleward/contract/monitoring/ecg.ts'
import { simulatedEcg } from '@teleward/contract/monitoring/simulated-ecg.ts'
import { packed } from '../monitoring/ecgs.ts'
import { readingKinds } from '@teleward/contract/monitoring/rules.ts'
import { kindRules, type ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import { checkThresholds } from '../monitoring/watch.ts'
import { sql, type Tx } from '../platform/db/index.ts'

const UNIT = 2
const HOUR = 3_600_000
const DAYS = 30

/** How somebody's month was: around what, how far it swings, and where it is today. */
interface Course {
  kind: ReadingKind
  value: number
  swing: number
  /** By so much a day. */
  drift: number
  diastolic?: number
  today?: number
}
const months: readonly (readonly Course[])[] = [
  [
    { kind: 'blood_pressure', value: 148, swing: 9, drift: 0.4, diastolic: 91, today: 184 },
    { kind: 'weight', value: 68.4, swing: 0.4, drift: 0.02 },
    { kind: 'pulse', value: 78, swing: 6, drift: 0 },
  ],
  [
    { kind: 'blood_pressure', value: 124, swing: 6, drift: 0, diastolic: 76 },
    { kind: 'glucose_fasting', value: 118, swing: 12, drift: -0.5 },
    { kind: 'glucose_after_meal', value: 162, swing: 15, drift: -0.6 },
  ],
  [
    { kind: 'blood_pressure', value: 127, swing: 5, drift: 0.1, diastolic: 74, today: 138 },
    { kind: 'blood_oxygen', value: 97, swing: 1, drift: 0 },
    { kind: 'temperature', value: 36.5, swing: 0.3, drift: 0 },
  ],
]

/** A month of the monitored members' readings, once, and the alerts that the last ones raise. Others measure nothing. */
export async function seedReadings(tx: Tx, mids: Record<string, number>, now: Date): Promise<void> {
  const { there } = await tx.one(sql<{ there: boolean }>`select exists (select 1 from reading) as there`)
  if (there) return
  const by = mids['nurse.chen'] ?? 0
  const { zone } = await tx.one(sql<{ zone: string }>`select time_zone as zone from partner where id = 1`)
  // Those whose record is open to the unit: of the others nobody would see what they measured.
  const people = await tx.many(sql<{ pid: number }>`
    select distinct gm.pid from monitor_group_member gm where gm.unit_id = ${UNIT} and gm.removed_at is null
      and exists (select 1 from consent c where c.pid = gm.pid and c.unit_id = gm.unit_id and c.kind = 'record' and c.state = 'active')
    order by 1`)
  for (const [at, { pid }] of people.slice(0, months.length).entries())
    for (const course of months[at] ?? []) await plantCourse(tx, { pid, by, zone }, course, now)
  // The one with the highest pressure wears a patch as well.
  const [first] = people
  if (first)
    for (const [hours, bpm] of STRIPS) await plantEcg(tx, first.pid, by, new Date(now.getTime() - hours * HOUR), bpm)
}

/** How many hours ago, and at which rate. */
const STRIPS = [
  [54, 74],
  [30, 71],
  [3, 88],
] as const
const STRIP = { rate: 250, seconds: 30 }
async function plantEcg(tx: Tx, pid: number, by: number, at: Date, bpm: number): Promise<void> {
  const wave = { rate: STRIP.rate, leads: [{ label: 'II', samples: simulatedEcg(bpm, STRIP) }] }
  await tx.run(sql`insert into ecg (pid, first_pid, partner_id, unit_id, measured_at, received_at, rate, leads, wave, heart_rate, counted, device_name,
      device_type, recorded_by)
    values (${pid}, ${pid}, 1, ${UNIT}, ${at}::timestamptz, ${at}::timestamptz, ${wave.rate}, '{II}', decode(${packed(wave)}, 'base64'),
      ${rateOf(wave)}::smallint, true, 'ECG-1', 'patch', ${by}) on conflict do nothing`)
}

interface Whose {
  pid: number
  by: number
  zone: string
}
async function plantCourse(tx: Tx, { pid, by, zone }: Whose, course: Course, now: Date): Promise<void> {
  const { kind, value, swing, drift, diastolic, today } = course
  const { unit, decimals } = kindRules[kind]
  const place = readingKinds.indexOf(kind)
  for (let ago = DAYS; ago >= 0; ago -= 1) {
    // A swing that looks like one, and is the same at each start.
    const moved = swing * Math.sin(ago * 1.7 + place) + drift * (DAYS - ago)
    const one = ago === 0 && today !== undefined ? today : Number((value + moved).toFixed(decimals))
    const low = diastolic === undefined ? null : Math.round(diastolic + moved / 2)
    const pulse = diastolic === undefined ? null : Math.round(74 + moved / 3)
    const measured = new Date(now.getTime() - ago * 24 * HOUR - (place + 1) * 0.4 * HOUR)
    await tx.run(sql`
      insert into reading (pid, partner_id, unit_id, kind, value, diastolic, pulse, unit, measured_at, received_at, source, data_type, device_name,
        device_type, recorded_by)
      values (${pid}, 1, ${UNIT}, ${kind}, ${one}::numeric, ${low}::smallint, ${pulse}::smallint, ${unit}, ${measured}::timestamptz, ${measured}::timestamptz,
        'device', ${diastolic === undefined ? 'weight' : 'blood_pressure'}, ${diastolic === undefined ? '' : 'BP-7'}, '', ${by}) on conflict do nothing`)
    if (ago === 0)
      await checkThresholds(tx, zone, now, UNIT, {
        pid,
        kind,
        value: one,
        diastolic: low,
        pulse,
        measurementTime: measured.toISOString(),
      })
  }
}
