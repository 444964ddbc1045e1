import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export interface Measured {
  bytes: number
  sha256: string
}

/** A stream that hands on what comes through it; `said` tells how much that was, and its SHA-256, once it is over. */
export function measure(): { through: Transform; said(): Measured } {
  const sha = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      sha.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, said: () => ({ bytes, sha256: sha.digest('hex') }) }
}
