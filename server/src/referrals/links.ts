import { randomInt, randomUUID } from 'node:crypto'
import type { Locale } from '@teleward/contract/core/scalars.ts'
import { maskRecipient, type OutboxState, sendingOf } from '@teleward/contract/outbox/rules.ts'
import { openReferrals } from '@teleward/contract/referrals/rules.ts'
import type { ReferralLink } from '@teleward/contract/referrals/schema.ts'
import { queueMessage } from '../outbox/queue.ts'
import { type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { installationSecret } from '../platform/secret.ts'
import { codeHash } from '../visit-links/codes.ts'
import { freshSecret, hashOf } from '../visit-links/links.ts'
import * as repo from './repo.ts'
import { oneReferral, tell } from './service.ts'

/** Links by which an institution outside reads one letter: made, sent and taken back by who sent the letter. */
export const codeSecret = (db: Db) => installationSecret(db, 'referral-codes')

/** What leaves by mail: of the patient, and of what the letter is about, nothing. */
const mails: Record<Locale, (from: string, link: string, days: number) => { subject: string; text: string }> = {
  'zh-TW': (from, link, days) => ({
    subject: `${from}：轉診單`,
    text: `${from} 有一份轉診單請貴院查收，請於 ${days} 天內開啟連結：${link}\n開啟時需輸入轉診單位另行告知的 6 位數代碼。`,
  }),
  'zh-CN': (from, link, days) => ({
    subject: `${from}：转诊单`,
    text: `${from} 有一份转诊单请贵院查收，请于 ${days} 天内打开链接：${link}\n打开时需输入转诊单位另行告知的 6 位数代码。`,
  }),
  en: (from, link, days) => ({
    subject: `${from}: a referral letter`,
    text: `${from} sends you a referral letter. Open this link within ${days} days: ${link}\nIt asks for a code of six digits that ${from} tells you separately.`,
  }),
}

export interface Making {
  id: string
  days: number
  send: boolean
  now: Date
  lang: Locale
  secret: Buffer
  addressOf(token: string): string
}
const living = sql`l.ended_at is null`

/** REFERRAL_ILLEGAL_STEP: not to an institution outside, or nothing is awaited of it; NO_CHANNEL: the letter says no address. */
export async function makeLink(
  tx: Tx,
  who: repo.Who,
  { id, days, send, now, lang, secret, addressOf }: Making,
): Promise<ReferralLink & { address: string; code: string }> {
  if (!(await tx.maybe(repo.lockForUpdate(who, id)))) throw new AppError('NOT_FOUND')
  const letter = await oneReferral(tx.many, who, id)
  if (letter.side !== 'sender') throw new AppError('NOT_FOUND')
  const open: readonly string[] = openReferrals
  if (!letter.to.outside || !open.includes(letter.state))
    throw new AppError('REFERRAL_ILLEGAL_STEP', { data: { state: letter.state } })
  const { email } = letter.to.outside
  if (send && email === null) throw new AppError('NO_CHANNEL')
  const [linkId, token, code] = [randomUUID(), freshSecret(), String(randomInt(1_000_000)).padStart(6, '0')]
  const until = new Date(now.getTime() + days * 86_400_000)
  const address = addressOf(token)
  const messageId = send ? randomUUID() : null
  await tx.run(
    sql`update referral_link l set ended_at = ${now}, ended_by = ${who.mid} where l.referral_id = ${id}::uuid and ${living}`,
  )
  await tx.run(sql`
    insert into referral_link (id, partner_id, referral_id, token_hash, code_hash, made_by, made_at, expires_at, sent_to, message_id)
    values (${linkId}, ${who.partnerId}, ${id}::uuid, ${hashOf(token)}, ${codeHash(secret, linkId, code)}, ${who.mid}, ${now}, ${until},
      ${send && email ? maskRecipient('email', email) : null}::text, ${messageId}::uuid)`)
  if (messageId && email) {
    const { name } = await tx.one(sql<{ name: string }>`select p.name from partner p where p.id = ${who.partnerId}`)
    await queueMessage(tx, {
      id: messageId,
      partnerId: who.partnerId,
      unitId: letter.from.unitId,
      channel: 'email',
      to: email,
      kind: 'link',
      texts: { ...mails[lang](name, address, days), link: address },
      key: `referral:${linkId}`,
      notAfter: until,
      origin: { kind: 'referral', id },
      at: now,
    })
  }
  await tell(tx, letter)
  const [made] = await tx.many(repo.linkOf(who, id))
  if (!made) throw new AppError('NOT_FOUND')
  return { ...made.link, address, code }
}

/** Whether its mail has left: of a link that the caller was shown, for only who reads the outbox sees it there. */
export async function withSending<L extends ReferralLink | null>(db: Db, link: L): Promise<L> {
  if (!link?.sending) return link
  const [mail] = await db.system.read(sql<{ state: OutboxState }>`
    select o.state from referral_link l join outbox_message o on o.id = l.message_id where l.id = ${link.id}::uuid`)
  return mail ? { ...link, sending: sendingOf(mail.state) } : link
}

/** Nothing opens by it any more; taken back twice it is the same. */
export async function endLink(tx: Tx, who: repo.Who, id: string, link: string, now: Date): Promise<ReferralLink> {
  const letter = await oneReferral(tx.many, who, id)
  if (letter.side !== 'sender') throw new AppError('NOT_FOUND')
  await tx.run(sql`update referral_link l set ended_at = ${now}, ended_by = ${who.mid}
    where l.id = ${link}::uuid and l.referral_id = ${id}::uuid and ${living}`)
  const [found] = await tx.many(sql<{ link: ReferralLink }>`
    select ${repo.linkJson} as link from referral_link l where l.id = ${link}::uuid and l.referral_id = ${id}::uuid`)
  if (!found) throw new AppError('NOT_FOUND')
  await tell(tx, letter)
  return found.link
}
