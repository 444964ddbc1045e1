import type { StaffActor } from '../platform/actor.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { endSessions } from '../auth/sessions.ts'

interface Row {
  sid: string
  device_type: number
  partner: string
  created_at: Date
  last_seen_at: Date
  ip: string | null
  user_agent: string | null
}

/** Live sessions of oneself, wherever they were begun. */
export async function ownSessions(db: Db, who: StaffActor, now: Date) {
  const rows = await db.system.read(sql<Row>`
    select se.sid, se.device_type, p.name as partner, se.created_at, se.last_seen_at, se.ip, se.user_agent
    from session se join partner p on p.id = se.partner_id
    where se.mid = ${who.mid} and se.ended_at is null and se.expires_at > ${now} order by se.created_at desc`)
  return rows.map((row) => ({
    id: row.sid,
    device_type: row.device_type,
    partner: row.partner,
    current: row.sid === who.sid,
    since: row.created_at.toISOString(),
    seenAt: row.last_seen_at.toISOString(),
    ip: row.ip,
    userAgent: row.user_agent,
  }))
}

export async function endOwnSession(db: Db, who: StaffActor, sid: string, now: Date): Promise<void> {
  const ended = await db.system.tx((tx) => endSessions(db, tx, { mid: who.mid, sid }, 'signedOut', now))
  if (!ended.length) throw new AppError('NOT_FOUND')
}
