import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import type { UrgentAlerts } from '@teleward/contract/monitoring/alert-schema.ts'
import { describe, expect, it } from 'vitest'
import { asReported, limit, PID, put, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { watch, at, give, alerts } = ward
const { chen } = ward.staff
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

const warm = (value: number, minutesAgo: number) =>
  give(0, { dataType: 'temperature', value, unit: 'C', takeOver: true, timestamp: at(minutesAgo) })
const oxygen = (value: number, minutesAgo: number) =>
  give(0, { dataType: 'blood_oxygen', value, takeOver: true, timestamp: at(minutesAgo) })
const fever = (value: number) => limit({ measure: 'temperature', value, inclusive: true, severity: 'critical' })
const shape = ({ value, worstValue, lastValue, times, lateFrom, state }: Alert) => ({
  ...{ value, worstValue, lastValue, times, lateFrom, state },
})

describe('what arrives more than a day late', () => {
  it('[M4] is an alert of its own beside a fresh one, marked, and leaves first, worst and last of that as they are', async () => {
    await watch([fever(39)], [PID])
    await warm(40.2, 30)
    await warm(41.5, 6 * DAY_MINUTES)
    await warm(39.4, 1)
    const [fresh, late] = (await alerts(chen)).toSorted((one, other) => other.times - one.times).map(shape)
    expect(fresh).toEqual({ value: 40.2, worstValue: 40.2, lastValue: 39.4, times: 2, lateFrom: null, state: 'open' })
    expect(late).toMatchObject({ value: 41.5, worstValue: 41.5, times: 1, lateFrom: asReported(at(6 * DAY_MINUTES)) })
    expect((await chen.get<UrgentAlerts>('/his/api/urgentalerts')).data.alerts).toHaveLength(2)
  })
  it('[M4] takes nobody’s alert away again: what somebody has taken stays taken', async () => {
    await watch([fever(38)], [PID])
    await warm(38, 1)
    const [one] = await alerts(chen)
    await put(chen, `alerts/${one?.id}`, { action: 'acknowledge', note: '馬上去電' })
    await warm(41, 10 * DAY_MINUTES)
    expect((await alerts(chen)).map(shape)).toMatchObject([
      { value: 41, state: 'open', lateFrom: asReported(at(10 * DAY_MINUTES)) },
      { value: 38, worstValue: 38, times: 1, state: 'acknowledged', lateFrom: null },
    ])
  })
  it('[M4] begins a day after it was measured: 23.5 hours are fresh, 26 hours are late', async () => {
    await watch([limit({ measure: 'blood_oxygen', test: 'below', value: 90, severity: 'critical' })], [PID])
    await oxygen(80, 23.5 * HOUR_MINUTES)
    await oxygen(85, 26 * HOUR_MINUTES)
    expect((await alerts(chen)).map(({ value, lateFrom }) => [value, lateFrom !== null])).toEqual(
      expect.arrayContaining([
        [80, false],
        [85, true],
      ]),
    )
  })
  it('[M4] is counted with what else came late of the limit, by the hour of measuring; what is measured now is a fresh alert', async () => {
    await watch([fever(38)], [PID])
    await warm(39, 9 * DAY_MINUTES)
    await warm(41, 10 * DAY_MINUTES)
    await warm(38.5, 1)
    const found = (await alerts(chen)).map(shape)
    expect(found).toHaveLength(2)
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ value: 41, worstValue: 41, lastValue: 39, times: 2, lateFrom: expect.any(String) }),
        expect.objectContaining({ value: 38.5, worstValue: 38.5, times: 1, lateFrom: null }),
      ]),
    )
  })
})
