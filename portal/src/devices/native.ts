import { dataTypes } from '@teleward/contract/monitoring/rules.ts'
import { onArrival, trusted } from './clock.ts'
import { DeviceParseError } from './packet.ts'
import type { Arrived, Said } from './reading.ts'

/**
 * The native app's bridge. The app posts a `message` to its page, or dispatches `nativeReading` on `window`, with the fields
 * of a device reading, as an object or as its JSON: dataType, value, unit, timestamp, deviceName, deviceType, systolic,
 * diastolic, pulse_rate, weight, weight_unit. What has no `dataType` is somebody else's message.
 */
const NATIVE_EVENT = 'nativeReading'

/** A reading of the app, or `null` where the message is about something else. Throws `DeviceParseError` alone. */
export function nativeReading(message: unknown, arrivedAt: number): Arrived | null {
  const fields = typeof message === 'string' ? parsed(message) : message
  if (typeof fields !== 'object' || fields === null || !('dataType' in fields)) return null
  const said = fields as Record<string, unknown>
  const dataType = dataTypes.find((one) => one === said.dataType)
  // An ECG is a wave, which no table of a free clinic takes.
  if (!dataType || dataType === 'ecg') throw new DeviceParseError('an unknown dataType')
  return {
    said: { dataType, ...valuesOf(said) },
    // One app, one bridge: what it calls a device is all that is known of it.
    deviceId: `native:${text(said.deviceName, 80)}`,
    deviceName: text(said.deviceName, 80),
    deviceType: text(said.deviceType, 40),
    arrivedAt,
    user: null,
    stream: false,
    hints: [],
    ...momentOf(said.timestamp, arrivedAt),
  }
}

function parsed(message: string): unknown {
  // Other scripts send texts of their own; only one that names the field is held to be a reading.
  if (!message.includes('"dataType"')) return null
  try {
    return JSON.parse(message)
  } catch {
    throw new DeviceParseError('a message that is no JSON')
  }
}

const text = (value: unknown, most: number): string =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
        .trim()
        .slice(0, most)
    : ''

const NUMBERS = ['value', 'systolic', 'diastolic', 'pulse_rate', 'weight'] as const
const UNITS = ['unit', 'weight_unit'] as const
/** Numbers may come as text. Whether they are numbers the contract says, as for every other reading. */
function valuesOf(said: Record<string, unknown>): Omit<Said, 'dataType'> {
  const found: Omit<Said, 'dataType'> = {}
  for (const name of NUMBERS) {
    const value = said[name]
    if (value === undefined || value === null) continue
    if (typeof value === 'number' && !Number.isFinite(value)) throw new DeviceParseError(name)
    if (typeof value !== 'number' && (typeof value !== 'string' || value.length > 40)) throw new DeviceParseError(name)
    found[name] = value
  }
  for (const name of UNITS) {
    const value = said[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string' || value.length > 20) throw new DeviceParseError(name)
    found[name] = value
  }
  return found
}

const SECONDS_BELOW = 1e11
/** ISO 8601, or seconds or milliseconds since 1970; anything else is the time of arrival, and said to be. */
function momentOf(timestamp: unknown, arrivedAt: number) {
  const numeric = typeof timestamp === 'string' && /^\d+$/.test(timestamp) ? Number(timestamp) : timestamp
  if (typeof numeric === 'number') return trusted(numeric < SECONDS_BELOW ? numeric * 1000 : numeric, arrivedAt)
  // Without a zone it would be read in the machine's own.
  const known = typeof numeric === 'string' && /T.*(Z|[+-]\d\d:?\d\d)$/.test(numeric) ? Date.parse(numeric) : Number.NaN
  return Number.isNaN(known) ? onArrival(arrivedAt) : trusted(known, arrivedAt)
}

/** Listens to the app. A page in a frame, or of another origin, is not the app. Answers what ends it. */
export function onNativeReading(hear: (message: unknown) => void): () => void {
  const message = (event: MessageEvent<unknown>) => {
    const own = event.origin === '' || event.origin === location.origin
    if (own && (event.source === null || event.source === window)) hear(event.data)
  }
  const native = (event: Event) => hear((event as CustomEvent<unknown>).detail)
  window.addEventListener('message', message)
  window.addEventListener(NATIVE_EVENT, native)
  return () => {
    window.removeEventListener('message', message)
    window.removeEventListener(NATIVE_EVENT, native)
  }
}
