/**
 * One made-up person at home. All that is measured follows from one state (where they are, how active, how warm, how their
 * blood vessels and sugar stand), so that values agree with one another at every moment: a fever raises pulse and breathing by what
 * physiology knows of it, sleep lowers pressure, a meal raises sugar.
 */
export const ROOMS = ['bedroom', 'bath', 'kitchen', 'door'] as const
export type Room = (typeof ROOMS)[number]
export const EVENTS = ['fever', 'fall', 'missed'] as const
export type Event = (typeof EVENTS)[number]

export interface Vitals {
  heartRate: number
  systolic: number
  diastolic: number
  spo2: number
  respiration: number
  temperature: number
  glucose: number
  weight: number
}
export interface Person {
  /** Seconds since midnight of the first day. */
  at: number
  seed: number
  room: Room
  inBed: boolean
  onFloor: boolean
  /** 0 lying still to 1 climbing stairs. */
  activity: number
  /** By how much a fever lifts the set point, in °C. */
  fever: number
  /** What fright and pain do, 0 to 1; it wears off. */
  stress: number
  /** What a missed tablet lets go, 0 to 1; it builds up over hours. */
  unmedicated: number
  vitals: Vitals
  /** Which events hold, and since when. */
  events: Partial<Record<Event, number>>
}

const DAY = 86_400
const HOUR = 3600
/** Of a made-up woman of 78. */
const BASE = {
  heartRate: 62,
  systolic: 126,
  spo2: 97.3,
  respiration: 13,
  temperature: 36.6,
  glucose: 102,
  weight: 58.4,
}
const FEVER_MOST = 2.3
/** Beats and breaths a minute that come with each degree. */
export const BEATS_A_DEGREE = 10
export const BREATHS_A_DEGREE = 2.2

interface Habit {
  until: number
  room: Room
  activity: number
  bed?: boolean
}
/** The day at home, by the hours at which each part ends. */
const HABITS: readonly Habit[] = [
  { until: 6, room: 'bedroom', activity: 0, bed: true },
  { until: 6.5, room: 'bath', activity: 0.3 },
  { until: 7.75, room: 'kitchen', activity: 0.35 },
  { until: 9, room: 'kitchen', activity: 0.12 },
  { until: 10, room: 'door', activity: 0.55 },
  { until: 12, room: 'kitchen', activity: 0.2 },
  { until: 13, room: 'kitchen', activity: 0.3 },
  { until: 14, room: 'bedroom', activity: 0.02, bed: true },
  { until: 17, room: 'kitchen', activity: 0.2 },
  { until: 18.5, room: 'kitchen', activity: 0.35 },
  { until: 20.9, room: 'kitchen', activity: 0.12 },
  { until: 21.4, room: 'bath', activity: 0.3 },
  { until: 24, room: 'bedroom', activity: 0.02, bed: true },
]
const MEALS = [7, 12.25, 17.75]

export const hourOf = (at: number) => (((at % DAY) + DAY) % DAY) / HOUR
const habitAt = (at: number): Habit => HABITS.find(({ until }) => hourOf(at) < until) ?? (HABITS[0] as Habit)
/** A wave of a day with its top at that hour: 1 there, -1 twelve hours later. */
const wave = (at: number, top: number) => Math.cos(((hourOf(at) - top) / 24) * 2 * Math.PI)
/** What meals of the day add to the sugar: up in three quarters of an hour, gone after three. */
function meals(at: number): number {
  const hour = hourOf(at)
  return MEALS.reduce((sum, meal) => {
    const minutes = (hour - meal) * 60
    return minutes <= 0 ? sum : sum + 52 * (minutes / 45) * Math.exp(1 - minutes / 45)
  }, 0)
}

/** Chance that repeats: the same seed lives the same day. A number of about -1 to 1. */
function chance(person: Person): number {
  person.seed = (Math.imul(person.seed, 1_664_525) + 1_013_904_223) >>> 0
  return person.seed / 2 ** 31 - 1
}
/** What a value comes near to in so many seconds, at its own pace. */
const toward = (value: number, aim: number, seconds: number, pace: number) =>
  aim + (value - aim) * Math.exp(-seconds / pace)

/** Where each value is drawn to, by everything else. */
function aims({ at, activity, fever, stress, unmedicated, vitals }: Person): Vitals {
  const asleep = activity < 0.04 ? 1 : 0
  const thirst = Math.max(0, 95 - vitals.spo2)
  const warm = Math.max(0, vitals.temperature - 37.2)
  const systolic =
    BASE.systolic + 8 * wave(at, 15) - 6 * asleep + 20 * activity + 16 * stress + 34 * unmedicated - 3 * warm
  return {
    heartRate:
      BASE.heartRate +
      4 * wave(at, 15) -
      3 * asleep +
      42 * activity +
      26 * stress +
      BEATS_A_DEGREE * warm +
      1.5 * thirst,
    systolic,
    diastolic: 76 + 0.45 * (systolic - BASE.systolic),
    spo2: BASE.spo2 - 0.5 * asleep - 0.4 * activity - 0.7 * warm,
    respiration: BASE.respiration + 9 * activity + 4 * stress + BREATHS_A_DEGREE * warm + 0.6 * thirst - asleep,
    temperature: BASE.temperature + 0.32 * wave(at, 17) + 0.25 * activity + fever,
    glucose: BASE.glucose + meals(at) + 48 * unmedicated + 9 * warm + 10 * stress,
    weight: BASE.weight + 0.25 * Math.sin((hourOf(at) / 24) * Math.PI),
  }
}
/** How fast each follows, in seconds: a pulse in half a minute, warmth in a quarter of an hour. */
const PACE: Record<keyof Vitals, number> = {
  heartRate: 30,
  systolic: 60,
  diastolic: 60,
  spo2: 40,
  respiration: 35,
  temperature: 900,
  glucose: 300,
  weight: 3600,
}
/** How much each trembles from moment to moment. */
const TREMBLE: Record<keyof Vitals, number> = {
  heartRate: 0.9,
  systolic: 0.7,
  diastolic: 0.5,
  spo2: 0.12,
  respiration: 0.25,
  temperature: 0.004,
  glucose: 0.2,
  weight: 0,
}
const BOUNDS: Record<keyof Vitals, readonly [number, number]> = {
  heartRate: [38, 170],
  systolic: [80, 220],
  diastolic: [45, 130],
  spo2: [82, 100],
  respiration: [8, 40],
  temperature: [35.2, 41],
  glucose: [55, 400],
  weight: [50, 65],
}
export const VITALS = Object.keys(PACE) as (keyof Vitals)[]
const held = (key: keyof Vitals, value: number) => Math.min(BOUNDS[key][1], Math.max(BOUNDS[key][0], value))

/** At this hour, well, and as they would be then. */
export function personAt(hour: number, seed = 20_261_126): Person {
  const at = hour * HOUR
  const habit = habitAt(at)
  const person: Person = {
    at,
    seed,
    room: habit.room,
    inBed: habit.bed === true,
    onFloor: false,
    activity: habit.activity,
    fever: 0,
    stress: 0,
    unmedicated: 0,
    vitals: { ...BASE, diastolic: 76 },
    events: {},
  }
  person.vitals = aims(person)
  return person
}

/** Something happens now; what holds already goes on. */
export function happen(person: Person, event: Event): Person {
  if (person.events[event] !== undefined) return person
  const next = { ...person, events: { ...person.events, [event]: person.at } }
  return event === 'fall' ? { ...next, onFloor: true, inBed: false, activity: 0.7, stress: 1 } : next
}
/** Help has come: up from the floor, the tablet taken, something against the fever. What was wears off at its pace. */
export function recover(person: Person, of: Event): Person {
  const { [of]: _, ...events } = person.events
  return { ...person, events, onFloor: of === 'fall' ? false : person.onFloor }
}

const STEP = 5
/** So many seconds later. Long spans go in small steps, so that fast and slow runs live the same day. */
export function later(person: Person, seconds: number): Person {
  let now = person
  for (let left = seconds; left > 0; left -= STEP) now = step(now, Math.min(STEP, left))
  return now
}
function step(before: Person, seconds: number): Person {
  const person = { ...before, at: before.at + seconds }
  const { events } = person
  const habit = habitAt(person.at)
  const ill = events.fever !== undefined
  if (!person.onFloor) {
    // With a fever one stays in bed.
    person.room = ill ? 'bedroom' : habit.room
    person.inBed = ill || habit.bed === true
  }
  const moves = person.onFloor ? 0.08 : ill ? 0.03 : habit.activity
  person.activity = Math.max(0, toward(person.activity, moves, seconds, 60) + 0.006 * chance(person))
  person.fever = toward(person.fever, ill ? FEVER_MOST : 0, seconds, 2400)
  person.stress = toward(person.stress, person.onFloor ? 0.45 : 0, seconds, 240)
  person.unmedicated = toward(person.unmedicated, events.missed === undefined ? 0 : 1, seconds, 5400)
  const aim = aims(person)
  const vitals = { ...person.vitals }
  for (const key of VITALS)
    vitals[key] = held(key, toward(vitals[key], aim[key], seconds, PACE[key]) + TREMBLE[key] * chance(person))
  person.vitals = vitals
  return person
}
