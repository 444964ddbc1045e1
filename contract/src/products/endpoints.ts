import { z } from 'zod'
import { currency, money } from '../core/money.ts'
import { endpoint } from '../core/endpoint.ts'
import { removal } from '../core/removal.ts'
import { asked, id, prose, singleLine, uuid, version } from '../core/scalars.ts'
import { PRODUCT_IMAGE_BYTES, PRODUCT_NAME_MAX, PRODUCT_QUANTITY_MAX, PRODUCT_TEXT_MAX, SENT_MAX } from './rules.ts'
import { product, productSending } from './schema.ts'

const products = { permission: 'product.recommend', tags: ['products'] } as const
const quantity = z.number().int().min(1).max(PRODUCT_QUANTITY_MAX)

export const getDoctorProducts = endpoint({
  method: 'POST',
  path: '/his/api/getDoctorProducts',
  summary: "One's own recommended products, by name",
  audit: 'none',
  body: z.object({}),
  response: z.array(product),
  ...products,
})
export const setProduct = endpoint({
  method: 'POST',
  path: '/his/api/setProduct',
  summary: 'Make or change a recommended product of one’s own; what was sent of it stays as it was',
  audit: 'write',
  idempotent: true,
  body: z.object({
    /** An existing one, with its `version`. */
    id: id.optional(),
    version: version.optional(),
    name: asked(singleLine(PRODUCT_NAME_MAX).optional()),
    quantity: quantity.default(1),
    price: money,
    currency: currency.default('TWD'),
    description: prose(PRODUCT_TEXT_MAX).default(''),
    manufacturer: singleLine(PRODUCT_NAME_MAX).default(''),
    /** Base64 of a JPEG or PNG of at most 64 kB; `null` takes it away, left out it stays. */
    image: z
      .string()
      .max(PRODUCT_IMAGE_BYTES * 2)
      .nullish(),
  }),
  response: product,
  errors: [
    'FIELD_EMPTY',
    'UPLOAD_EMPTY',
    'UPLOAD_TOO_LARGE',
    'UPLOAD_IMAGE_ONLY',
    'UPLOAD_CONTENT',
    'VERSION_STALE',
    'NOT_FOUND',
  ],
  ...products,
})
export const deleteProduct = endpoint({
  ...removal,
  path: '/his/api/deleteProduct',
  summary: 'Remove a recommended product from one’s own list',
  ...products,
})
export const postProductSending = endpoint({
  method: 'POST',
  path: '/his/api/productsendings',
  summary: 'Choose products for the patient of a visit, or send what is chosen; sent ones stay',
  permission: 'product.recommend',
  audit: 'write',
  idempotent: true,
  body: z.object({
    pid: id,
    qid: id,
    /** One that is there; without it the caller's open choice of the visit is meant. */
    id: uuid.optional(),
    /** The whole choice as it shall stand; without an item, and not sent, it is taken back. */
    items: z.array(z.object({ productId: id, quantity })).max(SENT_MAX),
    send: z.boolean().default(false),
  }),
  /** `null`: nothing is chosen. */
  response: productSending.nullable(),
  errors: ['PRODUCT_REQUIRED', 'PRODUCT_SENT', 'NO_CHANNEL', 'CHAT_NOT_ALLOWED', 'MEMBER_DISABLED', 'NOT_FOUND'],
  tags: ['record', 'recommendations', 'chat'],
})
