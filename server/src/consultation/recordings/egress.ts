import { sql } from '../../platform/db/index.ts'
import { roomTouched } from '../rooms/service.ts'
import { EGRESS_TIMER, type EgressDeps, egressContext, lookSoon } from './egress-context.ts'
import { egressFilms } from './egress-film.ts'
import { egressLooks } from './egress-look.ts'
import { egressSweep } from './egress-sweep.ts'
import type * as repo from './repo.ts'

export type EgressRecorder = ReturnType<typeof egressRecorder>

/** What LiveKit's egress service records: from the asking to the taking in. */
export function egressRecorder(deps: EgressDeps) {
  const { db, api, hub, incoming, now } = deps
  const context = egressContext(deps)

  /** Of a recording whose row says already that it is asked for. Answers whether it has begun. */
  async function begin(roomId: string, recordingId: string): Promise<boolean> {
    let egressId: string
    try {
      // What it writes where nobody looks is lost: a folder that is not there is somewhere else for the service.
      if (!(await incoming.usable())) throw new Error('what it would write could not be taken in')
      egressId = await api.begin(roomId, context.path(recordingId))
    } catch (error) {
      deps.failed('egress', error)
      await leave(roomId, recordingId)
      return false
    }
    // It was stopped before anybody could name it: nothing is recorded any longer than that.
    if (!(await context.adopt(roomId, recordingId, egressId))) {
      await db.system.tx((tx) => lookSoon(tx, recordingId, now()))
      await api.stop(egressId).catch((error: unknown) => deps.failed('egress', error))
    }
    return true
  }

  /** It did not begin: a browser makes this recording, whichever asks first. One that is over meanwhile stays as it is. */
  const leave = (roomId: string, recordingId: string) =>
    db.system.tx(async (tx) => {
      const left = await tx.run(sql`
        update recording set recorder = 'browser', state = 'interrupted'
        where recording_id = ${recordingId} and state in ('recording', 'interrupted') and recorder = 'egress' and egress_id is null`)
      if (!left) return
      await roomTouched(tx, roomId, now())
      tx.afterCommit(() => hub.recording(roomId, 'interrupted'))
    })

  /** LiveKit's message is a reason to look, and nothing that it says is believed. One who is looking already is not disturbed. */
  const heard = (egressId: string, roomId: string) =>
    db.system.tx((tx) =>
      tx.run(sql`
        update timer t set due_at = ${now()}::timestamptz from recording g
        where g.egress_id = ${egressId} and g.room_id::text = ${roomId} and t.key = g.recording_id::text
          and ((t.kind = ${EGRESS_TIMER} and t.payload ->> 'by' is null)
            or (t.kind = 'recording.join' and t.payload ->> 'joining' is null))`),
    )

  return { begin, heard, ...egressLooks(deps, context), ...egressFilms(deps, context), ...egressSweep(deps) }
}

/** Whether the next recording of the room is to be asked for there: not where one of this room ended that nobody had ended. */
export const mayUseEgress = async (read: repo.Read, roomId: string): Promise<boolean> =>
  (
    await read(sql`
      select 1 from recording g where g.room_id = ${roomId} and g.recorder = 'egress' and g.failure is not null limit 1`)
  ).length === 0
