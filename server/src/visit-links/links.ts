import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { audience } from '@teleward/contract/core/event.ts'
import { linkChanged } from '@teleward/contract/links/events.ts'
import type { DeadReason, LinkState, LinkStep } from '@teleward/contract/links/schema.ts'
import { referralChanged } from '@teleward/contract/referrals/events.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Timers } from '../platform/timers/index.ts'
import { tellGuestSending } from './guest-links.ts'

/** Tokens and browser secrets are kept as their hash alone: who reads the table can open no link. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
/** 256 bits, 43 characters. */
export const freshSecret = () => randomBytes(32).toString('base64url')

export interface LinkRow {
  linkId: string
  partnerId: number
  unitId: number
  pid: number
  qid: number
  kind: 'call' | 'authorise' | 'pay' | 'chat' | 'form'
  state: LinkState
  step: LinkStep
  smsRoom: number
  expiresAt: Date | null
  identityTries: number
  identityAt: Date | null
  browserHash: string | null
  deadReason: DeadReason | null
  version: number
}
export const linkColumns = sql`
  l.link_id as "linkId", l.partner_id as "partnerId", l.unit_id as "unitId", l.pid, l.qid, l.kind, l.state, l.step,
  l.sms_room as "smsRoom", l.expires_at as "expiresAt", l.identity_tries as "identityTries", l.identity_at as "identityAt",
  l.browser_hash as "browserHash", l.dead_reason as "deadReason", l.version`

/** The end of the 3 minutes of a 'come now' link, with whatever rings then; `null`: no such clock. */
type LinkClock = { expiresAt: null } | { expiresAt: Date; alarms: Pick<Timers, 'set'> }
/** `messageId`: the message that carries it to the patient, which says whether it left. */
export type NewLink = LinkClock & {
  qid: number
  smsRoom?: number
  kind?: 'call' | 'pay'
  messageId?: string
  way?: { channel: 'sms' | 'email' | 'line' | 'wechat'; to: string }
}

/** A link for a visit. The token is answered once and never again. */
export async function issueLink(tx: Tx, link: NewLink, now: Date): Promise<{ linkId: string; token: string }> {
  const { qid, smsRoom = 2, expiresAt, kind = 'call', messageId = null, way } = link
  const [linkId, token] = [randomUUID(), freshSecret()]
  await tx.one(sql`
    insert into video_link (link_id, token_hash, partner_id, unit_id, pid, qid, kind, step, sms_room, state, sent_at, expires_at, message_id, channel, sent_to)
    select ${linkId}::uuid, ${hashOf(token)}, a.partner_id, a.unit_id, a.pid, a.qid, ${kind}, ${kind === 'pay' ? 'pay' : 'identity'},
      ${smsRoom}, 'sent', ${now}::timestamptz, ${expiresAt}::timestamptz, ${messageId}::uuid,
      ${way?.channel ?? null}::text, ${way?.to ?? null}::text
    from appointment a where a.qid = ${qid} returning link_id`)
  if (link.expiresAt) await link.alarms.set(tx, 'link.expire', linkId, link.expiresAt)
  return { linkId, token }
}

/** The staff of the visit and the link's own pages fetch again. */
export async function tellLink(
  tx: Tx,
  link: Pick<LinkRow, 'linkId' | 'unitId' | 'qid' | 'state' | 'step' | 'version'>,
  now: Date,
): Promise<void> {
  await tx.emit(linkChanged, [audience.unit(link.unitId), audience.link(link.linkId)], {
    id: link.linkId,
    queueID: link.qid,
    state: link.state,
    step: link.step,
    version: link.version,
    at: now.toISOString(),
  })
}

/** The message that carries a link has left, or could not: the staff of the visit see it on the row, who sent a letter in it. */
export async function tellSending(tx: Tx, messageId: string, now: Date): Promise<void> {
  const carried = await tx.many(
    sql<LinkRow>`select ${linkColumns} from video_link l where l.message_id = ${messageId}::uuid`,
  )
  for (const link of carried) await tellLink(tx, link, now)
  const letters = await tx.many(sql<{ id: string; version: number; from: number }>`
    select r.id, r.version, r.from_mid as "from" from referral_link l join referral r on r.id = l.referral_id where l.message_id = ${messageId}::uuid`)
  await tellGuestSending(tx, messageId, now)
  for (const { from, ...letter } of letters) await tx.emit(referralChanged, [audience.staff(from)], letter)
}

/** Every living link of the visit dies; its pages hear why. The page of its payment stays: it says what became of it. */
export async function killLinks(tx: Tx, qid: number, reason: DeadReason, now: Date): Promise<void> {
  const dead = await tx.many(sql<LinkRow>`
    update video_link l set state = 'dead', step = 'ended', dead_reason = ${reason}, version = version + 1
    where l.qid = ${qid} and l.state <> 'dead' and l.kind <> 'pay' returning ${linkColumns}`)
  for (const link of dead) await tellLink(tx, link, now)
}

/** The visit's payment stands otherwise: its page and the desk fetch again. */
export async function tellPayment(tx: Tx, qid: number, now: Date): Promise<void> {
  const links = await tx.many(sql<LinkRow>`
    update video_link l set version = version + 1 where l.qid = ${qid} and l.kind = 'pay' and l.state <> 'dead' returning ${linkColumns}`)
  for (const link of links) await tellLink(tx, link, now)
}
