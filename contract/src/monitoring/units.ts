/**
 * A unit that devices measure in: its name, how they may write it (small letters, compatible signs as `plainUnit` leaves them), and
 * what a value of it is in the stored one. UCUM's codes are among the ways.
 */
interface DeviceUnit {
  name: string
  written: readonly string[]
  toStored: (value: number) => number
}
const signs: Readonly<Record<string, string>> = { Cel: '°C', '/min': 'bpm' }
/** A stored unit as people write it. */
export const unitSign = (unit: string): string => signs[unit] ?? unit

const MMOL_PER_MGDL = 18.0156
const KG_PER_LB = 0.45359237
const MMHG_PER_KPA = 7.50061683
const asItIs = (value: number) => value

const mmHg: DeviceUnit = { name: 'mmHg', written: ['mmhg', 'mm hg', 'mm[hg]'], toStored: asItIs }
const perMinute: DeviceUnit = {
  name: '/min',
  written: ['/min', '1/min', 'bpm', 'beats/min', '{beats}/min', '{beat}/min'],
  toStored: asItIs,
}
const percent: DeviceUnit = { name: '%', written: ['%'], toStored: asItIs }

export type MeasuredQuantity = 'pressure' | 'weight' | 'temperature' | 'rate' | 'oxygen' | 'glucose'
interface Quantity {
  units: readonly DeviceUnit[]
  /**
   * What a device means that says no unit. Where people use two that read alike (a weight, a temperature, a glucose) there is
   * none: a guess would be stored as if it had been measured.
   */
  unsaid: DeviceUnit | null
}
export const quantities: Readonly<Record<MeasuredQuantity, Quantity>> = {
  pressure: {
    units: [mmHg, { name: 'kPa', written: ['kpa'], toStored: (value) => value * MMHG_PER_KPA }],
    unsaid: mmHg,
  },
  weight: {
    units: [
      { name: 'kg', written: ['kg', 'kgs'], toStored: asItIs },
      { name: 'lb', written: ['lb', 'lbs', '[lb_av]'], toStored: (value) => value * KG_PER_LB },
    ],
    unsaid: null,
  },
  temperature: {
    units: [
      { name: '°C', written: ['c', 'cel', 'celsius', '°c', 'degc', '[degc]'], toStored: asItIs },
      {
        name: '°F',
        written: ['f', 'fahrenheit', '°f', 'degf', '[degf]'],
        toStored: (value) => ((value - 32) * 5) / 9,
      },
    ],
    unsaid: null,
  },
  rate: { units: [perMinute], unsaid: perMinute },
  oxygen: { units: [percent], unsaid: percent },
  glucose: {
    units: [
      { name: 'mg/dL', written: ['mg/dl'], toStored: asItIs },
      { name: 'mmol/L', written: ['mmol/l'], toStored: (value) => value * MMOL_PER_MGDL },
    ],
    unsaid: null,
  },
}

/**
 * `missing`: none is said and none may be meant; `contradictory`: two are said; `unknown`: it is no unit of the quantity. `unsaid` of
 * a unit that is known tells that the device did not say it.
 */
export type SaidUnit = { unit: DeviceUnit; unsaid: boolean } | { fault: 'missing' | 'contradictory' | 'unknown' }

/**
 * Small letters, with signs of one character (℃, ㎏, full width) taken apart, and one degree sign for those that look like it:
 * the ordinal º and the ring ˚.
 */
const plainUnit = (text: string): string =>
  text
    .replace(/[º˚]/g, '°')
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^(°|deg) /, '$1')

/** The unit that all of these name. Blank text names none. */
export function readUnit(quantity: MeasuredQuantity, said: readonly (string | undefined)[]): SaidUnit {
  const { units, unsaid } = quantities[quantity]
  const texts = said.map((text) => plainUnit(text ?? '')).filter(Boolean)
  if (texts.length === 0) return unsaid ? { unit: unsaid, unsaid: true } : { fault: 'missing' }
  const found = texts.map((text) => units.find(({ written }) => written.includes(text)))
  const [first] = found
  if (!first || found.includes(undefined)) return { fault: 'unknown' }
  return found.every((unit) => unit === first) ? { unit: first, unsaid: false } : { fault: 'contradictory' }
}
