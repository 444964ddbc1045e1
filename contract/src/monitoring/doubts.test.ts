import { describe, expect, it } from 'vitest'
import { roundedTo } from '../core/round.ts'
import { type DoubtContext, doubtsOf, isImpossibleTime, isLate, OLD_MS } from './doubts.ts'
import { type DeviceSays, type Measured, unclearUnit, understand } from './rules.ts'

const NOW = Date.parse('2026-03-12T02:30:00Z')
const DAY = 86_400_000
const weight = (value: number): Measured => ({ kind: 'weight', value, diastolic: null, pulse: null })
const codes = (measured: Measured | null, more: Partial<DoubtContext> = {}) =>
  doubtsOf(measured, { at: NOW, now: NOW, age: null, near: [], ...more }).map(({ code }) => code)

describe('what is doubted', () => {
  it.each<[age: number, fits: number[], odd: number[]]>([
    [0, [0.3, 3.2, 16], [16.1, 154.3]],
    [2, [6, 12, 30], [5.9, 31, 69.99, 154.3]],
    [8, [11, 110], [10.9, 154.3]],
    [40, [22, 154.3, 400], [21.9]],
  ])('[M5] a weight that nobody of %i years has, and no other', (age, fits, odd) => {
    for (const kg of fits) expect(codes(weight(kg), { age }), `${kg}`).toEqual([])
    for (const kg of odd) expect(codes(weight(kg), { age }), `${kg}`).toEqual(['VALUE_IMPLAUSIBLE'])
  })
  it('[M5] a weight that differs by more than a fifth from all that are near in time', () => {
    expect(codes(weight(81.6), { near: [68] })).toEqual([])
    expect(codes(weight(81.7), { near: [68] })).toEqual(['WEIGHT_CHANGE_IMPLAUSIBLE'])
    expect(codes(weight(54.3), { near: [68] })).toEqual(['WEIGHT_CHANGE_IMPLAUSIBLE'])
    // One that agrees is enough: the other one is wrong.
    expect(codes(weight(154.3), { near: [68, 150] })).toEqual([])
    expect(codes({ ...weight(150), kind: 'glucose_unspecified' }, { near: [68] })).toEqual([])
  })
  it('[M4] a time of more than a year ago, once the clock may be right at all', () => {
    expect(codes(weight(60), { at: NOW - OLD_MS })).toEqual([])
    expect(codes(weight(60), { at: NOW - OLD_MS - 1 })).toEqual(['TIME_IMPLAUSIBLE'])
    expect(codes(null, { at: NOW - OLD_MS - 1 })).toEqual(['TIME_IMPLAUSIBLE'])
    const born = Date.parse('2024-01-02T00:00:00+08:00')
    expect([born - 1, born].map((at) => isImpossibleTime(at, born))).toEqual([true, false])
    expect([Date.UTC(1999, 11, 31), Date.UTC(2000, 0, 1)].map((at) => isImpossibleTime(at, null))).toEqual([
      true,
      false,
    ])
    // Born before any device measured: that is the earliest.
    expect(isImpossibleTime(Date.UTC(1970, 0, 1), Date.UTC(1958, 0, 2))).toBe(true)
    expect([isLate(NOW - DAY, NOW), isLate(NOW - DAY - 1, NOW)]).toEqual([false, true])
  })
})

describe('the unit', () => {
  it.each<[DeviceSays, string[] | null]>([
    [{ dataType: 'weight', weight: 154.3 }, ['kg', 'lb']],
    [{ dataType: 'weight', weight: 66.5, unit: 'kg', weight_unit: 'lb' }, ['kg', 'lb']],
    [{ dataType: 'weight', weight: 66.5, unit: ' ', weight_unit: 'KG ' }, null],
    [{ dataType: 'blood_glucose', value: 27.8 }, ['mg/dL', 'mmol/L']],
    [{ dataType: 'temperature', value: 98.6, unit: '' }, ['°C', '°F']],
    [{ dataType: 'blood_pressure', systolic: 150, diastolic: 90 }, null],
    [{ dataType: 'blood_pressure', systolic: 16, diastolic: 10 }, ['mmHg', 'kPa']],
    [{ dataType: 'blood_pressure', systolic: 301, diastolic: 90, unit: 'mmHg' }, null],
    [{ dataType: 'heart_rate', value: 72 }, null],
    // Of something else: it cannot be read, whatever is asked.
    [{ dataType: 'heart_rate', value: 72, unit: 'SpO2 %' }, null],
    [{ dataType: 'weight', weight: 'x' }, null],
  ])('[M5] %j is clear, or is in one of these', (said, units) => {
    expect(unclearUnit(said)).toEqual(units)
    if (units) expect(understand(said)).toBeNull()
  })
  it('[M5] a glucose without its meal is unspecified', () => {
    expect(understand({ dataType: 'blood_glucose', value: 150, unit: 'mg/dL' })?.kind).toBe('glucose_unspecified')
  })
  it('[Mw8] halves go up as they are written', () => {
    expect([36.65, 36.75, 37.45, 37.55].map((value) => roundedTo(value, 1))).toEqual([36.7, 36.8, 37.5, 37.6])
    expect([69.34, 1.005, 2.675, 61.238].map((value) => roundedTo(value, 2))).toEqual([69.34, 1.01, 2.68, 61.24])
    expect([roundedTo(0, 0), roundedTo(9999.5, 0), roundedTo(127.5, 0)]).toEqual([0, 10_000, 128])
  })
})
