import { randomUUID } from 'node:crypto'
import { chatRead } from '@teleward/contract/chat/events.ts'
import { audience } from '@teleward/contract/core/event.ts'
import { noticeChanged } from '@teleward/contract/notices/events.ts'
import { CHAT_LINK_DAYS, CHAT_PAGE } from '@teleward/contract/chat/rules.ts'
import type { LinkChat, LinkMessage } from '@teleward/contract/chat/schema.ts'
import { type Locale, locale } from '@teleward/contract/core/scalars.ts'
import { maskPhone } from '@teleward/contract/core/text.ts'
import { livingChat } from '../visit-links/of-unit.ts'
import { freshSecret, hashOf } from '../visit-links/links.ts'
import { queueMessage } from '../outbox/queue.ts'
import type { LinkActor, StaffActor } from '../platform/actor.ts'
import { type Compilable, type Runner, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Conversation } from './repo.ts'
import { attachedKind, attachmentOf, type AttachmentRow, linkShown } from './attached.ts'
import { markReadUpTo, refuseFlood, requireAttachment, requireConversation, refuseText, write } from './service.ts'
import { takingPart, tellSent } from './tell.ts'

type Read = Runner['many']
const until = (now: Date) => new Date(now.getTime() + CHAT_LINK_DAYS * 86_400_000)
const invites: Record<Locale, (from: string, link: string) => string> = {
  'zh-TW': (from, link) => `【${from}】照護團隊有訊息給您，請開啟連結閱讀與回覆：${link}`,
  'zh-CN': (from, link) => `【${from}】照护团队有消息给您，请打开链接阅读与回复：${link}`,
  en: (from, link) => `${from}: your care team has written to you. Read and answer here: ${link}`,
}

/** The link of a patient to one unit's conversation. The token is answered once and never again. */
export async function issueChatLink(
  tx: Tx,
  conversation: Pick<Conversation, 'partnerId' | 'unitId' | 'pid'>,
  now: Date,
): Promise<{ linkId: string; token: string; expiresAt: Date }> {
  const [linkId, token, expiresAt] = [randomUUID(), freshSecret(), until(now)]
  await tx.run(sql`insert into video_link (link_id, token_hash, partner_id, unit_id, pid, qid, kind, step, sms_room, state, sent_at, expires_at)
    values (${linkId}::uuid, ${hashOf(token)}, ${conversation.partnerId}, ${conversation.unitId}, ${conversation.pid}, null, 'chat', 'identity', 0, 'sent', ${now}, ${expiresAt})`)
  return { linkId, token, expiresAt }
}

/** As a text message with the transaction. NO_CHANNEL: the patient has no mobile. */
export async function sendLink(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { id, key, linkAddress }: { id: number; key: string; linkAddress(token: string): string },
): Promise<{ to: string; expiresAt: string; heldUntil: string | null; pid: number | null }> {
  const conversation = await requireConversation(tx.many, who, id, true)
  if (conversation.kind !== 'patient') throw new AppError('CHAT_NOT_ALLOWED')
  const patient = await tx.one(sql<{ mobile: string | null; language: string; institution: string }>`
    select m.mobile, m.language, p.name as institution from member m join partner p on p.id = ${conversation.partnerId} where m.pid = ${conversation.pid}`)
  if (!patient.mobile) throw new AppError('NO_CHANNEL')
  const { token, expiresAt } = await issueChatLink(tx, conversation, now)
  const spoken = locale.safeParse(patient.language)
  const link = linkAddress(token)
  const held = await queueMessage(tx, {
    partnerId: conversation.partnerId,
    unitId: conversation.unitId,
    channel: 'sms',
    to: patient.mobile,
    kind: 'link',
    texts: { text: invites[spoken.success ? spoken.data : 'zh-TW'](patient.institution, link), link },
    key: `chat:${conversation.id}:${key}`,
    notAfter: expiresAt,
    at: now,
    waits: true,
  })
  return {
    to: maskPhone(patient.mobile),
    expiresAt: expiresAt.toISOString(),
    heldUntil: held?.toISOString() ?? null,
    pid: conversation.pid,
  }
}

// ── the patient's page ──────────────────────────────────────────────────────────────────────────────────────────
export const mine = (who: LinkActor) =>
  sql<boolean>`c.kind = 'patient' and c.partner_id = ${who.partnerId} and c.unit_id = ${who.unitId} and c.pid = ${who.pid}`
const columns = sql`c.id, c.kind, c.partner_id as "partnerId", c.unit_id as "unitId", c.pid, c.low_mid as low, c.high_mid as high, c.name,
  c.last_seq as "lastSeq", c.answered_seq as "answeredSeq", c.version,
  coalesce((select p.last_read_seq from chat_participant p where p.conversation_id = c.id and p.mid is null), 0) as "readSeq"`
export const ofLink = (who: LinkActor): Compilable<Conversation> =>
  sql<Conversation>`select ${columns} from chat_conversation c where ${mine(who)} order by c.last_at desc nulls last, c.id desc limit 1`

export async function opened(tx: Tx, who: LinkActor, now: Date): Promise<Conversation> {
  const there = await tx.maybe(ofLink(who))
  if (there) return there
  await tx.run(sql`insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, created_at)
    values ('patient', ${who.partnerId}, ${who.unitId}, ${who.pid}, ${who.pid}, ${now}) on conflict do nothing`)
  return tx.one(ofLink(who))
}

const renew = (tx: Tx, who: LinkActor, now: Date) =>
  tx.run(sql`update video_link set expires_at = ${until(now)} where link_id = ${who.linkId}::uuid and kind = 'chat'`)

const messageJson = sql`jsonb_build_object('seq', m.seq, 'clientId', m.client_id, 'fromMe', m.author_mid is null, 'name', a.name, 'nameEn', a.name_en,
  'textContent', case when m.recalled_at is null then m.body end, 'time', m.sent_at, 'recalled', m.recalled_at is not null,
  'attachment', ${attachmentOf}, 'isSeen', exists (select 1 from chat_participant p where p.conversation_id = m.conversation_id and p.last_read_seq >= m.seq
    and (p.mid is null) <> (m.author_mid is null)),
  'reply', (select jsonb_build_object('textContent', case when r.recalled_at is null then left(r.body, 200) end, 'attached', ${attachedKind('r')}, 'fromMe', r.author_mid is null, 'name', ra.name)
    from chat_message r left join staff ra on ra.mid = r.author_mid where r.conversation_id = m.conversation_id and r.seq = m.reply_seq))`
type Row = Omit<LinkMessage, 'attachment'> & { attachment: AttachmentRow | null }
const asShown = ({ attachment, ...row }: Row): LinkMessage => ({
  ...row,
  attachment: attachment && linkShown(attachment),
})
const messages = (id: number, cut: { before?: number | undefined; after?: number | undefined }) => sql<{
  row: Row
}>`
  select t.row from (select ${messageJson} as row, m.seq from chat_message m left join staff a on a.mid = m.author_mid
    where m.conversation_id = ${id} ${cut.before === undefined ? sql`` : sql`and m.seq < ${cut.before}`}
      ${cut.after === undefined ? sql`` : sql`and m.seq > ${cut.after}`}
    order by m.seq ${cut.after === undefined ? sql`desc` : sql``} limit ${CHAT_PAGE}) t order by t.seq`

export async function linkPage(
  read: Read,
  who: LinkActor,
  now: Date,
  cut: { before?: number | undefined; after?: number | undefined },
): Promise<LinkChat> {
  await livingChat(read, who, now)
  const [conversation] = await read(ofLink(who))
  if (!conversation) return { messages: [], older: false, newer: false, lastSeq: 0, readSeq: 0 }
  const rows = (await read(messages(conversation.id, cut))).map(({ row }) => asShown(row))
  return {
    messages: rows,
    older: (rows.at(0)?.seq ?? 1) > 1,
    newer: (rows.at(-1)?.seq ?? conversation.lastSeq) < conversation.lastSeq,
    lastSeq: conversation.lastSeq,
    readSeq: conversation.readSeq,
  }
}

export async function linkWrite(
  tx: Tx,
  who: LinkActor,
  now: Date,
  words: { clientId: string; textContent: string; reply?: number | undefined; attachment?: string | undefined },
): Promise<{ message: LinkMessage; of: Conversation }> {
  await livingChat(tx.many, who, now)
  refuseText(words.textContent, words.attachment !== undefined)
  const { id } = await opened(tx, who, now)
  const conversation = await tx.one(
    sql<Conversation>`select ${columns} from chat_conversation c where c.id = ${id} and ${mine(who)} for update of c`,
  )
  const mineAlready = sql<{
    seq: number
  }>`select m.seq from chat_message m where m.conversation_id = ${conversation.id} and m.author_mid is null
    and m.client_id = ${words.clientId}::uuid`
  let seq = (await tx.maybe(mineAlready))?.seq
  if (seq === undefined) {
    if (words.reply !== undefined && (words.reply < 1 || words.reply > conversation.lastSeq))
      throw new AppError('NOT_FOUND')
    await refuseFlood(tx, conversation.id, null, now)
    const type = (await requireAttachment(tx, conversation.id, null, words.attachment)) ?? 'text'
    const next = await write(tx, conversation, { ...words, author: null, now })
    seq = next.seq
    if (await markReadUpTo(tx, conversation.id, null, seq, now)) await noticesRead(tx, conversation.id, seq, now)
    await renew(tx, who, now)
    await tellSent(tx, conversation, { ...next, from: null, type }, now)
  }
  const [found] = await tx.many(messages(conversation.id, { after: seq - 1 }))
  if (!found) throw new AppError('NOT_FOUND')
  return { message: asShown(found.row), of: conversation }
}

/** Looking at it is use: the link lives on. */
export async function linkRead(tx: Tx, who: LinkActor, now: Date, seq: number): Promise<number> {
  await livingChat(tx.many, who, now)
  await renew(tx, who, now)
  const conversation = await tx.maybe(ofLink(who))
  if (!conversation) return 0
  const to = Math.min(seq, conversation.lastSeq)
  if (await markReadUpTo(tx, conversation.id, null, to, now)) {
    await noticesRead(tx, conversation.id, to, now)
    await tx.emit(chatRead, await takingPart(tx.many, conversation, now), {
      id: conversation.id,
      seq: to,
      version: conversation.version,
      at: now.toISOString(),
      mid: null,
    })
  }
  return Math.max(to, conversation.readSeq)
}

/** Scheduled notices stand in the conversation: who sent them sees that they were read. */
async function noticesRead(tx: Tx, conversation: number, upTo: number, now: Date): Promise<void> {
  const read = await tx.many(
    sql<{ notice: string; unit: number }>`select notice, unit from app_notice_read(${conversation}, ${upTo}, ${now})`,
  )
  for (const { notice, unit } of read)
    await tx.emit(noticeChanged, [audience.unit(unit)], { id: notice, at: now.toISOString() })
}
