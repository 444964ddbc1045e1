import type { Db } from '../platform/db/index.ts'
import type { RawReply } from '../platform/http/index.ts'
import type { Ticket } from './tickets.ts'

/** Addresses whose first delivery is remembered, a process; who is forgotten is kept once more. */
const MOST = 20_000
const delivered = new WeakMap<Db, Set<string>>()

/**
 * Keeps that a file was opened, by `keep`, before its bytes leave: whenever it is handed out whole or from its beginning, and
 * by the first piece of it that an address brings, wherever that begins. The further pieces a player asks for are no opening.
 * A small picture is looked at once a session, however often its list is drawn.
 */
export async function keepingOpened(
  db: Db,
  ticket: Ticket,
  { status, headers }: RawReply,
  keep: () => Promise<void>,
): Promise<void> {
  // Nothing was handed out.
  if (status >= 400) return
  const small = ticket.as === 'thumb'
  const key = [ticket.sid, ticket.of, ticket.as, small ? '' : ticket.exp].join(' ')
  const known = delivered.get(db) ?? new Set<string>()
  delivered.set(db, known)
  const begins = !small && (status !== 206 || /^bytes 0-/.test(headers['content-range'] ?? ''))
  if (!begins && known.has(key)) return
  await keep()
  known.delete(key)
  known.add(key)
  for (const oldest of known) {
    if (known.size <= MOST) break
    known.delete(oldest)
  }
}
