import type { DicomInstance, DicomStudy } from '@teleward/contract/files/dicom.ts'
import { INFLATED_MAX_BYTES } from '@teleward/contract/files/dicom-syntaxes.ts'

/** Why a frame is not there: its file is too short, too large unpacked, not to be had now, or not to be unpacked. */
export type FrameFault = 'truncated' | 'huge' | 'lost' | 'closed' | 'undecodable' | 'mismatch'
export class FrameError extends Error {
  readonly fault: FrameFault
  constructor(fault: FrameFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

/** So much is asked for at once behind the first frame of a file. */
const BLOCK = 512 * 1024
const KEPT_BLOCKS = 24

interface Block {
  file: string
  from: number
  to: number
  bytes: Promise<Uint8Array<ArrayBuffer>>
}

/** Bytes of frames by ranges of their files: the first frame of a file by itself, what follows in larger parts. */
export class FrameBytes {
  #study: DicomStudy
  readonly #renew: () => Promise<DicomStudy>
  #blocks: Block[] = []
  readonly #begun = new Set<string>()

  constructor(study: DicomStudy, renew: () => Promise<DicomStudy>) {
    this.#study = study
    this.#renew = renew
  }

  async of(instance: DicomInstance, frame: number): Promise<Uint8Array<ArrayBuffer>> {
    const [from, to] = spanOf(instance, frame)
    const block = this.#block(instance, frame, from, to)
    const bytes = await block.bytes
    const start = from - block.from
    if (bytes.length < start + (to - from)) throw new FrameError('truncated')
    return joined(bytes, instance, frame, block.from)
  }

  /** Any other part of the file, as an enclosed document. */
  async part(instance: DicomInstance, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (instance.deflated) return (await this.#block(instance, 0, at, at + length).bytes).slice(at, at + length)
    return this.#fetch(instance.fileId, at, at + length)
  }

  #block(instance: DicomInstance, frame: number, from: number, to: number): Block {
    const file = instance.fileId
    const there = this.#blocks.find((one) => one.file === file && one.from <= from && to <= one.to)
    if (there) return there
    const block: Block = !instance.deflated
      ? {
          file,
          from,
          to: this.#begun.has(file) ? reach(instance, frame, from, to) : to,
          bytes: Promise.resolve(new Uint8Array()),
        }
      : { file, from: 0, to: Number.MAX_SAFE_INTEGER, bytes: Promise.resolve(new Uint8Array()) }
    this.#begun.add(file)
    block.bytes = instance.deflated
      ? this.#fetch(file, instance.deflated.offset, instance.deflated.offset + instance.deflated.length).then(unpacked)
      : this.#fetch(file, block.from, block.to)
    this.#blocks = [...this.#blocks.slice(1 - KEPT_BLOCKS), block]
    block.bytes.catch(() => {
      // Asked for again, it is fetched again.
      this.#blocks = this.#blocks.filter((one) => one !== block)
    })
    return block
  }

  async #fetch(file: string, from: number, to: number, again = true): Promise<Uint8Array<ArrayBuffer>> {
    const url = this.#study.instances.find(({ fileId }) => fileId === file)?.url
    if (!url) throw new FrameError('closed')
    let response: Response
    try {
      response = await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` } })
    } catch (error) {
      throw new FrameError('lost', error)
    }
    if (response.status === 403 && again) {
      // The address is over: the right to look is asked for anew, and another one comes with it.
      try {
        this.#study = await this.#renew()
      } catch (error) {
        throw new FrameError('closed', error)
      }
      return this.#fetch(file, from, to, false)
    }
    if (response.status === 416) throw new FrameError('truncated')
    if (!response.ok) throw new FrameError(response.status >= 500 ? 'lost' : 'closed')
    try {
      const bytes = new Uint8Array(await response.arrayBuffer())
      return response.status === 206 ? bytes : bytes.slice(from, to)
    } catch (error) {
      throw new FrameError('lost', error)
    }
  }
}

/** From its first to behind its last byte; of several pieces what stands between them is in it. */
function spanOf({ image }: DicomInstance, frame: number): [from: number, to: number] {
  const pieces = image?.pieces?.[frame]
  if (pieces?.length) return [pieces[0] ?? 0, (pieces.at(-2) ?? 0) + (pieces.at(-1) ?? 0)]
  const native = image?.native
  if (!native) throw new FrameError('truncated')
  return [native.offset + frame * native.frame, native.offset + (frame + 1) * native.frame]
}
/** The frames behind it, as long as they are near and the part does not become too large. */
function reach(instance: DicomInstance, frame: number, from: number, to: number): number {
  let end = to
  for (let next = frame + 1; next < (instance.image?.frames ?? 0); next += 1) {
    if (instance.image?.pieces && !instance.image.pieces[next]) break
    const [, further] = spanOf(instance, next)
    if (further < end || further - from > BLOCK || further > instance.bytes) break
    end = further
  }
  return end
}
/** The pieces of a frame without the heads between them. */
function joined(
  bytes: Uint8Array<ArrayBuffer>,
  instance: DicomInstance,
  frame: number,
  offset: number,
): Uint8Array<ArrayBuffer> {
  const pieces = instance.image?.pieces?.[frame]
  const [from, to] = spanOf(instance, frame)
  if (!pieces || pieces.length === 2) return bytes.slice(from - offset, to - offset)
  const whole = new Uint8Array(pieces.reduce((sum, one, n) => (n % 2 ? sum + one : sum), 0))
  let at = 0
  for (let n = 0; n < pieces.length; n += 2) {
    const [start = 0, length = 0] = [pieces[n], pieces[n + 1]]
    whole.set(bytes.subarray(start - offset, start - offset + length), at)
    at += length
  }
  return whole
}

async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > INFLATED_MAX_BYTES) {
        await reader.cancel()
        throw new FrameError('huge')
      }
      parts.push(value)
    }
  } catch (error) {
    throw error instanceof FrameError ? error : new FrameError('undecodable', error)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
