import { hash } from 'node:crypto'

const LANES = 8

/**
 * A sum over rows that does not ask for their order: the SHA-256 of each, added in eight parts of 32 bits. It tells damage; whoever
 * means harm is kept out by the archive's cipher, which is authenticated.
 */
export class RowSum {
  rows = 0
  readonly #lanes = new Uint32Array(LANES)

  add(row: string): void {
    const one = hash('sha256', row, 'buffer')
    for (let lane = 0; lane < LANES; lane += 1)
      this.#lanes[lane] = (this.#lanes[lane] ?? 0) + one.readUInt32LE(lane * 4)
    this.rows += 1
  }

  get said(): TableSum {
    return { rows: this.rows, sum: Buffer.from(this.#lanes.buffer).toString('hex') }
  }
}

export interface TableSum {
  rows: number
  /** 32 bytes in hexadecimal digits. */
  sum: string
}
export const sameSum = (a: TableSum | undefined, b: TableSum | undefined): boolean =>
  a !== undefined && b !== undefined && a.rows === b.rows && a.sum === b.sum
