import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Word } from '@teleward/contract/snippets/schema.ts'
import { type Clinic, openClinic, people } from '../emr/fixture.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic?.stop())

const { lin, wang, kao, far } = people
const add = (word: unknown, type: unknown = 's', code?: unknown, mid: number | undefined = lin) =>
  clinic.post<Word>(mid, 'words', { type, word, code })
const list = async (type: string, mid: number = lin): Promise<Word[]> =>
  (await clinic.call<Word[]>(mid, 'GET', `words?type=${type}`)).data
const texts = async (type: string) => (await list(type)).map(({ word }) => word)

describe('canned words', () => {
  it('[WORD-01~] adds to each type of the specification, in order, and keeps line breaks', async () => {
    for (const type of ['s', 'o', 'a', 'p', 'memop', 'note', 'service', 'wd', 'diet']) {
      expect(await add('按時服藥', type)).toMatchObject({
        status: 200,
        data: { type, word: '按時服藥', sort: 0, version: 1, code: null },
      })
      await add('第一行\n第二行', type, 'bp2')
      expect(await list(type)).toMatchObject([{ word: '按時服藥' }, { word: '第一行\n第二行', code: 'bp2', sort: 1 }])
    }
    expect((await clinic.call<Word[]>(lin, 'GET', 'words')).data).toHaveLength(18)
  })
  it.each([
    ['300 characters', '字'.repeat(300), 200, 'OK'],
    ['301 characters', '字'.repeat(301), 400, 'PHRASE_TOO_LONG'],
    ['300 families of four', '👨‍👩‍👧‍👦'.repeat(300), 200, 'OK'],
    ['301 emoji', '😀'.repeat(301), 400, 'PHRASE_TOO_LONG'],
    ['300 rare characters', '𠮷'.repeat(300), 200, 'OK'],
    ['one letter with thousands of marks', `a${'\u0301'.repeat(9000)}`, 400, 'PHRASE_TOO_LONG'],
    ['nothing', '', 400, 'FIELD_EMPTY'],
    ['blanks', ' \n ', 400, 'FIELD_EMPTY'],
    ['letters and a control character that goes', 'a\u0007', 200, 'OK'],
    ['a number', 5, 400, 'BAD_INPUT'],
  ])('[WORD-01] counts as a reader does: %s', async (_what, word, status, code) => {
    expect(await add(word, 'p')).toMatchObject({ status, code })
  })
  it('[WORD-01~] refuses a type that is none and a text or short code twice in one type', async () => {
    expect((await add('x', 'memo')).status).toBe(400)
    expect((await add('x', '__proto__')).status).toBe(400)
    await add('睡眠尚可', 'o', 'SLEEP')
    expect(await add('睡眠尚可', 'o')).toMatchObject({ status: 409, code: 'PHRASE_DUPLICATE' })
    expect((await add('另一句', 'o', 'sleep')).body).toMatchObject({
      status: 'PHRASE_DUPLICATE',
      fields: [{ path: 'code' }],
    })
    expect((await add('睡眠尚可', 'a', 'SLEEP')).status).toBe(200)
    for (const none of ['two words', '.dot', 'a;b'])
      expect(await add('代碼', 'a', none), none).toMatchObject({ status: 400, code: 'VALUE_INVALID' })
    const many = await Promise.all(Array.from({ length: 10 }, () => add('同時', 'o')))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
  })
  it('[WORD-01] changes text and code against a version', async () => {
    const { data: word } = await add('舊', 'note', 'n1')
    const put = (body: object, mid: number = lin) =>
      clinic.call<Word[]>(mid, 'PUT', 'words', { id: word.id, version: 1, ...body })
    const after = (await put({ word: '新' })).data
    expect(after.find(({ id }) => id === word.id)).toMatchObject({ word: '新', code: 'n1', version: 2 })
    expect(await put({ word: '更舊' })).toMatchObject({ status: 409, code: 'VERSION_STALE', data: { word: '新' } })
    expect((await put({ version: 2, word: '按時服藥' })).code).toBe('PHRASE_DUPLICATE')
    expect((await put({ version: 2, code: null })).data.find(({ id }) => id === word.id)?.code).toBeNull()
    expect((await put({ version: 3, word: 'x' }, wang)).status).toBe(404)
  })
  it('[WORD-01] puts a type into a new order, and refuses an order of other words', async () => {
    for (const word of ['一', '二', '三']) await add(word, 'wd')
    const before = await list('wd')
    const order = before.map(({ id }) => id).reverse()
    const put = (body: object) => clinic.call<Word[]>(lin, 'PUT', 'words', body)
    expect((await put({ type: 'wd', order })).data.map(({ id }) => id)).toEqual(order)
    expect(await texts('wd')).toEqual(before.map(({ word }) => word).reverse())
    for (const bad of [order.slice(1), [...order.slice(1), order[1]], [...order.slice(1), 999_999]])
      expect(await put({ type: 'wd', order: bad })).toMatchObject({ status: 409, code: 'VERSION_STALE' })
  })
  it('[WORD-01] removes, and only one’s own', async () => {
    const { data: word } = await add('要刪的', 'diet')
    expect((await clinic.post(wang, 'delword', { id: word.id, version: 1 })).status).toBe(404)
    expect((await clinic.post(far, 'delword', { id: word.id, version: 1 })).status).toBe(404)
    expect((await clinic.post(lin, 'delword', { id: word.id, version: 7 })).code).toBe('VERSION_STALE')
    expect((await clinic.post(lin, 'delword', { id: word.id, version: 1 })).data).toEqual({ id: word.id })
    expect((await clinic.post(lin, 'delword', { id: word.id, version: 1 })).status).toBe(404)
  })
  it('[WORD-01~] are everybody’s own', async () => {
    expect(await list('s', wang)).toEqual([])
    expect((await add('代理的話', 's', null, kao)).status).toBe(200)
    expect((await clinic.call<Word[]>(undefined, 'GET', 'words')).status).toBe(401)
    expect((await clinic.call<Word[]>(lin, 'GET', `words?type=${encodeURIComponent("s' or 1=1")}`)).status).toBe(400)
  })
})
