import { sql, type Db, type Tx } from '../platform/db/index.ts'
import { finalise, FinaliseError } from '../calls/media/finalise.ts'
import type { Hub } from '../rooms/hub.ts'
import { roomTouched } from '../rooms/service.ts'
import type { RecordingFiles } from './files.ts'
import * as repo from './repo.ts'

export interface Joining {
  db: Db
  hub: Hub
  files: RecordingFiles
  /** Recordings being joined: no piece is taken in any more. */
  joining: Set<string>
  now(): Date
  failed(recordingId: string, error: unknown): void
}

/**
 * Joins the segments of a recording into the visit's one file. Safe to run again at any time: it looks at what is
 * there, the target appears whole or not at all, and the segments stay until it does.
 */
export async function joinSegments(deps: Joining, recordingId: string): Promise<void> {
  const { db, files, joining } = deps
  const [recording] = await db.system.read(repo.byId(recordingId))
  if (recording?.state !== 'finalising' || joining.has(recordingId)) return
  joining.add(recordingId)
  try {
    const segments = await db.system.read(repo.segmentsOf(recordingId))
    // A piece that is being written is waited for.
    for (const { path } of segments) await files.alone(path, async () => undefined)
    const written = []
    for (const { path } of segments) if ((await files.size(path)) > 0) written.push(files.absolute(path))
    const whole = files.wholePath(recordingId)
    const { durationMs, bytes } = await finalise(written, files.absolute(whole))
    await settle(deps, recording.roomId, (tx) =>
      tx.run(sql`
        update recording set state = 'ready', path = ${whole}, duration_ms = ${durationMs}, bytes = ${bytes}, failure = null,
          ended_at = coalesce(ended_at, ${deps.now()}::timestamptz)
        where recording_id = ${recordingId} and state = 'finalising'`),
    )
    for (const { path } of segments) await files.remove(path)
  } catch (error) {
    if (!(error instanceof FinaliseError)) throw error
    deps.failed(recordingId, error)
    await settle(deps, recording.roomId, (tx) =>
      tx.run(
        sql`update recording set state = 'failed', failure = ${error.problem} where recording_id = ${recordingId} and state = 'finalising'`,
      ),
    )
  } finally {
    joining.delete(recordingId)
  }
}

async function settle(deps: Joining, roomId: string, change: (tx: Tx) => Promise<number>): Promise<void> {
  await deps.db.system.tx(async (tx) => {
    if (!(await change(tx))) return
    const room = await roomTouched(tx, roomId, deps.now())
    if (room) tx.afterCommit(() => deps.hub.recording(roomId, room.state === 'closed' ? 'off' : 'ready'))
  })
}
