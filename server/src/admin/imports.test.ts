import { randomUUID } from 'node:crypto'
import type { StaffImportResult } from '@teleward/contract/admin/import-endpoints.ts'
import { staffTypeLabels } from '@teleward/contract/core/staff-labels.ts'
import { staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import { type Cell, writeXlsx } from '../platform/xlsx/write.ts'
import { type Office, openOffice } from './fixture.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.stop())

const TITLES = ['帳號*', '姓名*', '手機*', '人員類別*', '單位*', '職稱', '備註']
const fileOf = async (rows: readonly (readonly Cell[])[], titles: readonly string[] = TITLES) =>
  (await writeXlsx([{ name: 'sheet1', titles: true, rows: [titles, ...rows] }])).toString('base64')
const wish = (file: string, more: object = {}) => ({ importId: randomUUID(), fileName: '人員.xlsx', file, ...more })
const send = async (body: object, by: keyof Office['tokens'] = 'admin') => {
  const { status, code, data, body: whole } = await office.as(by, 'POST', 'staffaccounts/imports', body)
  return { status, code, data: data as StaffImportResult, text: JSON.stringify(whole) }
}
const staff = async () =>
  (await office.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from staff`))[0]?.n ?? 0
const good: Cell[][] = [
  ['New.Nurse', '新護理', '0911000001', '護理師', '內湖、新店', '護理長', '不讀'],
  ['new.doctor', '新醫師', 911000002, 'doctor', '內湖', null, null],
  ['new.desk', '新客服', '0911000003', 'Customer service', '總院', null, null],
]
const bad: [Cell[], string, string][] = [
  [[null, '沒帳號', '0911000010', '護理師', '內湖', null, null], 'account', 'FIELD_EMPTY'],
  [['a b', '怪帳號', '0911000011', '護理師', '內湖', null, null], 'account', 'LOGIN_NAME_FORMAT'],
  [['dr.lin', '有人了', '0911000012', '護理師', '內湖', null, null], 'account', 'ACCOUNT_EXISTS'],
  [['new.phone', '同手機', '0912345678', '護理師', '內湖', null, null], 'mobile', 'ACCOUNT_EXISTS'],
  [['NEW.nurse', '重複', '0911000014', '護理師', '內湖', null, null], 'account', 'DUPLICATE'],
  [['no.phone', '怪手機', '02-1234', '護理師', '內湖', null, null], 'mobile', 'PHONE_INVALID'],
  [['no.type', '怪類別', '0911000016', '魔術師', '內湖', null, null], 'type', 'STAFF_TYPE_UNKNOWN'],
  [['no.unit', '怪單位', '0911000017', '護理師', '內湖、花蓮', null, null], 'units', 'UNITS_UNKNOWN'],
  [['no.name', null, '0911000018', '護理師', '內湖', null, null], 'name', 'FIELD_EMPTY'],
]

describe('an import of staff', () => {
  it('[SHELL-18~] previews: each bad row is marked with its code and in words, and nobody is invited', async () => {
    const before = await staff()
    const { code, data, text } = await send(wish(await fileOf([...good, ...bad.map(([row]) => row)])))
    expect([code, data.state, data.total, data.good, data.bad, data.imported, await staff()]).toEqual([
      'OK',
      'preview',
      12,
      3,
      9,
      0,
      before,
    ])
    expect(data.unknown).toEqual(['備註'])
    expect(data.rows.slice(0, 3).map(({ said, state }) => [said.account, said.mobile, said.type, state])).toEqual([
      ['new.nurse', '0911000001', 'nurse', 'good'],
      ['new.doctor', '0911000002', 'doctor', 'good'],
      ['new.desk', '0911000003', 'customer_service', 'good'],
    ])
    expect(data.rows.slice(3).map(({ faults }) => faults.map(({ path, code: said }) => [path, said]))).toEqual(
      bad.map(([, path, said]) => [[path, said]]),
    )
    expect(data.rows[3]?.problem).toBe('帳號 A5：此欄位不可空白')
    // A preview makes no password, and names nobody whose account or mobile is taken.
    expect(data.rows.every(({ initialPassword }) => initialPassword === null)).toBe(true)
    expect(text).not.toContain('林書妍')
  })

  it('[I10] marks an account that is another mobile number, and takes the own in any dress', async () => {
    const { data } = await send(
      wish(
        await fileOf([
          ['0911000031', '別人號碼', '0911000032', '護理師', '內湖', null, null],
          ['0911-000-033', '自己號碼', '0911 000 033', '護理師', '內湖', null, null],
        ]),
      ),
    )
    expect(data.rows.map(({ faults }) => faults.map(({ path, code }) => [path, code]))).toEqual([
      [['mobile', 'FIELD_RELATED']],
      [],
    ])
    expect(data.rows[1]?.said.account).toBe('0911000033')
  })

  it('[Iw7] says what a profession, a unit and an account may be, and reads lines of a cell as units', async () => {
    const rows: Cell[][] = [
      ['iw.one', '甲', '0911000041', '護士', '內湖\n新店', null, null],
      ['iw.two', '乙', '0911000042', '魔術師', '內湖', null, null],
      ['iw.three', '丙', '0911000043', '護理師', '內湖\r\n花蓮、台東', null, null],
      ['admin chou', '丁', '0911000044', '管理員', '總院', null, null],
      ['x', '戊', '0911000045', '管理員', '總院', null, null],
    ]
    const job = wish(await fileOf(rows))
    const { data } = await send(job)
    expect([data.rows[0]?.state, data.rows[0]?.said.type, data.rows[0]?.said.units]).toEqual([
      'good',
      'nurse',
      ['內湖', '新店'],
    ])
    expect(data.rows.map(({ faults }) => faults.map(({ path, code }) => `${path} ${code}`).join())).toEqual([
      ...[
        '',
        'type STAFF_TYPE_UNKNOWN',
        'units UNITS_UNKNOWN',
        'account LOGIN_NAME_FORMAT',
        'account LOGIN_NAME_FORMAT',
      ],
    ])
    expect(data.rows[1]?.problem).toContain('「魔術師」：沒有這個人員類別，請填：醫師、護理師、藥師')
    expect(data.rows[2]?.problem).toMatch(/：查無單位，或名稱重複：花蓮、台東$/)
    for (const row of data.rows.slice(3)) expect(row.problem).toContain('3 至 40 碼的英文字母')
    // The job says the same again once it is done.
    const done = await send({ ...job, commit: true })
    expect(done.data.rows.slice(1).map(({ problem }) => problem)).toEqual(
      data.rows.slice(1).map(({ problem }) => problem),
    )
    expect((await send({ ...job, commit: true })).data.rows[2]?.problem).toBe(data.rows[2]?.problem)
    const english = await office.as('admin', 'POST', 'staffaccounts', {
      ...{ account: 'admin chou', name: '丁', nameEn: null, mobile: '0911000046', doctortype: 'admin' },
      ...{ title: null, units: [1] },
    })
    expect([english.code, JSON.stringify(english.body)]).toEqual([
      'LOGIN_NAME_FORMAT',
      expect.stringContaining('lin.yating'),
    ])
  })

  it('[SHELL-18~] invites the good rows when told so, once: passwords are told then and never again, and open the accounts', async () => {
    const before = await staff()
    const body = wish(await fileOf([...good, ...bad.map(([row]) => row)]), { commit: true })
    const first = await send(body)
    expect([first.data.state, first.data.imported, first.data.bad, await staff()]).toEqual(['done', 3, 9, before + 3])
    const passwords = first.data.rows.slice(0, 3).map(({ initialPassword }) => initialPassword ?? '')
    expect(new Set(passwords).size).toBe(3)
    expect(
      first.data.rows.slice(3).every(({ initialPassword, state }) => initialPassword === null && state === 'skipped'),
    ).toBe(true)
    const again = await send(body)
    expect([again.data.state, again.data.imported, await staff()]).toEqual(['done', 3, before + 3])
    expect(again.data.rows.map(({ initialPassword }) => initialPassword).filter(Boolean)).toEqual([])
    expect(again.data.rows.map(({ faults }) => faults.length)).toEqual(
      first.data.rows.map(({ faults }) => faults.length),
    )
    // Kept nowhere: not with the job, not in the log.
    const kept = await office.data.db.system.read(sql<{ said: string }>`
      select (select string_agg(outcome::text, '') from staff_import) || (select string_agg(coalesce(detail::text, ''), '') from audit_log) as said`)
    for (const password of passwords) expect(kept[0]?.said).not.toContain(password)
    // As everybody who is invited (I8): the account is taken over, then comes the phone, and a profession with a licence goes through the review.
    const signed = await office.post('/his/user/login', { id: 'new.nurse', pwd: passwords[0] ?? '' })
    expect(signed.body.status).toBe('unfinsh_verify')
    const asked = await office.get('/his/api/verificationcodes', String(signed.body.token))
    expect(asked.body.status).toBe('ACCOUNT_SETUP')
    const rows = await office.data.db.system.read(sql<{ account: string; review: string; units: number[] }>`
      select s.account, sp.review, array(select su.unit_id from staff_unit su where su.mid = s.mid order by 1) as units
      from staff s join staff_partner sp on sp.mid = s.mid where s.account like 'new.%' order by 1`)
    expect(rows).toEqual([
      { account: 'new.desk', review: 'onBoard', units: [1] },
      { account: 'new.doctor', review: 'registered', units: [2] },
      { account: 'new.nurse', review: 'registered', units: [2, 3] },
    ])
  })

  it('[SHELL-18~] keeps to the units one administers, to one’s institution, and to one’s own job', async () => {
    const here: Cell[][] = [
      ['unit.new', '分站新人', '0911000101', '志工', '內湖', null, null],
      ['unit.other', '別站新人', '0911000102', '志工', '新店', null, null],
    ]
    const body = wish(await fileOf(here), { commit: true })
    const { data } = await send(body, 'unit.admin')
    expect(data.rows.map(({ state, faults }) => [state, faults[0]?.code])).toEqual([
      ['imported', undefined],
      ['skipped', 'UNITS_UNKNOWN'],
    ])
    expect((await send({ ...body, file: await fileOf(good) }, 'unit.admin')).code).toBe('DUPLICATE')
    expect((await send(body, 'admin')).code).toBe('DUPLICATE')
    expect((await send(wish(await fileOf(here), { partner: 32 }), 'admin')).code).toBe('NOT_FOUND')
    for (const by of ['dr.lin', 'nurse.chen'] as const)
      expect((await send(wish(await fileOf(here)), by)).code).toBe('FORBIDDEN')
    // The operator brings people to any institution.
    const far: Cell[][] = [['far.new', '花蓮新人', '0911000103', '志工', '花蓮', null, null]]
    expect((await send(wish(await fileOf(far), { partner: 32, commit: true }), 'op')).data.imported).toBe(1)
    // Two who import the same job at once: one job, one person.
    const twice = wish(await fileOf([['twice.new', '同時新人', '0911000104', '志工', '內湖', null, null]]), {
      commit: true,
    })
    const both = await Promise.all([send(twice), send(twice)])
    expect(both.map(({ data: said }) => said.imported)).toEqual([1, 1])
    expect(
      both.flatMap(({ data: said }) => said.rows.flatMap(({ initialPassword }) => initialPassword ?? [])),
    ).toHaveLength(1)
  })

  it('[SHELL-18~] tells an error of Excel and a formula by their cells, and invites nobody of them', async () => {
    const before = await staff()
    const file = await fileOf([['cell.error', '#N/A', '0911000090', '護理師', '內湖', '#REF!', null]])
    const { data } = await send(wish(file, { commit: true }))
    expect(data.rows[0]?.faults.map(({ cell, code, text }) => [cell, code, text])).toEqual([
      ['B2', 'CELL_ERROR', '#N/A'],
      ['F2', 'CELL_ERROR', '#REF!'],
    ])
    expect([data.imported, await staff()]).toEqual([0, before])
  })

  it('[SHELL-18~] refuses what is no Excel file, too large, without its titles, and never takes a formula for what it shows', async () => {
    const said = async (file: string) => (await send(wish(file, { commit: true }))).code
    const before = await staff()
    expect(await said(Buffer.from('帳號,姓名').toString('base64'))).toBe('EXCEL_ONLY')
    expect(await said(Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(400)]).toString('base64'))).toBe(
      'EXCEL_UNREADABLE',
    )
    expect(await said(await fileOf(good, ['帳號*', '姓名*', '手機*', '人員類別*', '哪裡', '職稱', '備註']))).toBe(
      'EXCEL_UNREADABLE',
    )
    const flood = strToU8(`<worksheet><sheetData>${'<row>'.repeat(1_000_000)}`)
    const small = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': [flood, { level: 9 }],
    })
    expect(await said(Buffer.from(small).toString('base64'))).toBe('IMPORT_TOO_MANY_ROWS')
    const many = Array.from({ length: 201 }, (_, n): Cell[] => [
      `many.${n}`,
      '多',
      `0913${String(100_000 + n)}`,
      '志工',
      '內湖',
      null,
      null,
    ])
    expect(await said(await fileOf(many))).toBe('IMPORT_TOO_MANY_ROWS')
    expect(await staff()).toBe(before)
  })

  it('[SHELL-18~] gives a template whose own titles and words are understood in each language', async () => {
    // By other usual names, too.
    const usual = ['登入帳號', '員工姓名', '英文名', '手機號碼', '職類', '職務', '所屬單位', '備註']
    const byOthers = await send(
      wish(await fileOf([['usual.new', '王', '', '0914300000', '志工', '', '內湖', '不讀']], usual)),
    )
    expect([byOthers.data.unknown, byOthers.data.good]).toEqual([['備註'], 1])
    for (const lang of ['zh-TW', 'zh-CN', 'en'] as const) {
      const response = await fetch(`${office.base}/his/api/staffaccounts/imports/template`, {
        headers: { authorization: `Bearer ${office.tokens.admin}`, 'accept-language': lang },
      })
      const [head] = await readXlsx(Buffer.from(await response.arrayBuffer()), { rows: 5, columns: 20, text: 200 })
      const titles = (head?.cells ?? []).map((cell) => cell?.text ?? '')
      const rows = staffTypes.map((type, n): Cell[] => [
        `${lang.toLowerCase()}.${n}`,
        '人',
        '',
        `0914${String(200_000 + n)}`,
        staffTypeLabels[type][lang],
        '',
        '內湖',
      ])
      const { data } = await send(wish(await fileOf(rows, titles)))
      expect([data.unknown, data.good, data.rows.map(({ said }) => said.type)]).toEqual([
        [],
        staffTypes.length,
        [...staffTypes],
      ])
    }
  })
})
