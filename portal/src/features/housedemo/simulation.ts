import { DEVICE_IDS, type DeviceId, deviceOf, reading, type Reading, rounded } from './devices.ts'
import { type Event, happen, later, type Person, personAt, recover, VITALS, type Vitals } from './person.ts'

/** The demo as a whole: the person, what was measured, what staff would be told. It lives in this page and nowhere else. */
export const SCENES = ['quiet', 'fever', 'fall', 'missed'] as const
export type Scene = (typeof SCENES)[number]
/** At which hour a scene begins, and what happens so many seconds after that. */
const BEGINS: Record<Scene, { hour: number; event?: Event; after: number }> = {
  quiet: { hour: 7.2, after: 0 },
  fever: { hour: 13, event: 'fever', after: 0 },
  fall: { hour: 21.1, event: 'fall', after: 20 },
  missed: { hour: 9, event: 'missed', after: 0 },
}
/** Seconds of the home in one of the clock. */
export const SPEEDS = [1, 60, 600] as const
export type Speed = (typeof SPEEDS)[number]

export const ALERTS = ['fall', 'temperature', 'spo2', 'systolic', 'heartRate', 'glucose', 'pill'] as const
export type AlertKind = (typeof ALERTS)[number]
export interface Alert {
  kind: AlertKind
  at: number
  value: number | null
  critical: boolean
  state: 'new' | 'called' | 'resolved'
}
export interface Simulation {
  scene: Scene
  person: Person
  /** What is still to happen, and when. */
  due: { event: Event; at: number } | null
  last: Partial<Record<DeviceId, Reading>>
  /** A value a minute, of the last day. */
  trend: readonly { at: number; values: Vitals }[]
  alerts: readonly Alert[]
}
const MINUTE = 60
const KEPT = 24 * 60
/** Devices that are used by hand are used at these hours. */
const ROUTINE: Partial<Record<DeviceId, readonly number[]>> = {
  bloodPressure: [7.25, 18],
  scale: [6.25],
  glucose: [6.9, 17.5],
  oximeter: [8, 13.5, 20],
  thermometer: [8, 13.5, 20],
}

export function begin(scene: Scene, seed?: number): Simulation {
  const { hour, event, after } = BEGINS[scene]
  // The hours before it are lived through, so that a trend stands there from the start.
  let now: Simulation = { scene, person: personAt(hour - 3, seed), due: null, last: {}, trend: [], alerts: [] }
  for (const id of DEVICE_IDS)
    if (deviceOf(id).measures.length) now = { ...now, last: { ...now.last, [id]: reading(id, now.person) } }
  now = { ...advance(now, 3 * 3600), alerts: [] }
  return event ? { ...now, due: { event, at: now.person.at + after } } : now
}

/** Somebody in the home uses a device. */
export const measure = (now: Simulation, id: DeviceId): Simulation =>
  told({ ...now, last: { ...now.last, [id]: reading(id, now.person) } })
export const trigger = (now: Simulation, event: Event): Simulation =>
  told({ ...now, person: happen(now.person, event) })

const used = (id: DeviceId, from: number, to: number) =>
  (ROUTINE[id] ?? []).some((hour) => {
    const at = Math.floor(to / 86_400) * 86_400 + hour * 3600
    return at > from && at <= to
  })

/** So many seconds of the home later: minute by minute, so that nothing is passed over at any speed. */
export function advance(before: Simulation, seconds: number): Simulation {
  let now = before
  for (let left = seconds; left > 0; ) {
    const length = Math.min(left, MINUTE)
    now = minute(now, length)
    left -= length
  }
  return now
}
function minute(before: Simulation, seconds: number): Simulation {
  let { person, due } = before
  if (due && due.at <= person.at + seconds) {
    person = happen(person, due.event)
    due = null
  }
  const from = person.at
  person = later(person, seconds)
  const last = { ...before.last }
  for (const id of DEVICE_IDS) {
    const { always, measures } = deviceOf(id)
    // Who lies on the floor or in a fever measures nothing by habit.
    const byHabit = !person.onFloor && used(id, from, person.at)
    if (measures.length && (always || byHabit)) last[id] = reading(id, person)
  }
  const newest = before.trend.at(-1)
  const values = Object.fromEntries(VITALS.map((key) => [key, rounded(key, person.vitals[key])])) as unknown as Vitals
  const trend =
    newest && person.at - newest.at < MINUTE ? before.trend : [...before.trend, { at: person.at, values }].slice(-KEPT)
  return told({ ...before, person, due, last, trend })
}

/** What a rule of monitoring would find in what the devices said. */
function findings({ last, person }: Simulation): { kind: AlertKind; value: number | null; critical: boolean }[] {
  const of = (id: DeviceId, key: keyof Vitals) => last[id]?.values[key]
  const over = (kind: AlertKind, value: number | undefined, high: number, critical: number) =>
    value !== undefined && value >= high ? [{ kind, value, critical: value >= critical }] : []
  const spo2 = of('oximeter', 'spo2')
  return [
    ...(person.onFloor ? [{ kind: 'fall' as const, value: null, critical: true }] : []),
    ...(person.events.missed === undefined ? [] : [{ kind: 'pill' as const, value: null, critical: false }]),
    ...over('temperature', of('thermometer', 'temperature'), 38, 39.5),
    ...over('systolic', of('bloodPressure', 'systolic'), 160, 180),
    ...over('heartRate', of('ecgPatch', 'heartRate'), 110, 130),
    ...over('glucose', of('glucose', 'glucose'), 200, 300),
    ...(spo2 !== undefined && spo2 < 92 ? [{ kind: 'spo2' as const, value: spo2, critical: spo2 < 88 }] : []),
  ]
}
/** One alert of a kind stands at a time; it is new again once its cause was gone. */
function told(now: Simulation): Simulation {
  const found = findings(now)
  const open = now.alerts.filter(({ state }) => state !== 'resolved')
  const fresh = found
    .filter(({ kind }) => !open.some((one) => one.kind === kind))
    // What was resolved while its cause goes on is not raised again in the same quarter of an hour.
    .filter(({ kind }) => !now.alerts.some((one) => one.kind === kind && now.person.at - one.at < 900))
    .map((one): Alert => ({ ...one, at: now.person.at, state: 'new' }))
  return fresh.length ? { ...now, alerts: [...fresh, ...now.alerts].slice(0, 20) } : now
}
const put = (now: Simulation, alert: Alert, state: Alert['state']): Simulation => ({
  ...now,
  alerts: now.alerts.map((one) => (one === alert ? { ...one, state } : one)),
})
/** Staff call the home, in the demo alone. */
export const call = (now: Simulation, alert: Alert): Simulation => put(now, alert, 'called')
/** What each alert is helped against: a fall by who comes, the others by what is taken. */
const CAUSES: Record<AlertKind, Event> = {
  fall: 'fall',
  temperature: 'fever',
  spo2: 'fever',
  heartRate: 'fever',
  systolic: 'missed',
  glucose: 'missed',
  pill: 'missed',
}
/** Help has come against what the alert tells of; what else holds goes on. */
export function resolve(now: Simulation, alert: Alert): Simulation {
  const after = put(now, alert, 'resolved')
  return { ...after, person: recover(after.person, CAUSES[alert.kind]) }
}
