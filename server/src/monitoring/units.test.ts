import type { Alert, Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import type { MonitorRow, Received } from '@teleward/contract/monitoring/schema.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { asReported, limit, PID, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { run, watch, at, alerts } = ward
const { lin, chen } = ward.staff

const DAY_MINUTES = 24 * 60
/** Five minutes ago unless said otherwise. */
const say = (more: Record<string, unknown>) =>
  lin.post<Received & Record<string, unknown>>('/his/api/devicereadings', { pid: PID, timestamp: at(5), ...more })
const pressure = (more: Record<string, unknown> = {}) =>
  say({ dataType: 'blood_pressure', systolic: 150, diastolic: 90, unit: 'mmHg', ...more })
const weight = (kg: number, more: Record<string, unknown> = {}) =>
  say({ dataType: 'weight', weight: kg, weight_unit: 'kg', ...more })
const glucose = (value: number, more: Record<string, unknown> = {}) =>
  say({ dataType: 'blood_glucose', value, unit: 'mg/dL', takeOver: true, ...more })
const kept = async () =>
  (
    await ward.clinic.data.db.system.read(sql<{ kind: string; value: number }>`
    select kind, value::float8 as value from reading where pid = ${PID} order by measured_at, id`)
  ).map(({ kind, value }) => `${kind} ${value}`)
const seen = async () => (await lin.get<Measurements>(`/his/api/measurements/${PID}?days=7`)).data

describe('the unit of a reading', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['154.3 of a scale in pounds', { dataType: 'weight', weight: 154.3 }, 'kg, lb'],
    [
      '66.5 that is kg and lb at once',
      { dataType: 'weight_complete', weight: 66.5, unit: 'kg', weight_unit: 'lb' },
      'kg, lb',
    ],
    ['a glucose of 27.8', { dataType: 'blood_glucose', value: 27.8, meal: 'after', takeOver: true }, 'mg/dL, mmol/L'],
    ['a temperature of 38.4', { dataType: 'temperature', value: 38.4, takeOver: true }, '°C, °F'],
    [
      'a pressure of 16/10, which is one of kPa',
      { dataType: 'blood_pressure', systolic: 16, diastolic: 10 },
      'mmHg, kPa',
    ],
  ])('[M5] %s is asked for and never guessed, confirmed or not', async (_what, said, units) => {
    for (const more of [{}, { confirmed: true }])
      expect(await say({ ...said, ...more })).toMatchObject({ status: 400, code: 'UNIT_UNCLEAR', data: { units } })
    expect(await kept()).toEqual([])
  })
  it('[M5] of another thing is no reading, and one that is stated is converted once', async () => {
    expect((await say({ dataType: 'heart_rate', value: 72, unit: 'SpO2 %', takeOver: true })).code).toBe(
      'DEVICE_PARSE_FAILED',
    )
    expect((await say({ dataType: 'weight', weight: 132, weight_unit: '斤' })).code).toBe('DEVICE_PARSE_FAILED')
    await say({ dataType: 'weight', weight: 154.3, weight_unit: 'lb', timestamp: at(9) })
    await glucose(27.8, { unit: 'mmol/L', meal: 'after', timestamp: at(8) })
    await pressure({ systolic: 16, diastolic: 10, unit: 'kPa', timestamp: at(7) })
    // Both fields may say it, where they say the same.
    await say({ dataType: 'weight', weight: 66.5, unit: 'kg', weight_unit: 'KG' })
    expect(await kept()).toEqual(['weight 69.99', 'glucose_after_meal 501', 'blood_pressure 120', 'weight 66.5'])
  })
  it('[M5] of a pressure is mmHg where none is said, and of a rate a minute', async () => {
    expect((await pressure({ unit: undefined })).code).toBe('OK')
    expect((await say({ dataType: 'heart_rate', value: 72, takeOver: true })).code).toBe('OK')
    expect(await kept()).toEqual(['blood_pressure 150', 'pulse 72'])
  })
  it('[Mw8] halves are rounded as people write them, and the limit of 37.5 is struck by 37.55', async () => {
    await watch([limit({ measure: 'temperature', value: 37.5 })])
    for (const [n, value] of [36.65, 36.75, 37.45, 37.55].entries())
      await say({ dataType: 'temperature', value, unit: 'C', takeOver: true, timestamp: at(9 - n) })
    await say({ dataType: 'temperature', value: 36.655, unit: 'C', takeOver: true, timestamp: at(2) })
    expect(await kept()).toEqual(['36.65', '36.75', '37.45', '37.55', '36.66'].map((value) => `temperature ${value}`))
    expect(await alerts(chen)).toMatchObject([{ value: 37.55, times: 1 }])
  })
  it('[Nw10] 37.95 is kept as it came, and does not strike a limit of 38 and above', async () => {
    await watch([limit({ measure: 'temperature', value: 38, inclusive: true })])
    await say({ dataType: 'temperature', value: 37.95, unit: '℃', takeOver: true, timestamp: at(9) })
    expect([await kept(), await alerts(chen)]).toEqual([['temperature 37.95'], []])
    await say({ dataType: 'temperature', value: 38, unit: 'degC', takeOver: true })
    expect(await alerts(chen)).toMatchObject([{ value: 38, times: 1 }])
  })
  it.each<[Record<string, unknown>, string]>([
    [{ dataType: 'temperature', value: 37, unit: '℃' }, 'temperature 37'],
    [{ dataType: 'temperature', value: 37, unit: ' degC ' }, 'temperature 37'],
    [{ dataType: 'temperature', value: 37, unit: 'deg C' }, 'temperature 37'],
    [{ dataType: 'temperature', value: 37, unit: 'ºC' }, 'temperature 37'],
    [{ dataType: 'temperature', value: 98.6, unit: '℉' }, 'temperature 37'],
    [{ dataType: 'temperature', value: 98.6, unit: '[degF]' }, 'temperature 37'],
    [{ dataType: 'weight', weight: 61, weight_unit: '㎏' }, 'weight 61'],
    [{ dataType: 'weight', weight: 135, weight_unit: '[lb_av]' }, 'weight 61.23'],
    [{ dataType: 'blood_oxygen', value: 97, unit: '％' }, 'blood_oxygen 97'],
  ])('[Nw10] %j is read by any sign of its unit', async (said, stored) => {
    expect((await say({ ...said, takeOver: true })).code).toBe('OK')
    expect(await kept()).toEqual([stored])
  })
  it('[Nw10] of something else is none, however it is written', async () => {
    for (const unit of ['K', 'degR', '°', 'deg', '℃℉', 'ＣＦ'])
      expect((await say({ dataType: 'temperature', value: 37, unit, takeOver: true })).code, unit).toBe(
        'DEVICE_PARSE_FAILED',
      )
    expect(await kept()).toEqual([])
  })
  it('[Nw10] number and unit are kept as they came, and stand with the values and in their file', async () => {
    await say({ dataType: 'temperature', value: '100.40', unit: '℉', takeOver: true, timestamp: at(9) })
    await say({ dataType: 'weight', weight: '154.30', weight_unit: 'LB', timestamp: at(8) })
    await pressure({ systolic: '16.0', diastolic: 10, unit: 'kPa', timestamp: at(7) })
    await say({ dataType: 'weight', weight: '61.238', weight_unit: '㎏', timestamp: at(6) })
    // As it is stored: nothing has to stand beside it.
    const received = await pressure({ systolic: '150.0', unit: undefined, pulse_rate: 71 })
    expect(received.data.reading?.original).toBeNull()
    expect((await seen()).values.map(({ value, original }) => [value, original])).toEqual([
      [150, null],
      [61.24, { value: '61.238', unit: '㎏' }],
      [120, { value: '16.0/10', unit: 'kPa' }],
      [69.99, { value: '154.30', unit: 'LB' }],
      [38, { value: '100.40', unit: '℉' }],
    ])
    const listed = await lin.post<MonitorRow[]>('/partner/monitordata', { pid: PID })
    expect(listed.data.map(({ original }) => original?.unit)).toEqual([undefined, '㎏', 'kPa', 'LB', '℉'])
    // Of whom the record is not open to nobody is told what was sent, by whatever way.
    const away = await ward.staff.away.get<Measurements>(`/his/api/measurements/${PID}?days=7`)
    expect([away.code === 'OK', JSON.stringify(away.data ?? null)]).toEqual([
      false,
      expect.not.stringContaining('100.40'),
    ])
  })
  it.each<[Record<string, unknown>, string]>([
    [{ dataType: 'temperature', value: 37, unit: 'F' }, '37 °F = 2.78 °C'],
    [{ dataType: 'blood_glucose', value: '1.0', unit: 'mmol/L' }, '1 mmol/L = 18 mg/dL'],
    [{ dataType: 'blood_pressure', systolic: 150, diastolic: 90, pulse_rate: 400, unit: 'mmHg' }, '400 bpm'],
  ])('[Nw10] %j is asked about with its unit, as it was said', async (said, text) => {
    const answer = await say({ ...said, takeOver: true })
    expect(answer).toMatchObject({ code: 'VALUE_IMPLAUSIBLE', data: { value: text } })
    expect(answer.text).toContain(text)
  })
  it('[Mw12] blood oxygen comes in by a name of its own; a pulse of "Err" is told and the pressure is stored', async () => {
    await say({ dataType: 'blood_oxygen', value: 97, takeOver: true, timestamp: at(9) })
    expect((await pressure({ pulse_rate: 'Err' })).data).toMatchObject({
      stored: true,
      reading: { value: 150, pulse: null },
      unread: ['pulse_rate'],
    })
    expect((await pressure({ pulse_rate: '--', timestamp: at(3) })).data.unread).toEqual(['pulse_rate'])
    expect('unread' in (await pressure({ pulse_rate: 71, timestamp: at(1) })).data).toBe(false)
    expect(await kept()).toEqual(['blood_oxygen 97', 'blood_pressure 150', 'blood_pressure 150', 'blood_pressure 150'])
  })
})

describe('a glucose of which nobody states the meal', () => {
  const what = async () =>
    (await alerts(chen)).map(
      ({ measure, test, severity, limit: value }: Alert) => `${measure} ${test} ${value} ${severity}`,
    )
  const rules = [
    limit({ measure: 'glucose_fasting', value: 126, severity: 'notice' }),
    limit({ measure: 'glucose_fasting', test: 'below', value: 54, severity: 'critical' }),
    limit({ measure: 'glucose_before_meal', test: 'below', value: 70, severity: 'warning' }),
    limit({ measure: 'glucose_after_meal', value: 300, severity: 'critical' }),
  ]
  it('[M5] is a kind of its own: 150 and 64 are no value before a meal, and strike nothing of one', async () => {
    await watch(rules)
    expect((await glucose(150, { timestamp: at(9) })).data.reading).toMatchObject({ kind: 'glucose_unspecified' })
    await glucose(64)
    expect(await kept()).toEqual(['glucose_unspecified 150', 'glucose_unspecified 64'])
    expect(await what()).toEqual([])
    expect((await seen()).series.map(({ kind }) => kind)).toEqual(['glucose_unspecified'])
  })
  it('[M5] is held against the critical limits of every meal, under its own name', async () => {
    await watch(rules)
    await glucose(310, { timestamp: at(9) })
    expect(await what()).toEqual(['glucose_unspecified above 300 critical'])
    await glucose(54, { timestamp: at(8) })
    expect(await what()).toHaveLength(1)
    await glucose(53)
    // Of several that one reading strikes the worst raises.
    expect((await what()).toSorted()).toEqual([
      'glucose_unspecified above 300 critical',
      'glucose_unspecified below 54 critical',
    ])
    // The same limit struck by a value before a meal is another alert.
    await glucose(60, { meal: 'before', timestamp: at(2) })
    expect(await what()).toContain('glucose_before_meal below 70 warning')
  })
  it('[M5] below 54 is held against a lower limit of any severity: 54 is not, 53 is', async () => {
    await watch(rules.filter(({ severity }) => severity !== 'critical'))
    await glucose(54, { timestamp: at(9) })
    expect(await what()).toEqual([])
    await glucose(53)
    expect(await what()).toEqual(['glucose_unspecified below 70 warning'])
  })
  it('[M5] no limit is set on it', async () => {
    expect(
      (
        await ward.staff.admin.post('/his/api/monitorrules/trials', {
          group: '00000000-0000-4000-8000-000000000001',
          rules: [limit({ measure: 'glucose_unspecified' })],
        })
      ).code,
    ).toBe('BAD_INPUT')
  })
})

describe('what nobody of that age weighs, and a weight that leaps', () => {
  afterEach(() => run(sql`update member set birthday = '1958-01-02' where pid = ${PID}`))
  it('[M5] 154.3 kg of a child of two is asked about, and stored with a mark once confirmed', async () => {
    await run(sql`update member set birthday = '2024-01-02' where pid = ${PID}`)
    expect(await weight(154.3)).toMatchObject({ status: 409, code: 'VALUE_IMPLAUSIBLE', data: { value: '154.3 kg' } })
    expect((await weight(12.4)).data.reading?.flagged).toBe(false)
    expect((await weight(154.3, { confirmed: true, timestamp: at(3) })).data.reading?.flagged).toBe(true)
  })
  it('[M5] a fifth more than all of two days is asked about; beside one that agrees, or after these days, it is not', async () => {
    await weight(68, { timestamp: at(DAY_MINUTES) })
    expect(await weight(154.3)).toMatchObject({
      status: 409,
      code: 'WEIGHT_CHANGE_IMPLAUSIBLE',
      data: { value: '154.3', doubts: [{ code: 'WEIGHT_CHANGE_IMPLAUSIBLE', value: '154.3' }] },
    })
    expect(await kept()).toEqual(['weight 68'])
    expect((await weight(80)).code).toBe('OK')
    expect((await weight(154.3, { confirmed: true, timestamp: at(4) })).data.reading?.flagged).toBe(true)
    expect((await weight(150, { timestamp: at(2) })).data.reading?.flagged).toBe(false)
  })
  it('[M5] a weight of three days ago is no measure of it', async () => {
    await weight(68, { timestamp: at(3 * DAY_MINUTES) })
    expect((await weight(90)).code).toBe('OK')
  })
})

describe('the time of a reading', () => {
  it('[M4] before any device, or before the birth, is none, and nobody confirms it', async () => {
    await run(sql`update member set birthday = '2024-01-02' where pid = ${PID}`)
    for (const timestamp of ['1970-01-01T00:05:00Z', '1899-12-31T00:00:00Z', '2024-01-01T15:59:00Z'])
      for (const confirmed of [false, true])
        expect(await weight(12, { timestamp, confirmed }), timestamp).toMatchObject({
          status: 400,
          code: 'VALUE_INVALID',
        })
    // No moment of the calendar that anybody has to do with.
    expect(await weight(12, { timestamp: '0001-01-01T00:00:00Z', confirmed: true })).toMatchObject({ status: 400 })
    expect(await kept()).toEqual([])
    // The day of birth itself, by the clock of the institution.
    expect((await weight(3.2, { timestamp: '2024-01-01T16:00:00Z', confirmed: true })).code).toBe('OK')
    await run(sql`update member set birthday = '1958-01-02' where pid = ${PID}`)
  })
  it('[M4] of more than a year ago is asked about with the day; confirmed it is marked, says that it came late, and raises nothing', async () => {
    await watch([limit({ value: 180, severity: 'critical' })])
    const old = { systolic: 210, diastolic: 125, timestamp: '2024-05-01T02:00:00Z' }
    expect(await pressure(old)).toMatchObject({
      status: 409,
      code: 'TIME_IMPLAUSIBLE',
      data: { day: '2024-05-01', doubts: [{ code: 'TIME_IMPLAUSIBLE', day: '2024-05-01' }] },
    })
    expect((await pressure({ ...old, confirmed: true })).data.reading).toMatchObject({ flagged: true, late: true })
    expect(await alerts(chen, '?state=all')).toEqual([])
  })
  it('[M4] all that is doubted of one reading is asked at once', async () => {
    const { code, data } = await pressure({ systolic: 301, timestamp: '2024-05-01T02:00:00Z' })
    expect([code, data.doubts]).toEqual([
      'TIME_IMPLAUSIBLE',
      [
        { code: 'TIME_IMPLAUSIBLE', day: '2024-05-01' },
        { code: 'VALUE_IMPLAUSIBLE', value: '301 mmHg' },
      ],
    ])
  })
  it('[M4] of 25 hours ago is judged by the critical limits, and alert and value say that it came late', async () => {
    await watch([limit({ value: 130 }), limit({ value: 180, severity: 'critical' })])
    const late = at(25 * 60)
    await pressure({ systolic: 212, diastolic: 126, timestamp: late })
    expect(await alerts(chen)).toMatchObject([
      {
        severity: 'critical',
        value: 212,
        measurementTime: asReported(late),
        lateFrom: asReported(late),
        raisedAt: asReported(at(0)),
      },
    ])
    expect((await seen()).values).toMatchObject([{ value: 212, late: true }])
    await pressure({ systolic: 150 })
    expect((await alerts(chen)).map(({ severity, lateFrom }) => [severity, lateFrom])).toEqual([
      ['critical', asReported(late)],
      ['warning', null],
    ])
    expect((await seen()).values.map((one) => one.late)).toEqual([false, true])
  })
})

describe('one reading under other names', () => {
  it('[M13] is one within a minute, whatever the device is called; a pulse that was missing is filled in and judged', async () => {
    await watch([limit(), limit({ measure: 'bp_pulse', value: 85 })])
    const first = at(5)
    const after = (ms: number) => new Date(Date.parse(first) + ms).toISOString()
    await pressure({ timestamp: first, deviceName: 'OMRON' })
    const again = await pressure({ timestamp: first, deviceName: 'OMRON', pulse_rate: 88 })
    expect(again.data).toEqual({ stored: true, duplicate: true, reading: null, ecg: null })
    for (const [deviceName, ms] of [
      ['OMRON HEM-7156T', 0],
      ['OMRON', 1000],
      ['OMRON', -59_999],
    ] as const)
      expect((await pressure({ timestamp: after(ms), deviceName, pulse_rate: 88 })).data.duplicate, deviceName).toBe(
        true,
      )
    const { values, total, series } = await seen()
    expect([total, series[0]?.total, values.map(({ pulse }) => pulse)]).toEqual([1, 1, [88]])
    expect((await alerts(chen)).map(({ measure, times, value }) => [measure, times, value]).toSorted()).toEqual([
      ['bp_pulse', 1, 88],
      ['systolic', 1, 150],
    ])
    // Another pulse, another pressure, or a minute later: another reading.
    await pressure({ timestamp: first, pulse_rate: 70 })
    await pressure({ timestamp: first, systolic: 151 })
    await pressure({ timestamp: after(60_000), pulse_rate: 88 })
    expect(await kept()).toHaveLength(4)
  })
  it('[M13] that come at once under twelve names are one', async () => {
    const said = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        pressure({ deviceName: `OMRON ${n}`, timestamp: new Date(Date.parse(at(5)) + n).toISOString() }),
      ),
    )
    expect(said.filter(({ data }) => data.duplicate)).toHaveLength(11)
    expect(await kept()).toEqual(['blood_pressure 150'])
  })
})
