/** So long a piece of an upload may take before the line counts as lost. */
export const PIECE_WITHIN_MS = 30_000
/** Smaller ones are more headers and answers than file. */
const LEAST_BYTES = 64 * 1024
/** A piece this quick leaves room for one twice as large that still comes in time. */
const QUICK_MS = PIECE_WITHIN_MS / 4

export interface PieceSize {
  bytes(): number
  /** One came, and took so long: after a quick one the next is twice as large. */
  came(tookMs: number): void
  /** One did not come in time: the next is half as large. False: smaller ones are not sent. */
  tooLong(): boolean
}
/** How much of a file goes at once: as much as the line carries in time. A piece that always comes too late is never there. */
export function pieceSize(most: number): PieceSize {
  let bytes = most
  return {
    bytes: () => bytes,
    came: (tookMs) => {
      if (tookMs < QUICK_MS) bytes = Math.min(most, bytes * 2)
    },
    tooLong: () => {
      if (bytes <= LEAST_BYTES) return false
      bytes = Math.max(LEAST_BYTES, Math.floor(bytes / 2))
      return true
    },
  }
}
