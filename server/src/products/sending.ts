import { randomUUID } from 'node:crypto'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import { TEXT_MAX } from '@teleward/contract/chat/rules.ts'
import { type Locale, locale } from '@teleward/contract/core/scalars.ts'
import type { postProductSending } from '@teleward/contract/products/endpoints.ts'
import { sendingRefusal } from '@teleward/contract/products/rules.ts'
import type { ProductSending, SentProduct } from '@teleward/contract/products/schema.ts'
import { canSeeVisit } from '../access/visible.ts'
import { sendLink } from '../chat/link.ts'
import { send, withPatient } from '../chat/service.ts'
import { linksOf } from '../chat/tell.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import * as repo from './repo.ts'

/** What was recommended in a visit, as far as the caller may know of it. */
export async function sendingsOf(read: Read, who: repo.Who, qid: number): Promise<ProductSending[]> {
  return (await read(repo.sendings(who, qid))).map(({ sending }) => sending)
}

interface Visit {
  unitId: number
  language: string
  shop: boolean
}
const visitOf = (tx: Tx, { pid, qid }: { pid: number; qid: number }) =>
  tx.maybe(sql<Visit>`
    select a.unit_id as "unitId", m.language, coalesce(p.settings ->> 'allowShop' = 'true', false) as shop
    from appointment a join member m on m.pid = a.pid join partner p on p.id = a.partner_id
    where a.qid = ${qid} and a.pid = ${pid} and ${canSeeVisit('a')}`)

const named: Record<Locale, { head: string; maker: (name: string) => string }> = {
  'zh-TW': { head: '【推薦商品】', maker: (name) => `（${name}）` },
  'zh-CN': { head: '【推荐商品】', maker: (name) => `（${name}）` },
  en: { head: 'Recommended products', maker: (name) => ` (${name})` },
}
const amount = ({ price, currency }: SentProduct) =>
  `${currency === 'TWD' ? 'NT$' : 'CN¥'}${(price / 100).toLocaleString('en-US')}`
/**
 * What the patient reads, in the patient's language, and whole: in as many messages as it takes. One product fits into one
 * (`PRODUCT_TEXT_MAX`), so that none is torn apart.
 */
export function messagesOf(items: readonly SentProduct[], language: string): string[] {
  const spoken = locale.safeParse(language)
  const { head, maker } = named[spoken.success ? spoken.data : 'zh-TW']
  const line = (item: SentProduct) =>
    [
      `・${item.name}${item.manufacturer ? maker(item.manufacturer) : ''} × ${item.quantity}　${amount(item)}`,
      ...(item.description ? [item.description] : []),
    ].join('\n')
  const messages: string[] = []
  for (const text of items.map(line)) {
    const last = messages.at(-1)
    if (last !== undefined && last.length + 1 + text.length <= TEXT_MAX)
      messages[messages.length - 1] = `${last}\n${text}`
    else messages.push(`${head}\n${text}`)
  }
  return messages
}

/** The chosen ones as one's own list has them now. NOT_FOUND: none of one's own, or removed since. */
async function copied(
  tx: Tx,
  who: repo.Who,
  asked: readonly { productId: number; quantity: number }[],
): Promise<SentProduct[]> {
  const own = await tx.many(repo.products(who))
  return asked.map(({ productId, quantity }, at) => {
    const found = own.find(({ id }) => id === productId)
    if (!found) throw new AppError('NOT_FOUND', { fields: [{ path: `items.${at}.productId`, code: 'NOT_FOUND' }] })
    const { name, price, currency, description, manufacturer } = found
    return { productId, name, quantity, price, currency, description, manufacturer }
  })
}

export interface Sender {
  tx: Tx
  who: StaffActor
  now: Date
  linkAddress(token: string): string
}
type Ask = EndpointParsed<typeof postProductSending>['body']
/** PRODUCT_REQUIRED, PRODUCT_SENT, NO_CHANNEL, CHAT_NOT_ALLOWED, NOT_FOUND; FORBIDDEN where the institution sells nothing. */
export async function recommend(sender: Sender, ask: Ask): Promise<ProductSending | null> {
  const { tx, who, now } = sender
  const visit = await visitOf(tx, ask)
  if (!visit) throw new AppError('NOT_FOUND')
  const held = await tx.maybe(repo.lockSending(who, ask, ask.id))
  if (ask.id !== undefined && !held) throw new AppError('NOT_FOUND')
  const action = ask.send ? 'send' : ask.items.length ? 'choose' : 'remove'
  if (!visit.shop && action !== 'remove') throw new AppError('FORBIDDEN')
  // To take back what is not there is no error.
  if (action === 'remove' && !held) return null
  const refused = sendingRefusal(action, held?.state ?? 'none', ask.items.length)
  if (refused) throw new AppError(refused, { fields: [{ path: 'items', code: refused }] })
  if (action === 'remove' && held) {
    await tx.run(repo.removeSending(held.id))
    return null
  }
  const items = await copied(tx, who, ask.items)
  const id = held?.id ?? (await begin(tx, who, { ...ask, unitId: visit.unitId }, now, items))
  if (held) await tx.run(repo.changeSending(id, items))
  if (ask.send) await tx.run(repo.markSent(id, now, await tell(sender, ask.pid, id, messagesOf(items, visit.language))))
  return (await tx.one(repo.sending(who, id))).sending
}

/** Two tabs that begin at once have one choice: the one that came later stands. */
async function begin(
  tx: Tx,
  who: StaffActor,
  place: { pid: number; qid: number; unitId: number },
  now: Date,
  items: readonly SentProduct[],
): Promise<string> {
  const made = await tx.maybe(repo.insertSending(who, place, now, randomUUID(), items))
  if (made) return made.id
  const there = await tx.one(repo.lockSending(who, place, undefined))
  await tx.run(repo.changeSending(there.id, items))
  return there.id
}

/** Into the patient's conversation; who has no living link to it is sent one. */
async function tell({ tx, who, now, linkAddress }: Sender, pid: number, id: string, texts: readonly string[]) {
  const conversation = await withPatient(tx, who, pid, now)
  let seq = 0
  for (const [at, textContent] of texts.entries()) {
    const clientId = at === 0 ? id : randomUUID()
    // It has been read once its last message has.
    seq = (await send(tx, who, now, { id: conversation.id, clientId, textContent })).seq
  }
  if (!(await linksOf(tx.many, conversation, now)).length)
    await sendLink(tx, who, now, { id: conversation.id, key: `product:${id}`, linkAddress })
  return { conversation: conversation.id, seq }
}
