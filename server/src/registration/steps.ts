import { audience } from '@teleward/contract/core/event.ts'
import { staffReviewed } from '@teleward/contract/registration/events.ts'
import {
  canReview,
  type ReviewState,
  type ReviewStep,
  reviewTransitions,
} from '@teleward/contract/registration/rules.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

export interface GivenStep {
  mid: number
  partnerId: number
  step: ReviewStep
  /** Null: the system. */
  actor: number | null
  at: Date
  reason?: string | undefined
}

/** The membership, under its lock until the transaction ends. NOT_FOUND. */
export const reviewState = (tx: Tx, mid: number, partnerId: number) =>
  tx.one(sql<{ review: ReviewState; doctortype: string; status: string }>`
    select review, doctortype, status from staff_partner where mid = ${mid} and partner_id = ${partnerId} for update`)

/** One step of state machine 2, with its line in the history; tells the person and who reviews. */
export async function reviewStep(tx: Tx, given: GivenStep): Promise<ReviewState> {
  const { mid, partnerId, step, actor, at, reason } = given
  const { review } = await reviewState(tx, mid, partnerId)
  const self = actor === mid
  const may = canReview(step, { state: review, self, reason })
  if (may !== true) throw new AppError(may)
  const { to } = reviewTransitions[step]
  await tx.run(
    sql`update staff_partner set review = ${to}, version = version + 1 where mid = ${mid} and partner_id = ${partnerId}`,
  )
  // Who was made by an administrator has nothing handed in yet.
  const row = await tx.one(sql<{ version: number }>`
    insert into staff_review as r (mid, partner_id, doctortype, version)
    select mid, partner_id, doctortype, 2 from staff_partner where mid = ${mid} and partner_id = ${partnerId}
    on conflict (mid, partner_id) do update set version = r.version + 1 returning version`)
  await tx.run(sql`insert into staff_review_event (mid, partner_id, from_state, to_state, action, actor_mid, reason, at)
    values (${mid}, ${partnerId}, ${review}, ${to}, ${step}, ${actor}, ${reason?.trim() || null}, ${at})`)
  const reviewers = await tx.many(sql<{ mid: number }>`
    select mid from staff_partner where partner_id = ${partnerId} and doctortype = 'admin' and status = 'active' and review = 'onBoard'`)
  const hearers = [...new Set([mid, ...reviewers.map((one) => one.mid)])]
  await tx.emit(staffReviewed, hearers.map(audience.staff), { id: mid, version: row.version, at: at.toISOString() })
  return to
}
