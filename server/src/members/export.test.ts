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
  it('[SHELL-14~] is audited as an export: how much, of whom, and by what it was asked, numbers of persons masked', async () => {
    const kept = async (body: object) => {
      await ask(lin, body)
      const [row] = await clinic.data.db.system.read(
        sql<{ detail: { pids?: number[] }; target_kind: string; kind: string; pid: number | null }>`
          select kind, target_kind, detail, pid from audit_log where mid = ${lin.mid} order by id desc limit 1`,
      )
      return row
    }
    const many = await kept({ q: '陳怡', gender: 'female' })
    const { pids, ...detail } = many?.detail ?? {}
    expect({ ...many, detail }).toEqual({
      kind: 'read',
      target_kind: 'export',
      pid: null,
      detail: {
        format: 'xlsx',
        rows: 124,
        total: 124,
        filters: ['q', 'gender'],
        criteria: { q: '陳怡', gender: 'female', memberStatus: 'active' },
      },
    })
    expect(new Set(pids).size).toBe(124)
    const one = await kept({ q: 'A123456789' })
    expect(one).toMatchObject({ pid: 202, detail: { rows: 1, criteria: { q: 'A1******89' }, pids: [202] } })
  })
  it('[SHELL-14~] a list and a search say in the log what they were asked by, how much they told, and of whom where that is one', async () => {
    const kept = async (path: string, body: object) => {
      expect((await lin.post(path, body)).code).toBe('OK')
      const [row] = await clinic.data.db.system.read(sql<{ row: unknown }>`
        select jsonb_build_object('pid', pid, 'kind', target_kind, 'detail', detail) as row
        from audit_log where mid = ${lin.mid} order by id desc limit 1`)
      return row?.row
    }
    for (const q of ['A123456789', 'ａ１２３４５６７８９'])
      expect(await kept('/partner/searchmember', { q })).toMatchObject({
        pid: 202,
        kind: 'list',
        detail: { criteria: { q: expect.stringMatching(/^[Aa]1\*{6}89$/) }, rows: 1, total: 1 },
      })
    expect(await kept('/partner/getMemberList', { q: '陳怡', pageSize: 100 })).toMatchObject({
      pid: null,
      kind: 'list',
      detail: { criteria: { q: '陳怡' }, rows: 100, total: 124 },
    })
    // To have been found is not to have been opened.
    const opened = await lin.get<{ pid: number }[]>('/his/api/recentmembers')
    expect(opened.data.map(({ pid }) => pid)).not.toContain(202)
  })
})
