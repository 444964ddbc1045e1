import { joinEvent, upsertMeasureData } from '@teleward/contract/careevents/endpoints.ts'
import type { Entry, JoinBody } from '@teleward/contract/careevents/schema.ts'
import { participant } from '@teleward/contract/careevents/schema.ts'
import { call } from '../../api/client.ts'
import { ApiError, isApiError } from '../../api/errors.ts'
import { createOutgoing, type Outgoing } from '../../api/outgoing.ts'
import { invalidateTags } from '../../api/query.ts'
import { connectionStore } from '../../api/socket.ts'
import { t } from '../../i18n/i18n.ts'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/useStore.ts'
import { notify } from '../../ui/notify.ts'

/** What a station has done: somebody joined, or values of somebody who joined, perhaps by an entry that waits as well. */
export type StationWork = Outgoing & { eventid: number; name: string; at: string } & (
    | { what: 'join'; join: Omit<JoinBody, 'consent'> }
    | { what: 'measure'; pid: number | null; joining: string | null; entries: Entry[] }
  )

/** Who they turned out to be that joined from this page. */
const arrived = createStore<ReadonlyMap<string, number>>(new Map())
export const useArrived = (): ReadonlyMap<string, number> => useStore(arrived)

async function send(work: StationWork, mine: () => boolean): Promise<((rest: StationWork) => StationWork) | undefined> {
  const { clientId: idempotencyKey, eventid } = work
  const done = () => {
    // Its event makes the screen fetch again; without a line none comes.
    if (connectionStore.get().state !== 'online') void invalidateTags(['careevents'])
  }
  if (work.what === 'measure') {
    // Its person was put off meanwhile.
    if (work.pid === null) throw new ApiError('PATIENT_REQUIRED', '', 400)
    const body = { eventid, pid: work.pid, entries: work.entries }
    const { merged } = await call(upsertMeasureData, { body }, { idempotencyKey })
    if (!mine()) return undefined
    if (merged) notify({ kind: 'warn', title: t('freeclinic.merged', { name: work.name }) })
    done()
    return undefined
  }
  const joined = await call(joinEvent, { body: { ...work.join, consent: true } }, { idempotencyKey }).catch(
    (error: unknown) => {
      // Another table was first: the row that is there is the one.
      const there = isApiError(error, 'EVENT_JOINED') ? participant.safeParse(error.data) : undefined
      if (there?.success) return there.data
      throw error
    },
  )
  if (!mine()) return undefined
  done()
  arrived.set(new Map([...arrived.get(), [work.clientId, joined.person.pid]]))
  return (rest) =>
    rest.what === 'measure' && rest.joining === work.clientId
      ? { ...rest, pid: joined.person.pid, joining: null }
      : rest
}

const follows = (work: StationWork, joining: StationWork) =>
  work.what === 'measure' && work.pid === null && work.joining === joining.clientId
/** Of one person in their order; joinings of one event as they came, for they give the numbers. */
const lane = (work: StationWork) =>
  work.what === 'measure' && work.pid !== null ? `${work.eventid} ${work.pid}` : `${work.eventid}`
const queue = createOutgoing<StationWork>({ screen: 'freeclinic:queue', send, follows, lane })
/** What was refused as odd is right: the same entries, confirmed, under an id of their own, for another body is another call. */
export function confirmWork(clientId: string): void {
  const odd = queue.items().find((one) => one.clientId === clientId)
  if (odd?.what !== 'measure') return
  const { failed: _, failedBy: __, ...work } = odd
  queue.discard(clientId)
  queue.add({
    ...work,
    clientId: crypto.randomUUID(),
    entries: work.entries.map((one) => ({ ...one, confirmed: true })),
  })
}
export const { add: keepWork, again: sendWorkAgain, useItems: useStationWork } = queue
/** What was measured of somebody who joins by this entry goes with it: it is nobody's. */
export function discardWork(clientId: string): void {
  const gone = queue.items().find((one) => one.clientId === clientId)
  if (gone) for (const one of queue.items()) if (follows(one, gone)) queue.discard(one.clientId)
  queue.discard(clientId)
}
