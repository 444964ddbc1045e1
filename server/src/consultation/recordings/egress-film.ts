import { open } from 'node:fs/promises'
import { filmOf } from '../../storage/formats.ts'
import { FinaliseError, lengthOfFile } from '../media/finalise.ts'
import type { EgressFound } from '../rooms/egress.ts'
import {
  type EgressContext,
  type EgressDeps,
  FORGOTTEN_MS,
  GIVE_UP_MS,
  goesOn,
  hasEnded,
  UNKNOWN_MS,
} from './egress-context.ts'
import type { RecordingRow } from './repo.ts'

/** Not written to its end yet: it is looked for again. */
export class NotYet extends Error {}

/** From being told to end to the last picture. */
const ENDING_MS = 10_000

export interface Film {
  durationMs: number | null
  bytes: number
}

export function egressFilms(deps: EgressDeps, { nameOf, find, isOver }: EgressContext) {
  const { api, incoming } = deps

  /** Brings what was written into a new file of this machine. @throws NotYet, and FinaliseError where it never will */
  async function fetch(row: RecordingRow, to: string): Promise<Film> {
    const found = await foundToEnd(row)
    const late = isOver(row, GIVE_UP_MS)
    const written = found !== undefined && hasEnded(found)
    if (found && !written && !late) throw new NotYet()
    const name = nameOf(row.recordingId)
    const before = await incoming.size(name)
    if (!before && mayCome(row, found)) throw new NotYet()
    try {
      if (!before) throw new FinaliseError('EMPTY', null)
      await incoming.fetch(name, to)
      const film = await lookedInto(to, (error) => {
        // A film all the same: nothing is lost with it.
        deps.failed('egress_film', error)
        return null
      })
      if (!written && !late && (await incoming.size(name)) !== film.bytes) throw new NotYet()
      // It is kept: most of it was agreed to, and nothing here can cut it. Somebody has to look at it.
      const { endedAt, startedAt } = row
      if (endedAt && (film.durationMs ?? 0) > endedAt.getTime() - startedAt.getTime() + ENDING_MS)
        deps.failed('egress_overlong', new Error('a recording went on after its end'))
      return film
    } catch (error) {
      if (!(error instanceof FinaliseError)) throw error
      // LiveKit does not say that it has ended: a worker may be writing it in this moment, the index last.
      if (error.problem === 'UNREADABLE' && !written && !late) throw new NotYet()
      // One that was told to end before it had begun has written nothing, as it should.
      const expected = found ? found.is !== 'lost' || found.wrote > 0 : row.egressId !== null
      if (error.problem !== 'EMPTY' || expected) deps.failed('egress_film', error)
      throw error
    }
  }

  /** What LiveKit knows of it, which is told to end where it has not. @throws NotYet where LiveKit does not answer */
  async function foundToEnd(row: RecordingRow): Promise<EgressFound | undefined> {
    const failed = (error: unknown) => deps.failed('egress', error)
    let found: EgressFound | undefined
    let answers = true
    try {
      found = await find(row)
    } catch (error) {
      failed(error)
      answers = false
    }
    // A LiveKit that has lost its memory still passes it on to a worker that is at work.
    const stop = !found ? row.egressId : goesOn(found) ? found.egressId : null
    if (stop) await api.stop(stop).catch(failed)
    if (!answers && !isOver(row, GIVE_UP_MS)) throw new NotYet()
    return found
  }

  /** Of a file that is not there, or empty: a folder over a network may be late, and a worker may begin when we have given up. */
  function mayCome(row: RecordingRow, found: EgressFound | undefined): boolean {
    const late = isOver(row, GIVE_UP_MS)
    if (found && hasEnded(found) && found.wrote > 0) {
      // Somewhere it is.
      if (late) deps.failed('egress_missing', new Error('a file that was written is not found'))
      return !isOver(row, FORGOTTEN_MS)
    }
    if (late) return false
    const expected = found ? found.is === 'complete' : row.egressId !== null
    return expected || !isOver(row, UNKNOWN_MS)
  }
  return { fetch }
}

/** A film to its end, by its boxes; what cannot be shown is none. */
async function lookedInto(path: string, unknownLength: (error: unknown) => null): Promise<Film> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const film = await filmOf({ size, read, close: () => file.close() }, await read(0, 16))
    if (film !== 'mp4') throw new FinaliseError('UNREADABLE', null)
    return { durationMs: await lengthOfFile(path).catch(unknownLength), bytes: size }
  } finally {
    await file.close()
  }
}
