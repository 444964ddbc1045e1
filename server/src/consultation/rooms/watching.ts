import { audience } from '@teleward/contract/core/event.ts'
import { NO_VISIT } from '../../platform/actor.ts'
import { sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { roomTouched } from './service.ts'

/** A page that is loaded anew, or whose line drops, is back well within this; a closed one is not. */
const GONE_MS = 4000

/**
 * Whether the patient waits is asked of the open pages of the visit's link, which no row tells: who shows the room is told when
 * the first of them comes, and when the last one stays away.
 */
export function watchPatients(
  { sockets, db, clock, log, onStop }: Pick<Deps, 'sockets' | 'db' | 'clock' | 'log' | 'onStop'>,
  online: (audience: string) => boolean,
): void {
  const leaving = new Set<ReturnType<typeof setTimeout>>()
  const tell = async (linkId: string) => {
    const rooms = await db.system.read(sql<{ id: string }>`
      select r.room_id as id from video_link l join room r on r.qid = l.qid and r.state <> 'closed'
      where l.link_id = ${linkId}::uuid and l.state = 'joined'`)
    for (const { id } of rooms) await db.system.tx((tx) => roomTouched(tx, id, clock.now()))
  }
  const told = (linkId: string) =>
    void tell(linkId).catch((err: unknown) => log.error({ err }, 'a room could not be told of its patient'))
  sockets.onPatient((connection, { linkId, qid }) => {
    if (qid === NO_VISIT) return
    told(linkId)
    connection.onClosed(() => {
      const timer = setTimeout(() => {
        leaving.delete(timer)
        if (!online(audience.link(linkId))) told(linkId)
      }, GONE_MS)
      leaving.add(timer)
    })
  })
  onStop(() => {
    for (const timer of leaving) clearTimeout(timer)
  })
}
