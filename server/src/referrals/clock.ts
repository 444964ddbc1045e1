import { addDays, startOfDay } from '@teleward/contract/core/dates.ts'
import type { ReferralState } from '@teleward/contract/referrals/schema.ts'
import { dueOf } from '@teleward/contract/referrals/rules.ts'
import { notify } from '../notifications/notify.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Timers } from '../platform/timers/index.ts'

/** The clock of a letter: until when its next step is awaited, and who is told that nobody has taken it. */
export const WAITING = 'referral.waiting'
export type Alarms = Pick<Timers, 'set' | 'clear'>

type Told = 'referral.new' | 'referral.answered' | 'referral.waiting' | 'referral.overdue'
/** An entry of the bell: that there is something, and where; nothing of the patient. */
export const enter = (
  tx: Tx,
  one: { partnerId: number; mid: number; id: string; what: Told; by: number | null; once: string; at: Date },
) =>
  notify(tx, {
    partnerId: one.partnerId,
    mid: one.mid,
    kind: 'todo',
    what: one.what,
    subject: { kind: 'referral', id: one.id },
    link: { screen: 'referral', search: { letters: 'all', letter: one.id } },
    from: one.by,
    once: one.once,
    at: one.at,
  })

/** The clock of the state it is in now; set in the transaction of the step. */
export async function setClock(
  tx: Tx,
  timers: Alarms,
  now: Date,
  letter: {
    id: string
    state: ReferralState
    urgency: 'routine' | 'urgent'
    createdAt: string | Date
    visitOn: string | null
    zone: string
  },
): Promise<Date | null> {
  const { id, state, urgency, visitOn, zone } = letter
  const visitEnds = visitOn === null ? null : startOfDay(addDays(visitOn, 1), zone)
  const due = dueOf(state, { urgency, sentAt: new Date(letter.createdAt), now, visitEnds })
  if (due) await timers.set(tx, WAITING, id, due)
  else await timers.clear(tx, WAITING, id)
  return due
}

/**
 * Nobody has taken the next step in its time: whoever sent the letter is told, and whoever took it in, once in each state. The
 * letter stays as it is.
 */
export async function remind(tx: Tx, id: string, now: Date): Promise<void> {
  const row = await tx.maybe(sql<{
    partnerId: number
    from: number
    taker: number | null
    state: ReferralState
    dueAt: Date | null
  }>`
    select r.partner_id as "partnerId", r.from_mid as "from", r.state, r.due_at as "dueAt",
      coalesce((select (h.one ->> 'mid')::int from jsonb_array_elements(r.history) with ordinality h (one, at)
        where (h.one ->> 'mid')::int <> r.from_mid order by h.at desc limit 1), r.to_mid) as taker
    from referral r where r.id = ${id}::uuid for update`)
  if (!row?.dueAt || row.dueAt > now) return
  const waits = row.state === 'sent' || row.state === 'received'
  for (const mid of new Set([row.from, row.taker]))
    if (mid !== null)
      await enter(tx, {
        partnerId: row.partnerId,
        mid,
        id,
        what: waits ? 'referral.waiting' : 'referral.overdue',
        by: null,
        once: waits ? 'week' : `late:${row.state}`,
        at: now,
      })
}
