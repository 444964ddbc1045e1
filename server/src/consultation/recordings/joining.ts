import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql, type Db, type Tx } from '../../platform/db/index.ts'
import { isAppError } from '../../platform/errors.ts'
import type { Timers } from '../../platform/timers/index.ts'
import { finalise, FinaliseError, lengthOf } from '../media/finalise.ts'
import type { Hub } from '../rooms/hub.ts'
import { recordingStateOf, roomTouched } from '../rooms/service.ts'
import type { EgressRecorder } from './egress.ts'
import { EGRESS_TIMER } from './egress-context.ts'
import { NotYet } from './egress-film.ts'
import type { RecordingFiles } from './files.ts'
import * as repo from './repo.ts'

export interface Joining {
  db: Db
  hub: Hub
  files: RecordingFiles
  timers: Pick<Timers, 'set' | 'clear'>
  /** Where LiveKit's egress service records. */
  egress?: EgressRecorder | undefined
  /** This process, in the lease of what it joins. */
  self: string
  /** Recordings being joined here: no piece is taken in any more. */
  joining: Set<string>
  now(): Date
  failed(recordingId: string, error: unknown): void
}
/** Of a recording that is being joined: renewed while it is, and taken up by any process after a death. */
const LEASE_MS = 15 * 60_000
/** Where files could not be reached, it is tried again. */
const AGAIN_MS = 30_000

const setTimer = (deps: Joining, tx: Tx, recordingId: string, ms: number, payload = {}) =>
  deps.timers.set(tx, 'recording.join', recordingId, new Date(deps.now().getTime() + ms), payload)
const lease = (deps: Joining, tx: Tx, recordingId: string) =>
  setTimer(deps, tx, recordingId, LEASE_MS, { joining: deps.self })

/** Whether the caller is to join it now: it is over, not joined yet, and no other process joins it before the lease is over. */
export const takeUp = (deps: Joining, recordingId: string): Promise<boolean> =>
  deps.db.system.tx(async (tx) => {
    const recording = await tx.maybe(repo.byIdLocked(recordingId))
    if (recording?.state !== 'finalising') return false
    await lease(deps, tx, recordingId)
    return !deps.joining.has(recordingId)
  })
/** It may have run out while this process stood still. */
const isOurs = async (deps: Joining, tx: Tx, recordingId: string) =>
  (await tx.maybe(repo.joiner(recordingId)))?.self === deps.self
const renewed = (deps: Joining, recordingId: string): Promise<boolean> =>
  deps.db.system.tx(async (tx) => {
    const ours = await isOurs(deps, tx, recordingId)
    if (ours) await lease(deps, tx, recordingId)
    return ours
  })
const later = (deps: Joining, recordingId: string): Promise<void> =>
  deps.db.system.tx(async (tx) => {
    if (await isOurs(deps, tx, recordingId)) await setTimer(deps, tx, recordingId, AGAIN_MS)
  })
class TakenOver extends Error {}

/**
 * Joins the segments of a recording that was taken up into the visit's one file. Safe to run again at any time: it looks at what
 * is there, the target appears whole or not at all, and the segments stay until it does.
 */
export async function joinSegments(deps: Joining, recordingId: string): Promise<void> {
  const { db, files, joining } = deps
  const [recording] = await db.system.read(repo.byId(recordingId))
  if (recording?.state !== 'finalising' || joining.has(recordingId)) return
  joining.add(recordingId)
  const renewing = setInterval(
    () => void renewed(deps, recordingId).catch((error: unknown) => deps.failed(recordingId, error)),
    LEASE_MS / 3,
  ).unref()
  try {
    const segments = await db.system.read(repo.segmentsOf(recordingId))
    const whole = files.wholePath(recordingId)
    const { durationMs, bytes } =
      (await joinedBefore(deps, recordingId)) ??
      (recording.recorder === 'egress'
        ? await takenIn(deps, recording, whole)
        : await joined(deps, recordingId, segments, whole))
    const settled = await settle(deps, recording, (tx) =>
      tx.run(sql`
        update recording set state = 'ready', path = ${whole}, duration_ms = ${durationMs}::int, bytes = ${bytes},
          ended_at = coalesce(ended_at, ${deps.now()}::timestamptz)
        where recording_id = ${recordingId} and state = 'finalising'`),
    )
    if (settled) for (const { path } of segments) await files.remove(path)
  } catch (error) {
    if (error instanceof TakenOver) return
    if (error instanceof NotYet) return await later(deps, recordingId)
    deps.failed(recordingId, error)
    // Pieces that are not what was recorded make no recording.
    const problem = isAppError(error, 'FILE_DAMAGED')
      ? 'UNREADABLE'
      : error instanceof FinaliseError
        ? error.problem
        : null
    if (problem === null) return await later(deps, recordingId)
    await settle(deps, recording, (tx) =>
      tx.run(
        sql`update recording set state = 'failed', failure = ${problem} where recording_id = ${recordingId} and state = 'finalising'`,
      ),
    )
  } finally {
    clearInterval(renewing)
    joining.delete(recordingId)
  }
}

interface Joined {
  durationMs: number | null
  bytes: number
}
/** By a process that died before it said so, or after the backup of the row that was restored: its pieces may be gone. */
async function joinedBefore({ files, failed }: Joining, recordingId: string): Promise<Joined | undefined> {
  const there = await files.joined(files.wholePath(recordingId))
  try {
    return there && { durationMs: await lengthOf(there), bytes: there.size }
  } catch (error) {
    if (isAppError(error, 'FILES_UNAVAILABLE')) throw error
    // It is made anew of its pieces.
    failed(recordingId, error)
    return undefined
  }
}
async function joined(
  deps: Joining,
  recordingId: string,
  segments: readonly repo.SegmentRow[],
  whole: string,
): Promise<Joined> {
  const { files } = deps
  // A piece that is being written is waited for.
  for (const { path } of segments) await files.alone(path, async () => undefined)
  const written: string[] = []
  for (const { path } of segments) if ((await files.size(path)) > 0) written.push(path)
  return files.join(written, whole, async (from, to) => {
    const said = await finalise(from, to)
    if (!(await renewed(deps, recordingId))) throw new TakenOver()
    return said
  })
}

/** What the egress service wrote, as it is: it knows its length and can be searched. */
async function takenIn(deps: Joining, recording: repo.RecordingRow, whole: string): Promise<Joined> {
  const { egress, files } = deps
  // Its settings were taken away meanwhile: whoever brings them back finds it.
  if (!egress) throw new NotYet()
  return files.join([], whole, async (_, to) => {
    const part = `${to}.${randomUUID()}.part`
    await mkdir(dirname(to), { recursive: true })
    await removeParts(to)
    try {
      const said = await egress.fetch(recording, part)
      if (!(await renewed(deps, recording.recordingId))) throw new TakenOver()
      await rename(part, to)
      return said
    } catch (error) {
      // Whoever took it over has taken the part away.
      throw error instanceof NotYet || (await renewed(deps, recording.recordingId)) ? error : new TakenOver()
    } finally {
      await rm(part, { force: true })
    }
  })
}

/** What a process that was killed left there. One that only stood still has lost its lease, and puts nothing in place any more. */
async function removeParts(to: string): Promise<void> {
  for (const name of await readdir(dirname(to)))
    if (name.startsWith(`${basename(to)}.`) && name.endsWith('.part'))
      await rm(join(dirname(to), name), { force: true })
}

/** Answers false where another process settled it. */
const settle = (
  deps: Joining,
  { recordingId, roomId, recorder }: repo.RecordingRow,
  change: (tx: Tx) => Promise<number>,
): Promise<boolean> =>
  deps.db.system.tx(async (tx) => {
    if (!(await change(tx))) return false
    await deps.timers.clear(tx, 'recording.join', recordingId)
    // What it was made of lies outside until then.
    if (recorder === 'egress') await deps.timers.set(tx, EGRESS_TIMER, recordingId, deps.now())
    const room = await roomTouched(tx, roomId, deps.now())
    // The next one of the room may be running already.
    const state = room && (await recordingStateOf(tx.many, roomId))
    if (room && state !== 'recording' && state !== 'interrupted')
      tx.afterCommit(() => deps.hub.recording(roomId, room.state === 'closed' ? 'off' : 'ready'))
    return true
  })
