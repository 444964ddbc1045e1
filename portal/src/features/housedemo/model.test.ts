import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import {
  BEATS_A_DEGREE,
  BREATHS_A_DEGREE,
  happen,
  later,
  type Person,
  personAt,
  recover,
  type VITALS,
} from './person.ts'
import { advance, begin, call, measure, resolve, SCENES, type Simulation, trigger } from './simulation.ts'

const HOUR = 3600
/** The mean of a value over ten minutes: what the trembling leaves. */
function mean(person: Person, key: (typeof VITALS)[number]): number {
  let [now, sum] = [person, 0]
  for (let count = 0; count < 60; count++) {
    now = later(now, 10)
    sum += now.vitals[key]
  }
  return sum / 60
}

describe('[SET-05~] the person of the house demo', () => {
  it('stays within what a body can be, at every moment of a week with everything that can happen', () => {
    let now = personAt(0)
    for (const event of ['fever', 'fall', 'missed'] as const) {
      now = happen(now, event)
      for (let minute = 0; minute < 24 * 60; minute++) {
        const before = now.vitals
        now = later(now, 60)
        const { heartRate, systolic, diastolic, spo2, respiration, temperature } = now.vitals
        expect(heartRate).toBeGreaterThan(40)
        expect(heartRate).toBeLessThan(150)
        expect(systolic - diastolic).toBeGreaterThan(20)
        expect(spo2).toBeGreaterThan(88)
        expect(respiration).toBeGreaterThan(8)
        expect(respiration).toBeLessThan(32)
        // Warmth is slow.
        expect(Math.abs(temperature - before.temperature)).toBeLessThan(0.2)
      }
      now = later(recover(now, event), 12 * HOUR)
    }
  })
  it('has a day: pressure and pulse are lower asleep, warmth is least before morning, a meal raises the sugar', () => {
    const [night, afternoon] = [later(personAt(2), HOUR), later(personAt(14.2), HOUR)]
    for (const key of ['heartRate', 'systolic', 'respiration'] as const)
      expect(mean(afternoon, key), key).toBeGreaterThan(mean(night, key) + 2)
    expect(mean(later(personAt(3), HOUR), 'temperature')).toBeLessThan(
      mean(later(personAt(16), HOUR), 'temperature') - 0.4,
    )
    expect(mean(later(personAt(11), HOUR), 'glucose')).toBeLessThan(mean(later(personAt(12), HOUR), 'glucose') - 20)
    // Going out costs breath and pulse.
    const out = later(personAt(9.1), 1200)
    expect(out.room).toBe('door')
    expect(mean(out, 'heartRate')).toBeGreaterThan(mean(later(personAt(8.1), 1200), 'heartRate') + 10)
  })
  it('agrees with itself: a degree of fever comes with ten beats and two breaths, and takes oxygen', () => {
    const well = later(personAt(0.5), 4 * HOUR)
    const ill = later(happen(personAt(0.5), 'fever'), 4 * HOUR)
    const degrees = mean(ill, 'temperature') - mean(well, 'temperature')
    expect(degrees).toBeGreaterThan(1.8)
    const above = mean(ill, 'temperature') - 37.2
    expect((mean(ill, 'heartRate') - mean(well, 'heartRate')) / above).toBeGreaterThan(BEATS_A_DEGREE * 0.7)
    expect((mean(ill, 'heartRate') - mean(well, 'heartRate')) / above).toBeLessThan(BEATS_A_DEGREE * 1.4)
    expect((mean(ill, 'respiration') - mean(well, 'respiration')) / above).toBeGreaterThan(BREATHS_A_DEGREE * 0.6)
    expect(mean(ill, 'spo2')).toBeLessThan(mean(well, 'spo2') - 0.5)
    expect(ill.inBed).toBe(true)
    // It wears off.
    expect(mean(later(recover(ill, 'fever'), 6 * HOUR), 'temperature')).toBeLessThan(37.6)
  })
  it('falls with a fright, lies, and is up again when help has come; a missed tablet raises pressure and sugar over hours', () => {
    const before = later(personAt(21), 300)
    const fallen = later(happen(before, 'fall'), 60)
    expect([fallen.onFloor, fallen.room]).toEqual([true, 'bath'])
    expect(fallen.vitals.heartRate).toBeGreaterThan(before.vitals.heartRate + 12)
    const still = later(fallen, 1800)
    expect([still.room, still.activity < 0.15]).toEqual(['bath', true])
    expect(later(recover(still, 'fall'), 3600)).toMatchObject({ onFloor: false, room: 'bedroom', inBed: true })
    const [missed, taken] = [later(happen(personAt(8), 'missed'), 4 * HOUR), later(personAt(8), 4 * HOUR)]
    expect(mean(missed, 'systolic')).toBeGreaterThan(mean(taken, 'systolic') + 20)
    expect(mean(missed, 'glucose')).toBeGreaterThan(mean(taken, 'glucose') + 25)
  })
  it('lives the same day by the same seed, fast or slow', () => {
    const [fast, slow] = [
      advance(begin('quiet', 7), 7200),
      [...Array(120)].reduce((now: Simulation) => advance(now, 60), begin('quiet', 7)),
    ]
    expect(fast.person).toEqual(slow.person)
    expect(begin('quiet', 8).person.vitals).not.toEqual(begin('quiet', 7).person.vitals)
  })
})

describe('[SET-05~] what staff would see of it', () => {
  it('raises each scene’s alert once, follows it to a call and ends with help', () => {
    const kinds = (now: Simulation) => now.alerts.map(({ kind }) => kind)
    expect(kinds(advance(begin('quiet'), 12 * HOUR))).toEqual([])
    const fallen = advance(begin('fall'), 60)
    expect(kinds(fallen)).toContain('fall')
    expect(kinds(advance(fallen, 600)).filter((kind) => kind === 'fall')).toHaveLength(1)
    const [alert] = fallen.alerts.filter(({ kind }) => kind === 'fall')
    if (!alert) throw new Error('no fall')
    const called = call(fallen, alert)
    const [now] = called.alerts.filter(({ kind }) => kind === 'fall')
    expect(now?.state).toBe('called')
    if (!now) throw new Error('no call')
    expect(resolve(called, now).person.onFloor).toBe(false)
    // Help against one thing leaves another as it is.
    const both = trigger(called, 'missed')
    const [pill] = both.alerts.filter(({ kind }) => kind === 'pill')
    if (!pill) throw new Error('no tablet missed')
    const helped = resolve(both, pill).person
    expect([helped.onFloor, Object.keys(helped.events)]).toEqual([true, ['fall']])
    expect(Object.keys(resolve(both, now).person.events)).toEqual(['missed'])
    expect(kinds(advance(begin('missed'), 60))).toContain('pill')
    // A fever is known once somebody measures.
    const ill = advance(begin('fever'), 3 * HOUR)
    expect(kinds(measure(ill, 'thermometer'))).toContain('temperature')
    expect(kinds(measure(trigger(advance(begin('quiet'), 60), 'fever'), 'thermometer'))).toEqual([])
    for (const scene of SCENES) expect(begin(scene).trend.length).toBeGreaterThan(120)
  })
  it('writes nothing and asks nobody: no call leaves, nothing is kept, and no file of it knows of members, alerts or the server', () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('localStorage', { setItem: fetched })
    let now = begin('fall')
    now = resolve(
      advance(now, HOUR),
      now.alerts[0] ?? { kind: 'fall', at: 0, value: null, critical: true, state: 'new' },
    )
    measure(trigger(now, 'fever'), 'thermometer')
    vi.unstubAllGlobals()
    expect(fetched).not.toHaveBeenCalled()
    const folder = fileURLToPath(new URL('.', import.meta.url))
    for (const name of readdirSync(folder).filter((one) => /\.tsx?$/.test(one) && !one.includes('.test.'))) {
      const text = readFileSync(`${folder}${name}`, 'utf8')
      expect(text, name).not.toMatch(
        /from '[^']*\/(api|devices|media)\/|@teleward\/contract\/(?!core\/)|fetch\(|XMLHttpRequest|WebSocket|localStorage|indexedDB|sendBeacon|document\.cookie/,
      )
    }
  })
})
