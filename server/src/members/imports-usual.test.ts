import { randomUUID } from 'node:crypto'
import type { ImportResult } from '@teleward/contract/members/register-endpoints.ts'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { type Cell, writeXlsx } from '../platform/xlsx/write.ts'

let clinic: Clinic
let desk: Staff
let lin: Staff
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.data.db.system.tx((tx) =>
    tx.run(sql`update staff_partner set doctortype = 'health_secretary' where mid = 103`),
  )
  await clinic.data.db.owner(`select setval(pg_get_serial_sequence('member', 'pid'), 1000)`)
  desk = await clinic.staff('nurse.chen')
  lin = await clinic.staff('dr.lin')
})
afterAll(() => clinic.close())

const sent = async (file: string, commit = false, importId = randomUUID()) => {
  const body = { importId, unitId: 2, fileName: '會員.xlsx', file, commit }
  return (await desk.post<ImportResult>('/his/api/members/imports', body)).data
}
let people = 0
/** Of people who are not here yet, however often a sheet goes in. */
const column = async (title: string, cells: readonly Cell[]) => {
  const rows = cells.map((cell): Cell[] => {
    people += 1
    return [`09126${String(people).padStart(5, '0')}`, '王', cell]
  })
  const book = await writeXlsx([{ name: '名冊', titles: true, rows: [['帳號', '姓名', title], ...rows] }])
  return book.toString('base64')
}
const fault = (row: ImportResult['rows'][number]) => row.faults.map(({ path, code }) => `${path} ${code}`).join()

it('[Dw6] takes sex and birthday as other systems write them, and nothing that says neither', async () => {
  const sex = await sent(
    await column('性別', ['１', 'Ｆ', '男生', '先生', 'Ｍｒ．', '小姐', '女士', '３', '先生/小姐', '男女']),
  )
  const bad = 'gender VALUE_INVALID'
  expect(sex.rows.map((row) => row.said.gender ?? fault(row))).toEqual([
    ...['male', 'female', 'male', 'male', 'male', 'female', 'female'],
    ...[bad, bad, bad],
  ])
  const days = [
    ...['1999-05-02 00:00:00', '1999/5/2 上午 12:00:00', '1999年5月2日 星期日', '1999/05/02（日）'],
    ...['1999-05-02T00:00:00.000+08:00', '1999/5/2 12:00:00 AM', '1999-05-02 Sunday', '民國88年5月2日 週日 00:00'],
  ]
  const read = await sent(await column('出生日期', days))
  expect(read.rows.map((row) => row.said.birthday ?? fault(row))).toEqual(days.map(() => '1999-05-02'))
  // Noon, an hour of the day, another day of the week, and what only looks like one.
  const wrong = [
    ...['1999/5/2 12:00:00', '1999/5/2 下午 12:00:00', '1999-05-02 08:30', '1999年5月2日 星期一'],
    ...['1999-05-02 Sundry 1', '00:00:00', '星期日', `1999-05-02${' '.repeat(400)}x`],
  ]
  const refused = await sent(await column('出生日期', wrong))
  expect(refused.rows.map((row) => row.said.birthday ?? fault(row))).toEqual(wrong.map(() => 'birthday VALUE_INVALID'))
})

it('[Dw7] a year that says no era is read, marked and told; one that says it, or whose column does, is not', async () => {
  const told = (result: ImportResult) =>
    result.rows.map(({ said, state, doubts }) => [
      said.birthday,
      state,
      doubts.map(({ cell, code }) => `${cell} ${code}`),
    ])
  const file = await column('出生日期', ['05/02/12', '99/5/2', 850307, '民國99/5/2', '1999/5/2', ''])
  const importId = randomUUID()
  const preview = await sent(file, false, importId)
  expect(told(preview)).toEqual([
    ['1916-02-12', 'good', ['C2 YEAR_ASSUMED']],
    ['2010-05-02', 'good', ['C3 YEAR_ASSUMED']],
    ['1996-03-07', 'good', ['C4 YEAR_ASSUMED']],
    ['2010-05-02', 'good', []],
    ['1999-05-02', 'good', []],
    [undefined, 'good', []],
  ])
  expect(preview.rows.map(({ problem }) => problem).slice(0, 2)).toEqual([
    '出生日期 C2「05/02/12」：年份未標明民國或西元，讀作民國 5 年（西元 1916 年），請確認',
    '出生日期 C3「99/5/2」：年份未標明民國或西元，讀作民國 99 年（西元 2010 年），請確認',
  ])
  // Told to, it goes in as it was shown, and asked again the job says the same.
  const done = await sent(file, true, importId)
  expect([done.imported, done.rows[1]?.state, done.rows[1]?.doubts.length]).toEqual([6, 'imported', 1])
  expect((await sent(file, true, importId)).rows).toEqual(done.rows)
  // The column's other days say which years it counts.
  const doubts = async (title: string, days: Cell[]) =>
    (await sent(await column(title, days))).rows.flatMap((row) => row.doubts).length
  expect(await doubts('出生日期', ['99/5/2', '100/5/2'])).toBe(0)
  expect(await doubts('出生日期', ['99/5/2', '100/5/2', '1999/5/2'])).toBe(1)
  expect(await doubts('民國生日', ['99/5/2'])).toBe(0)
})

it('[Dw17] a row that is hidden or filtered out in the sheet is told of, before and after it goes in', async () => {
  const text = (at: string, said: string) => `<c r="${at}" t="inlineStr"><is><t>${said}</t></is></c>`
  const row = (number: number, account: string, more = '') =>
    `<row r="${number}"${more}>${text(`A${number}`, account)}${text(`B${number}`, '王')}</row>`
  const sheet =
    `<worksheet><sheetData>${row(1, '帳號', ' hidden="1"').replace('王', '姓名')}${row(2, '0912650001')}` +
    `${row(3, '0912650002', ' hidden="1"')}${row(4, '0912650003', ' hidden="0"')}${row(5, '', ' hidden="true"').replace('王', '')}` +
    `${row(6, '0912650004', ` hidden='true'`)}</sheetData></worksheet>`
  const file = Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>'),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
    }),
  ).toString('base64')
  const preview = await sent(file)
  // Neither the titles nor an empty row are of those that would go in.
  expect([preview.total, preview.good, preview.hidden]).toEqual([4, 4, [3, 6]])
  expect((await sent(file, true)).hidden).toEqual([3, 6])
})

it.each<[typed: string, kept: string | null]>([
  ['mailto:x@y.tw', 'x@y.tw'],
  ['MAILTO:x@y.tw?subject=a', 'x@y.tw'],
  ['ａ＠ｂ．ｔｗ', 'a@b.tw'],
  ['王@例子。台灣', '王@例子.台灣'],
  ['\u202ax@y.tw\u202c', 'x@y.tw'],
  ['http:x@y.tw', null],
  ['x@y.tw;z@y.tw', null],
  ['王<x@y.tw>', null],
  ['mailto:', null],
  ['x@y', null],
])('[Dw5] the address %s is kept as %s, from a file and from the form', async (typed, kept) => {
  const fromFile = await sent(await column('電子郵件', [typed]))
  expect(fromFile.rows.map(fault)).toEqual([kept === null ? 'email VALUE_INVALID' : ''])
  people += 1
  const account = `09127${String(people).padStart(5, '0')}`
  await lin.post('/partner/addMember', { unitId: 2, name: '王', account, email: typed })
  const found = await clinic.data.db.system.read(
    sql<{ email: string | null }>`select email from member where account = ${account}`,
  )
  expect(found).toEqual(kept === null ? [] : [{ email: kept }])
})
