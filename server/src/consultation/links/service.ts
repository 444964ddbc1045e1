import { randomUUID } from 'node:crypto'
import type { Actor as VisitActor } from '@teleward/contract/appointments/rules.ts'
import { authzChanged } from '@teleward/contract/consents/events.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { canLink } from '@teleward/contract/links/rules.ts'
import {
  consentTexts,
  IDENTITY_TRIES,
  type IdentityProof,
  type LinkState,
  type LinkStep,
  RECORD_CONSENT_DAYS,
} from '@teleward/contract/links/schema.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { arrive as arriveCall, giveConsents } from '@teleward/contract/links/endpoints.ts'
import { CONSENT_OVER, makeRoom } from '../../consents/give.ts'
import { lockAuthorisation } from '../../consents/rows.ts'
import { transition } from '../../appointments/service.ts'
import type { CallDeps } from '../calls/service.ts'
import type { LinkActor } from '../../platform/actor.ts'
import { type Db, json, sql, type Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { stop as stopRecording } from '../recordings/service.ts'
import { roomTouched } from '../rooms/service.ts'
import { isOfUnit, livingOfUnit } from '../../visit-links/of-unit.ts'
import { freshSecret, hashOf, linkColumns, type LinkRow, tellLink } from '../../visit-links/links.ts'
import { type Facts, facts, isToday, overCode, type Read } from './view.ts'

/**
 * The link as it stands, or why nothing can be done with it. One of a payment opens no visit: for what only a visit's own
 * link does it is none.
 */
export async function living(read: Read, actor: LinkActor, now: Date, forAny = false): Promise<Facts> {
  const link = await facts(read, actor.linkId)
  if (link.kind === 'pay' && !forAny) throw new AppError('LINK_INVALID')
  const over = overCode(link, now)
  if (over) throw new AppError(over)
  return link
}
/** Beyond the consents: without the one to the consultation itself nothing goes on. */
export async function consented(read: Read, actor: LinkActor, now: Date): Promise<Facts> {
  const link = await living(read, actor, now)
  if (link.consents.consultation !== 'active') throw new AppError('CONSENT_REQUIRED')
  return link
}

export async function lock(tx: Tx, linkId: string): Promise<void> {
  await tx.one(sql`select link_id from video_link where link_id = ${linkId} for update`)
}
async function write(
  tx: Tx,
  linkId: string,
  now: Date,
  change: { state?: LinkState; step?: LinkStep },
): Promise<LinkRow> {
  const link = await tx.one(sql<LinkRow>`
    update video_link l set version = version + 1, state = coalesce(${change.state ?? null}::text, state), step = coalesce(${change.step ?? null}::text, step),
      opened_at = case when ${change.state === 'opened'} then coalesce(opened_at, ${now}::timestamptz) else opened_at end,
      joined_at = case when ${change.state === 'joined'} then coalesce(joined_at, ${now}::timestamptz) else joined_at end
    where l.link_id = ${linkId} returning ${linkColumns}`)
  await tellLink(tx, link, now)
  return link
}

/** A person acts: the 3 minutes stop. Again is nothing new. */
export async function open(tx: Tx, deps: CallDeps, actor: LinkActor): Promise<void> {
  const now = deps.clock.now()
  await lock(tx, actor.linkId)
  const link = isOfUnit(actor) ? await livingOfUnit(tx.many, actor, now) : await living(tx.many, actor, now)
  if (link.state === 'opened' || link.state === 'joined') return
  const verdict = canLink('open', link.state)
  if (!verdict.ok) throw new AppError(verdict.code)
  await deps.alarms.clear(tx, 'link.expire', actor.linkId)
  await write(tx, actor.linkId, now, { state: 'opened' })
}

/** 3 minutes unopened. The visit is called off with it, unless the patient has come by another way. */
export async function expire(tx: Tx, deps: CallDeps, linkId: string): Promise<void> {
  const now = deps.clock.now()
  await tx.maybe(
    sql`select a.qid from video_link l join appointment a on a.qid = l.qid where l.link_id = ${linkId} for update of a`,
  )
  const found = await tx.maybe(sql`select link_id from video_link where link_id = ${linkId} for update`)
  if (!found) return
  const link = await facts(tx.many, linkId)
  if (!canLink('expire', link.state).ok) return
  await write(tx, linkId, now, { state: 'expired', step: 'ended' })
  const [elsewhere] = await tx.many(sql`select 1 from video_link where qid = ${link.qid} and state = 'joined'`)
  if (!elsewhere && ['registered', 'checkedIn', 'redial'].includes(link.status))
    await transition(tx, { kind: 'system' }, link.qid, 'linkExpired', { now })
}

export type IdentityRefusal = { ok: false; code: 'IDENTITY_MISMATCH' | 'IDENTITY_LOCKED'; triesLeft: number }
export type IdentityOutcome = { ok: true; secret: string; again: boolean } | IdentityRefusal

/** Under the link's lock: is it the patient who asks? A wrong try is counted; what is right starts the count anew. */
export async function prove(
  tx: Tx,
  link: Pick<Facts, 'linkId' | 'pid' | 'hasId' | 'identityTries'>,
  { birthday, last4 }: IdentityProof,
): Promise<IdentityRefusal | undefined> {
  if (link.identityTries >= IDENTITY_TRIES) return { ok: false, code: 'IDENTITY_LOCKED', triesLeft: 0 }
  const person = await tx.one(sql<{ birthday: string | null; id: string | null; mobile: string | null }>`
    select birthday, upper(right(id_number, 4)) as id, right(regexp_replace(mobile, '\\D', '', 'g'), 4) as mobile from member where pid = ${link.pid}`)
  const asked = link.hasId ? person.id : person.mobile
  const right =
    person.birthday !== null && person.birthday === birthday && asked?.length === 4 && asked === last4.toUpperCase()
  await tx.run(sql`
    update video_link set identity_tries = case when ${right} then 0 else identity_tries + 1 end where link_id = ${link.linkId}`)
  if (right) return undefined
  const triesLeft = IDENTITY_TRIES - link.identityTries - 1
  return { ok: false, code: triesLeft > 0 ? 'IDENTITY_MISMATCH' : 'IDENTITY_LOCKED', triesLeft }
}

/**
 * Birthday and last four. A wrong try is counted in the same breath, and stays counted: so many at once are no
 * more tries than one after the other. The browser that passes gets a secret, and the one before it loses its own.
 */
export async function identify(
  db: Db,
  deps: CallDeps,
  actor: LinkActor,
  ip: string,
  body: IdentityProof,
): Promise<IdentityOutcome> {
  const now = deps.clock.now()
  return db.system.tx(async (tx) => {
    await lock(tx, actor.linkId)
    const link = isOfUnit(actor) ? await livingOfUnit(tx.many, actor, now) : await living(tx.many, actor, now, true)
    const refused = await prove(tx, link, body)
    if (refused) return refused
    const secret = freshSecret()
    await tx.run(sql`
      update video_link set identity_at = ${now}::timestamptz, browser_hash = ${hashOf(secret)}, source_ip = ${ip}
      where link_id = ${actor.linkId}`)
    await deps.alarms.clear(tx, 'link.expire', actor.linkId)
    const first = link.state === 'created' || link.state === 'sent'
    await write(tx, actor.linkId, now, {
      ...(first ? { state: 'opened' as const } : {}),
      ...(link.step === 'identity' ? { step: 'consents' as const } : {}),
    })
    return { ok: true, secret, again: link.browserHash !== null }
  })
}

interface Answer {
  kind: 'consultation' | 'recording' | 'record'
  agreed: boolean
}
/** Each answer is kept with the text it was given to, and when. The one to open the record holds for a year. */
async function keepConsent(
  tx: Tx,
  alarms: CallDeps['alarms'],
  link: LinkRow,
  { kind, agreed }: Answer,
  now: Date,
): Promise<void> {
  const end = kind === 'record' && agreed ? new Date(now.getTime() + RECORD_CONSENT_DAYS * 86_400_000) : null
  const id = randomUUID()
  if (kind === 'record') {
    await lockAuthorisation(tx, link)
    const state = agreed ? 'expired' : 'withdrawn'
    const before = await makeRoom(tx, link, now, { but: id, states: ['active', 'requested'], state })
    if (before || agreed)
      await tx.emit(authzChanged, [audience.unit(link.unitId)], { pid: link.pid, at: now.toISOString() })
  }
  await tx.run(sql`
    insert into consent (id, partner_id, unit_id, pid, qid, kind, state, text_version, given_by, channel, starts_at, ends_at, at)
    values (${id}, ${link.partnerId}, ${link.unitId}, ${link.pid}, ${link.qid}, ${kind}, ${agreed ? 'active' : 'declined'},
      ${consentTexts[kind]}, 'patient', 'visit', ${now}::timestamptz, ${end}::timestamptz, ${now}::timestamptz)`)
  if (end) await alarms.set(tx, CONSENT_OVER, id, end)
}

export async function consent(
  tx: Tx,
  deps: CallDeps,
  actor: LinkActor,
  body: EndpointParsed<typeof giveConsents>['body'],
): Promise<void> {
  const now = deps.clock.now()
  await lock(tx, actor.linkId)
  const link = await living(tx.many, actor, now)
  for (const kind of ['consultation', 'recording', 'record'] as const)
    if (body.texts[kind] !== consentTexts[kind]) throw new AppError('VERSION_STALE', { data: { texts: consentTexts } })
  if (!body.consultation) throw new AppError('CONSENT_REQUIRED')
  for (const kind of ['consultation', 'recording', 'record'] as const)
    await keepConsent(tx, deps.alarms, link, { kind, agreed: body[kind] }, now)
  await roomConsent(tx, deps, link, body.recording, now)
  if (link.step === 'identity' || link.step === 'consents') await write(tx, actor.linkId, now, { step: 'devices' })
}

/** The room keeps the answer that its recorder asks for; a withdrawal stops what runs. */
async function roomConsent(tx: Tx, deps: CallDeps, link: Facts, agree: boolean, now: Date): Promise<void> {
  const { room } = link
  if (!room) return
  const stopRunning = () =>
    stopRecording(
      tx,
      { hub: deps.hub, now, schedule: (inner, id, at) => deps.alarms.set(inner, 'recording.join', id, at) },
      room.roomId,
    )
  if (!agree) await stopRunning()
  await roomTouched(tx, room.roomId, now, { set: [sql`recording_consent = ${agree ? 'agreed' : 'declined'}`] })
  // One that was being made meanwhile had the room, and is there now.
  if (!agree) await stopRunning()
  tx.afterCommit(() => {
    if (deps.hub.recordingOf(room.roomId) === 'needsConsent') deps.hub.recording(room.roomId, 'off')
  })
}

/** During the call, or before it: agree, or take it back. */
export async function recordingAnswer(
  tx: Tx,
  deps: CallDeps,
  actor: LinkActor,
  body: { agree: boolean; text: string },
): Promise<void> {
  const now = deps.clock.now()
  await lock(tx, actor.linkId)
  const link = await consented(tx.many, actor, now)
  if (body.text !== consentTexts.recording) throw new AppError('VERSION_STALE', { data: { texts: consentTexts } })
  if (!body.agree)
    await tx.run(
      sql`update consent set state = 'withdrawn', ends_at = ${now}::timestamptz where qid = ${link.qid} and kind = 'recording' and state = 'active'`,
    )
  await keepConsent(tx, deps.alarms, link, { kind: 'recording', agreed: body.agree }, now)
  await roomConsent(tx, deps, link, body.agree, now)
  await write(tx, actor.linkId, now, {})
}

/** The devices are checked: into the waiting room, and checked in. A second arrival is a return. */
export async function arrive(
  tx: Tx,
  deps: CallDeps,
  actor: LinkActor,
  check: EndpointParsed<typeof arriveCall>['body'],
): Promise<void> {
  const now = deps.clock.now()
  await tx.one(sql`select qid from appointment where qid = ${actor.qid} for update`)
  await lock(tx, actor.linkId)
  const link = await consented(tx.many, actor, now)
  if (!isToday(link, now)) throw new AppError('APPT_NOT_TODAY')
  const patient: VisitActor = { kind: 'patient', pid: actor.pid, qid: actor.qid }
  await tx.run(
    sql`update appointment set device_check = ${json({ ...check, at: now.toISOString() })} where qid = ${actor.qid}`,
  )
  if (link.status === 'registered') await transition(tx, patient, actor.qid, 'checkIn', { now })
  else if (!['checkedIn', 'redial', 'autoCancelled'].includes(link.status))
    throw new AppError('APPT_ILLEGAL_STEP', { data: { state: link.status } })
  await write(tx, actor.linkId, now, { state: 'joined', step: 'waiting' })
}

/** Out of the waiting room; the link lives on, and the device check is the way back in. */
export async function leave(tx: Tx, deps: CallDeps, actor: LinkActor): Promise<void> {
  const now = deps.clock.now()
  await lock(tx, actor.linkId)
  const link = await living(tx.many, actor, now)
  if (link.step === 'waiting') await write(tx, actor.linkId, now, { step: 'devices' })
}

/** `status_by` says who did it; the reason is the patient's own, or that there was none. */
const NO_REASON = '病人自行取消'
export async function callOff(
  tx: Tx,
  deps: CallDeps,
  actor: LinkActor,
  { reason, refund }: { reason?: string | undefined; refund?: number | undefined },
): Promise<void> {
  const now = deps.clock.now()
  // Pressed twice at once, the second finds its link over, as whoever presses later does.
  await tx.one(sql`select qid from appointment where qid = ${actor.qid} for update`)
  await living(tx.many, actor, now, true)
  await transition(tx, { kind: 'patient', pid: actor.pid, qid: actor.qid }, actor.qid, 'cancel', {
    now,
    reason: reason || NO_REASON,
  })
  if (refund === undefined) return
  const back = await tx.maybe(
    sql<{
      amount: number
    }>`select r.amount from refund r where r.qid = ${actor.qid} and r.why = 'cancelled' and r.state = 'due'`,
  )
  // The hour passed while the page was open: the patient decides once more, by what holds now.
  if ((back?.amount ?? 0) !== refund) throw new AppError('VERSION_STALE')
}
