import { describe, expect, it } from 'vitest'
import type { EcgLead, EcgRecording } from '../../signals/ecg.ts'
import { measured, mmPerUnit, paperOf, restOf, snapped, strips } from './ecg-scale.ts'
import { compared, notedValues } from './phono-values.ts'

const lead = (label: string, samples = [0, 0, 0], unit = 'mV'): EcgLead => ({
  label,
  unit,
  rate: 500,
  samples: Float32Array.from(samples),
})
const recording = (labels: string[]): EcgRecording => ({
  kind: 'rhythm',
  name: '',
  start: '',
  seconds: 10,
  leads: labels.map((label) => lead(label)),
})
const TWELVE = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'I', 'II', 'III', 'aVR', 'aVL', 'aVF']
const labels = (found: ReturnType<typeof strips>) => found.map(({ leads }) => leads.map(({ label }) => label).join(' '))

describe('paper', () => {
  it('[FILE-07~] a second is 25 mm and a millivolt 10 mm at the usual settings, on whatever screen', () => {
    const paper = paperOf({ width: 1000, mm: 4, speed: 25, gain: 10, rows: 12 })
    expect(paper.pxPerSecond).toBe(100)
    expect(mmPerUnit(lead('II'), paper) * paper.mm).toBe(40)
    expect(paper.seconds).toBeCloseTo((1000 - paper.left) / 100)
    expect(paperOf({ width: 1000, mm: 4, speed: 50, gain: 20, rows: 1 }).pxPerSecond).toBe(200)
    // What is no voltage fills its strip; what never moves does not divide by nothing.
    expect(mmPerUnit(lead('ABP', [60, 120], 'mmHg'), paper)).toBeCloseTo((25 * 0.8) / 60)
    expect(mmPerUnit(lead('ABP', [60, 60], 'mmHg'), paper)).toBe(1)
    expect(restOf(lead('II', [-0.3, -0.3, Number.NaN, -0.3, 1.5]))).toBeCloseTo(-0.3)
  })
  it('[FILE-07~] leads stand in the order of paper, or in four columns with the rhythm beneath', () => {
    expect(labels(strips(recording(TWELVE), 'rows', null)).join(',')).toBe('I,II,III,aVR,aVL,aVF,V1,V2,V3,V4,V5,V6')
    expect(labels(strips(recording(TWELVE), 'grid', null))).toEqual([
      'I aVR V1 V4',
      'II aVL V2 V5',
      'III aVF V3 V6',
      'II',
    ])
    expect(labels(strips(recording(['MLII', 'V5']), 'grid', null))).toEqual(['V5', 'MLII'])
    expect(labels(strips(recording(TWELVE), 'grid', 'V2'))).toEqual(['V2'])
  })
})

it('[FILE-07~] calipers stand on samples and measure time, rate and height', () => {
  const point = (seconds: number, value: number) => ({ seconds, value })
  expect(measured({ from: point(1.8, 0.2), to: point(1, 1.5) })).toEqual({ ms: 800, bpm: 75, value: 1.3 })
  // Ten milliseconds are no beat.
  expect(measured({ from: point(1, 0), to: point(1.01, 0) })).toMatchObject({ ms: 10, bpm: null })
  expect(measured({ from: point(1, 0), to: point(1, 0) })).toMatchObject({ ms: 0, bpm: null })
  expect(snapped(1.0034, 360)).toBeCloseTo(361 / 360)
})

describe('values of a heart sound', () => {
  it('[FILE-07~] are compared with the thresholds of §9; what is unknown is compared with nothing', () => {
    expect((['emat', 'sdi', 's3', 's4'] as const).map((key) => compared(key, null))).toEqual(Array(4).fill('noLimit'))
    expect([14.9, 15].map((value) => compared('emat', value))).toEqual(['below', 'reached'])
    expect([4.9, 5, 7.4, 7.5].map((value) => compared('sdi', value))).toEqual([
      'below',
      'reachedFirst',
      'reachedFirst',
      'reachedBoth',
    ])
    expect([compared('s3', 0), compared('s3', 5), compared('s4', 4.9)]).toEqual(['below', 'reached', 'below'])
  })
  it('[FILE-07~] are read from what the recorder noted, and nothing is made of what it did not', () => {
    expect(notedValues({ ICMT: 'EMAT=15.2%; SDI: 5\nS3 = 6' })).toEqual({ emat: 15.2, sdi: 5, s3: 6, s4: null })
    for (const note of ['', 'EMAT', 'S3=99', 'MYS3=4', 'S4=1.2.3', 'emat=-5'])
      expect(notedValues({ ICMT: note })).toBe(null)
  })
})
