import { audience } from '@teleward/contract/core/event.ts'
import { permissions, staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { postReferral, putReferral } from '@teleward/contract/referrals/endpoints.ts'
import { referralChanged } from '@teleward/contract/referrals/events.ts'
import { needsOf, referralRefusal, referralSteps } from '@teleward/contract/referrals/rules.ts'
import type { Referral } from '@teleward/contract/referrals/schema.ts'
import { randomUUID } from 'node:crypto'
import type { Read } from '../members/service.ts'
import { reachesVisit, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'

/** How many letters of the caller's are open: a value inside another statement. */
export const openOf = (who: repo.Who) => repo.openOf(who)

/** How many letters wait for the caller's answer: the length of the list of these. */
export async function toAnswer(read: Read, who: repo.Who): Promise<number> {
  const [row] = await read(repo.list(who, { side: 'received', state: 'open', page: 1, pageSize: 1 }))
  return row?.total ?? 0
}

/** Professions that send and take referrals. */
export const takers = staffTypes.filter((kind) => permissions['referral.write'][kind] !== '-')

export async function oneReferral(read: Read, who: repo.Who, id: string): Promise<Referral> {
  const [found] = await read(repo.byId(who, id))
  if (!found) throw new AppError('NOT_FOUND')
  return found.row
}

/** The sender, and the person it goes to, or everybody of that unit. Nothing of the patient. */
async function tell(tx: Tx, { id, version, from, to }: Referral): Promise<void> {
  const receiver = to.person ? audience.staff(to.person.mid) : audience.unit(to.unitId)
  await tx.emit(referralChanged, [audience.staff(from.mid), receiver], { id, version })
}

type Wish = EndpointParsed<typeof postReferral>['body']
/** TARGET_REQUIRED, REASON_REQUIRED, CONSENT_REQUIRED all at once by their fields; NOT_FOUND: no visit, unit or taker that one may know of. */
export async function send(tx: Tx, who: repo.Who, now: Date, wish: Wish): Promise<Referral> {
  const reason = wish.reason?.trim() ?? ''
  const missing = [
    ...(wish.toUnit === undefined ? [{ path: 'toUnit', code: 'TARGET_REQUIRED' as const }] : []),
    ...(reason === '' ? [{ path: 'reason', code: 'REASON_REQUIRED' as const }] : []),
    ...(wish.consent ? [] : [{ path: 'consent', code: 'CONSENT_REQUIRED' as const }]),
  ]
  if (missing[0] || wish.toUnit === undefined)
    throw new AppError(missing[0]?.code ?? 'TARGET_REQUIRED', { fields: missing })
  const visit = await tx.maybe(sql<{ pid: number; unitId: number; name: string; gender: string; birthday: string }>`
    select a.pid, a.unit_id as "unitId", m.name, m.gender, m.birthday from appointment a join member m on m.pid = a.pid
    where a.qid = ${wish.qid} and a.partner_id = ${who.partnerId} and ${reachesVisit('a')}`)
  if (!visit) throw new AppError('NOT_FOUND')
  const target = (await tx.many(repo.targets(who, takers))).find(({ unitId }) => unitId === wish.toUnit)
  const taken = wish.toMid === undefined || target?.people.some(({ mid }) => mid === wish.toMid && mid !== who.mid)
  if (!target || !taken) throw new AppError('NOT_FOUND')
  const id = randomUUID()
  await tx.run(sql`
    insert into referral (id, partner_id, unit_id, pid, qid, from_mid, to_unit, to_mid, urgency, reason, patient_name, patient_gender,
      patient_birthday, created_at, updated_at)
    values (${id}::uuid, ${who.partnerId}, ${visit.unitId}, ${visit.pid}, ${wish.qid}, ${who.mid}, ${wish.toUnit}, ${wish.toMid ?? null}::int,
      ${wish.urgency}, ${reason}, ${visit.name}, ${visit.gender}, ${visit.birthday}::date, ${now}, ${now})`)
  const made = await oneReferral(tx.many, who, id)
  await tell(tx, made)
  return made
}

type Answer = EndpointParsed<typeof putReferral>['body'] & { id: string; today: string }
/** NOT_FOUND, FORBIDDEN, REFERRAL_ILLEGAL_STEP, VERSION_STALE with the letter as it is, REASON_REQUIRED, CONTENT_REQUIRED, VALUE_INVALID. */
export async function step(tx: Tx, who: repo.Who, now: Date, ask: Answer): Promise<Referral> {
  const { id, action, version, date, today } = ask
  if (!(await tx.maybe(repo.hold(who, id)))) throw new AppError('NOT_FOUND')
  const letter = await oneReferral(tx.many, who, id)
  if (letter.version !== version) throw new AppError('VERSION_STALE', { data: letter })
  const refused = referralRefusal(action, letter.state, letter.side)
  if (refused) throw new AppError(refused, { data: { state: letter.state } })
  const answer = ask.answer?.trim() ?? ''
  const needs = needsOf(action)
  if (needs === 'date' && (date === undefined || date < today))
    throw new AppError('VALUE_INVALID', { fields: [{ path: 'date', code: 'VALUE_INVALID' }] })
  if (needs === 'reason' && answer === '')
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'answer', code: 'REASON_REQUIRED' }] })
  if (needs === 'report' && answer === '')
    throw new AppError('CONTENT_REQUIRED', { fields: [{ path: 'answer', code: 'CONTENT_REQUIRED' }] })
  await tx.run(sql`
    update referral r set state = ${referralSteps[action].to}, updated_at = ${now},
      visit_on = case when ${needs === 'date'} then ${date ?? null}::date else visit_on end,
      answer = case when ${needs === 'reason' || needs === 'report'} then ${answer} else answer end
    where r.id = ${id} and ${repo.mine(who)}`)
  const after = await oneReferral(tx.many, who, id)
  await tell(tx, after)
  return after
}
