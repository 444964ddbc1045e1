import { sql } from '../../platform/db/index.ts'
import { EGRESS_TIMER, type EgressDeps } from './egress-context.ts'

/** Once a day. */
export const EGRESS_SWEEP = 'recording.egress.sweep'
export const SWEEP_MS = 86_400_000
const OWN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.mp4$/
const AT_ONCE = 1000

/**
 * What lies where the egress service writes, of recordings that are over and that nobody looks after any more: of a timer that was
 * lost, or a folder that could not be reached for a day. It is looked after again, by which it goes. What no row names stays:
 * another installation may write into the same folder.
 */
export function egressSweep({ db, incoming, now }: EgressDeps) {
  async function sweep(): Promise<void> {
    const ids = (await incoming.list()).flatMap((name) => OWN.exec(name)?.[1] ?? [])
    for (let from = 0; from < ids.length; from += AT_ONCE)
      await db.system.tx((tx) =>
        tx.run(sql`
          insert into timer (kind, key, due_at) select ${EGRESS_TIMER}, recording_id::text, ${now()}::timestamptz from recording
          where recording_id = any(${ids.slice(from, from + AT_ONCE)}::uuid[]) and (recorder = 'browser' or state in ('ready', 'failed'))
          on conflict do nothing`),
      )
  }
  return { sweep }
}
