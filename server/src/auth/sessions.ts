import type { ClosingCode } from '../platform/sockets/types.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'

export type EndReason =
  | 'signedOut'
  | 'otherDevice'
  | 'sameDevice'
  | 'reused'
  | 'passwordChanged'
  | 'accountClosed'
  | 'membershipCancelled'
  | 'expired'

/** What the processes of one system tell each other about sessions. */
export type AuthMessage =
  | { kind: 'ended'; sid: string; mid: number; reason: EndReason; deviceType: number; at: string }
  /** Units, rights, review or membership changed. */
  | { kind: 'changed'; mid: number }
  | { kind: 'partnerChanged'; partnerId: number }
export const AUTH_CHANNEL = 'teleward_auth'

const codes: Partial<Record<EndReason, ClosingCode>> = {
  otherDevice: 'REPEAT_LOGIN',
  sameDevice: 'TOKEN_EXPIRED',
  reused: 'REFRESH_REUSED',
  accountClosed: 'ACCOUNT_CLOSED',
  membershipCancelled: 'MEMBERSHIP_CANCELLED',
}
export const closingCode = (reason: EndReason): ClosingCode => codes[reason] ?? 'ERROR_TOKEN'

export interface Ending {
  mid: number
  /** Only this one. */
  sid?: string
  /** All but this one. */
  except?: string
  deviceType?: number
  /** Only those in this institution. */
  partnerId?: number
}
interface Ended {
  sid: string
  mid: number
  device_type: number
}

/** Ends live sessions with the transaction; every process closes their sockets once it is committed. */
export async function endSessions(db: Db, tx: Tx, which: Ending, reason: EndReason, now: Date): Promise<string[]> {
  const ended = await tx.many(sql<Ended>`
    update session set ended_at = ${now}, end_reason = ${reason}, connected_until = null
    where mid = ${which.mid} and ended_at is null
      and (${which.sid ?? null}::uuid is null or sid = ${which.sid ?? null}::uuid)
      and (${which.except ?? null}::uuid is null or sid <> ${which.except ?? null}::uuid)
      and (${which.deviceType ?? null}::int is null or device_type = ${which.deviceType ?? null}::int)
      and (${which.partnerId ?? null}::int is null or partner_id = ${which.partnerId ?? null}::int)
    returning sid, mid, device_type`)
  for (const { sid, mid, device_type } of ended)
    announce(db, tx, { kind: 'ended', sid, mid, reason, deviceType: device_type, at: now.toISOString() })
  return ended.map((row) => row.sid)
}

/** Covers the screen of a session, or lifts its cover (`null`): before it is answered, every process that is asked knows it. */
export const coverSession = (db: Db, { mid, sid }: { mid: number; sid: string }, since: Date | null): Promise<void> =>
  db.system.tx(async (tx) => {
    const changed = await tx.run(sql`
      update session set covered_at = ${since}::timestamptz
      where sid = ${sid} and ended_at is null and (covered_at is null) = ${since !== null}::boolean`)
    if (changed) announce(db, tx, { kind: 'changed', mid })
  })

/** Of each process, by its database: what it has to know before it answers, not only when the bus brings it back. */
const own = new WeakMap<Db, (message: AuthMessage) => void>()
export const hearOwn = (db: Db, hear: (message: AuthMessage) => void): void => void own.set(db, hear)

export function announce(db: Db, tx: Tx, message: AuthMessage): void {
  tx.afterCommit(() => {
    own.get(db)?.(message)
    return db.notify(AUTH_CHANNEL, JSON.stringify(message))
  })
}
