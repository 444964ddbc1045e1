import * as api from '@teleward/contract/products/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { recommend } from './sending.ts'
import { keepProduct, ownProducts, pictureOf, removeProduct } from './service.ts'

export function register({ http, clock, config }: Deps): void {
  const linkAddress = (token: string) => `${config.publicUrl ?? ''}/link/${token}`
  route(http, api.getDoctorProducts, (ctx) => ownProducts((query) => ctx.read(query), ctx.who))
  route(http, api.setProduct, async (ctx, { body }) => {
    // Unpacked before the transaction: it takes longer than one may.
    const image = typeof body.image === 'string' ? await pictureOf(body.image) : body.image
    return ctx.tx(async (tx) => {
      const product = await keepProduct(tx, ctx.who, clock.now(), body, image)
      const { id, name, quantity, price, currency, manufacturer } = product
      ctx.target({ kind: 'product', id, detail: { name, quantity, price, currency, manufacturer } })
      return product
    })
  })
  route(http, api.deleteProduct, (ctx, { body }) => {
    ctx.target({ kind: 'product', id: body.id })
    return ctx.tx((tx) => removeProduct(tx, ctx.who, clock.now(), body))
  })
  route(http, api.postProductSending, (ctx, { body }) => {
    const { pid, qid, send, items } = body
    const detail = { qid, send, items: items.map(({ productId, quantity }) => ({ productId, quantity })) }
    ctx.target({ kind: 'productSending', id: body.id ?? qid, pid, detail })
    return ctx.tx((tx) => recommend({ tx, who: ctx.who, now: clock.now(), linkAddress }, body))
  })
}
