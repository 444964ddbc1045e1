import { transferSyntaxes } from '@teleward/contract/files/dicom-syntaxes.ts'
import type { DicomProblem } from '@teleward/contract/files/dicom.ts'
import type { Element } from './elements.ts'
import type { Source } from './source.ts'

export interface Frames {
  native: { offset: number; frame: number } | null
  pieces: number[][] | null
  problems: DicomProblem[]
}
interface Size {
  rows: number
  columns: number
  frames: number
  samples: number
  bitsAllocated: number
  photometric: string
}
const nowhere = (...problems: DicomProblem[]): Frames => ({ native: null, pieces: null, problems })

/** Which bytes belong to which frame. */
export async function framesOf(
  source: Source,
  syntax: string,
  pixels: Element,
  size: Size,
  offsets: readonly number[],
): Promise<Frames> {
  const known = transferSyntaxes[syntax]
  if (!known) return nowhere('syntax')
  if (known.pixels !== 'packed') return pixels.pieces ? nowhere('frames') : native(pixels, size, source.size)
  return pixels.pieces ? packed(source, pixels.pieces, size.frames, offsets) : nowhere('frames')
}

function native(
  pixels: Element,
  { rows, columns, frames, samples, bitsAllocated, photometric }: Size,
  end: number,
): Frames {
  // Two colour values are shared by two pixels.
  const perPixel = photometric === 'YBR_FULL_422' ? 2 : samples
  const frame = Math.ceil((rows * columns * perPixel * bitsAllocated) / 8)
  const whole = frame * frames
  const problems: DicomProblem[] = []
  if (pixels.at + pixels.length > end || pixels.length < whole) problems.push('truncated')
  // An even number of bytes is what the standard asks for.
  else if (pixels.length > whole + (whole % 2)) problems.push('longer')
  return { native: { offset: pixels.at, frame }, pieces: null, problems }
}

const START_OF_IMAGE = ['ffd8', 'ff4f']
async function packed(
  source: Source,
  all: readonly { at: number; length: number }[],
  frames: number,
  extended: readonly number[],
): Promise<Frames> {
  const [table, ...pieces] = all
  if (!table || pieces.length === 0) return nowhere('truncated', 'frames')
  const first = pieces[0]?.at ?? 0
  const flat = (list: readonly { at: number; length: number }[]) => list.flatMap(({ at, length }) => [at, length])
  if (frames === 1) return { native: null, pieces: [flat(pieces)], problems: [] }
  if (pieces.length === frames) return { native: null, pieces: pieces.map((one) => flat([one])), problems: [] }
  const basic = await tableOf(source, table)
  const offsets = extended.length === frames ? extended : basic
  const starts =
    offsets.length === frames
      ? // An offset is that of the head of a piece, which is eight bytes long.
        offsets.map((offset) => pieces.findIndex(({ at }) => at === first + offset))
      : await marked(source, pieces)
  if (starts.includes(-1) || starts.length === 0) return nowhere('frames')
  const found = starts.map((from, n) => flat(pieces.slice(from, starts[n + 1] ?? pieces.length)))
  if (found.some((one) => one.length === 0)) return nowhere('frames')
  if (found.length >= frames)
    return { native: null, pieces: found.slice(0, frames), problems: found.length > frames ? ['longer'] : [] }
  return { native: null, pieces: found, problems: ['truncated'] }
}

async function tableOf(source: Source, { at, length }: { at: number; length: number }): Promise<number[]> {
  if (length === 0 || length % 4 || length > 4_000_000) return []
  const bytes = await source.read(at, length)
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, n) => bytes.readUInt32LE(n * 4))
}
/** Without a table a frame begins where a picture begins. */
async function marked(source: Source, pieces: readonly { at: number }[]): Promise<number[]> {
  const starts: number[] = []
  for (const [n, { at }] of pieces.entries())
    if (START_OF_IMAGE.includes((await source.read(at, 2)).toString('hex'))) starts.push(n)
  return starts[0] === 0 ? starts : []
}
