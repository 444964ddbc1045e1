import { describe, expect, it } from 'vitest'
import { type DeviceSays, holds, implausible, isStored, kindRules, understand } from './rules.ts'

const pressure = (over: Partial<DeviceSays> = {}): DeviceSays => ({
  dataType: 'blood_pressure',
  systolic: '128.4',
  diastolic: 82,
  pulse_rate: '71',
  ...over,
})

describe('what a device says', () => {
  it('[DEV-02~] blood pressure is whole numbers, with a pulse where there is one', () => {
    expect(understand(pressure())).toEqual({ kind: 'blood_pressure', value: 128, diastolic: 82, pulse: 71 })
    expect(understand(pressure({ pulse_rate: undefined, dataType: 'blood_pressure_complete' }))?.pulse).toBeNull()
  })
  it('[DEV-02~] weight has two decimals, in kilograms', () => {
    expect(understand({ dataType: 'weight', weight: '61.238', weight_unit: 'kg' })?.value).toBe(61.24)
    expect(understand({ dataType: 'weight_complete', weight: 135, weight_unit: 'lb' })?.value).toBe(61.23)
  })
  it('other units become the one that is stored', () => {
    expect(understand({ dataType: 'blood_glucose', value: 5.5, unit: 'mmol/L', meal: 'fasting' })).toMatchObject({
      kind: 'glucose_fasting',
      value: 99,
    })
    expect(understand({ dataType: 'temperature', value: 98.6, unit: '°F' })?.value).toBe(37)
    expect(understand(pressure({ systolic: 18.9, diastolic: 11, unit: 'kPa' }))).toMatchObject({
      value: 142,
      diastolic: 83,
      pulse: 71,
    })
    expect(understand({ dataType: 'blood_oxygen', value: 97.6, unit: '%' })).toMatchObject({
      kind: 'blood_oxygen',
      value: 98,
    })
  })
  it.each<[string, DeviceSays]>([
    ['no diastolic value', pressure({ diastolic: undefined })],
    ['a systolic value that is a word', pressure({ systolic: 'high' })],
    ['a blank', pressure({ systolic: ' ' })],
    ['a hexadecimal number', pressure({ systolic: '0x80' })],
    ['centimetres of water', pressure({ unit: 'cmH2O' })],
    ['an oxygen in kilopascals', { dataType: 'blood_oxygen', value: 13, unit: 'kPa' }],
    ['a weight in stones', { dataType: 'weight', weight: 9, weight_unit: 'st' }],
    ['a weight that is none', { dataType: 'weight', weight: Number.NaN }],
    ['an infinite temperature', { dataType: 'temperature', value: Number.POSITIVE_INFINITY }],
    ['a glucose without value', { dataType: 'blood_glucose' }],
  ])('[DEV-03~] %s cannot be understood', (_what, said) => expect(understand(said)).toBeNull())

  it('[DEV-02~] only blood pressure and weight are stored by themselves', () => {
    expect(
      (
        [
          'blood_pressure',
          'blood_pressure_complete',
          'weight',
          'weight_complete',
          'temperature',
          'heart_rate',
          'blood_glucose',
          'blood_oxygen',
        ] as const
      ).map(isStored),
    ).toEqual([true, true, true, true, false, false, false, false])
  })

  it('[DEV-04~] asks about what no body has, at the limits of each kind', () => {
    for (const [kind, { from, to }] of Object.entries(kindRules)) {
      const of = (value: number) =>
        implausible({
          kind: kind as keyof typeof kindRules,
          value,
          diastolic: kind === 'blood_pressure' ? 40 : null,
          pulse: null,
        })
      expect([of(from), of(to)], kind).toEqual([null, null])
      expect([of(from - 0.1), of(to + 0.1)], kind).toMatchObject([{ value: from - 0.1 }, { value: to + 0.1 }])
    }
    expect(implausible({ kind: 'blood_pressure', value: 120, diastolic: 120, pulse: null })).toEqual({
      part: 'diastolic',
      value: 120,
    })
    expect(implausible({ kind: 'blood_pressure', value: 120, diastolic: 80, pulse: 301 })).toEqual({
      part: 'pulse',
      value: 301,
    })
  })
  it('holds no number that is none', () => {
    expect(holds({ kind: 'weight', value: 10_000, diastolic: null, pulse: null })).toBe(false)
    expect(holds({ kind: 'weight', value: -1, diastolic: null, pulse: null })).toBe(false)
    expect(holds({ kind: 'weight', value: 61, diastolic: null, pulse: null })).toBe(true)
  })
})
