import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import { entriesOf } from '../platform/xlsx/unzip.ts'

let clinic: Clinic
let lin: Staff
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`insert into member (pid, member_no, name, gender, vip, birthday) overriding system value
      select 300 + n, 'N-' || n, case n when 1 then '=HYPERLINK("http://x")' else '陳怡' || chr(23000 + n) end, 'female', n = 2, '1990-02-28'
      from generate_series(1, 130) n`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id)
      select 300 + n, 1, case when n > 125 then 3 else 2 end from generate_series(1, 130) n`)
  })
  lin = await clinic.staff('dr.lin')
})
afterAll(() => clinic.close())

const ask = (who: Staff, body: unknown, format = 'xlsx', language = 'zh-TW') =>
  who.request(`/partner/getMemberList?format=${format}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
  })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const rowsOf = async (response: Response) =>
  (await readXlsx(await bytesOf(response))).map(({ cells }) => Array.from(cells, (cell) => cell?.text ?? ''))

describe('a list as a file', () => {
  it('[SHELL-14~] [MEMB-01~] holds all pages under the names of the language, and no formula', async () => {
    const response = await ask(lin, { q: '', page: 3, pageSize: 10 })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('列表.xlsx'))
    const bytes = await bytesOf(response)
    const [titles = [], ...rows] = (await readXlsx(bytes)).map(({ cells }) => cells.map((cell) => cell?.text))
    expect(titles.slice(0, 2)).toEqual(['會員編號', '姓名'])
    expect(rows.length).toBe(128)
    const hostile = (await readXlsx(bytes)).flatMap(({ cells }) => cells).find((cell) => cell?.text.startsWith('='))
    expect(hostile).toEqual({ text: '=HYPERLINK("http://x")', numeric: false, formula: false })
    const workbook = (await entriesOf(bytes, 20).get('xl/workbook.xml')?.read(10_000))?.toString()
    expect(workbook).toContain('name="sheet1"')
    const filters = (await entriesOf(bytes, 20).get('xl/worksheets/sheet2.xml')?.read(10_000))?.toString()
    expect(filters).toContain('符合筆數')
  })
  it('[SHELL-14~] keeps the filters, and names them on the second sheet', async () => {
    const response = await ask(lin, { q: '陳怡', vip: true }, 'xlsx', 'en')
    const bytes = await bytesOf(response)
    const [titles, ...rows] = (await readXlsx(bytes)).map(({ cells }) => Array.from(cells, (cell) => cell?.text ?? ''))
    expect(titles?.[1]).toBe('Name')
    expect(rows).toEqual([['N-2', `陳怡${String.fromCodePoint(23002)}`, '', 'Female', '1990-02-28', 'Yes', '內湖分站']])
    const filters = (await entriesOf(bytes, 20).get('xl/worksheets/sheet2.xml')?.read(10_000))?.toString()
    expect(filters).toMatch(/Name or phone.*陳怡.*VIP.*Yes/)
  })
  it('[MEMB-05~] holds nobody of another unit or institution', async () => {
    expect((await rowsOf(await ask(lin, {}))).flat().join()).not.toContain('N-127')
    expect((await rowsOf(await ask(await clinic.staff('dr.far'), {}))).flat().join()).not.toMatch(/N-\d/)
    expect(
      (await rowsOf(await ask(await clinic.staff('dr.away'), {}))).flat().filter((text) => /^N-/.test(text)).length,
    ).toBe(5)
    expect((await ask(lin, { unit: 3 })).status).toBe(200)
    expect((await rowsOf(await ask(lin, { unit: 3 }))).length).toBe(1)
  })
  it('refuses other formats, and whoever may not see the list', async () => {
    expect((await ask(lin, {}, 'csv')).status).toBe(400)
    expect((await fetch(`${clinic.base}/partner/getMemberList?format=xlsx`, { method: 'POST' })).status).toBe(401)
    expect((await ask(lin, { q: '張' })).status).toBe(400)
  })
  it('[SHELL-14~] is audited as an export: how much, by which filters, never what these said', async () => {
    await ask(lin, { q: '陳怡', gender: 'female' })
    const [row] = await clinic.data.db.system.read(sql<{ detail: unknown; target_kind: string; kind: string }>`
      select kind, target_kind, detail from audit_log where target_kind = 'export' and mid = ${lin.mid} order by id desc limit 1`)
    expect(row).toEqual({
      kind: 'read',
      target_kind: 'export',
      detail: { format: 'xlsx', rows: 124, total: 124, filters: ['q', 'gender'] },
    })
  })
})
