import { needsOf, type ReferralAction, referralRefusal, referralSteps } from '@teleward/contract/referrals/rules.ts'
import type { Referral } from '@teleward/contract/referrals/schema.ts'
import type { RawBuilder } from 'kysely'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { type Alarms, setClock } from './clock.ts'

export interface Step {
  action: ReferralAction
  version: number
  date?: string | undefined
  answer?: string | undefined
  /** By the institution's clock. */
  today: string
  /** Of an institution outside: who answers. */
  by?: string
}
export interface Around {
  timers: Alarms
  now: Date
  zone: string
  /** Which letters the caller changes at all. */
  which: RawBuilder<unknown>
}

const refuse = (path: string, code: 'VALUE_INVALID' | 'REASON_REQUIRED' | 'CONTENT_REQUIRED') =>
  new AppError(code, { fields: [{ path, code }] })
/**
 * A step of a letter under its lock, whoever takes it. FORBIDDEN, REFERRAL_ILLEGAL_STEP, VERSION_STALE with the letter as it is,
 * REASON_REQUIRED, CONTENT_REQUIRED, VALUE_INVALID.
 */
export async function taken(tx: Tx, around: Around, letter: Referral, ask: Step): Promise<void> {
  const { timers, now, zone, which } = around
  const { action, version, date, today } = ask
  if (letter.version !== version) throw new AppError('VERSION_STALE', { data: letter })
  const refused = referralRefusal(action, letter.state, letter.side)
  if (refused) throw new AppError(refused, { data: { state: letter.state } })
  const answer = ask.answer?.trim() ?? ''
  const needs = needsOf(action)
  if (needs === 'date' && (date === undefined || date < today)) throw refuse('date', 'VALUE_INVALID')
  if (needs === 'reason' && answer === '') throw refuse('answer', 'REASON_REQUIRED')
  if (needs === 'report' && answer === '') throw refuse('answer', 'CONTENT_REQUIRED')
  const state = referralSteps[action].to
  const visitOn = needs === 'date' ? (date ?? null) : letter.visitOn
  const { id, urgency, createdAt } = letter
  const due = await setClock(tx, timers, now, { id, state, urgency, createdAt, visitOn, zone })
  await tx.run(sql`
    update referral r set state = ${state}, updated_at = ${now}, due_at = ${due}::timestamptz, acted_by = ${ask.by ?? null}::text,
      visit_on = ${visitOn}::date,
      answer = case when ${needs === 'reason' || needs === 'report'} then ${answer} else answer end
    where r.id = ${id}::uuid and ${which}`)
}
