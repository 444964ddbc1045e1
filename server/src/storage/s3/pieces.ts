import { createHash } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import type { Bucket, Listed } from './bucket.ts'
import type { Damaged } from './whole.ts'

export const COMING = 'coming/'
export type Pieces = ReturnType<typeof comingPieces>

interface Piece {
  name: string
  offset: number
  bytes: number
  sha256: string
  at: number
}
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const NAME = /\/(\d{13})-(\d{1,13})-([0-9a-f]{64})$/
function pieceOf({ key, at }: Listed): Piece[] {
  const [, offset, bytes, sha256] = NAME.exec(key) ?? []
  if (!sha256) return []
  return [{ name: key, offset: Number(offset), bytes: Number(bytes), sha256, at: at.getTime() }]
}
/** The key of the file that a piece is of. */
export const keyOfPiece = (name: string): string => name.slice(COMING.length).replace(NAME, '')

/**
 * What has come of a file: objects, each named by its place, its length and what it holds, for an object has no end to write to.
 * A writer that is late writes one beside those of whoever went on, and no piece is ever another one than its name says.
 */
export function comingPieces(bucket: Bucket, damaged: Damaged) {
  /** The pieces that follow each other from the beginning and reach farthest; of two that reach as far, the newer one. */
  async function chain(key: string, end = Number.POSITIVE_INFINITY): Promise<Piece[]> {
    const all: Piece[] = []
    for await (const one of bucket.list(`${COMING}${key}/`)) all.push(...pieceOf(one))
    const reach = new Map<number, { end: number; piece: Piece }>()
    const endOf = (at: number) => reach.get(at)?.end ?? at
    for (const piece of all.sort((a, b) => b.offset - a.offset || a.at - b.at)) {
      const reached = endOf(piece.offset + piece.bytes)
      const best = reach.get(piece.offset)
      const better = best === undefined || reached >= best.end
      if (piece.bytes > 0 && piece.offset + piece.bytes <= end && better)
        reach.set(piece.offset, { end: reached, piece })
    }
    const found: Piece[] = []
    for (let next = reach.get(0); next; next = reach.get(next.piece.offset + next.piece.bytes)) found.push(next.piece)
    return found
  }
  /** NOT_FOUND: since it was listed they became a file, or were thrown away. */
  async function read(piece: Piece): Promise<Buffer> {
    for (let n = 0; n < 2; n += 1) {
      const bytes = await bucket.get(piece.name)
      if (!bytes) throw new AppError('NOT_FOUND')
      if (bytes.length === piece.bytes && sha(bytes) === piece.sha256) return bytes
    }
    damaged(keyOfPiece(piece.name), 'a piece is of another file')
    throw new AppError('FILE_DAMAGED')
  }
  return {
    chain,
    read,
    size: (pieces: readonly Piece[]) => pieces.reduce((sum, { bytes }) => sum + bytes, 0),
    async *bytes(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
      for (const piece of pieces) yield await read(piece)
    },
    append: (key: string, offset: number, bytes: Uint8Array) =>
      bucket.put(`${COMING}${key}/${String(offset).padStart(13, '0')}-${bytes.byteLength}-${sha(bytes)}`, bytes),
    async discard(key: string): Promise<void> {
      for await (const { key: name } of bucket.list(`${COMING}${key}/`)) await bucket.remove(name)
    },
  }
}
