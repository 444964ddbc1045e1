import type { Alert, OwnRules, TrialOutcome } from '@teleward/contract/monitoring/alert-schema.ts'
import type { Measure, RuleTest, Severity } from '@teleward/contract/monitoring/group-rules.ts'
import { describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { limit, PID, put, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { watch, at, alerts } = ward
const { lin, chen, admin } = ward.staff

const say = async (more: Record<string, unknown>) =>
  expect(
    (await lin.post('/his/api/devicereadings', { pid: PID, timestamp: at(5), takeOver: true, ...more })).code,
  ).toBe('OK')
const stored = async () =>
  (
    await ward.clinic.data.db.system.read(
      sql<{ value: number }>`select value::float8 as value from reading where pid = ${PID} order by measured_at, id`,
    )
  ).map(({ value }) => value)
const struck = async () => (await alerts(chen)).map(({ measure, value }) => [measure, value])

describe('a limit', () => {
  it.each<[what: string, said: Record<string, unknown>, measure: Measure, test: RuleTest, of: number, value: number]>([
    ['89.6 % is below 90', { dataType: 'blood_oxygen', value: 89.6 }, 'blood_oxygen', 'below', 90, 89.6],
    ['91.6 % is below 92', { dataType: 'blood_oxygen', value: '91.6' }, 'blood_oxygen', 'below', 92, 91.6],
    ['49.7 is below 50', { dataType: 'heart_rate', value: 49.7 }, 'pulse', 'below', 50, 49.7],
    ['54.5 is below 55', { dataType: 'heart_rate', value: 54.5 }, 'pulse', 'below', 55, 54.5],
    [
      '3.88 mmol/L is below 70 mg/dL',
      { dataType: 'blood_glucose', value: 3.88, unit: 'mmol/L', meal: 'fasting' },
      ...(['glucose_fasting', 'below', 70, 69.9] as const),
    ],
    [
      '89.6 of a pressure is below 90',
      { dataType: 'blood_pressure', systolic: 89.6, diastolic: 60, unit: 'mmHg' },
      ...(['systolic', 'below', 90, 89.6] as const),
    ],
    [
      'a lower one of 59.6 is below 60',
      { dataType: 'blood_pressure', systolic: 100, diastolic: 59.6, unit: 'mmHg' },
      ...(['diastolic', 'below', 60, 59.6] as const),
    ],
    [
      'a pulse of 49.7 beside a pressure is below 50',
      { dataType: 'blood_pressure', systolic: 100, diastolic: 60, pulse_rate: 49.7, unit: 'mmHg' },
      ...(['bp_pulse', 'below', 50, 49.7] as const),
    ],
    [
      '140.4 is above 140',
      { dataType: 'blood_pressure', systolic: 140.4, diastolic: 60 },
      'systolic',
      'above',
      140,
      140.4,
    ],
  ])(
    '[Mw8] is held against what was sent, not against what is rounded: %s',
    async (_what, said, measure, test, of, value) => {
      await watch([limit({ measure, test, value: of })], [PID])
      await say(said)
      expect(await struck()).toEqual([[measure, value]])
    },
  )
  it('[Mw8] of 54 is dangerous below it also where 53.7 is stored as 54', async () => {
    await watch([limit({ measure: 'glucose_fasting', test: 'below', value: 54, severity: 'critical' })], [PID])
    await say({ dataType: 'blood_glucose', value: 2.98, unit: 'mmol/L' })
    expect([await stored(), await struck()]).toEqual([[54], [['glucose_unspecified', 53.69]]])
  })
  it('[Mw8] of 38 and above is not struck by 37.996, which is stored as 38; 100.4 °F is 38', async () => {
    await watch([limit({ measure: 'temperature', value: 38, inclusive: true })], [PID])
    await say({ dataType: 'temperature', value: 37.996, unit: 'C', timestamp: at(9) })
    expect([await stored(), await struck()]).toEqual([[38], []])
    await say({ dataType: 'temperature', value: 100.4, unit: 'F' })
    expect(await struck()).toEqual([['temperature', 38]])
  })
  it('[Mw8] that is tried on the last days goes by what was sent, too', async () => {
    await watch([], [PID])
    await say({ dataType: 'blood_oxygen', value: 89.6 })
    const rules = [limit({ measure: 'blood_oxygen', test: 'below', value: 90 })]
    const tried = await admin.post<TrialOutcome>('/his/api/monitorrules/trials', { group: ward.group, rules })
    expect(tried.data.results).toMatchObject([{ alerts: 1, members: 1 }])
  })
  it('[Mw8] on change goes by what was sent of both readings', async () => {
    await watch([limit({ measure: 'pulse', test: 'change', value: 30, hours: 24, inclusive: true })], [PID])
    // 30 by what is stored, 29.1 by what was sent.
    await say({ dataType: 'heart_rate', value: 60.4, timestamp: at(60) })
    await say({ dataType: 'heart_rate', value: 89.5, timestamp: at(30) })
    expect([await stored(), await struck()]).toEqual([[60, 90], []])
    await say({ dataType: 'heart_rate', value: 90.4 })
    expect(await struck()).toEqual([['pulse', 90.4]])
  })
  it('[Mw8] whose alert rests on one reading alone is over with it, also where the reading is stored rounded', async () => {
    await watch([limit({ measure: 'blood_oxygen', test: 'below', value: 90 })], [PID])
    await say({ dataType: 'blood_oxygen', value: 89.6 })
    const [{ id } = { id: 0 }] = await ward.clinic.data.db.system.read(
      sql<{ id: number }>`select id from reading where pid = ${PID}`,
    )
    expect((await lin.post(`/his/api/readings/${id}/withdraw`, { reason: '輸入錯誤' })).code).toBe('OK')
    expect(await alerts(chen)).toEqual([])
  })
})

describe('a glucose whose meal nobody stated', () => {
  it.each<[Measure, Severity]>([
    ['glucose_fasting', 'critical'],
    ['glucose_before_meal', 'critical'],
  ])('[Mw7] that strikes %s says that its limit holds as long as that one does', async (measure, severity) => {
    const rule = limit({ measure, test: 'below', value: 70, severity })
    const set = await put<OwnRules>(admin, `memberrules/${PID}`, { version: 0, rules: [rule] })
    await say({ dataType: 'blood_glucose', value: 65, unit: 'mg/dL', timestamp: at(9) })
    await say({ dataType: 'blood_glucose', value: 61, unit: 'mg/dL' })
    const found = async () =>
      (await alerts(chen)).map(({ measure: of, times, limitHolds }: Alert) => [of, times, limitHolds])
    expect(await found()).toEqual([['glucose_unspecified', 2, true]])
    await put(admin, `memberrules/${PID}`, { version: set.data.version, rules: [{ ...rule, value: 65 }] })
    expect(await found()).toEqual([['glucose_unspecified', 2, false]])
  })
  it('[Mw7] that strikes a group’s limit says so too, and that it holds no more where an own one took its place', async () => {
    const rule = limit({ measure: 'glucose_fasting', test: 'below', value: 54, severity: 'critical' })
    await watch([rule], [PID])
    await say({ dataType: 'blood_glucose', value: 50, unit: 'mg/dL' })
    expect((await alerts(chen)).map(({ limitHolds }) => limitHolds)).toEqual([true])
    await put(admin, `memberrules/${PID}`, { version: 0, rules: [limit({ ...rule, value: 50 })] })
    expect((await alerts(chen)).map(({ limitHolds }) => limitHolds)).toEqual([false])
  })
})
