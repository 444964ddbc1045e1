import { hourOf, type Person, type Room, type Vitals } from './person.ts'

/** What stands in the home. `always`: it reports by itself; the others when somebody measures. */
interface Device {
  room: Room
  always: boolean
  measures: readonly (keyof Vitals)[]
}
export const DEVICES = {
  ecgPatch: { room: 'bedroom', always: true, measures: ['heartRate', 'respiration'] },
  bedSensor: { room: 'bedroom', always: true, measures: [] },
  oximeter: { room: 'bedroom', always: false, measures: ['spo2', 'heartRate'] },
  thermometer: { room: 'bedroom', always: false, measures: ['temperature'] },
  scale: { room: 'bath', always: false, measures: ['weight'] },
  fallSensor: { room: 'bath', always: true, measures: [] },
  bloodPressure: { room: 'kitchen', always: false, measures: ['systolic', 'diastolic', 'heartRate'] },
  glucose: { room: 'kitchen', always: false, measures: ['glucose'] },
  pillBox: { room: 'kitchen', always: true, measures: [] },
  doorSensor: { room: 'door', always: true, measures: [] },
  motion: { room: 'door', always: true, measures: [] },
} as const satisfies Record<string, Device>
export type DeviceId = keyof typeof DEVICES
export const DEVICE_IDS = Object.keys(DEVICES) as DeviceId[]
export const deviceOf = (id: DeviceId): Device => DEVICES[id]

export interface Reading {
  at: number
  values: Partial<Vitals>
}
export const UNITS: Record<keyof Vitals, string> = {
  heartRate: '/min',
  systolic: 'mmHg',
  diastolic: 'mmHg',
  spo2: '%',
  respiration: '/min',
  temperature: '°C',
  glucose: 'mg/dL',
  weight: 'kg',
}
const DIGITS: Partial<Record<keyof Vitals, number>> = { temperature: 1, weight: 1 }
export const rounded = (key: keyof Vitals, value: number) => Number(value.toFixed(DIGITS[key] ?? 0))

/** What a device says now: the person's values as far as it shows them. */
export function reading(id: DeviceId, { at, vitals }: Person): Reading {
  const values: Partial<Vitals> = {}
  for (const key of deviceOf(id).measures) values[key] = rounded(key, vitals[key])
  return { at, values }
}

/** What a sensor says: `on` is something to see. */
export function sensed(id: DeviceId, person: Person): { key: string; on: boolean } | null {
  const moving = person.activity > 0.05 && !person.onFloor
  const { missed } = person.events
  if (id === 'bedSensor') return { key: person.inBed ? 'inBed' : 'outOfBed', on: person.inBed }
  if (id === 'fallSensor') return { key: person.onFloor ? 'fallen' : 'noFall', on: person.onFloor }
  if (id === 'doorSensor') return { key: person.room === 'door' ? 'doorOpen' : 'doorShut', on: person.room === 'door' }
  if (id === 'motion') return { key: moving ? 'moving' : 'still', on: moving }
  if (id === 'pillBox')
    return {
      key: missed !== undefined ? 'pillMissed' : hourOf(person.at) >= 8 ? 'pillTaken' : 'pillDue',
      on: missed !== undefined,
    }
  return null
}
