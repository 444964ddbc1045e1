import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { beatsOf } from '@teleward/contract/monitoring/beats.ts'
import { type Hrv, hrvOf, variabilityOf } from './hrv.ts'
import { readAecg } from './aecg.ts'
import { readWfdb } from './wfdb.ts'

const raw = (name: string) => readFileSync(new URL(`../../../server/seeds/samples/${name}`, import.meta.url))
const gz = (name: string) => new Uint8Array(gunzipSync(raw(`${name}.gz`)))
const mit = () => readWfdb(raw('100.hea').toString('latin1'), { name: '100.dat', bytes: gz('100.dat') })
const values = (found: Hrv) => {
  if ('problem' in found) throw new Error(found.problem)
  return found
}

/** Beats of a heart of 60 a minute that two waves speed up and slow down: amplitudes in ms, frequencies in Hz. */
function modulated(seconds: number, waves: readonly [amplitude: number, hz: number][]): number[] {
  const beats = [0]
  for (let at = 0; at < seconds; ) {
    at += 1 + waves.reduce((sum, [ms, hz]) => sum + (ms / 1000) * Math.sin(2 * Math.PI * hz * at), 0)
    if (at <= seconds) beats.push(at)
  }
  return beats
}

describe('beats', () => {
  it('[EMR-01~] of the record 100 of the MIT-BIH database are found where its cardiologists marked them', () => {
    const lead = mit().recordings[0]?.leads[0]
    const beats = beatsOf(lead?.samples ?? new Float32Array(), 360)
    // 2,273 beats are marked in its 30 minutes and 6 seconds.
    expect(Math.abs(beats.length - 2273)).toBeLessThanOrEqual(2)
    const [first = 0, second = 0] = beats
    // Marked at the samples 77 and 370.
    expect(first * 360).toBeCloseTo(77, -1)
    expect(second * 360).toBeCloseTo(370, -1)
  })
  it('[EMR-01~] none are found in silence, in what was not recorded, and in nothing', () => {
    expect(beatsOf(new Float32Array(3600), 360)).toEqual([])
    expect(beatsOf(new Float32Array(3600).fill(Number.NaN), 360)).toEqual([])
    expect(beatsOf(new Float32Array(0), 360)).toEqual([])
  })
})

describe('the variability of the heart rate', () => {
  it('[EMR-01~] SDNN, RMSSD, and the power of both bands are those of what made the intervals', () => {
    const found = values(
      variabilityOf(
        modulated(300, [
          [40, 0.1],
          [30, 0.25],
        ]),
        300,
      ),
    )
    expect(found.rate).toBeCloseTo(60, 0)
    // Half the square of an amplitude is its power; their sum is the variance.
    expect(found.sdnn).toBeGreaterThan(Math.sqrt(800 + 450) * 0.95)
    expect(found.sdnn).toBeLessThan(Math.sqrt(800 + 450) * 1.05)
    expect(found.power?.lf).toBeGreaterThan(800 * 0.85)
    expect(found.power?.lf).toBeLessThan(800 * 1.15)
    expect(found.power?.hf).toBeGreaterThan(450 * 0.8)
    expect(found.power?.hf).toBeLessThan(450 * 1.15)
    // Differences of neighbours: 2 A sin(pi f) is the amplitude of each wave.
    const step = (ms: number, hz: number) => (2 * ms * Math.sin(Math.PI * hz)) ** 2 / 2
    expect(found.rmssd / Math.sqrt(step(40, 0.1) + step(30, 0.25))).toBeCloseTo(1, 1)
    expect([found.leftOut, found.from, found.to]).toEqual([0, 0, 300])
  })
  it('[EMR-01~] an extrasystole and the pause behind it are left out, and said', () => {
    const steady = modulated(300, [[20, 0.1]])
    const early = [...steady]
    early[100] = (early[99] ?? 0) + 0.5
    const found = values(variabilityOf(early, 300))
    expect(found.leftOut).toBe(2)
    expect(found.sdnn).toBeCloseTo(values(variabilityOf(steady, 300)).sdnn, 0)
  })
  it('[EMR-01~] less than a minute says nothing, less than five no power, and a rhythm that is none neither', () => {
    expect(variabilityOf(modulated(59, [[20, 0.1]]), 59)).toEqual({ problem: 'short', seconds: 59 })
    expect(values(variabilityOf(modulated(120, [[20, 0.1]]), 120)).power).toBeNull()
    let at = 0
    const wild = Array.from({ length: 400 }, (_, n) => (at += 0.4 + ((n * 7919) % 100) / 100))
    expect(variabilityOf(wild, 360)).toMatchObject({ problem: 'unsteady' })
    expect(variabilityOf([], 400)).toMatchObject({ problem: 'unsteady' })
    // Half of it was not recorded.
    expect(variabilityOf(modulated(150, [[20, 0.1]]), 300)).toMatchObject({ problem: 'unsteady' })
  })
  it('[EMR-01~] of a file: five minutes of half an hour, ten seconds say that they are too short', () => {
    const found = values(hrvOf(mit()))
    expect([found.lead, found.to - found.from]).toEqual(['MLII', 300])
    expect(found.rate).toBeGreaterThan(70)
    expect(found.rate).toBeLessThan(80)
    expect(found.sdnn).toBeGreaterThan(15)
    expect(found.sdnn).toBeLessThan(60)
    expect(found.power).not.toBeNull()
    const aecg = readAecg(new TextDecoder().decode(gz('hl7_aecg_subject1_0.xml')))
    expect(hrvOf(aecg)).toMatchObject({ problem: 'short' })
    expect(hrvOf({ source: 'wfdb', recordings: [], warnings: [], patient: '' })).toMatchObject({ problem: 'noRhythm' })
  })
})
