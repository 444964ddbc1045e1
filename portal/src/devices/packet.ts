import type { LocalTime } from '@teleward/contract/core/zone.ts'

/** The only error that reading a device's bytes, or a message of the app, ends with: `DEVICE_PARSE_FAILED`. */
export class DeviceParseError extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'DeviceParseError'
  }
}

/** What IEEE 11073 has beside numbers: no number, not at this resolution, infinities, and what it keeps for later. */
export type Special = 'NaN' | 'NRes' | '+INF' | '-INF' | 'reserved'
export type Float = number | Special

// Of the exponent zero alone: 2047 tenths are a number.
const SFLOAT_SPECIALS: Readonly<Record<number, Special>> = {
  2047: 'NaN',
  2048: 'NRes',
  2046: '+INF',
  2050: '-INF',
  2049: 'reserved',
}
const FLOAT_SPECIALS: Readonly<Record<number, Special>> = {
  8388607: 'NaN',
  8388608: 'NRes',
  8388606: '+INF',
  8388610: '-INF',
  8388609: 'reserved',
}
/** By its decimal writing: 182e-5 times 100,000 is 182, and no 182.00000000000003. */
const decimal = (mantissa: number, exponent: number): number => Number(`${mantissa}e${exponent}`)
const signed = (value: number, bits: number): number => (value >= 2 ** (bits - 1) ? value - 2 ** bits : value)

/** A wall clock's reading as devices send it; zero is an unknown year, month or day. */
export type WallTime = LocalTime

const within = (value: number, to: number, what: string): number => {
  if (value > to) throw new DeviceParseError(`${what} is ${value}`)
  return value
}

/** Reads little-endian bytes one after the other, and never beyond their end. What follows the last known field is left unread. */
export class Packet {
  readonly #view: DataView
  #at = 0

  constructor(bytes: DataView) {
    this.#view = bytes
  }
  get left(): number {
    return this.#view.byteLength - this.#at
  }
  #next(size: number): number {
    if (this.left < size) throw new DeviceParseError(`${size} bytes at ${this.#at} of ${this.#view.byteLength}`)
    this.#at += size
    return this.#at - size
  }
  u8(): number {
    return this.#view.getUint8(this.#next(1))
  }
  u16(): number {
    return this.#view.getUint16(this.#next(2), true)
  }
  i16(): number {
    return this.#view.getInt16(this.#next(2), true)
  }
  u24(): number {
    return this.u16() + this.u8() * 0x10000
  }
  /** SFLOAT: four bits of exponent, twelve of mantissa. `shift` moves the point, for units that are powers of ten apart. */
  sfloat(shift = 0): Float {
    const raw = this.u16()
    const mantissa = raw & 0x0fff
    return SFLOAT_SPECIALS[raw] ?? decimal(signed(mantissa, 12), signed(raw >> 12, 4) + shift)
  }
  /** FLOAT: eight bits of exponent, twenty-four of mantissa. */
  float(): Float {
    const mantissa = this.u24()
    const exponent = signed(this.u8(), 8)
    return (exponent === 0 && FLOAT_SPECIALS[mantissa]) || decimal(signed(mantissa, 24), exponent)
  }
  /** Date Time (0x2A08). A field that no calendar has is no time, and what follows it cannot be trusted. */
  time(): WallTime {
    return {
      year: this.u16(),
      month: within(this.u8(), 12, 'the month'),
      day: within(this.u8(), 31, 'the day'),
      hour: within(this.u8(), 23, 'the hour'),
      minute: within(this.u8(), 59, 'the minute'),
      second: within(this.u8(), 59, 'the second'),
    }
  }
}

export const isNumber = (value: Float | null | undefined): value is number => typeof value === 'number'
