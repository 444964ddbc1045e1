import type { DicomInstance, DicomStudy } from '@teleward/contract/files/dicom.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FrameBytes } from './bytes.ts'
import { endsWhole, isRle, sizeOf } from './codestream.ts'
import { edgesOf } from './letters.ts'
import { lookOf, lookText } from './look.ts'
import { presetsOf } from './presets.ts'
import { lengthOf, scaleBar } from './scale.ts'
import { seriesOf } from './stack.ts'
import { stubBrowser } from '../../testing/browser.ts'
import { PLAIN } from './view.ts'

const image = {
  rows: 4,
  columns: 4,
  frames: 1,
  samples: 1,
  photometric: 'MONOCHROME2',
  bitsAllocated: 8,
  bitsStored: 8,
  signed: false,
  planar: false,
  swapped: false,
  values: [
    { slope: 1, intercept: 0, windows: [{ centre: 50, width: 100, name: 'SOFT' }], position: null as number[] | null },
  ],
  spacing: null,
  regions: [],
  orientation: null as number[] | null,
  edges: null,
  frameMs: null,
  lossy: false,
  palette: null,
  voi: null,
  pieces: null as number[][] | null,
  native: { offset: 100, frame: 16 } as { offset: number; frame: number } | null,
}
const instance = (fileId: string, more: Partial<DicomInstance> = {}): DicomInstance =>
  ({
    object: 'image',
    fileId,
    url: `/his/api/files/${fileId}/content?ticket=1`,
    bytes: 1000,
    syntax: '1.2.840.10008.1.2.1',
    series: 's',
    modality: 'CT',
    deflated: null,
    problems: [],
    image,
    ...more,
  }) as DicomInstance
const study = (...instances: DicomInstance[]) => ({ instances }) as DicomStudy

describe('a length', () => {
  const line = { from: [0, 0], to: [30, 40] } as const
  test('[FILE-05~] is in mm only where the file says how large a pixel is, and says where it holds', () => {
    expect(lengthOf({ spacing: null, regions: [] }, line)).toEqual({ value: 50, unit: 'px', at: null })
    expect(lengthOf({ spacing: { row: 0.5, column: 2, plane: 'patient' }, regions: [] }, line)).toEqual({
      value: Math.hypot(60, 20),
      unit: 'mm',
      at: 'patient',
    })
    expect(lengthOf({ spacing: { row: 1, column: 1, plane: 'detector' }, regions: [] }, line).at).toBe('detector')
    expect(scaleBar({ spacing: { row: 0.5, column: 0.5, plane: 'patient' }, regions: [] }, 170)).toEqual({
      mm: 50,
      pixels: 100,
    })
    expect(scaleBar({ spacing: null, regions: [] }, 170)).toBeNull()
  })
  test('[FILE-05~] of an ultrasound picture has a scale within one of its parts alone', () => {
    const part = { x0: 0, y0: 0, x1: 35, y1: 60, dx: 0.1, dy: 0.1 }
    expect(lengthOf({ spacing: null, regions: [part] }, line).value).toBeCloseTo(5)
    const outside = { from: [0, 0], to: [40, 40] } as const
    expect(lengthOf({ spacing: { row: 1, column: 1, plane: 'patient' }, regions: [part] }, outside).unit).toBe('px')
    // Two parts that lie over each other and disagree.
    expect(lengthOf({ spacing: null, regions: [part, { ...part, dx: 0.2 }] }, line).unit).toBe('px')
  })
})

test('[FILE-05~] the letters at the edges turn and flip with the picture, and are absent where nothing is known', () => {
  const axial = { orientation: [1, 0, 0, 0, 1, 0], edges: null }
  expect(edgesOf(axial, 0, false)).toEqual({ top: 'A', right: 'L', bottom: 'P', left: 'R' })
  expect(edgesOf(axial, 90, false)).toEqual({ top: 'R', right: 'A', bottom: 'L', left: 'P' })
  expect(edgesOf(axial, 0, true)).toEqual({ top: 'A', right: 'R', bottom: 'P', left: 'L' })
  expect(edgesOf({ orientation: [0, 1, 0, 0, 0, -1], edges: null }, 0, false)).toEqual({
    top: 'H',
    right: 'P',
    bottom: 'F',
    left: 'A',
  })
  expect(edgesOf({ orientation: null, edges: { right: 'L', bottom: 'F' } }, 180, false)).toEqual({
    top: 'F',
    right: 'R',
    bottom: 'H',
    left: 'L',
  })
  expect(edgesOf({ orientation: null, edges: null }, 0, false)).toBeNull()
})

describe('a stack', () => {
  test('[FILE-05~] is the images of a series by their place in the patient; a film and what is no image stand alone', () => {
    const slice = (id: string, z: number) =>
      instance(id, {
        image: {
          ...image,
          orientation: [1, 0, 0, 0, 1, 0],
          values: [{ ...(image.values[0] as never as object), position: [0, 0, z] }],
        } as never,
      })
    const series = seriesOf(
      study(
        slice('a', 5),
        slice('b', -5),
        slice('c', 0),
        instance('film', { image: { ...image, frames: 3 } as never }),
        instance('report', { object: 'report', image: null }),
      ),
    )
    expect(
      series.map(({ places, film }) => [places.map((one) => `${one.instance.fileId}${one.frame}`).join(' '), film]),
    ).toEqual([
      ['b0 c0 a0', false],
      ['film0 film1 film2', true],
      ['report0', false],
    ])
    // One whose pixels are not shown does not stand among the others.
    expect(seriesOf(study(slice('a', 1), instance('bad', { problems: ['syntax'] })))).toHaveLength(2)
  })
  test('[FILE-05~] has windows: the device’s own first, then the range, then those of CT; colours have none', () => {
    const place = { instance: instance('a'), frame: 0 }
    expect(presetsOf(place).map(({ id }) => id)).toEqual([
      'file1',
      'full',
      'softTissue',
      'lung',
      'bone',
      'brain',
      'liver',
    ])
    expect(presetsOf({ ...place, instance: instance('a', { modality: 'MR' }) }).map(({ id }) => id)).toEqual([
      'file1',
      'full',
    ])
    expect(presetsOf({ ...place, instance: instance('a', { image: { ...image, samples: 3 } as never }) })).toEqual([])
  })
})

test('[FILE-05~] a packed frame is measured before a byte of it is unpacked', () => {
  const jpeg = Uint8Array.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc0, 0, 11, 8, 0x40, 0, 0x80, 0, 1, 1, 0x11, 0,
  ])
  expect(sizeOf(jpeg)).toEqual({ rows: 0x4000, columns: 0x8000 })
  expect(sizeOf(jpeg.subarray(0, 9))).toBeNull()
  expect(sizeOf(Uint8Array.from([1, 2, 3]))).toBeNull()
  expect([endsWhole(jpeg), endsWhole(Uint8Array.from([1, 0xff, 0xd9, 0, 0]))]).toEqual([false, true])
  const rle = new Uint8Array(128)
  rle.set([1, 0, 0, 0, 64])
  expect(isRle(rle)).toBe(true)
  rle[4] = 200
  expect(isRle(rle)).toBe(false)
})

describe('bytes of frames', () => {
  afterEach(() => vi.unstubAllGlobals())
  const file = Uint8Array.from({ length: 1000 }, (_, n) => n & 255)
  const asked: string[] = []
  const serve = (refuse: (url: string) => number | null = () => null) => {
    asked.length = 0
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: { range: string } }) => {
      const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(headers.range) ?? []
      asked.push(`${from}-${to}`)
      const status = refuse(url)
      return status === null
        ? new Response(file.slice(Number(from), Number(to) + 1), { status: 206 })
        : new Response('', { status })
    })
  }
  const film = instance('f', { image: { ...image, frames: 10 } as never })

  test('[FILE-05~] the first frame comes alone, those behind it in one part', async () => {
    serve()
    const bytes = new FrameBytes(study(film), () => Promise.reject(new Error('no')))
    expect([...(await bytes.of(film, 0))]).toEqual([...file.subarray(100, 116)])
    await Promise.all([1, 2, 9].map((n) => bytes.of(film, n)))
    expect(asked).toEqual(['100-115', '116-259'])
  })
  test('[FILE-05~] pieces of a frame are put together without what stands between them', async () => {
    serve()
    const packed = instance('f', { image: { ...image, native: null, pieces: [[10, 3, 21, 2]] } as never })
    const bytes = new FrameBytes(study(packed), () => Promise.reject(new Error('no')))
    expect([...(await bytes.of(packed, 0))]).toEqual([10, 11, 12, 21, 22])
  })
  test('[FILE-05~] an address that is over is renewed once; one that stays closed says so; a short file is no picture', async () => {
    serve((url) => (url.endsWith('ticket=1') ? 403 : null))
    const renewed = study({ ...film, url: '/his/api/files/f/content?ticket=2' })
    const bytes = new FrameBytes(study(film), async () => renewed)
    expect((await bytes.of(film, 3)).length).toBe(16)
    serve(() => 403)
    const closed = new FrameBytes(study(film), async () => study(film))
    await expect(closed.of(film, 0)).rejects.toMatchObject({ fault: 'closed' })
    serve()
    const short = instance('f', { image: { ...image, native: { offset: 995, frame: 16 } } as never })
    await expect(new FrameBytes(study(short), async () => study(short)).of(short, 0)).rejects.toMatchObject({
      fault: 'truncated',
    })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    await expect(new FrameBytes(study(film), async () => study(film)).of(film, 0)).rejects.toMatchObject({
      fault: 'lost',
    })
  })
})

test('[FILE-05~] how a picture was looked at comes back out of an address, on a screen of another size; what makes no sense there is left out', () => {
  const seen = {
    view: {
      ...PLAIN,
      zoom: 1.5,
      pan: [100, -50] as const,
      rotation: 90,
      flip: true,
      invert: true,
      window: { centre: -600, width: 1500 },
    },
    lines: [{ from: [1, 2] as const, to: [30, 40] as const }],
  }
  const text = lookText(seen, 500)
  expect(text).toBe('w-600,1500;z1.5;p20,-10;r90;f;i;l1,2,30,40')
  expect(lookOf(text, 500)).toEqual(seen)
  expect(lookOf(text, 250).view.pan).toEqual([50, -25])
  expect(lookText({ view: PLAIN, lines: [] }, 500)).toBe('')
  for (const bad of [undefined, '', 'w1', 'w1,0', 'zNaN', 'r45', 'l1,2,3', 'p,', 'x9', ';;;', 'wInfinity,-1'])
    expect(lookOf(bad, 500), bad).toEqual({ view: PLAIN, lines: [] })
  expect(lookOf('z1e9', 500).view.zoom).toBe(32)
  expect(lookOf('l0,0,1,1;'.repeat(50), 500).lines).toHaveLength(6)
})

test('[FILE-05~] a length reads in the note as it does when it is opened again, and no line is named that does not come along', async () => {
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('dicom')
  await setLanguage('en')
  const [{ noteImageOf }, { lengthText }] = await Promise.all([import('./note-image.ts'), import('./Measures.tsx')])
  const spacing = { row: 0.3125, column: 0.3125, plane: 'patient' as const }
  const place = { instance: instance('a', { image: { ...image, spacing } as never }), frame: 0 } as never
  const lengths = [1.237, 16.49, 17.73, 3.456, 8.008, 12.34, 20.02]
  const lines = lengths.map((x, n) => ({ from: [0.26, n] as const, to: [x + 0.26, n + 0.5] as const }))
  const seen = { view: PLAIN, lines }
  const { words, look } = noteImageOf({ place, index: 0, count: 1, seen, side: 500 })
  const again = lookOf(new URLSearchParams(look).get('look') ?? '', 500).lines
  const texts = again.map((line) => lengthText(lengthOf({ spacing, regions: [] }, line)))
  expect(words.match(/[\d.]+ mm/g)).toEqual(texts)
  expect(texts).toHaveLength(6)
  for (const [n, line] of again.entries()) {
    const as = lengthOf({ spacing, regions: [] }, lines[n] ?? line)
    expect(lengthOf({ spacing, regions: [] }, line).value).toBeCloseTo(as.value, 2)
  }
})
