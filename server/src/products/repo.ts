import type { Product, ProductSending, SentProduct } from '@teleward/contract/products/schema.ts'
import { canSeeNote } from '../access/visible.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'

export interface Who {
  mid: number
  partnerId: number
}
const columns = sql`p.id, p.name, p.quantity, p.price, p.currency, p.description, p.manufacturer, p.version,
  p.updated_at as "updatedAt", case when p.image is not null then
    'data:' || p.image_mime || ';base64,' || translate(encode(p.image, 'base64'), E'\n', '') end as image`
type Row = Omit<Product, 'updatedAt'> & { updatedAt: Date }
export const asProduct = ({ updatedAt, ...row }: Row): Product => ({ ...row, updatedAt: updatedAt.toISOString() })

const own = (who: Who) =>
  sql<boolean>`(p.partner_id = ${who.partnerId} and p.owner_mid = ${who.mid} and p.removed_at is null)`
export const products = (who: Who) => sql<Row>`select ${columns} from product p where ${own(who)} order by p.name, p.id`
export const product = (who: Who, id: number) =>
  sql<Row>`select ${columns} from product p where p.id = ${id} and ${own(who)}`
export const count = (who: Who) => sql<{ n: number }>`select count(*)::int as n from product p where ${own(who)}`
export const lockProduct = (who: Who, id: number) =>
  sql<{ version: number }>`select p.version from product p where p.id = ${id} and ${own(who)} for update`

export interface Kept {
  name: string
  quantity: number
  price: number
  currency: string
  description: string
  manufacturer: string
  /** Unset: as it is. */
  image: { mime: string; bytes: Buffer } | null | undefined
}
export async function insertProduct(tx: Tx, who: Who, now: Date, kept: Kept): Promise<number> {
  const row = await tx.one(sql<{ id: number }>`
    insert into product (partner_id, owner_mid, name, quantity, price, currency, description, manufacturer, image, image_mime, updated_at)
    values (${who.partnerId}, ${who.mid}, ${kept.name}, ${kept.quantity}, ${kept.price}, ${kept.currency}, ${kept.description},
      ${kept.manufacturer}, decode(${kept.image?.bytes.toString('base64') ?? null}::text, 'base64'), ${kept.image?.mime ?? null}::text, ${now})
    returning id`)
  return row.id
}
export const updateProduct = (who: Who, now: Date, id: number, kept: Kept) => sql`
  update product p set name = ${kept.name}, quantity = ${kept.quantity}, price = ${kept.price}, currency = ${kept.currency},
    description = ${kept.description}, manufacturer = ${kept.manufacturer}, version = version + 1, updated_at = ${now},
    image = case when ${kept.image === undefined} then image else decode(${kept.image?.bytes.toString('base64') ?? null}::text, 'base64') end,
    image_mime = case when ${kept.image === undefined} then image_mime else ${kept.image?.mime ?? null}::text end
  where p.id = ${id} and ${own(who)}`
export const removeProduct = (who: Who, now: Date, id: number) =>
  sql`update product p set removed_at = ${now}, version = version + 1 where p.id = ${id} and ${own(who)}`

const sendingJson = sql<ProductSending>`jsonb_build_object('id', s.id, 'qid', s.qid,
  'author', (select jsonb_build_object('mid', a.mid, 'name', a.name, 'nameEn', a.name_en) from staff a where a.mid = s.author_mid),
  'state', case when s.state = 'sent' and exists (select 1 from chat_participant c
      where c.conversation_id = s.conversation_id and c.mid is null and c.last_read_seq >= s.message_seq) then 'read' else s.state end,
  'items', s.items, 'version', s.version, 'sentAt', s.sent_at)`

/** Of a visit: what was sent, and one's own choice. */
export const sendings = (who: Who, qid: number) => sql<{ sending: ProductSending }>`
  select ${sendingJson} as sending from product_sending s
  where s.qid = ${qid} and ${canSeeNote('s')} and (s.state = 'sent' or s.author_mid = ${who.mid})
  order by s.created_at, s.id`
export const sending = (who: Who, id: string) => sql<{ sending: ProductSending }>`
  select ${sendingJson} as sending from product_sending s
  where s.id = ${id}::uuid and s.author_mid = ${who.mid} and ${canSeeNote('s')}`

interface Place {
  pid: number
  qid: number
  unitId: number
}
export interface LockedSending {
  id: string
  state: 'chosen' | 'sent'
}
/** One's own, by its id or as the open choice of the visit, under its lock. */
export const lockSending = (
  who: Who,
  { pid, qid }: Pick<Place, 'pid' | 'qid'>,
  id: string | undefined,
) => sql<LockedSending>`
  select s.id, s.state from product_sending s
  where s.qid = ${qid} and s.pid = ${pid} and s.author_mid = ${who.mid} and ${canSeeNote('s')}
    and (s.id = ${id ?? null}::uuid or (${id === undefined} and s.state = 'chosen')) for update`
export const insertSending = (
  who: Who,
  place: Place,
  now: Date,
  id: string,
  items: readonly SentProduct[],
) => sql<LockedSending>`
  insert into product_sending (id, partner_id, unit_id, pid, qid, author_mid, items, created_at)
  values (${id}::uuid, ${who.partnerId}, ${place.unitId}, ${place.pid}, ${place.qid}, ${who.mid}, ${json(items)}, ${now})
  on conflict (qid, author_mid) where state = 'chosen' do nothing returning id, state`
export const changeSending = (id: string, items: readonly SentProduct[]) =>
  sql`update product_sending set items = ${json(items)}, version = version + 1 where id = ${id}::uuid`
export const markSent = (id: string, now: Date, message: { conversation: number; seq: number }) => sql`
  update product_sending set state = 'sent', sent_at = ${now}, conversation_id = ${message.conversation}, message_seq = ${message.seq},
    version = version + 1 where id = ${id}::uuid`
export const removeSending = (id: string) => sql`delete from product_sending where id = ${id}::uuid`
