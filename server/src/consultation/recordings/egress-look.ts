import { randomUUID } from 'node:crypto'
import { sql } from '../../platform/db/index.ts'
import type { EgressFound } from '../rooms/egress.ts'
import { roomTouched } from '../rooms/service.ts'
import {
  EGRESS_TIMER,
  type EgressContext,
  type EgressDeps,
  FORGOTTEN_MS,
  GAVE_UP,
  GIVE_UP_MS,
  goesOn,
  hasEnded,
  LOOK_MS,
  SOON_MS,
  UNKNOWN_MS,
} from './egress-context.ts'
import * as repo from './repo.ts'
import type { RecordingRow } from './repo.ts'

/** Where nothing is expected but what somebody has forgotten. */
const SELDOM_MS = 300_000
/** Of one look: longer than LiveKit and a folder are waited for, and another process goes on where this one died. */
const LEASE_MS = 90_000
/** One that does not end is told again after these, and then its recorder is put out of the room. */
const TELL_AGAIN_MS = [1000, 2000, 4000]
/** A recorder may lose its line for a moment; one that was not in the room for two looks is dead. */
const MISSED_LOOKS = 2

/** What one look tells the next. */
interface Told {
  /** Looks, one after the other, at which its recorder was not in the room. */
  missed: number
  /** How often it was told to end. */
  told: number
}
type Next = (Partial<Told> & { ms: number }) | undefined
/** `unknown`: nobody can say, or LiveKit knows of none whose id was heard once. `none`: it was never heard of. */
type Ending = 'goesOn' | 'ending' | 'over' | 'none' | 'unknown'

const numberIn = (payload: Record<string, unknown>, name: keyof Told) => Number(payload[name] ?? 0)

export function egressLooks(deps: EgressDeps, { nameOf, find, isOver, adopt }: EgressContext) {
  const { db, api, incoming, timers, hub, now } = deps
  /** This process, in the lease of a look. */
  const self = randomUUID()
  const looking = new Set<string>()
  const within = (ms: number) => new Date(now().getTime() + ms)

  /** What the timer does: answers whether the caller is to look now. The timer is the lease of the look. */
  const takeUp = (recordingId: string, payload: Record<string, unknown>): Promise<boolean> =>
    db.system.tx(async (tx) => {
      const { by: _, ...told } = payload
      if (looking.has(recordingId)) {
        await timers.set(tx, EGRESS_TIMER, recordingId, within(SOON_MS), told)
        return false
      }
      await timers.set(tx, EGRESS_TIMER, recordingId, within(LEASE_MS), { ...told, by: self })
      return true
    })

  /** After `takeUp`. It takes as long as LiveKit and a folder need to answer: no other timer waits for it. */
  async function look(recordingId: string, payload: Record<string, unknown>): Promise<void> {
    looking.add(recordingId)
    try {
      const next = await step(recordingId, { missed: numberIn(payload, 'missed'), told: numberIn(payload, 'told') })
      await db.system.tx(async (tx) => {
        const [timer] = await tx.many(sql<{ by: string | null }>`
          select payload ->> 'by' as by from timer where kind = ${EGRESS_TIMER} and key = ${recordingId}::text for update`)
        // Whoever set it meanwhile wants another look.
        if (timer?.by !== self) return
        if (!next) return await timers.clear(tx, EGRESS_TIMER, recordingId)
        const { ms, ...told } = next
        await timers.set(tx, EGRESS_TIMER, recordingId, within(ms), told)
      })
    } finally {
      looking.delete(recordingId)
    }
  }

  async function step(recordingId: string, told: Told): Promise<Next> {
    const [row] = await db.system.read(repo.byId(recordingId))
    if (!row) return undefined
    const running = row.state === 'recording' || row.state === 'interrupted'
    if (row.recorder === 'egress' && running) return watch(row, told)
    if (row.recorder === 'egress' && row.state === 'finalising') return end(row, told)
    return clear(row, told)
  }

  async function watch(row: RecordingRow, { missed }: Told): Promise<Next> {
    const { roomId, recordingId } = row
    let found: EgressFound | undefined
    try {
      found = await find(row)
      // Whoever asked for it died before it could say that it records.
      if (found && row.egressId === null) await adopt(roomId, recordingId, found.egressId)
      // LiveKit hears of an end from the worker alone: of a dead one it says for ever that it runs.
      const young = found?.is === 'starting' && !isOver(row, UNKNOWN_MS)
      if (found && goesOn(found) && (young || (await api.isInRoom(roomId, found.egressId)))) return { ms: LOOK_MS }
    } catch (error) {
      deps.failed('egress', error)
      return { ms: LOOK_MS, missed }
    }
    if (found && goesOn(found) && missed + 1 < MISSED_LOOKS) return { ms: LOOK_MS, missed: missed + 1 }
    if (!found && !isOver(row, UNKNOWN_MS)) return { ms: LOOK_MS }
    await lost(row)
    return { ms: SOON_MS }
  }

  /** It has ended and nobody ended it: what there is is taken in, and the moderator's browser goes on in a recording of its own. */
  const lost = ({ recordingId, roomId }: RecordingRow) =>
    db.system.tx(async (tx) => {
      const over = await tx.run(sql`
        update recording set state = 'finalising', ended_at = ${now()}::timestamptz, failure = ${GAVE_UP}
        where recording_id = ${recordingId} and state in ('recording', 'interrupted')`)
      if (!over) return
      await timers.set(tx, 'recording.join', recordingId, now())
      await roomTouched(tx, roomId, now())
      tx.afterCommit(() => {
        deps.failed('egress_lost', new Error('it ended in the middle'))
        hub.recording(roomId, 'interrupted')
      })
    })

  /** Sees to it that it ends, and says how far that is. */
  async function ending(row: RecordingRow, told: number): Promise<Ending> {
    const { roomId, recordingId } = row
    let found: EgressFound | undefined
    let said = true
    try {
      found = await find(row)
      if (found && row.egressId === null) await adopt(roomId, recordingId, found.egressId)
    } catch (error) {
      deps.failed('egress', error)
      said = false
    }
    if (found && !goesOn(found)) return hasEnded(found) ? 'over' : 'ending'
    const egressId = found?.egressId ?? row.egressId
    if (egressId === null) return said ? 'none' : 'unknown'
    // A LiveKit that has lost its memory still passes it on to a worker that is at work.
    const failed = (error: unknown) => deps.failed('egress', error)
    await api.stop(egressId).catch(failed)
    // Its recorder ends when it is put out, whatever the way to its worker.
    if (told >= TELL_AGAIN_MS.length) await api.putOut(roomId, egressId).catch(failed)
    return found || !said ? 'goesOn' : 'unknown'
  }
  const tellAgain = ({ told }: Told): Next => ({ ms: TELL_AGAIN_MS[told] ?? LOOK_MS, told: told + 1 })

  /** Of a recording that is over: the joining asks for what was written, and here it is made to end. */
  async function end(row: RecordingRow, told: Told): Promise<Next> {
    const is = await ending(row, told.told)
    if (is === 'over' || is === 'ending') return undefined
    return is === 'none' ? { ms: LOOK_MS } : tellAgain(told)
  }

  /** Of a recording that is stored, failed, or made by a browser after all: nothing of it goes on or lies about. */
  async function clear(row: RecordingRow, told: Told): Promise<Next> {
    const name = nameOf(row.recordingId)
    const forgotten = isOver(row, FORGOTTEN_MS)
    // What could not be read is the only one that there is.
    const kept = row.recorder === 'egress' && row.state === 'failed' && !forgotten
    const remove = () => (kept ? undefined : incoming.remove(name))
    try {
      await remove()
      const is = await ending(row, told.told)
      // Unknown is either not begun yet, or forgotten, and may be at work still.
      if (is === 'over' || (is === 'none' && isOver(row, UNKNOWN_MS))) {
        await remove()
        return kept ? { ms: (row.endedAt ?? row.startedAt).getTime() + FORGOTTEN_MS + 1 - now().getTime() } : undefined
      }
      if (is === 'goesOn' && !isOver(row, GIVE_UP_MS)) return tellAgain(told)
      if (is === 'ending' || is === 'none') return { ms: LOOK_MS }
    } catch (error) {
      deps.failed('egress', error)
    }
    return forgotten ? undefined : { ms: SELDOM_MS, told: told.told }
  }

  return { takeUp, look }
}
