import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { setProduct } from '@teleward/contract/products/endpoints.ts'
import { PRODUCT_IMAGE_BYTES, PRODUCT_IMAGE_SIDE, PRODUCTS_MAX } from '@teleward/contract/products/rules.ts'
import type { Product } from '@teleward/contract/products/schema.ts'
import type { Read } from '../patients/service.ts'
import type { Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { cleanImage, ImageError } from '../storage/image.ts'
import * as repo from './repo.ts'

export async function ownProducts(read: Read, who: repo.Who): Promise<Product[]> {
  return (await read(repo.products(who))).map(repo.asProduct)
}

/** UPLOAD_EMPTY, UPLOAD_TOO_LARGE, UPLOAD_IMAGE_ONLY (no JPEG, no PNG), UPLOAD_CONTENT (one that is broken). */
export async function pictureOf(data: string): Promise<{ mime: string; bytes: Buffer }> {
  const refuse = (
    code: 'UPLOAD_EMPTY' | 'UPLOAD_TOO_LARGE' | 'UPLOAD_IMAGE_ONLY' | 'UPLOAD_CONTENT',
    cause?: unknown,
  ) =>
    new AppError(code, {
      fields: [{ path: 'image', code }],
      ...(code === 'UPLOAD_TOO_LARGE'
        ? { data: { max: Math.round((PRODUCT_IMAGE_BYTES / 1_048_576) * 100) / 100 } }
        : {}),
      ...(cause === undefined ? {} : { cause }),
    })
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) throw refuse('UPLOAD_CONTENT')
  const bytes = Buffer.from(data, 'base64')
  if (!bytes.length) throw refuse('UPLOAD_EMPTY')
  if (bytes.length > PRODUCT_IMAGE_BYTES) throw refuse('UPLOAD_TOO_LARGE')
  try {
    const image = await cleanImage(bytes, PRODUCT_IMAGE_SIDE)
    if (image.bytes.length > PRODUCT_IMAGE_BYTES) throw refuse('UPLOAD_TOO_LARGE')
    return image
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    const codes = { notAnImage: 'UPLOAD_IMAGE_ONLY', broken: 'UPLOAD_CONTENT', tooLarge: 'UPLOAD_TOO_LARGE' } as const
    throw refuse(codes[error.why], error)
  }
}

type Ask = EndpointParsed<typeof setProduct>['body']
/** FIELD_EMPTY, VERSION_STALE with the product as it is, NOT_FOUND. */
export async function keepProduct(
  tx: Tx,
  who: repo.Who,
  now: Date,
  ask: Ask,
  image: repo.Kept['image'],
): Promise<Product> {
  const name = (ask.name ?? '').toWellFormed()
  if (!name) throw new AppError('FIELD_EMPTY', { fields: [{ path: 'name', code: 'FIELD_EMPTY' }] })
  const kept = {
    name,
    quantity: ask.quantity,
    price: ask.price,
    currency: ask.currency,
    description: ask.description.trim().toWellFormed(),
    manufacturer: ask.manufacturer.toWellFormed(),
    image,
  }
  if (ask.id === undefined) {
    if ((await tx.one(repo.count(who))).n >= PRODUCTS_MAX)
      throw new AppError('BAD_INPUT', { fields: [{ path: 'name', code: 'VALUE_INVALID' }] })
    return one(tx, who, await repo.insertProduct(tx, who, now, { ...kept, image: image ?? null }))
  }
  await requireVersion(tx, who, ask.id, ask.version)
  await tx.run(repo.updateProduct(who, now, ask.id, kept))
  return one(tx, who, ask.id)
}
const one = async (tx: Tx, who: repo.Who, id: number) => repo.asProduct(await tx.one(repo.product(who, id)))
async function requireVersion(tx: Tx, who: repo.Who, id: number, version: number | undefined): Promise<void> {
  const row = await tx.maybe(repo.lockProduct(who, id))
  if (!row) throw new AppError('NOT_FOUND')
  if (row.version !== version) throw new AppError('VERSION_STALE', { data: await one(tx, who, id) })
}

/** Offered no more; what was sent of it stands. */
export async function removeProduct(tx: Tx, who: repo.Who, now: Date, ask: { id: number; version: number }) {
  await requireVersion(tx, who, ask.id, ask.version)
  await tx.run(repo.removeProduct(who, now, ask.id))
  return { id: ask.id }
}
