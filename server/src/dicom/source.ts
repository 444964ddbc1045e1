/** Bytes that are read where they are needed: a file, or what was unpacked of one. */
export interface Source {
  readonly size: number
  read(at: number, length: number): Promise<Buffer>
}
export const bytesSource = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: async (at, length) => bytes.subarray(at, Math.min(bytes.length, at + length)),
})

const PIECE = 128 * 1024
/** Reads ahead in pieces: a header is thousands of small elements one after another. */
export class Reader {
  readonly size: number
  readonly #source: Source
  #from = 0
  #piece: Buffer = Buffer.alloc(0)

  constructor(source: Source) {
    this.#source = source
    this.size = source.size
  }

  /** As many bytes as there are from there on, `length` at most; without waiting where they are at hand. */
  take(at: number, length: number): Buffer | Promise<Buffer> {
    const start = at - this.#from
    const end = Math.min(start + length, this.size - this.#from)
    if (start >= 0 && end <= this.#piece.length) return this.#piece.subarray(start, Math.max(start, end))
    return this.#load(at, length)
  }

  async #load(at: number, length: number): Promise<Buffer> {
    if (at >= this.size) return Buffer.alloc(0)
    this.#piece = await this.#source.read(at, Math.max(PIECE, length))
    this.#from = at
    return this.#piece.subarray(0, length)
  }
}
