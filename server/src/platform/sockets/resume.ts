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

const envelope = (row: Row): Envelope => ({
  cursor: row.id,
  type: row.type,
  at: row.at.toISOString(),
  payload: row.payload,
})

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
  if (cursor === undefined)
    return { mode: 'fresh', cursor: head, missed: await sinceThen(db, clock, audiences, sinceMs) }
  const snapshot: Resumed = { mode: 'snapshot', cursor: head, missed: [] }
  const seen = marks?.seen
  // Unknown: cleared away meanwhile, or of another database.
  if (!seen || cursor > head || clock.now().getTime() - seen.getTime() > RESUME_WINDOW_MS) return snapshot
  const rows = await db.system.read(sql<Row>`
    select id, type, at, payload from event_log
    where audience && ${[...audiences]}::text[]
      and (id > ${cursor} or (id < ${cursor} and id > ${cursor - OVERLAP_ROWS} and at > ${new Date(seen.getTime() - OVERLAP_MS)}::timestamptz))
    order by id limit ${RESUME_MAX_EVENTS + 1}`)
  if (rows.length > RESUME_MAX_EVENTS) return snapshot
  const missed = rows.map(envelope)
  return { mode: 'delta', cursor: Math.max(head, ...missed.map((event) => event.cursor)), missed }
}

/**
 * What happened between a page's beginning and its line. Its first question took as long on its way as the handshake, so
 * nothing falls between; and what a page answered by loading anew lies before it began. Whoever claims a time beyond the
 * window is told nothing.
 */
async function sinceThen(
  db: Db,
  clock: Clock,
  audiences: readonly string[],
  ms: number | undefined,
): Promise<Envelope[]> {
  if (ms === undefined || ms > RESUME_WINDOW_MS) return []
  const from = new Date(clock.now().getTime() - ms)
  const rows = await db.system.read(sql<Row>`
    select id, type, at, payload from event_log
    where audience && ${[...audiences]}::text[] and at > ${from}::timestamptz order by id limit ${RESUME_MAX_EVENTS}`)
  return rows.map(envelope)
}
