import type { ChatPage } from '@teleward/contract/chat/schema.ts'
import type { Product, ProductSending } from '@teleward/contract/products/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book, members } from '../appointments/fixture.ts'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { jpegPiece, pngOf } from './fixture.ts'

let clinic: Clinic
let lin: Staff
let wang: Staff
let chen: Staff
let far: Staff
let qid: number
const allow = (shop: boolean) =>
  clinic.data.db.system.tx((tx) =>
    tx.run(
      sql`update partner set settings = settings || jsonb_build_object('allowShop', ${shop}::boolean) where id = 1`,
    ),
  )
beforeAll(async () => {
  clinic = await openClinic()
  ;[lin, wang, chen, far] = (await Promise.all(
    ['dr.lin', 'dr.wang', 'nurse.chen', 'dr.far'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff, Staff]
  await allow(true)
  await clinic.data.db.system.tx((tx) => tx.run(sql`update member set mobile = '0911222333' where pid = ${members.wu}`))
  qid = await book(clinic.data.db, { pid: members.wu, status: 'checkedIn' })
})
afterAll(() => clinic?.close())

const api = (path: string) => `/his/api/${path}`
const keep = (body: object, who = lin) => who.post<Product>(api('setProduct'), { price: 35_000, ...body })
const list = async (who = lin) => (await who.post<Product[]>(api('getDoctorProducts'))).data
const choose = (body: object, who = lin) =>
  who.post<ProductSending | null>(api('productsendings'), { pid: members.wu, qid, items: [], ...body })
const picture = (bytes: Buffer) => bytes.toString('base64')

describe('recommended products', () => {
  it('[EMR-08~] are kept with name, quantity, price, description, picture and maker, for oneself alone', async () => {
    const made = await keep({
      name: '血壓計',
      quantity: 2,
      description: '上臂式\n三年保固',
      manufacturer: '安心',
      image: picture(pngOf(20, 20)),
    })
    expect(made.data).toMatchObject({
      name: '血壓計',
      quantity: 2,
      price: 35_000,
      currency: 'TWD',
      description: '上臂式\n三年保固',
      manufacturer: '安心',
      version: 1,
      image: `data:image/png;base64,${picture(pngOf(20, 20))}`,
    })
    expect(await list()).toMatchObject([{ name: '血壓計' }])
    expect([await list(wang), await list(far)]).toEqual([[], []])
    expect((await chen.post(api('getDoctorProducts'))).status).toBe(403)
    const { id } = made.data
    // The picture stays where nothing is said of it, and goes where it is taken away.
    expect((await keep({ id, version: 1, name: '血壓計二' })).data).toMatchObject({
      version: 2,
      image: made.data.image,
    })
    expect((await keep({ id, version: 2, name: '血壓計二', image: null })).data).toMatchObject({ image: null })
    expect((await keep({ id, version: 1, name: 'x' })).code).toBe('VERSION_STALE')
    expect((await keep({ id, version: 3, name: 'x' }, wang)).code).toBe('NOT_FOUND')
    expect((await wang.post(api('deleteProduct'), { id, version: 3 })).code).toBe('NOT_FOUND')
  })
  it.each([
    ['no name', { name: '' }, 'FIELD_EMPTY'],
    ['no price', { name: 'x', price: null }, 'BAD_INPUT'],
    ['a price below nothing', { name: 'x', price: -1 }, 'BAD_INPUT'],
    ['none of it', { name: 'x', quantity: 0 }, 'BAD_INPUT'],
    [
      'a page that says it is a picture',
      { name: 'x', image: picture(Buffer.from('<svg onload="x"/>')) },
      'UPLOAD_IMAGE_ONLY',
    ],
    ['half a picture', { name: 'x', image: picture(pngOf(20, 20).subarray(0, 40)) }, 'UPLOAD_CONTENT'],
    ['no bytes', { name: 'x', image: '' }, 'UPLOAD_EMPTY'],
    ['a picture of 64 kB and a byte', { name: 'x', image: picture(jpegPiece(65_537)) }, 'UPLOAD_TOO_LARGE'],
    ['a picture of 481 points', { name: 'x', image: picture(pngOf(481, 2)) }, 'UPLOAD_TOO_LARGE'],
  ])('[EMR-08~] refuses %s', async (_what, body, code) => {
    expect((await keep(body)).code).toBe(code)
  })
  it('[EMR-08~] keeps of a picture what makes the picture: what hangs behind it is gone', async () => {
    const { data } = await keep({ name: 'clean', image: picture(pngOf(4, 4, [], '<script>')) })
    expect(data.image).toBe(`data:image/png;base64,${picture(pngOf(4, 4))}`)
    await lin.post(api('deleteProduct'), { id: data.id, version: 1 })
    expect((await list()).map(({ name }) => name)).not.toContain('clean')
  })
})

describe('a recommendation', () => {
  const item = async (name: string, quantity = 1) => ({ productId: (await keep({ name })).data.id, quantity })
  it('[EMR-08~] has to be chosen before it is sent, and is changed and taken back until then', async () => {
    expect(await choose({ send: true })).toMatchObject({ status: 400, code: 'PRODUCT_REQUIRED' })
    const first = await choose({ items: [await item('鈣片', 3)] })
    expect(first.data).toMatchObject({
      state: 'chosen',
      items: [{ name: '鈣片', quantity: 3, price: 35_000 }],
      sentAt: null,
    })
    const second = await choose({ items: [await item('魚油')] })
    expect(second.data).toMatchObject({ id: first.data?.id, version: 2, items: [{ name: '魚油' }] })
    // By the policy, too: whoever may not recommend changes no choice, though they read it.
    const scope = scopeOf(await clinic.app.auth.staff(lin.token))
    const touch = (who: typeof scope) =>
      clinic.data.db.tx(who, (tx) =>
        tx.run(sql`update product_sending set version = version where id = ${second.data?.id}::uuid`),
      )
    expect([await touch({ ...scope, 'product.recommend': '-' }), await touch(scope)]).toEqual([0, 1])
    expect((await choose({})).data).toBeNull()
    expect((await choose({})).data).toBeNull()
    expect((await choose({ id: first.data?.id, send: true })).code).toBe('NOT_FOUND')
    expect((await choose({ items: [{ productId: 999_999, quantity: 1 }] })).code).toBe('NOT_FOUND')
    const both = await Promise.all([choose({ items: [await item('A')] }), choose({ items: [await item('B')] })])
    expect(new Set(both.map(({ data }) => data?.id)).size).toBe(1)
  })
  it('[EMR-08] has name, quantity, price, description, picture and maker, is sent once chosen, into the conversation, and is changed by nobody then: neither service nor database', async () => {
    const whole = {
      name: '鈣錠',
      quantity: 1,
      price: 35_000,
      description: '每錠 500 mg',
      manufacturer: '安心',
      image: picture(pngOf(20, 20)),
    }
    const made = await keep(whole)
    expect(made.data).toMatchObject({ ...whole, image: `data:image/png;base64,${whole.image}` })
    expect(await choose({ send: true })).toMatchObject({ status: 400, code: 'PRODUCT_REQUIRED' })
    const calcium = { productId: made.data.id, quantity: 2 }
    const { data } = await choose({ items: [calcium], send: true })
    expect(data).toMatchObject({ state: 'sent', items: [{ name: '鈣錠', quantity: 2 }] })
    if (!data) throw new Error('nothing sent')
    const talk = await lin.post<ChatPage>(api('chatmsgbymid'), { pid: members.wu })
    expect(talk.data.messages.at(-1)?.textContent).toBe('【推薦商品】\n・鈣錠（安心） × 2　NT$350\n每錠 500 mg')
    const [sms] = await clinic.data.db.system.read(
      sql<{
        n: number
      }>`select count(*)::int as n from outbox_message where kind = 'link' and dedupe like 'chat:%product%'`,
    )
    expect(sms?.n).toBe(1)
    for (const body of [{ items: [calcium] }, { items: [] }, { items: [calcium], send: true }])
      expect(await choose({ id: data.id, ...body })).toMatchObject({ status: 409, code: 'PRODUCT_SENT' })
    const who = scopeOf(await clinic.app.auth.staff(lin.token))
    for (const statement of [
      sql`update product_sending set items = '[1]' where id = ${data.id}::uuid`,
      sql`delete from product_sending where id = ${data.id}::uuid`,
    ])
      await expect(clinic.data.db.tx(who, (tx) => tx.run(statement))).rejects.toMatchObject({
        constraint: 'product_sent',
      })
    // The product goes its own way: what was sent of it stands.
    await keep({ id: calcium.productId, version: 1, name: '別的', price: 1 })
    const record = await lin.post<{ products: ProductSending[] }>(api('getEmrData'), { pid: members.wu, qid })
    expect(record.data.products).toMatchObject([
      { id: data.id, state: 'sent', items: [{ name: '鈣錠', price: 35_000 }] },
    ])
    await clinic.data.db.system.tx((tx) =>
      tx.run(
        sql`insert into chat_participant (conversation_id, mid, last_read_seq) values (${talk.data.conversation.id}, null, 99)`,
      ),
    )
    const after = await lin.post<{ products: ProductSending[] }>(api('getEmrData'), { pid: members.wu, qid })
    expect(after.data.products).toMatchObject([{ state: 'read' }])
  })
  it('[EMR-08~] is read whole by the patient, each product in one message, in as many messages as it takes', async () => {
    const visit = await book(clinic.data.db, { pid: members.wu, status: 'checkedIn' })
    // As long as one may be; the last sign is one of several code points.
    const description = `${'說明'.repeat(496)}👨‍👩‍👧`
    const items = []
    for (const name of ['一', '二', '三', '四', '五', '六']) {
      const { data } = await keep({ name, price: 100, description })
      items.push({ productId: data.id, quantity: 1 })
    }
    expect((await choose({ qid: visit, items, send: true })).code).toBe('OK')
    const talk = await lin.post<ChatPage>(api('chatmsgbymid'), { pid: members.wu })
    const texts = talk.data.messages.slice(-2).map(({ textContent }) => textContent ?? '')
    expect(texts.map((text) => text.split('・').length - 1)).toEqual([4, 2])
    for (const text of texts) {
      expect(text).toMatch(/^【推薦商品】\n・/)
      expect(text.isWellFormed()).toBe(true)
      expect(text.split(description)).toHaveLength(text.split('・').length)
    }
  })
  it('[EMR-08~] is of a visit one sees, of one’s own products, where the institution allows it and the patient can be reached', async () => {
    const mine = await item('mine')
    expect((await choose({ items: [mine], send: true }, wang)).code).toBe('NOT_FOUND')
    expect((await choose({ items: [] }, far)).code).toBe('NOT_FOUND')
    expect((await choose({ items: [mine], pid: members.zhang })).code).toBe('NOT_FOUND')
    expect((await choose({ items: [mine] }, chen)).status).toBe(403)
    const other = await book(clinic.data.db, { pid: members.li, status: 'checkedIn' })
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member set mobile = null where pid = ${members.li}`))
    const unreached = await choose({ pid: members.li, qid: other, items: [mine], send: true })
    expect(unreached).toMatchObject({ status: 409, code: 'NO_CHANNEL' })
    await allow(false)
    expect((await choose({ items: [mine] })).code).toBe('FORBIDDEN')
    await allow(true)
  })
})
