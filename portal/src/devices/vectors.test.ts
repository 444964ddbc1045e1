import { describe, expect, it } from 'vitest'
import { bytesOf, vectors } from './fixture.ts'
import { glucose } from './glucose.ts'
import { bloodPressure, heartRate, spotOximetry, temperature, weight } from './measurements.ts'
import { DeviceParseError, type WallTime } from './packet.ts'

const pad = (value: number, width = 2) => String(value).padStart(width, '0')
const iso = ({ year, month, day, hour, minute, second }: WallTime) =>
  `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}`
const withOffset = (time: WallTime, minutes: number) =>
  new Date(Date.parse(`${iso(time)}Z`) + minutes * 60_000).toISOString().slice(0, 19)
/** Only what there is: the vectors name no absent field. */
const there = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** What our parsers say, in the words of the vectors. */
const inTheirWords: Record<string, (bytes: DataView) => Record<string, unknown>> = {
  '0x2A35': (bytes) => {
    const { time, pulse, user, ...rest } = bloodPressure(bytes)
    return there({ ...rest, timestamp: time && iso(time), pulse_rate: pulse, user_id: user })
  },
  '0x2A37': (bytes) => {
    const { rate, contact, energyKj, rr } = heartRate(bytes)
    return there({ heart_rate: rate, contact, energy_kj: energyKj, rr_1024: rr.length ? rr : null })
  },
  '0x2A1C': (bytes) => {
    const { time, ...rest } = temperature(bytes)
    return there({ ...rest, timestamp: time && iso(time) })
  },
  '0x2A9D': (bytes) => {
    const { time, user, heightUnit, ...rest } = weight(bytes)
    return there({ ...rest, timestamp: time && iso(time), user_id: user, height_unit: heightUnit })
  },
  '0x2A18': (bytes) => {
    const { sequence, baseTime, contextFollows, offsetMin, concentration, unit, type, location, status } =
      glucose(bytes)
    const [name, si, perUnit] = unit === 'mmol/L' ? ['mmol_per_L', 'mol/L', 1000] : ['mg_per_dL', 'kg/L', 100_000]
    return there({
      sequence,
      base_time: iso(baseTime),
      context_follows: contextFollows,
      time_offset_min: offsetMin,
      time: offsetMin === null ? null : withOffset(baseTime, offsetMin),
      ...(unit
        ? { si_unit: si, concentration_si: Number(concentration) / Number(perUnit), [String(name)]: concentration }
        : {}),
      type,
      location,
      status,
    })
  },
  '0x2A5E': (bytes) => {
    const { time, pulse, spo2 } = spotOximetry(bytes)
    return there({ spo2, pulse_rate: pulse, timestamp: time && iso(time) })
  },
}

describe('the characteristics of the Bluetooth SIG', () => {
  it('[DEV-01~] have 33 vectors, of six characteristics', () => {
    expect([vectors.length, new Set(vectors.map((one) => one.characteristic)).size]).toEqual([33, 6])
  })
  it.each(vectors.filter(({ valid }) => valid))('[DEV-01~] $characteristic $hex says what it says', (vector) => {
    expect(inTheirWords[vector.characteristic]?.(bytesOf(vector.hex))).toEqual(vector.expected)
  })
  it.each(vectors.filter(({ valid }) => !valid))('[DEV-03~] $characteristic $hex cannot be parsed', (vector) => {
    expect(() => inTheirWords[vector.characteristic]?.(bytesOf(vector.hex))).toThrow(DeviceParseError)
  })
  it('[DEV-03~] each of them cut short by a byte says nothing', () => {
    for (const { characteristic, hex } of vectors.filter(({ valid }) => valid))
      expect(() => inTheirWords[characteristic]?.(bytesOf(hex.slice(0, -2))), hex).toThrow(DeviceParseError)
  })
})
