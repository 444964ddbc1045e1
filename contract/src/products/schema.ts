import { z } from 'zod'
import { currency, money } from '../core/money.ts'
import { id, instant, uuid, version } from '../core/scalars.ts'

/** A product of one's own list. */
export const product = z.object({
  id,
  name: z.string(),
  /** How many are usually recommended. */
  quantity: z.number().int(),
  price: money,
  currency,
  description: z.string(),
  manufacturer: z.string(),
  /** A small picture as a data address; `null`: none. */
  image: z.string().nullable(),
  version,
  updatedAt: instant,
})
export type Product = z.output<typeof product>

/** What was chosen of a product, as it was then. */
export const sentProduct = product
  .pick({ name: true, quantity: true, price: true, currency: true, description: true, manufacturer: true })
  .extend({ productId: id })
export type SentProduct = z.output<typeof sentProduct>

/** What a patient is recommended in a visit. `read`: the patient has read the message it went with. */
export const productSending = z.object({
  id: uuid,
  qid: id,
  author: z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() }),
  state: z.enum(['chosen', 'sent', 'read']),
  items: z.array(sentProduct),
  version,
  sentAt: instant.nullable(),
})
export type ProductSending = z.output<typeof productSending>
