import { type Db, sql, type Tx } from '../../platform/db/index.ts'
import type { Incoming } from '../../platform/storage.ts'
import type { Timers } from '../../platform/timers/index.ts'
import type { Egress, EgressFound } from '../rooms/egress.ts'
import type { Hub } from '../rooms/hub.ts'
import { roomTouched } from '../rooms/service.ts'
import * as repo from './repo.ts'
import type { RecordingRow } from './repo.ts'

/**
 * What LiveKit's egress service did not do for a recording, as it is counted (`teleward_media_server_failures_total`): it did not begin
 * or answer; ended in the middle of a call; left what is no recording; says that it wrote a file that nobody finds; went on after its end.
 */
export const EGRESS_FAILURES = ['egress', 'egress_lost', 'egress_film', 'egress_missing', 'egress_overlong'] as const

export interface EgressDeps {
  db: Db
  hub: Hub
  timers: Pick<Timers, 'set' | 'clear'>
  now(): Date
  api: Egress
  /** What it has written, and under which path it is told to. */
  incoming: Incoming
  pathOf(name: string): string
  failed(what: (typeof EGRESS_FAILURES)[number], error: unknown): void
}

/** Looks after what LiveKit's egress service does for a recording: while it runs, and until nothing of it is left outside. */
export const EGRESS_TIMER = 'recording.egress'
/** LiveKit tells of an end; a message that got lost costs this. */
export const LOOK_MS = 15_000
/** Soon enough for one that was told to end, and late enough for the answer. */
export const SOON_MS = 1000
/** One that was asked for and is unknown so long later never began: LiveKit goes on looking for a worker when we have given up. */
export const UNKNOWN_MS = 60_000
/** Whatever is not there so long after the end does not come any more. */
export const GIVE_UP_MS = 3_600_000
/** After this nothing of it is looked for any more, and what could not be read is taken away. */
export const FORGOTTEN_MS = 86_400_000
/** Why a recording ended that nobody had ended. The next one of the room is made by a browser. */
export const GAVE_UP = 'EGRESS'

/** It goes on until it is told to end. */
export const goesOn = ({ is }: EgressFound) => is === 'starting' || is === 'running'
export const hasEnded = ({ is }: EgressFound) => is === 'complete' || is === 'lost'

/** Whether it has ended is looked at then, whoever is looking at it now. */
export const lookSoon = (tx: Tx, recordingId: string, now: Date) =>
  tx.run(sql`
    insert into timer (kind, key, due_at) values (${EGRESS_TIMER}, ${recordingId}::text, ${new Date(now.getTime() + SOON_MS)}::timestamptz)
    on conflict (kind, key) do update set due_at = excluded.due_at, payload = '{}', attempts = 0`)

export type EgressContext = ReturnType<typeof egressContext>

/** What every part of it needs to know of a recording. */
export function egressContext({ db, hub, api, now, pathOf }: EgressDeps) {
  const nameOf = (recordingId: string) => `${recordingId}.mp4`
  const known = (tx: Tx, recordingId: string, egressId: string) =>
    tx.run(
      sql`update recording set egress_id = ${egressId} where recording_id = ${recordingId} and recorder = 'egress'`,
    )
  return {
    nameOf,
    path: (recordingId: string) => pathOf(nameOf(recordingId)),
    find: ({ recordingId, roomId, egressId }: RecordingRow) =>
      api.find({ roomId, egressId, path: pathOf(nameOf(recordingId)) }),
    isOver: ({ endedAt, startedAt }: RecordingRow, ms: number) =>
      now().getTime() - (endedAt ?? startedAt).getTime() > ms,
    /** Writes its id down, and says that it records where it still is to. Answers whether it is. */
    adopt: (roomId: string, recordingId: string, egressId: string): Promise<boolean> =>
      db.system.tx(async (tx) => {
        await known(tx, recordingId, egressId)
        const row = await tx.maybe(repo.byIdLocked(recordingId))
        if (row?.state !== 'recording' || row.recorder !== 'egress') return false
        await roomTouched(tx, roomId, now())
        tx.afterCommit(() => hub.recording(roomId, 'recording'))
        return true
      }),
  }
}
