import { pieceSize } from '../lib/piece-size.ts'

export type Upload = (recordingId: string, offset: number, bytes: Uint8Array) => Promise<{ offset: number }>

export interface ChunkUploadOptions {
  recordingId: string
  upload: Upload
  /** The server has less than it once confirmed, and what it lacks is gone here too: only a new segment helps. */
  onGap(): void
  wait?(ms: number): Promise<void>
}

const RETRY_MS = [500, 1_000, 2_000, 4_000, 5_000]
const LARGEST_REQUEST = 1024 * 1024
/** Confirmed bytes kept for a server that loses its last ones in a crash. */
const RETAINED_BYTES = 1024 * 1024

/** Sends a growing file piece by piece. What was not confirmed stays in memory and is sent again. */
export class ChunkUpload {
  private readonly options: ChunkUploadOptions
  private readonly wait: (ms: number) => Promise<void>
  /** Bytes from `base` on; `sent` of them are confirmed. */
  private chunks: Uint8Array[] = []
  private base = 0
  private confirmed = 0
  private end = 0
  private active = false
  private running: Promise<void> = Promise.resolve()
  private dead = false
  private readonly size = pieceSize(LARGEST_REQUEST)

  constructor(options: ChunkUploadOptions) {
    this.options = options
    this.wait = options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  }

  get bytes() {
    return this.end
  }

  get uploaded() {
    return this.confirmed
  }

  push(bytes: Uint8Array) {
    if (this.dead || bytes.byteLength === 0) return
    this.chunks.push(bytes)
    this.end += bytes.byteLength
    if (!this.active) this.running = this.run()
  }

  /** True when all is with the server, false when the time was over first or a gap made it impossible. */
  async flush(withinMs: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs)
    })
    await Promise.race([this.running, over])
    clearTimeout(timer)
    const complete = !this.dead && this.confirmed === this.end
    this.dead = true
    return complete
  }

  private async run() {
    this.active = true
    let failures = 0
    while (!this.dead && this.confirmed < this.end) {
      const from = this.confirmed
      const bytes = this.slice(from)
      const began = performance.now()
      try {
        const { offset } = await this.options.upload(this.options.recordingId, from, bytes)
        this.accept(offset)
        this.size.came(performance.now() - began)
        failures = offset > from ? 0 : failures + 1
      } catch {
        // No answer: nobody knows whether the bytes arrived. The next try's offset check finds out. They may have been too many
        // for the line, too.
        failures += 1
        this.size.tooLong()
      }
      if (failures > 0) await this.wait(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0)
    }
    // In the same step as the last look at the end: a chunk that comes now starts the next run.
    this.active = false
  }

  private accept(offset: number) {
    if (!Number.isInteger(offset) || offset < this.base || offset > this.end) {
      this.dead = true
      this.options.onGap()
      return
    }
    this.confirmed = offset
    while (this.chunks[0] && this.base + this.chunks[0].byteLength <= offset - RETAINED_BYTES) {
      this.base += this.chunks[0].byteLength
      this.chunks.shift()
    }
  }

  private slice(from: number): Uint8Array {
    const out = new Uint8Array(Math.min(this.end - from, this.size.bytes()))
    let at = this.base
    let filled = 0
    for (const chunk of this.chunks) {
      const start = Math.max(0, from - at)
      if (start < chunk.byteLength && filled < out.byteLength) {
        const part = chunk.subarray(start, start + out.byteLength - filled)
        out.set(part, filled)
        filled += part.byteLength
      }
      at += chunk.byteLength
    }
    return out
  }
}
