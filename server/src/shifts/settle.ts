import type { Affected, ChangeDone, Confirm, Way } from '@teleward/contract/shifts/schema.ts'
import { type BookingDeps, move } from '../appointments/booking.ts'
import { actorOf, transition } from '../appointments/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { tellPatient } from './tell.ts'

export interface Settling extends BookingDeps {
  now: Date
}

/** Which row of the dialog it was: the refusal of one refuses all. */
async function ofRow<T>(qid: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isAppError(error)) throw error
    const before = typeof error.data === 'object' && error.data !== null ? error.data : {}
    throw new AppError(error.code, {
      data: { ...before, qid },
      fields: [{ path: `ways.${qid}`, code: error.code }, ...(error.fields ?? [])],
      cause: error,
    })
  }
}

async function one(
  tx: Tx,
  deps: Settling,
  who: StaffActor,
  entry: Affected,
  way: Way,
  reason: string,
): Promise<boolean> {
  const { qid, version, act } = way
  switch (act) {
    case 'keep':
      return way.notify && (await tellPatient(tx, who, { qid, kind: 'kept', now: deps.now }))
    case 'cancel':
      await transition(tx, actorOf(who), qid, 'cancel', { now: deps.now, version, reason })
      return way.notify && (await tellPatient(tx, who, { qid, kind: 'cancelled', now: deps.now }))
    case 'move':
    case 'substitute': {
      const did = act === 'substitute' ? way.did : entry.did
      // A move is always told by booking itself, and links of the old time die with it.
      await move(tx, deps, { ...who, unitIds: [...who.unitIds] }, qid, {
        version,
        date: way.date,
        interval: way.interval,
        time: way.time,
        did,
      })
      return entry.patient.reachable
    }
  }
}

/** Cancels first, because their places may be what others move into; then the others, in the order of the list. */
const rank = (way: Way) => (way.act === 'cancel' ? 0 : 1)

/**
 * Does with each entry what was decided, inside the caller's transaction: all, or (by the first refusal, which names its
 * row) nothing at all. Nobody's rights are wider here than when moving or cancelling one entry.
 */
export async function settle(
  tx: Tx,
  deps: Settling,
  who: StaffActor,
  entries: readonly Affected[],
  { ways, reason }: Confirm,
): Promise<ChangeDone> {
  const done: ChangeDone = {
    n: entries.length,
    moved: 0,
    substituted: 0,
    cancelled: 0,
    kept: 0,
    notified: 0,
    toTell: [],
  }
  const places = new Map(entries.map((entry, index) => [entry.qid, { entry, index }]))
  const inOrder = ways
    .flatMap((way) => {
      const place = places.get(way.qid)
      return place ? [{ way, ...place }] : []
    })
    .sort((a, b) => rank(a.way) - rank(b.way) || a.index - b.index)
  for (const { way, entry } of inOrder) {
    const told = await ofRow(way.qid, () => one(tx, deps, who, entry, way, reason || '班表異動'))
    if (told) done.notified++
    else done.toTell.push(way.qid)
    if (way.act === 'keep') done.kept++
    else if (way.act === 'cancel') done.cancelled++
    else if (way.act === 'move') done.moved++
    else done.substituted++
  }
  return done
}
