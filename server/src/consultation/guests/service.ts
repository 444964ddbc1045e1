import { randomInt, randomUUID } from 'node:crypto'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { agreeAsGuest, postGuest } from '@teleward/contract/calls/guest-endpoints.ts'
import {
  GUEST_MINUTES,
  GUEST_TRIES,
  type Guest,
  guestTexts,
  type GuestView,
} from '@teleward/contract/calls/guest-schema.ts'
import { normaliseEmail, normaliseMobile } from '@teleward/contract/core/identity.ts'
import { maskRecipient, type OutboxState, sendingOf } from '@teleward/contract/outbox/rules.ts'
import { queueMessage } from '../../outbox/queue.ts'
import type { StaffActor } from '../../platform/actor.ts'
import { type Compilable, type Db, json, sql, type Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { codeHash, codeOf, sameHash } from '../../visit-links/codes.ts'
import { type GuestLink, guestStep, lockGuest, tellGuest } from '../../visit-links/guest-links.ts'
import { freshSecret, hashOf } from '../../visit-links/links.ts'
import type { CallDeps } from '../calls/deps.ts'
import { lockInside, roomForOneMore, roomInside, talkedIn } from '../calls/inside.ts'
import { guestUserId, recordingStateOf } from '../rooms/service.ts'
import { type FoundGuest, foundGuest, isLocked, overCode } from './access.ts'
import { invitations } from './texts.ts'

export type Read = <T>(query: Compilable<T>) => Promise<T[]>
type Who = Pick<StaffActor, 'mid' | 'name' | 'partnerId' | 'unitIds'>
type Body = EndpointParsed<typeof postGuest>['body']

interface Row {
  guest: Omit<Guest, 'sending'>
  messageId: string
}
const at = (column: string) => sql.raw(`to_char(g.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
const rows = (roomId: string) => sql<Row>`
  select g.message_id as "messageId", jsonb_build_object('id', g.link_id, 'name', g.name, 'relation', g.relation, 'language', g.language,
    'channel', g.channel, 'sentTo', g.sent_to, 'state', g.state, 'locked', g.tries >= ${GUEST_TRIES}::int, 'createdAt', ${at('created_at')}, 'expiresAt', ${at('expires_at')},
    'joinedAt', ${at('joined_at')}, 'leftAt', ${at('left_at')}, 'version', g.version,
    'invitedBy', jsonb_build_object('mid', s.mid, 'name', s.name, 'nameEn', s.name_en)) as guest
  from guest_link g join staff s on s.mid = g.created_by where g.room_id = ${roomId}::uuid order by g.created_at, g.link_id`

/** Whether the message has left the system looks up: of links that the caller was shown. */
async function withSending(db: Db, found: readonly Row[]): Promise<Guest[]> {
  const messages = await db.system.read(sql<{ id: string; state: OutboxState }>`
    select id, state from outbox_message where id = any (${found.map(({ messageId }) => messageId)}::uuid[])`)
  const states = new Map(messages.map(({ id, state }) => [id, state]))
  return found.map(({ guest, messageId }) => ({ ...guest, sending: sendingOf(states.get(messageId) ?? 'queued') }))
}

export async function guestsOf(read: Read, deps: CallDeps, who: Who, callId: string): Promise<Guest[]> {
  return withSending(deps.db, await read(rows(await roomInside(read, deps, who.mid, callId))))
}

/** PHONE_INVALID, VALUE_INVALID. Of a number its end is asked for; of an address a code, which is told once. */
function addressed({ channel, to }: Body): { to: string; shown: string; code: string; told: boolean } {
  if (channel === 'sms') {
    const mobile = normaliseMobile(to)
    if (!mobile) throw new AppError('PHONE_INVALID', { fields: [{ path: 'body.to', code: 'PHONE_INVALID' }] })
    return { to: mobile, shown: maskRecipient('sms', mobile), code: mobile.slice(-4), told: false }
  }
  const address = normaliseEmail(to)
  if (!address) throw new AppError('VALUE_INVALID', { fields: [{ path: 'body.to', code: 'VALUE_INVALID' }] })
  return {
    to: address,
    shown: maskRecipient('email', address),
    code: String(randomInt(1_000_000)).padStart(6, '0'),
    told: true,
  }
}

export interface Inviting {
  secret: Buffer
  addressOf(token: string): string
}
/** NOT_FOUND, CALL_OVER, ROOM_FULL: as for a colleague who is brought in. The message goes with the transaction. */
export async function inviteGuest(
  tx: Tx,
  deps: CallDeps,
  who: Who,
  callId: string,
  { secret, addressOf, ...body }: Body & Inviting,
): Promise<{ id: string; roomId: string; pid: number | null; code: string | null }> {
  if (body.name === '') throw new AppError('FIELD_EMPTY', { fields: [{ path: 'body.name', code: 'FIELD_EMPTY' }] })
  const { to, shown, code, told } = addressed(body)
  const { room } = await roomForOneMore(tx, deps, who, callId)
  const lead = await talkedIn(tx, room.roomId)
  if (!lead) throw new AppError('CALL_OVER')
  const now = deps.clock.now()
  const [linkId, messageId, token] = [randomUUID(), randomUUID(), freshSecret()]
  const until = new Date(now.getTime() + GUEST_MINUTES * 60_000)
  await tx.run(sql`
    insert into guest_link (link_id, token_hash, partner_id, unit_id, room_id, call_id, pid, name, relation, language, channel, sent_to,
      code_hash, message_id, created_by, created_at, expires_at)
    values (${linkId}, ${hashOf(token)}, ${room.partnerId}, ${room.unitId}, ${room.roomId}, ${lead}, ${room.pid}::int, ${body.name},
      ${body.relation}, ${body.language}, ${body.channel}, ${shown}, ${codeHash(secret, linkId, code)}, ${messageId}, ${who.mid},
      ${now}::timestamptz, ${until}::timestamptz)`)
  const named = (of: string) =>
    sql.raw(body.language === 'en' ? `coalesce(nullif(${of}.name_en, ''), ${of}.name)` : `${of}.name`)
  const names = await tx.one(sql<{ institution: string; by: string }>`
    select ${named('p')} as institution, ${named('s')} as by from partner p, staff s where p.id = ${room.partnerId} and s.mid = ${who.mid}`)
  const address = addressOf(token)
  const { subject, text } = invitations[body.language]({ ...names, link: address, asks: body.channel })
  await queueMessage(tx, {
    id: messageId,
    partnerId: room.partnerId,
    unitId: room.unitId,
    channel: body.channel,
    to,
    kind: 'link',
    texts: { text, link: address, ...(body.channel === 'email' ? { subject } : {}) },
    key: `guest:${linkId}`,
    notAfter: until,
    origin: { kind: 'link', id: linkId },
    at: now,
  })
  await deps.alarms.set(tx, 'guest.expire', linkId, until)
  return { id: linkId, roomId: room.roomId, pid: room.pid, code: told ? code : null }
}

/** One guest as the list shows them. */
export async function guestRow(read: Read, db: Db, roomId: string, id: string): Promise<Guest> {
  const found = (await withSending(db, await read(rows(roomId)))).find((one) => one.id === id)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Taken back twice it is the same. Whoever is in by it is out. */
export async function revokeGuest(
  tx: Tx,
  deps: CallDeps,
  who: Who,
  { callId, id }: { callId: string; id: string },
): Promise<{ roomId: string; pid: number | null }> {
  const roomId = await lockInside(tx, deps, who.mid, callId)
  const guest = await tx.maybe(lockGuest(id))
  if (!guest || guest.roomId !== roomId) throw new AppError('NOT_FOUND')
  await guestStep(tx, id, 'revoke', deps.clock.now(), who.mid)
  tx.afterCommit(() => deps.hub.remove(roomId, guestUserId(id)))
  return { roomId, pid: guest.pid }
}

export async function guestExpired(tx: Tx, deps: CallDeps, id: string): Promise<void> {
  const guest = await tx.maybe(lockGuest(id))
  const now = deps.clock.now()
  if (guest && guest.expiresAt <= now) await guestStep(tx, id, 'expire', now)
}

interface Facts {
  video: boolean
  timeZone: string
  institution: GuestView['institution']
  invitedBy: GuestView['invitedBy']
}
/** The guest's page: before the code who invites, and nothing of whom. */
export async function guestView(read: Read, link: FoundGuest, held: boolean, now: Date): Promise<GuestView> {
  const [facts] = await read(sql<Facts>`
    select c.video, p.time_zone as "timeZone", jsonb_build_object('name', p.name, 'nameEn', p.name_en, 'unitName', u.name, 'unitNameEn', u.name_en,
        'phone', p.phone, 'logo', coalesce(p.ui_config ->> 'logo', p.logo)) as institution,
      jsonb_build_object('name', s.name, 'nameEn', s.name_en) as "invitedBy"
    from call c join partner p on p.id = c.partner_id join unit u on u.id = c.unit_id join staff s on s.mid = ${link.createdBy}
    where c.call_id = ${link.callId}::uuid`)
  if (!facts) throw new AppError('LINK_INVALID')
  const over = overCode(link, now)
  const locked = !held && isLocked(link)
  const inside = held && over === null
  const running = link.pid !== null && ['recording', 'interrupted'].includes(await recordingStateOf(read, link.roomId))
  return {
    ...facts,
    step: over ? 'over' : !held ? 'identity' : link.agreedAt ? 'ready' : 'agree',
    code: over ?? (locked ? 'IDENTITY_LOCKED' : null),
    state: over === 'LINK_EXPIRED' ? 'expired' : link.state,
    asks: link.channel === 'sms' ? 'mobileLast4' : 'code',
    triesLeft: Math.max(0, GUEST_TRIES - link.tries),
    language: link.language,
    expiresAt: link.expiresAt.toISOString(),
    guest: inside ? { name: link.name, relation: link.relation } : null,
    recording: link.pid === null ? 'never' : running ? 'running' : 'possible',
    texts: guestTexts,
    version: link.version,
  }
}

export type CodeOutcome =
  | { ok: true; secret: string; again: boolean }
  | { ok: false; code: 'IDENTITY_MISMATCH' | 'IDENTITY_LOCKED'; triesLeft: number }
/**
 * The code, under the link's lock, so that of many tries at once no more than five count. Right, the browser gets a secret; the
 * one that had it before is put out. A refusal is answered, not thrown: the try has to be written.
 */
export async function tryCode(db: Db, secret: Buffer, linkId: string, typed: string, now: Date): Promise<CodeOutcome> {
  return db.system.tx(async (tx) => {
    const link = await locked(tx, linkId)
    const over = overCode(link, now)
    if (over) throw new AppError(over)
    if (isLocked(link)) return { ok: false, code: 'IDENTITY_LOCKED', triesLeft: 0 } as const
    if (!sameHash(codeHash(secret, linkId, codeOf(typed)), link.codeHash)) {
      const triesLeft = GUEST_TRIES - link.tries - 1
      await tx.run(sql`update guest_link set tries = tries + 1, version = version + 1 where link_id = ${linkId}::uuid`)
      // Whoever invited may do so again.
      if (triesLeft === 0) await tellGuest(tx, { ...link, version: link.version + 1 }, now)
      return { ok: false, code: triesLeft > 0 ? 'IDENTITY_MISMATCH' : 'IDENTITY_LOCKED', triesLeft } as const
    }
    const fresh = freshSecret()
    await tx.run(sql`update guest_link set tries = 0, browser_hash = ${hashOf(fresh)} where link_id = ${linkId}::uuid`)
    await guestStep(tx, linkId, 'open', now)
    return { ok: true, secret: fresh, again: link.browserHash !== null } as const
  })
}
async function locked(tx: Tx, linkId: string): Promise<FoundGuest> {
  await tx.one(lockGuest(linkId))
  return tx.one(sql<FoundGuest>`select ${foundGuest} from guest_link g where g.link_id = ${linkId}::uuid`)
}

/** CONSENT_REQUIRED, VERSION_STALE. Where a recording is possible nobody comes in who would not be recorded. */
export async function agree(
  tx: Tx,
  { linkId, pid }: Pick<GuestLink, 'linkId' | 'pid'>,
  { confidential, recording, texts }: EndpointParsed<typeof agreeAsGuest>['body'],
  now: Date,
): Promise<void> {
  if (texts.confidential !== guestTexts.confidential || texts.recording !== guestTexts.recording)
    throw new AppError('VERSION_STALE', { data: { texts: guestTexts } })
  if (!confidential || (pid !== null && !recording)) throw new AppError('CONSENT_REQUIRED')
  const link = await locked(tx, linkId)
  const over = overCode(link, now)
  if (over) throw new AppError(over)
  const agreed = { confidential: texts.confidential, recording: pid === null ? null : texts.recording }
  await tx.run(sql`
    update guest_link set agreed = ${json(agreed)}, agreed_at = ${now}::timestamptz, version = version + 1 where link_id = ${linkId}::uuid`)
}
