import {
  getRenderingCapabilities,
  imageLoader,
  metaData,
  setUseCPURendering,
  type Types,
  getWebWorkerManager,
  init,
} from '@cornerstonejs/core'
import createImage from '#dicom-loader/imageLoader/createImage.js'
import { JPEG_2000, transferSyntaxes } from '@teleward/contract/files/dicom-syntaxes.ts'
import type { DicomImage } from '@teleward/contract/files/dicom.ts'
import { FrameError, type FrameBytes } from './bytes.ts'
import { endsWhole, isRle, sizeOf } from './codestream.ts'
import { type Place, valuesAt } from './stack.ts'

/** Cornerstone asks by a name: which frame of which file, and where its bytes come from. */
const SCHEME = 'teleward'
interface Known {
  place: Place
  bytes: FrameBytes
}
const known = new Map<string, Known>()
/** Frames that were unpacked in part: their decoder complained, or their end is missing. */
const damaged = new Set<string>()
export const isDamaged = (id: string) => damaged.has(id)

export const imageId = ({ instance, frame }: Place) => `${SCHEME}:${instance.fileId}:${frame}`
export function announce(places: readonly Place[], bytes: FrameBytes): string[] {
  return places.map((place) => {
    const id = imageId(place)
    known.set(id, { place, bytes })
    return id
  })
}
export function forget(ids: readonly string[]): void {
  for (const id of ids) known.delete(id)
}

const printed = { WARNING: 0, ERROR: 0 }
let begun = false
/** Once a page: the engine, where frames come from, who unpacks them. */
export function begin(): void {
  if (begun) return
  begun = true
  // Without a graphics processor (a remote desktop, a ward's old computer) WebGL is computed, many times slower than a canvas.
  init()
  if (getRenderingCapabilities().softwareRasterizer) setUseCPURendering(true, false)
  metaData.addProvider((type: string, id: string) => moduleOf(type, id), 10_000)
  imageLoader.registerImageLoader(SCHEME, (id) => ({ promise: load(id) }))
  getWebWorkerManager().registerWorker(
    'dicomImageLoader',
    () => {
      const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' })
      worker.addEventListener('message', ({ data }: MessageEvent<{ printed?: keyof typeof printed } | undefined>) => {
        if (data?.printed) printed[data.printed] += 1
      })
      return worker
    },
    { maxWorkerInstances: Math.min(4, Math.max(1, Math.floor((navigator.hardwareConcurrency || 2) / 2))) },
  )
}

/** One at a time, where what a decoder prints has to be told apart by frame. */
let last: Promise<unknown> = Promise.resolve()
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work, work)
  last = mine.catch(() => undefined)
  return mine
}

async function load(id: string): Promise<Types.IImage> {
  const found = known.get(id)
  const image = found?.place.instance.image
  if (!found || !image) throw new FrameError('closed')
  const { instance, frame } = found.place
  const bytes = asPixels(image, await found.bytes.of(instance, frame))
  if (transferSyntaxes[instance.syntax]?.pixels === 'packed') check(id, instance.syntax, image, bytes)
  const make = () => createImage(id, bytes as never, instance.syntax, {}) as Promise<Types.IImage>
  let made: Types.IImage
  try {
    made = await (JPEG_2000.includes(instance.syntax) ? oneByOne(() => counted(id, make)) : make())
  } catch (error) {
    throw error instanceof FrameError ? error : new FrameError('undecodable', error)
  }
  if (made.rows !== image.rows || made.columns !== image.columns) throw new FrameError('mismatch')
  // A picture of another size than it says would be drawn as nothing at all.
  if (made.getPixelData().length !== image.rows * image.columns * (made.numberOfComponents || 1))
    throw new FrameError('undecodable')
  if (image.voi && !made.color) throughTable(made, image.voi)
  return made
}
/** Of frames that are not packed: bytes in their order, and a colour of its own for each pixel. */
function asPixels(image: DicomImage, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!image.native) return bytes
  if (image.swapped)
    for (let at = 0; at + 1 < bytes.length; at += 2) [bytes[at], bytes[at + 1]] = [bytes[at + 1] ?? 0, bytes[at] ?? 0]
  if (image.photometric !== 'YBR_FULL_422') return bytes
  // Two brightnesses, then the colour that both share.
  const out = new Uint8Array(image.rows * image.columns * 3)
  for (let from = 0, to = 0; to + 5 < out.length + 3 && from + 3 < bytes.length; from += 4, to += 6) {
    const [first = 0, second = 0, cb = 0, cr = 0] = bytes.subarray(from, from + 4)
    out.set([first, cb, cr, second, cb, cr].slice(0, out.length - to), to)
  }
  return out
}
async function counted<T>(id: string, make: () => Promise<T>): Promise<T> {
  const before = { ...printed }
  const made = await make()
  // What was not unpacked is no picture, though the decoder gives one: its pixels may be those of another patient.
  if (printed.ERROR > before.ERROR) throw new FrameError('undecodable')
  if (printed.WARNING > before.WARNING) damaged.add(id)
  return made
}
/** Before a byte is unpacked: a frame that says it is larger than its header lets no memory be taken. */
function check(id: string, syntax: string, image: DicomImage, bytes: Uint8Array): void {
  if (syntax === '1.2.840.10008.1.2.5') {
    if (!isRle(bytes)) throw new FrameError('undecodable')
    return
  }
  const size = sizeOf(bytes)
  if (!size) throw new FrameError('undecodable')
  if (size.rows !== image.rows || size.columns !== image.columns) throw new FrameError('mismatch')
  if (!endsWhole(bytes)) damaged.add(id)
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
/** A table in the place of a window: afterwards its whole range is shown. */
function throughTable(made: Types.IImage, { first, bits, data }: NonNullable<DicomImage['voi']>): void {
  const bytes = fromBase64(data)
  const table = new Uint16Array(bytes.buffer)
  const pixels = made.voxelManager?.getScalarData() ?? made.getPixelData()
  const top = table.length - 1
  // What the pixels are kept in may have room for eight bits only.
  const down = pixels.BYTES_PER_ELEMENT === 1 && bits > 8 ? bits - 8 : 0
  for (let n = 0; n < pixels.length; n += 1)
    pixels[n] = (table[Math.min(top, Math.max(0, (pixels[n] ?? 0) - first))] ?? 0) >> down
  const range = 2 ** (bits - down)
  made.minPixelValue = 0
  made.maxPixelValue = range - 1
  made.windowWidth = range
  made.windowCenter = range / 2
}

/** What Cornerstone asks of a frame. The plane is that of the picture itself: places are pixels, times their shape. */
function moduleOf(type: string, id: string): unknown {
  const found = known.get(id)
  const image = found?.place.instance.image
  if (!found || !image) return undefined
  const { instance } = found.place
  const values = valuesAt(found.place)
  if (type === 'imagePixelModule') return pixelModule(image)
  if (type === 'imagePlaneModule') return planeModule(image, instance.study)
  if (type === 'generalSeriesModule')
    return { modality: instance.modality ?? 'OT', seriesInstanceUID: instance.series ?? '' }
  if (type === 'modalityLutModule')
    return image.voi
      ? { rescaleSlope: 1, rescaleIntercept: 0 }
      : { rescaleSlope: values?.slope ?? 1, rescaleIntercept: values?.intercept ?? 0 }
  if (type === 'sopCommonModule') return { sopClassUID: instance.sopClass ?? '' }
  if (type === 'voiLutModule') {
    const windows = values?.windows ?? []
    return windows.length
      ? { windowCenter: windows.map(({ centre }) => centre), windowWidth: windows.map(({ width }) => width) }
      : {}
  }
  return undefined
}
function pixelModule(image: DicomImage) {
  const palette = image.palette && {
    ...Object.fromEntries(
      (['red', 'green', 'blue'] as const).flatMap((one) => {
        const data = fromBase64(image.palette?.[one] ?? '')
        return [
          [`${one}PaletteColorLookupTableDescriptor`, [data.length, image.palette?.first ?? 0, 8]],
          [`${one}PaletteColorLookupTableData`, data],
        ]
      }),
    ),
  }
  return {
    samplesPerPixel: image.samples,
    photometricInterpretation: image.native && image.photometric === 'YBR_FULL_422' ? 'YBR_FULL' : image.photometric,
    planarConfiguration: image.planar ? 1 : 0,
    rows: image.rows,
    columns: image.columns,
    bitsAllocated: image.bitsAllocated,
    bitsStored: image.bitsStored,
    highBit: image.bitsStored - 1,
    pixelRepresentation: image.signed ? 1 : 0,
    ...palette,
  }
}
/** mm where they are known, the shape of a pixel otherwise. */
export const pixelSize = ({ spacing }: DicomImage): [column: number, row: number] =>
  spacing ? [spacing.column, spacing.row] : [1, 1]
function planeModule(image: DicomImage, study: string | null) {
  const [column, row] = pixelSize(image)
  return {
    frameOfReferenceUID: study ?? 'picture',
    rows: image.rows,
    columns: image.columns,
    imageOrientationPatient: [1, 0, 0, 0, 1, 0],
    rowCosines: [1, 0, 0],
    columnCosines: [0, 1, 0],
    imagePositionPatient: [0, 0, 0],
    pixelSpacing: [row, column],
    rowPixelSpacing: row,
    columnPixelSpacing: column,
    usingDefaultValues: false,
  }
}
