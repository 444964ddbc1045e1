import { authzChanged } from '@teleward/contract/consents/events.ts'
import { canConsent, type ConsentStep } from '@teleward/contract/consents/rules.ts'
import type { Giver } from '@teleward/contract/consents/schema.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import { linkColumns, type LinkRow, tellLink } from '../visit-links/links.ts'
import type { ConsentRow } from './rows.ts'

/** Rings when a request or an authorisation is over by itself. */
export const CONSENT_OVER = 'consent.over'
export type Alarms = Pick<Timers, 'set' | 'clear'>
const DAY_MS = 86_400_000

export function requireStep(step: ConsentStep, row: ConsentRow): void {
  const verdict = canConsent(step, row.state)
  if (!verdict.ok) throw new AppError(verdict.code, { data: { state: row.state } })
}

/** Whoever reads the record asks anew what is allowed, and the patient's page is drawn anew. */
export async function tell(tx: Tx, row: Pick<ConsentRow, 'id' | 'pid' | 'unitId'>, now: Date): Promise<void> {
  await tx.emit(authzChanged, [audience.unit(row.unitId)], { pid: row.pid, at: now.toISOString() })
  const links = await tx.many(sql<LinkRow>`
    update video_link l set version = version + 1 where l.consent_id = ${row.id} and l.state <> 'dead' returning ${linkColumns}`)
  for (const link of links) await tellLink(tx, link, now)
}

/**
 * What stood before, of this patient and this unit, makes room: an authorisation ends where the new one begins, a request
 * is answered by it. Under `lockAuthorisation`.
 */
export async function makeRoom(
  tx: Tx,
  of: { pid: number; unitId: number; partnerId: number },
  now: Date,
  what: { but: string; states: readonly ('requested' | 'active')[]; state?: 'expired' | 'withdrawn' },
): Promise<number> {
  const over = await tx.many(sql<{ id: string; pid: number; unitId: number }>`
    update consent c set state = ${what.state ?? 'expired'}, ends_at = ${now}::timestamptz, ended_at = ${now}::timestamptz, version = c.version + 1
    where c.pid = ${of.pid} and c.unit_id = ${of.unitId} and c.partner_id = ${of.partnerId} and c.kind = 'record'
      and c.state in (${sql.join([...what.states])}) and c.id <> ${what.but}
    returning c.id, c.pid, c.unit_id as "unitId"`)
  for (const { id } of over) {
    const dead = await tx.many(sql<LinkRow>`
      update video_link l set state = 'dead', step = 'ended', dead_reason = 'renewed', version = version + 1
      where l.consent_id = ${id} and l.state <> 'dead' returning ${linkColumns}`)
    for (const link of dead) await tellLink(tx, link, now)
  }
  return over.length
}

export interface Given {
  by: 'patient' | 'guardian'
  giver?: Giver | undefined
  text: string
  /** Who recorded it on site; nobody, where the patient said so themselves. */
  recordedBy?: number
  days: number
}
/** From now on, for its days. The request of before and whatever is in force end with it. */
export async function activate(tx: Tx, alarms: Alarms, row: ConsentRow, given: Given, now: Date): Promise<void> {
  requireStep('agree', row)
  await makeRoom(tx, row, now, { but: row.id, states: ['requested', 'active'] })
  const until = new Date(now.getTime() + given.days * DAY_MS)
  await tx.run(sql`
    update consent c set state = 'active', starts_at = ${now}::timestamptz, ends_at = ${until}::timestamptz, at = ${now}::timestamptz,
      given_by = ${given.by}, giver_name = ${given.giver?.name ?? null}::text, giver_relation = ${given.giver?.relation ?? null}::text,
      text_version = ${given.text}, recorded_by = ${given.recordedBy ?? null}::int, version = c.version + 1
    where c.id = ${row.id}`)
  // The page by which it was given is where it is looked at and taken back, as long as it is in force.
  await tx.run(
    sql`update video_link l set expires_at = ${until}::timestamptz where l.consent_id = ${row.id} and l.state <> 'dead'`,
  )
  await alarms.set(tx, CONSENT_OVER, row.id, until)
  await tell(tx, row, now)
}

/** Declined, withdrawn, or over by itself. */
export async function end(
  tx: Tx,
  alarms: Alarms,
  row: ConsentRow,
  step: 'decline' | 'withdraw' | 'expire',
  { now, by }: { now: Date; by?: number },
): Promise<void> {
  requireStep(step, row)
  const state = { decline: 'declined', withdraw: 'withdrawn', expire: 'expired' }[step]
  await tx.run(sql`
    update consent c set state = ${state}, at = case when ${step === 'decline'} then ${now}::timestamptz else c.at end,
      ends_at = case when ${step === 'expire'} then coalesce(c.ends_at, ${now}::timestamptz) else ${now}::timestamptz end,
      ended_at = ${now}::timestamptz, ended_by = ${by ?? null}::int, version = c.version + 1
    where c.id = ${row.id}`)
  await alarms.clear(tx, CONSENT_OVER, row.id)
  await tell(tx, row, now)
}
