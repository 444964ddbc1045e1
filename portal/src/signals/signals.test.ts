import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parseWfdbHeader, SignalError } from '@teleward/contract/files/wfdb.ts'
import { describe, expect, it } from 'vitest'
import { readAecg } from './aecg.ts'
import { readDicom } from './dicom.ts'
import { isStandard, leadName } from './ecg.ts'
import { fft, peaks, spectrogram } from './spectrum.ts'
import { readWave } from './wave.ts'
import { readWfdb } from './wfdb.ts'

const raw = (name: string) => readFileSync(new URL(`../../../server/seeds/samples/${name}`, import.meta.url))
const sample = (name: string) => new Uint8Array(gunzipSync(raw(`${name}.gz`)))
const text = (name: string) => raw(name).toString('latin1')
/** The word a reader refuses with; anything else that it throws fails the test. */
const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof SignalError) return error.problem
    throw error
  }
  return 'taken'
}
const near = (values: Float32Array, ...expected: number[]) =>
  expect([...values.subarray(0, expected.length)].map((value) => Number(value.toFixed(5)))).toEqual(expected)

describe('WFDB', () => {
  it('[FILE-07~] reads format 212 and 16 to the last sample: the sums of the headers are right', () => {
    const mit = readWfdb(text('100.hea'), { name: '100.dat', bytes: sample('100.dat') })
    expect(mit.warnings).toEqual([])
    const [rhythm] = mit.recordings
    expect([rhythm?.seconds, rhythm?.leads.map(({ label, rate, unit }) => [label, rate, unit])]).toEqual([
      650_000 / 360,
      [
        ['MLII', 360, 'mV'],
        ['V5', 360, 'mV'],
      ],
    ])
    // The first values as the WFDB library gives them: (995 - 1024) / 200, (1011 - 1024) / 200.
    near(rhythm?.leads[0]?.samples ?? new Float32Array(), -0.145, -0.145, -0.145)
    expect(rhythm?.leads[1]?.samples[0]).toBeCloseTo(-0.065, 4)
    const ptb = readWfdb(text('s0010_re.hea'), { name: 's0010_re.dat', bytes: sample('s0010_re.dat') })
    // Three of the fifteen lie in a file that is not here.
    expect(ptb.warnings).toEqual([{ problem: 'missingFile', about: 's0010_re.xyz' }])
    const leads = ptb.recordings[0]?.leads ?? []
    expect(leads.map(({ label }) => label).join(' ')).toBe('I II III aVR aVL aVF V1 V2 V3 V4 V5 V6')
    expect(isStandard(leads)).toBe(true)
    near(leads[0]?.samples ?? new Float32Array(), -0.2445)
  })

  it('[FILE-07~] says what is wrong with a byte that was changed, data that ends early, and another record’s data', () => {
    const bytes = sample('100.dat')
    bytes[1000] = (bytes[1000] ?? 0) ^ 1
    expect(readWfdb(text('100.hea'), { name: '100.dat', bytes }).warnings).toEqual([{ problem: 'sum', about: 'MLII' }])
    const cut = readWfdb(text('100.hea'), { name: '100.dat', bytes: bytes.subarray(0, 3000) })
    expect([cut.warnings, cut.recordings[0]?.leads[0]?.samples.length]).toEqual([
      [{ problem: 'cut', about: '1000 / 650000' }],
      1000,
    ])
    expect(refusal(() => readWfdb(text('100.hea'), null))).toBe('noData')
    expect(refusal(() => readWfdb(text('100.hea'), { name: '101.dat', bytes }))).toBe('otherFile')
    expect(refusal(() => readWfdb(text('100.hea'), { name: '100.dat', bytes: bytes.subarray(0, 2) }))).toBe('truncated')
  })

  it.each([
    ['no header at all', '<html>', 'notHeader'],
    ['letters that no text has', 'a 1\u0000 360\n', 'notHeader'],
    ['a header that names a file elsewhere', 'a 1 360 10\n../../secret.dat 16 200\n', 'fileName'],
    ['one that names a path', 'a 1 360 10\n/etc/passwd 16 200\n', 'fileName'],
    ['one that reads from the input', 'a 1 360 10\n- 16 200\n', 'fileName'],
    ['a count of signals beyond all devices', 'a 99999 360 10\n', 'counts'],
    ['a count of samples that no memory holds', 'a 1 360 999999999999\na.dat 16 200\n', 'tooLarge'],
    ['samples a frame beyond reason', 'a 1 360 10\na.dat 16x999999 200\n', 'counts'],
    ['no rate', 'a 1 0 10\na.dat 16 200\n', 'counts'],
    ['no signals', 'a 0 360 10\n', 'noSignals'],
    ['fewer lines than signals', 'a 2 360 10\na.dat 16 200\n', 'truncated'],
    ['a format nobody writes', 'a 1 360 10\na.dat 999 200\n', 'format'],
    ['a record of several segments', 'a/3 1 360 10\n', 'segments'],
    ['a gain below zero', 'a 1 360 10\na.dat 16 -200\n', 'counts'],
    ['more text than a header has', `a 1 360 10\n${'#'.repeat(70_000)}`, 'tooLarge'],
  ])('[FILE-07~] refuses %s with a word for it', (_, header, problem) => {
    expect(refusal(() => parseWfdbHeader(header))).toBe(problem)
  })

  it('[FILE-07~] marks what was not recorded as a gap, shifts what was written late, and keeps other units', () => {
    const bytes = new Uint8Array(new Int16Array([100, -32768, 200, 50, 300, 60]).buffer)
    const [one] = readWfdb(
      'a 2 100 3 10:00:00 01/02/2024\na.dat 16 100(0)/mV 16 0 0 0 0 II\na.dat 16:1 10/mmHg 16 0 0 0 0 ABP\n',
      {
        name: 'A.DAT',
        bytes,
      },
    ).recordings
    expect([...(one?.leads[0]?.samples ?? [])]).toEqual([1, 2, 3])
    expect([...(one?.leads[1]?.samples ?? [])]).toEqual([5, 6, Number.NaN])
    expect([one?.leads[1]?.unit, one?.start]).toEqual(['mmHg', '10:00:00 01/02/2024'])
  })
})

const aecg = (inside: string, head = '') => `${head}<AnnotatedECG xmlns="urn:hl7-org:v3">${inside}</AnnotatedECG>`
const series = (digits: string, increment = '<increment value="2" unit="ms"/>') =>
  `<component><series><code code="RHYTHM"/><component><sequenceSet>
    <component><sequence><code code="TIME_ABSOLUTE"/><value xsi:type="GLIST_TS"><head value="20240102030405"/>${increment}</value></sequence></component>
    <component><sequence><code code="MDC_ECG_LEAD_AVR"/><value xsi:type="SLIST_PQ"><origin value="0" unit="uV"/><scale value="5" unit="uV"/><digits>${digits}</digits></value></sequence></component>
  </sequenceSet></component></series></component>`

describe('HL7 aECG', () => {
  it('[FILE-07~] reads rhythm and beat of the FDA’s sample: twelve leads, their rate, their height', () => {
    const found = readAecg(new TextDecoder().decode(sample('hl7_aecg_subject1_0.xml')))
    const [rhythm] = found.recordings
    expect([rhythm?.kind, rhythm?.leads.length, rhythm?.leads[0]?.label]).toEqual(['rhythm', 12, 'I'])
    expect(isStandard(rhythm?.leads ?? [])).toBe(true)
    expect(rhythm?.leads[0]?.rate).toBeCloseTo(500)
    const tallest = Math.max(...(rhythm?.leads[1]?.samples ?? []))
    expect([tallest > 0.2, tallest < 5]).toEqual([true, true])
    expect(found.recordings.some(({ kind }) => kind === 'beat')).toBe(true)
  })
  it('[FILE-07~] reads steps in milliseconds and heights in microvolts', () => {
    const [one] = readAecg(aecg(series('0 100 -200'))).recordings
    expect([one?.leads[0]?.label, one?.leads[0]?.rate, one?.start]).toEqual(['aVR', 500, '20240102030405'])
    near(one?.leads[0]?.samples ?? new Float32Array(), 0, 0.5, -1)
  })
  it.each([
    [
      'entities that grow',
      aecg('&lol9;', '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol9 "&lol;&lol;">]>'),
      'entities',
    ],
    [
      'a file of the server as an entity',
      aecg('&x;', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      'entities',
    ],
    ['an entity that nobody declared', aecg('&nbsp;'), 'entities'],
    ['a document that ends early', aecg(series('0 1')).slice(0, 300), 'truncated'],
    ['another document', '<html><body/></html>', 'unreadable'],
    ['ends that do not fit', '<AnnotatedECG><a></b></AnnotatedECG>', 'unreadable'],
    ['no curve', aecg(''), 'noSignals'],
    ['words among the numbers', aecg(series('0 x 1')), 'unreadable'],
    ['a step of nothing', aecg(series('0 1', '<increment value="0" unit="s"/>')), 'counts'],
    ['no step', aecg(series('0 1', '')), 'counts'],
    ['a depth that nobody writes', '<a>'.repeat(70) + '</a>'.repeat(70), 'counts'],
  ])('[FILE-07~] refuses %s with a word for it', (_, document, problem) => {
    expect(refusal(() => readAecg(document))).toBe(problem)
  })
})

describe('DICOM waveforms', () => {
  const bytes = sample('waveform_ecg.dcm')
  it('[FILE-07~] reads the groups of a 12-lead ECG with sensitivity and units', () => {
    const found = readDicom(bytes)
    const [rhythm] = found.recordings
    expect([rhythm?.leads.length, rhythm?.leads[0]?.rate, rhythm?.seconds]).toEqual([12, 1000, 10])
    expect(isStandard(rhythm?.leads ?? [])).toBe(true)
    // The first numbers of lead I are 80 and 65 steps of 1.25 µV.
    near(rhythm?.leads[0]?.samples ?? new Float32Array(), 0.1, 0.08125)
  })
  it('[FILE-07~] refuses what is cut, no DICOM, or a picture', () => {
    for (const length of [0, 100, 200, 1000, 5000]) {
      const word = refusal(() => readDicom(bytes.slice(0, length)))
      expect(['unreadable', 'notWaveform', 'truncated', 'noData', 'counts', 'format'], String(length)).toContain(word)
    }
    expect(refusal(() => readDicom(new TextEncoder().encode('<html>'.repeat(100))))).toMatch(/unreadable|notWaveform/)
    const cut = bytes.slice(0, 150_000)
    expect(refusal(() => readDicom(cut))).toMatch(/taken|unreadable|truncated/)
  })
})

describe('heart and lung sound', () => {
  it('[FILE-07~] reads both samples whole', () => {
    for (const name of ['HLS_M_AF_LC.wav', 'HLS_M_S3_C_RUSB.wav']) {
      const sound = readWave(sample(name))
      expect([sound.rate, sound.seconds, sound.cut]).toEqual([4000, 15, false])
      expect(Math.max(...sound.samples)).toBeGreaterThan(0.03)
      const picture = spectrogram(sound.samples, sound.rate, 1000, 400)
      expect([picture.columns, picture.top <= 1000]).toEqual([400, true])
      expect(Math.max(...picture.levels)).toBe(255)
    }
  })
  it('[FILE-07~] a tone of 250 Hz stands at 250 Hz in its spectrum, and nowhere else', () => {
    const rate = 4000
    const tone = Float32Array.from({ length: rate * 2 }, (_, at) => Math.sin((2 * Math.PI * 250 * at) / rate))
    const { rows, columns, levels, top } = spectrogram(tone, rate, 1000, 50)
    const middle = levels.subarray(25 * rows, 26 * rows)
    const loudest = middle.indexOf(Math.max(...middle))
    expect(((loudest + 1) / rows) * top).toBeCloseTo(250, -1)
    expect(middle[Math.round(rows * 0.8)]).toBe(0)
    expect(columns).toBe(50)
    const [re, im] = [Float64Array.from([1, 0, 0, 0]), new Float64Array(4)]
    fft(re, im)
    expect([...re]).toEqual([1, 1, 1, 1])
    expect([...peaks(Float32Array.from([1, -1, 0, 3]), 2)]).toEqual([-1, 1, 0, 3])
  })
  it('[FILE-07~] refuses what is none, and tells what is cut', () => {
    const bytes = sample('HLS_M_AF_LC.wav')
    expect(refusal(() => readWave(new TextEncoder().encode('<html>'.repeat(20))))).toBe('unreadable')
    expect(readWave(bytes.slice(0, 1000)).cut).toBe(true)
    const many = bytes.slice()
    many[22] = 200
    expect(refusal(() => readWave(many))).toBe('counts')
    const coded = bytes.slice()
    coded[20] = 85
    expect(refusal(() => readWave(coded))).toBe('format')
  })
})

it('[FILE-07~] names leads as paper does', () => {
  expect(['MDC_ECG_LEAD_AVF', 'Lead V1', 'lead_ii', 'mlii', 'avl', 'Lead I (Einthoven)', 'vx'].map(leadName)).toEqual([
    'aVF',
    'V1',
    'II',
    'MLII',
    'aVL',
    'I',
    'VX',
  ])
})
