import { understand } from '@teleward/contract/monitoring/rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measuredAt } from './clock.ts'
import { bytesOf } from './fixture.ts'
import { glucose, glucoseContext, recordsAnswer } from './glucose.ts'
import { bloodPressure, continuousOximetry, heartRate, spotOximetry, temperature, weight } from './measurements.ts'
import { nativeReading } from './native.ts'
import { DeviceParseError } from './packet.ts'
import {
  type Arrived,
  ofGlucose,
  ofHeartRate,
  ofOximetry,
  ofPressure,
  ofTemperature,
  ofWeight,
  type NoReading,
} from './reading.ts'

const NOW = Date.parse('2026-11-25T02:00:00Z')
const of = { deviceId: 'd', deviceName: 'D', zone: 'Asia/Taipei', arrivedAt: NOW }
type Read = (bytes: DataView) => Arrived | Arrived[] | NoReading | string
const readers: Record<string, Read> = {
  pressure: (bytes) => ofPressure(bloodPressure(bytes), of),
  weight: (bytes) => ofWeight(weight(bytes), of),
  temperature: (bytes) => ofTemperature(temperature(bytes), of),
  spot: (bytes) => ofOximetry(spotOximetry(bytes), of, false),
  continuous: (bytes) => ofOximetry(continuousOximetry(bytes), of, true),
  heart: (bytes) => ofHeartRate(heartRate(bytes), of),
  glucose: (bytes) => ofGlucose(glucose(bytes), null, of),
  withContext: (bytes) => ofGlucose(glucose(bytesOf('030200e807030f0c2800fbffb6b012')), glucoseContext(bytes), of),
  records: (bytes) => recordsAnswer(bytes),
}
/** What it comes to, or `null` where it was refused as it should be; any other error is the test's. */
function tried(read: () => ReturnType<Read> | null): Arrived[] {
  try {
    const found = read()
    return found && typeof found === 'object' && !('none' in found) ? [found].flat() : []
  } catch (error) {
    if (error instanceof DeviceParseError) return []
    throw error
  }
}
function sound({ said, at, clock, arrivedAt }: Arrived): void {
  for (const value of Object.values(said)) if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
  expect(at).toBeLessThanOrEqual(arrivedAt + 600_000)
  if (clock === 'arrival') expect(at).toBe(arrivedAt)
  const measured = understand(said)
  if (measured) expect([measured.value, measured.diastolic ?? 0, measured.pulse ?? 0].every(Number.isFinite)).toBe(true)
}

describe('hostile packets', () => {
  it.each(Object.entries(readers))(
    '[DEV-03~] %s: any bytes are a sound reading, none, or the one error',
    (_n, read) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
          // Bytes of a longer buffer: nothing is read beyond the view.
          const wider = new Uint8Array(bytes.length + 8).fill(0xff)
          wider.set(bytes, 4)
          for (const one of tried(() => read(new DataView(wider.buffer, 4, bytes.length)))) sound(one)
        }),
        { numRuns: 2000 },
      )
    },
  )
  it('[DEV-03~] a packet shorter than its flags say never gives a value, at any length', () => {
    const whole: [Read, string][] = [
      [readers.pressure!, '1e780050005d00e807030f081e004800010000'],
      [readers.weight!, '0ef83ee8070502063a0101f3001c07'],
      [readers.temperature!, '06b00e00fedc070c050b321b04'],
      [readers.spot!, '015f003c00e8070401090000'],
      [readers.continuous!, '1f5f003c005f003c005f003c0020008000000a00'],
      [readers.glucose!, '1b0400e8070310160a053c0038b1110100'],
    ]
    for (const [read, hex] of whole) {
      expect(() => read(bytesOf(hex)), hex).not.toThrow()
      for (let end = 0; end < hex.length; end += 2)
        expect(() => read(bytesOf(hex.slice(0, end))), `${hex} to ${end / 2}`).toThrow(DeviceParseError)
    }
  })
  it('[DEV-03~] what follows the fields that are known is ignored, as the profiles ask', () => {
    expect(readers.weight?.(bytesOf('00b036ffff'))).toEqual(readers.weight?.(bytesOf('00b036')))
  })
  it('[DEV-03~] any message of the app is a sound reading, somebody else’s, or the one error', () => {
    const value = fc.oneof(fc.anything(), fc.double(), fc.string(), fc.constantFrom(1e308, '120', '-0', ' 1 ', null))
    const fields = ['value', 'unit', 'timestamp', 'deviceName', 'deviceType', 'systolic', 'diastolic', 'pulse_rate']
    const record = Object.fromEntries([...fields, 'weight', 'weight_unit'].map((name) => [name, value]))
    const dataType = fc.oneof(fc.constantFrom('blood_pressure', 'weight_complete', 'temperature'), fc.anything())
    const message = fc.record({ dataType, ...record }, { requiredKeys: [] })
    const any = fc.oneof(
      message,
      fc.anything(),
      fc.string(),
      message.map((one) => fc.stringify(one)),
    )
    fc.assert(
      fc.property(any, (one) => {
        for (const found of tried(() => nativeReading(one, NOW))) {
          sound(found)
          expect([found.deviceName.length <= 80, found.deviceType.length <= 40]).toEqual([true, true])
        }
      }),
      { numRuns: 3000, examples: [[{ dataType: 'temperature', value: 1e308, unit: 'f' }]] },
    )
  })
})

describe('a device’s clock', () => {
  const wall = { year: 2026, month: 11, day: 25, hour: 9, minute: 58, second: 3 }
  it('[DEV-01~] is the venue’s', () => {
    expect(measuredAt(wall, 'Asia/Taipei', NOW)).toEqual({ at: Date.parse('2026-11-25T01:58:03Z'), clock: 'device' })
    expect(measuredAt(wall, 'Asia/Taipei', NOW, -5).at).toBe(Date.parse('2026-11-25T01:53:03Z'))
  })
  it.each([
    ['none', null],
    ['in 1970', { ...wall, year: 1970 }],
    ['of an unknown year', { ...wall, year: 0 }],
    ['as a battery change leaves it', { ...wall, year: 2015, month: 1, day: 1 }],
    ['of an unknown day', { ...wall, day: 0 }],
    ['on 30 February', { ...wall, month: 2, day: 30 }],
    ['an hour ahead', { ...wall, hour: 11 }],
  ])('[DEV-01~] %s: the time of arrival, and said to be', (_what, time) => {
    expect(measuredAt(time, 'Asia/Taipei', NOW)).toEqual({ at: NOW, clock: 'arrival' })
  })
})

describe('a message of the app', () => {
  const message = { dataType: 'blood_pressure', systolic: '128', diastolic: 82, pulse_rate: 71, unit: 'mmHg' }
  it('[DEV-01~] has the fields of §3, as an object or as its JSON', () => {
    const whole = {
      ...message,
      value: 1,
      weight: '61.2',
      weight_unit: 'kg',
      deviceName: 'BP-7',
      deviceType: 'cuff',
      timestamp: '2026-11-25T01:58:03Z',
    }
    const { deviceName, deviceType, timestamp, ...said } = whole
    for (const one of [whole, JSON.stringify(whole)])
      expect(nativeReading(one, NOW)).toMatchObject({
        said,
        deviceName,
        deviceType,
        at: Date.parse(timestamp),
        clock: 'device',
        stream: false,
      })
  })
  it.each<[unknown, number]>([
    ['2026-11-25T09:58:03+08:00', Date.parse('2026-11-25T01:58:03Z')],
    [Date.parse('2026-11-25T01:58:03Z'), Date.parse('2026-11-25T01:58:03Z')],
    ['1795571883', 1795571883000],
    ['2026-11-25 09:58', NOW],
    ['yesterday', NOW],
    [0, NOW],
    [undefined, NOW],
    [{}, NOW],
  ])('[DEV-01~] says %j of its time', (timestamp, at) => {
    expect(nativeReading({ ...message, timestamp }, NOW)?.at).toBe(at)
  })
  it.each([{ dataType: 'ecg' }, { dataType: 3 }, '{"dataType": "weight",', { ...message, systolic: [120] }])(
    '[DEV-03~] %j cannot be parsed',
    (one) => expect(() => nativeReading(one, NOW)).toThrow(DeviceParseError),
  )
  it.each(['hello', '{"type":"x"}', 3, null, { source: 'other' }])('%j is somebody else’s', (one) =>
    expect(nativeReading(one, NOW)).toBeNull(),
  )
})
