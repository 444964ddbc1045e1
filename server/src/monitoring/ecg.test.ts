import type { Measurements, MonitorMember } from '@teleward/contract/monitoring/alert-schema.ts'
import type { MeasuredEcg } from '@teleward/contract/monitoring/ecg.ts'
import type { Received } from '@teleward/contract/monitoring/schema.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { PID, SHUT, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const LEAD = { rate: 250, seconds: 10 }
/** As a single lead has it: a sharp beat every so many seconds on a quiet line, and its echo. */
function curve(bpm: number, { rate, seconds } = LEAD, height = 1100): number[] {
  const every = (60 / bpm) * rate
  return Array.from({ length: rate * seconds }, (_, at) => {
    const since = at % every
    const beat = since < rate * 0.04 ? height * Math.sin((Math.PI * since) / (rate * 0.04)) : 0
    const echo =
      since > rate * 0.2 && since < rate * 0.36 ? 180 * Math.sin((Math.PI * (since - rate * 0.2)) / (rate * 0.16)) : 0
    return Math.round(beat + echo)
  })
}
const strip = (more: Record<string, unknown> = {}) => ({
  pid: PID,
  dataType: 'ecg',
  timestamp: ward.at(5),
  deviceName: 'Patch 1',
  deviceType: 'ecg',
  wave: { rate: LEAD.rate, leads: [{ label: 'II', samples: curve(75) }] },
  ...more,
})
const give = (body: unknown, who = ward.staff.lin) => who.post<Received>('/his/api/devicereadings', body)
const trends = async (query = 'days=7', pid = PID) =>
  ward.staff.lin.get<Measurements>(`/his/api/measurements/${pid}?${query}`)
const wave = (id: number, pid = PID, who = ward.staff.lin) => who.get<MeasuredEcg>(`/his/api/ecgs/${pid}/${id}`)
const mine = async (days = 7) =>
  (await ward.overview(ward.staff.lin, { whose: 'all', days, pid: PID }))[0] as MonitorMember
beforeEach(() => ward.run(sql`delete from ecg`))

describe('what is measured remotely', () => {
  it('[MON-01] each kind, blood sugar by the meal, the heart rate of the blood-pressure monitor and the ECG stand in the overview and with the member, of all, 1, 3, 7 and 30 days', async () => {
    const days = { now: 0, three: 2, week: 6, month: 29, older: 400 }
    const said: [kind: string, daysAgo: number, body: Record<string, unknown>][] = [
      ['blood_pressure', days.now, { dataType: 'blood_pressure', systolic: 131, diastolic: 84, pulse_rate: 67 }],
      ['temperature', days.now, { dataType: 'temperature', value: 36.9, unit: 'C', takeOver: true }],
      ['weight', days.three, { dataType: 'weight', weight: 61.5, weight_unit: 'kg' }],
      ['pulse', days.three, { dataType: 'heart_rate', value: 72, takeOver: true }],
      [
        'glucose_fasting',
        days.week,
        { dataType: 'blood_glucose', value: 98, unit: 'mg/dL', meal: 'fasting', takeOver: true },
      ],
      [
        'glucose_before_meal',
        days.week,
        { dataType: 'blood_glucose', value: 5.5, unit: 'mmol/L', meal: 'before', takeOver: true },
      ],
      [
        'glucose_after_meal',
        days.month,
        { dataType: 'blood_glucose', value: 143, unit: 'mg/dL', meal: 'after', takeOver: true },
      ],
      ['blood_oxygen', days.older, { dataType: 'blood_oxygen', value: 97, unit: '%', takeOver: true, confirmed: true }],
    ]
    for (const [, ago, body] of said)
      expect(await give({ pid: PID, timestamp: ward.at(ago * 24 * 60 + 5), ...body })).toMatchObject({
        code: 'OK',
        data: { stored: true },
      })
    expect(await give(strip({ timestamp: ward.at(days.month * 24 * 60) }))).toMatchObject({ code: 'OK' })
    expect(
      await give(
        strip({
          timestamp: ward.at(days.three * 24 * 60),
          wave: { rate: 250, leads: [{ label: 'II', samples: curve(120) }] },
        }),
      ),
    ).toMatchObject({ code: 'OK' })

    const within = { 1: 2, 3: 4, 7: 6, 30: 7, 0: 8 }
    const ecgs = { 1: 0, 3: 1, 7: 1, 30: 2, 0: 2 }
    for (const span of [1, 3, 7, 30, 0] as const) {
      const row = await mine(span)
      const { data } = await trends(`days=${span}`)
      const kinds = said.filter(([, ago]) => span === 0 || ago < span).map(([kind]) => kind)
      expect(kinds).toHaveLength(within[span])
      expect(row.last.map(({ kind }) => kind)).toEqual(kinds.toSorted())
      expect(data.series.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
      expect(data.ecgs).toHaveLength(ecgs[span])
      expect(row.ecg?.heartRate ?? null).toBe(ecgs[span] ? 120 : null)
    }
    const { last } = await mine(0)
    const of = (kind: string) => last.find((one) => one.kind === kind)
    expect(of('blood_pressure')).toMatchObject({ value: 131, diastolic: 84, pulse: 67, unit: 'mmHg' })
    expect(of('glucose_before_meal')).toMatchObject({ value: 99, unit: 'mg/dL' })
    expect([of('glucose_fasting')?.value, of('glucose_after_meal')?.value, of('temperature')?.value]).toEqual([
      98, 143, 36.9,
    ])
    const [newest] = (await trends('days=0')).data.ecgs
    expect((await wave(newest?.id ?? 0)).data).toMatchObject({
      heartRate: 120,
      counted: true,
      wave: { leads: [{ label: 'II', samples: curve(120) }] },
    })
    // Of the members one may see alone.
    expect(await ward.overview(ward.staff.away, { whose: 'all', days: 0 })).toEqual([])
    expect((await wave(newest?.id ?? 0, PID, ward.staff.away)).code).toBe('NOT_FOUND')
  })

  it('[MON-01~] an ECG is stored once with all its leads, counted where the device does not say, and shown where the record is open alone', async () => {
    const twelve = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'].map((label, nth) => ({
      label,
      samples: curve(60, { rate: 500, seconds: 10 }, nth % 2 ? 900 : -900),
    }))
    const first = await give(strip({ pulse_rate: '61', wave: { rate: 500, leads: twelve } }))
    expect(first).toMatchObject({
      code: 'OK',
      data: { stored: true, reading: null, ecg: { seconds: 10, heartRate: 61, counted: false } },
    })
    expect((await give(strip({ pulse_rate: 61, wave: { rate: 500, leads: twelve } }))).data).toEqual({
      stored: true,
      duplicate: true,
      reading: null,
      ecg: null,
    })
    const one = (await wave(first.data.ecg?.id ?? 0)).data
    expect(one.wave).toEqual({ rate: 500, leads: twelve })
    // A flat line has no rate, and is kept all the same: unknown is not none.
    const flat = await give(
      strip({ timestamp: ward.at(9), wave: { rate: 250, leads: [{ label: 'II', samples: Array(2500).fill(0) }] } }),
    )
    expect(flat.data.ecg).toMatchObject({ heartRate: null, counted: false })
    expect((await give(strip({ pid: SHUT }))).code).toBe('OK')
    const [shut] = await ward.clinic.data.db.system.read(sql<{ id: number }>`select id from ecg where pid = ${SHUT}`)
    expect((await wave(shut?.id ?? 0, SHUT)).code).toBe('EMR_NOT_AUTHORISED')
    // By another's number it is not found, nor by one that is none.
    expect((await wave(shut?.id ?? 0)).code).toBe('NOT_FOUND')
    expect((await wave(999_999)).code).toBe('NOT_FOUND')
    const looked = await ward.clinic.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from audit_log
      where action = 'GET /his/api/ecgs/{pid}/{id}' and pid = ${PID} and outcome = 'OK'`)
    expect(looked[0]?.n).toBeGreaterThan(0)
  })

  it('[MON-01~] curves of no heart are refused, and change nothing', async () => {
    const lead = (samples: unknown, label = 'II') => ({ label, samples })
    const wrong: [string, unknown][] = [
      ['DEVICE_PARSE_FAILED', undefined],
      ['BAD_INPUT', { rate: 0, leads: [lead(curve(75))] }],
      ['DEVICE_PARSE_FAILED', { rate: 250, leads: [lead([1, 2, 3])] }],
      ['DEVICE_PARSE_FAILED', { rate: 250, leads: [lead(curve(75)), lead(curve(75).slice(1), 'V1')] }],
      ['DEVICE_PARSE_FAILED', { rate: 250, leads: [lead(curve(75)), lead(curve(75))] }],
      ['BAD_INPUT', { rate: 250, leads: [lead([...curve(75), 40_000])] }],
      ['DEVICE_PARSE_FAILED', { rate: 250, leads: [lead(Array(120_001).fill(0))] }],
    ]
    for (const [code, body] of wrong)
      expect((await give(strip({ wave: body }))).code, JSON.stringify(body)?.slice(0, 40)).toBe(code)
    expect((await give(strip({ pulse_rate: 'many' }))).code).toBe('DEVICE_PARSE_FAILED')
    expect((await give(strip({ timestamp: ward.at(-60) }))).code).toBe('VALUE_INVALID')
    expect((await give(strip({ pid: 99_999 }))).code).toBe('NOT_FOUND')
    const [row] = await ward.clinic.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from ecg`)
    expect(row?.n).toBe(0)
  })
})
