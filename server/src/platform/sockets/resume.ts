import { RESUME_MAX_EVENTS, RESUME_WINDOW_MS } from '@teleward/contract/core/sockets.ts'
import type { Clock } from '../clock.ts'
import { type Db, sql } from '../db/index.ts'

export interface Envelope {
  cursor: number
  type: string
  at: string
  payload: unknown
}
export interface Resumed {
  mode: 'fresh' | 'delta' | 'snapshot'
  cursor: number
  missed: Envelope[]
}
interface Marks {
  head: number
  seen: Date | null
}
interface Row {
  id: number
  type: string
  at: Date
  payload: unknown
}

/**
 * Transactions are numbered just before they commit, so a lower number may appear a moment later: look back a little,
 * also from the newest number of all.
 */
const OVERLAP_MS = 10_000
const OVERLAP_ROWS = 400

/** Where a line begins: at a place in the log, or by a page that began to ask for its data so long ago. */
export interface Since {
  cursor?: number | undefined
  sinceMs?: number | undefined
}

/** What the audiences missed since then; a few events around it may come twice, each event bears that. */
export async function resumeFrom(
  db: Db,
  clock: Clock,
  audiences: readonly string[],
  { cursor, sinceMs }: Since,
): Promise<Resumed> {
  const [marks] = await db.system.read(sql<Marks>`
    select coalesce((select max(id) from event_log), 0) as head, (select at from event_log where id = ${cursor ?? 0}) as seen`)
  const head = marks?.head ?? 0
  const now = clock.now().getTime()
  const snapshot: Resumed = { mode: 'snapshot', cursor: head, missed: [] }
  const begun = cursor === undefined
  if (begun && sinceMs === undefined) return { mode: 'fresh', cursor: head, missed: [] }
  const seen = begun ? new Date(now - (sinceMs ?? 0)) : marks?.seen
  // Unknown: cleared away meanwhile, or of another database.
  if (!seen || (!begun && cursor > head) || now - seen.getTime() > RESUME_WINDOW_MS) return snapshot
  // Of a page that begins nothing before: what it answered by loading anew would be told again.
  const after = begun
    ? sql`at > ${seen}::timestamptz`
    : sql`(id > ${cursor} or (id < ${cursor} and id > ${cursor - OVERLAP_ROWS} and at > ${new Date(seen.getTime() - OVERLAP_MS)}::timestamptz))`
  const rows = await db.system.read(sql<Row>`
    select id, type, at, payload from event_log
    where audience && ${[...audiences]}::text[] and ${after}
    order by id limit ${RESUME_MAX_EVENTS + 1}`)
  if (rows.length > RESUME_MAX_EVENTS) return snapshot
  const missed = rows.map((row) => ({ cursor: row.id, type: row.type, at: row.at.toISOString(), payload: row.payload }))
  return {
    mode: begun ? 'fresh' : 'delta',
    cursor: Math.max(head, ...missed.map((event) => event.cursor)),
    missed,
  }
}
