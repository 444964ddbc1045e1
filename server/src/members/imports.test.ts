import { randomUUID } from 'node:crypto'
import type { ImportResult } from '@teleward/contract/members/register-endpoints.ts'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import { type Cell, writeXlsx } from '../platform/xlsx/write.ts'
import { dayOf } from './import-day.ts'

let clinic: Clinic
let lin: Staff
let desk: Staff
let away: Staff
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`update staff_partner set doctortype = 'health_secretary' where mid in (103, 106)`)
  })
  // The world's own numbers were not drawn from the sequence.
  await clinic.data.db.owner(`select setval(pg_get_serial_sequence('member', 'pid'), 1000)`)
  lin = await clinic.staff('dr.lin')
  desk = await clinic.staff('nurse.chen')
  away = await clinic.staff('dr.away')
})
afterAll(() => clinic.close())

const TITLES = ['帳號*', '姓名*', '性別', '出生日期', '健保卡號', '手機', 'VIP', '備註']
const fileOf = async (rows: readonly (readonly Cell[])[], titles: readonly string[] = TITLES) =>
  (await writeXlsx([{ name: 'sheet1', titles: true, rows: [titles, ...rows] }])).toString('base64')
const wish = (file: string, more: Record<string, unknown> = {}) => ({
  importId: randomUUID(),
  unitId: 2,
  fileName: '會員.xlsx',
  file,
  ...more,
})
const send = (who: Staff, body: unknown) => who.post<ImportResult>('/his/api/members/imports', body)
const members = async () => {
  const [row] = await clinic.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from member`)
  return row?.n ?? 0
}
const good: Cell[][] = [
  ['F131104093', '林一', '男', '民國85/3/7', '000012345678', '0912000001', '是', '不讀'],
  ['0912000002', '林二', 'F', new Date(Date.UTC(1990, 1, 28)), null, null, '', null],
  ['AC03095424', '林三', null, '1990.2.3', null, 912000003, null, null],
]
const bad: Cell[][] = [
  [null, '沒帳號', null, null, null, null, null, null],
  ['0912000004', null, null, null, null, null, null, null],
  ['A123456788', '錯證號', null, null, null, null, null, null],
  ['0912000005', '短卡號', null, null, 12345678, null, null, null],
  ['0912000006', '怪日期', null, '85/13/40', null, null, null, null],
  ['0912000002', '重複', null, null, null, null, null, null],
  ['A123456789', '院內已有', null, null, null, null, null, null],
  ['0912000007', '怪性別', '貓', null, null, null, null, null],
]

const text = (at: string, said: string) => `<c r="${at}" t="inlineStr"><is><t>${said}</t></is></c>`
const titles = `<row r="1">${text('A1', '帳號')}${text('B1', '姓名')}</row>`

describe('an import', () => {
  it('[MEMB-08~] previews: each bad row is marked with its code, and nothing is kept', async () => {
    const before = await members()
    const { code, data } = await send(desk, wish(await fileOf([...good, ...bad])))
    expect([code, data.state, data.total, data.good, data.bad, data.imported, await members()]).toEqual([
      'OK',
      'preview',
      11,
      3,
      8,
      0,
      before,
    ])
    expect(data.unknown).toEqual(['備註'])
    expect(
      data.rows.slice(0, 3).map(({ number, said, faults }) => [number, said.birthday, said.gender ?? null, faults]),
    ).toEqual([
      [2, '1996-03-07', 'male', []],
      [3, '1990-02-28', 'female', []],
      [4, '1990-02-03', null, []],
    ])
    // Excel ate the zero of a phone that was typed as a number.
    expect(data.rows[2]?.said.mobile).toBe('0912000003')
    expect(data.rows.slice(3).map(({ faults }) => faults.map(({ path, code }) => `${path} ${code}`).join())).toEqual([
      'account MEMBER_ACCOUNT_REQUIRED',
      'name MEMBER_NAME_REQUIRED',
      'account ERR_0013',
      'nhiCardNumber ERR_0014',
      'birthday VALUE_INVALID',
      'account ERR_0011',
      'account ERR_0011',
      'gender VALUE_INVALID',
    ])
    expect(data.rows[5]?.problem).toContain('身分證')
  })
  it('[MEMB-08~] takes in the good ones when told to, and once: repeated, with another key, and two at once', async () => {
    const before = await members()
    const body = wish(await fileOf([...good, ...bad]), { commit: true })
    const [first, second] = await Promise.all([send(desk, body), send(desk, body)])
    const third = await send(desk, body)
    for (const { code, data } of [first, second, third])
      expect([code, data.state, data.imported, data.bad]).toEqual(['OK', 'done', 3, 8])
    expect(await members()).toBe(before + 3)
    expect(third.data.rows.map(({ state }) => state)).toEqual(first.data.rows.map(({ state }) => state))
    const found = await desk.post<{ name: string; vip: boolean }[]>('/partner/searchmember', { q: 'F131104093' })
    expect(found.data).toMatchObject([{ name: '林一', vip: true }])
  })
  it('[MEMB-08~] two files with the same people at once bring each person once', async () => {
    const before = await members()
    const rows: Cell[][] = Array.from({ length: 60 }, (_, at) => [`09330${String(at).padStart(5, '0')}`, `併行${at}`])
    const file = await fileOf(rows)
    const answers = await Promise.all([1, 2, 3].map(() => send(desk, wish(file, { commit: true }))))
    expect(answers.map(({ code }) => code)).toEqual(['OK', 'OK', 'OK'])
    expect(answers.reduce((sum, { data }) => sum + data.imported, 0)).toBe(60)
    expect(await members()).toBe(before + 60)
  })
  it('[MEMB-08~] broken off leaves nothing, and the same job can be told again', async () => {
    const before = await members()
    const body = wish(
      await fileOf([
        ['0944000001', '甲'],
        ['0944000002', '乙'],
      ]),
      { commit: true },
    )
    await clinic.data.db.owner(`create function refuse_import() returns trigger language plpgsql as $$
      begin raise exception 'gone' using errcode = '57P01'; end $$;
      create trigger refuse before update on member_import for each row execute function refuse_import()`)
    expect((await send(desk, body)).status).toBeGreaterThanOrEqual(500)
    await clinic.data.db.owner('drop trigger refuse on member_import; drop function refuse_import()')
    expect(await members()).toBe(before)
    expect((await send(desk, body)).data.imported).toBe(2)
    expect(await members()).toBe(before + 2)
  })
  it('[MEMB-08~] one id is one file', async () => {
    const body = wish(await fileOf([['0945000001', '甲']]), { commit: true })
    await send(desk, body)
    expect((await send(desk, { ...body, file: await fileOf([['0945000002', '乙']]) })).code).toBe('DUPLICATE')
  })
  it('[MEMB-08~] keeps two thousand people in one go', async () => {
    const rows: Cell[][] = Array.from({ length: 2000 }, (_, at) => [`0966${String(at).padStart(6, '0')}`, `林${at}號`])
    const { code, data } = await send(desk, wish(await fileOf(rows), { commit: true }))
    expect([code, data.imported]).toEqual(['OK', 2000])
    const tooMany = await send(desk, wish(await fileOf([...rows, ['0967000000', '多一位']])))
    expect([tooMany.status, tooMany.code, tooMany.data]).toMatchObject([413, 'IMPORT_TOO_MANY_ROWS', { max: 2000 }])
    // Also where the reader stops long before the end.
    const endless = await fileOf(Array.from({ length: 9000 }, (_, at): Cell[] => [`09${at}`, '多']))
    expect(await send(desk, wish(endless))).toMatchObject({ code: 'IMPORT_TOO_MANY_ROWS', data: { max: 2000 } })
  })
  it('[MEMB-08~] hands its result out as Excel', async () => {
    const body = wish(await fileOf([...good, ...bad]))
    const response = await desk.request('/his/api/members/imports?format=xlsx', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const rows = await readXlsx(Buffer.from(await response.arrayBuffer()))
    expect(rows.length).toBe(12)
    expect(rows[6]?.cells.map((cell) => cell?.text).slice(0, 3)).toEqual([
      '7',
      '有誤',
      '帳號 A7「A123456788」：帳號須為身分證字號、居留證號或台灣手機號碼',
    ])
  })
  it('[MEMB-05~] is for those who may, into a unit of their own; of others’ members it says the code alone', async () => {
    const file = await fileOf([
      ['A123456789', '張三'],
      ['0978000001', '新人'],
    ])
    expect((await send(lin, wish(file))).code).toBe('FORBIDDEN')
    expect((await send(desk, wish(file, { unitId: 3 }))).code).toBe('ERR_0002')
    const { data, text } = await send(away, wish(file, { unitId: 3 }))
    expect(data.rows.map(({ faults }) => faults.map(({ code }) => code))).toEqual([['ERR_0008'], []])
    expect(text).not.toMatch(/張振國|內湖|M-2/)
    // Another's job is nobody's: its id is not answered, nor taken over.
    const body = wish(file, { unitId: 3, commit: true })
    await send(away, body)
    expect((await send(desk, { ...body, unitId: 2 })).code).toBe('DUPLICATE')
  })
})

describe('a file made to hurt', () => {
  const book = (sheet: string) =>
    Buffer.from(
      zipSync({
        'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="r"/></sheets></workbook>'),
        'xl/worksheets/sheet1.xml': [strToU8(sheet), { level: 9 }],
      }),
    ).toString('base64')
  it.each<[says: string, file: () => string, status: number, code: string]>([
    ['a text', () => Buffer.from('帳號,姓名\n0912,王').toString('base64'), 415, 'EXCEL_ONLY'],
    ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae100000000', 'hex').toString('base64'), 415, 'EXCEL_ONLY'],
    ['nothing', () => '', 415, 'EXCEL_ONLY'],
    [
      'a renamed zip',
      () => Buffer.from(zipSync({ 'a.txt': strToU8('hello') })).toString('base64'),
      400,
      'EXCEL_UNREADABLE',
    ],
    [
      'a sheet without the titles',
      () => book('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>'),
      400,
      'EXCEL_UNREADABLE',
    ],
    ['a bomb', () => book(`<worksheet><sheetData>${' '.repeat(40 * 1024 * 1024)}`), 413, 'TOO_LARGE'],
    ['a declaration of entities', () => book('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'), 400, 'EXCEL_UNREADABLE'],
    [
      'rows that nothing closes',
      () => book(`<worksheet><sheetData>${titles}${'<row>'.repeat(4_800_000)}`),
      413,
      'IMPORT_TOO_MANY_ROWS',
    ],
    [
      'cells that nothing closes',
      () => book(`<worksheet><sheetData>${titles}<row>${'<c>'.repeat(1_000_000)}`),
      413,
      'TOO_LARGE',
    ],
    ['a file over the size', () => Buffer.alloc(2 * 1024 * 1024 + 9).toString('base64'), 413, 'TOO_LARGE'],
  ])('[MEMB-08~] %s is refused', async (_says, file, status, code) => {
    const refused = await send(desk, wish(file()))
    expect([refused.status, refused.code]).toEqual([status, code])
  })
  it('[MEMB-08~] a formula is never taken for what it shows', async () => {
    const { data } = await send(
      desk,
      wish(
        book(
          `<worksheet><sheetData>${titles}<row r="2"><c r="A2" t="str"><f>"0912000099"</f><v>0912000099</v></c>${text('B2', '=cmd')}</row></sheetData></worksheet>`,
        ),
      ),
    )
    expect(data.rows.map(({ faults }) => faults.map(({ path, code }) => `${path} ${code}`))).toEqual([
      ['account CELL_FORMULA'],
    ])
  })
  it('[MEMB-08~] a name that looks like a formula stays text, there and back', async () => {
    const body = wish(await fileOf([['0988777666', '=HYPERLINK("http://x")']]), { commit: true })
    expect((await send(desk, body)).data.imported).toBe(1)
    const { data } = await desk.post<{ name: string }[]>('/partner/searchmember', { q: '0988777666' })
    expect(data[0]?.name).toBe('=HYPERLINK("http://x")')
  })
})

describe('a cell that is refused', () => {
  const TITLED = ['帳號', '姓名', '出生日期', '緊急聯絡人', '關係', '緊急聯絡電話']
  const looked = async (rows: readonly (readonly Cell[])[]) => (await send(desk, wish(await fileOf(rows, TITLED)))).data
  const faultsOf = (data: ImportResult) =>
    data.rows.map(({ faults }) => faults.map(({ cell, code, text }) => `${cell} ${code} ${text}`).join())

  it.each(['1999/13/5', '5/2/99', '1999/2/30', '民國88/2/29x', '0/0/0', '1999-00-10', '19990230'])(
    '[MEMB-08~] the day %s is none, told by its cell with its own text, and no other day is made of it',
    async (day) => {
      const data = await looked([['0912888001', '王', day]])
      expect(faultsOf(data)).toEqual([`C2 VALUE_INVALID ${day}`])
      expect([data.rows[0]?.said.birthday, data.rows[0]?.problem]).toEqual([
        undefined,
        `出生日期 C2「${day}」：請輸入正確的內容`,
      ])
    },
  )
  it('[MEMB-08~] an error of Excel is no value, as one, pasted as text or in any width, and is never kept', async () => {
    const before = await members()
    const errors = [
      '#N/A',
      '#REF!',
      '#VALUE!',
      '#DIV/0!',
      '#NAME?',
      '#NULL!',
      '#NUM!',
      '#SPILL!',
      'Err:502',
      ' ＃Ｎ／Ａ ',
    ]
    const pasted = await looked([
      ...errors.map((error): Cell[] => ['0912888002', error]),
      ['0912888003', '王', null, '#N/A', '#REF!', '#N/A'],
      ['0912888004', '#1 王'],
    ])
    expect(faultsOf(pasted)).toEqual([
      ...errors.map((error, at) => `B${at + 2} CELL_ERROR ${error.trim()}`),
      ['D', 'E', 'F'].map((column) => `${column}12 CELL_ERROR ${column === 'E' ? '#REF!' : '#N/A'}`).join(),
      '',
    ])
    const cell = (at: string, inside: string, more = '') => `<c r="${at}"${more}>${inside}</c>`
    const row = (number: number, name: string) =>
      `<row r="${number}">${text(`A${number}`, `09128880${number + 10}`)}${name}</row>`
    const sheet = `<worksheet><sheetData>${titles}${row(2, cell('B2', '<v>#N/A</v>', ' t="e"'))}${row(3, cell('B3', '<f>A1</f>'))}${row(
      4,
      cell('B4', '<f>A1</f><v/>', ' t="str"'),
    )}${row(5, cell('B5', '<f>X()</f><v>#NAME?</v>', ' t="e"'))}</sheetData></worksheet>`
    const file = Buffer.from(
      zipSync({
        'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="r"/></sheets></workbook>'),
        'xl/worksheets/sheet1.xml': strToU8(sheet),
      }),
    ).toString('base64')
    const { data } = await send(desk, wish(file, { commit: true }))
    expect([data.imported, ...faultsOf(data)]).toEqual([
      0,
      'B2 CELL_ERROR #N/A',
      'B3 CELL_FORMULA ',
      'B4 CELL_FORMULA ',
      'B5 CELL_ERROR #NAME?',
    ])
    expect(data.rows[1]?.problem).toBe('姓名 B3：儲存格為公式，請貼上為值')
    expect(await members()).toBe(before)
  })
  it('[MEMB-08~] names each cell again in the result, in its file, and when the job is asked for once more', async () => {
    const body = wish(await fileOf([['0912888030', '王', '1999/13/5', null, null, 'abc']], TITLED), { commit: true })
    const problem =
      '出生日期 C2「1999/13/5」：請輸入正確的內容；緊急聯絡人 D2：此欄位不可空白；緊急聯絡電話 F2「abc」：'
    for (const { data } of [await send(desk, body), await send(desk, body)])
      expect([data.rows[0]?.state, data.rows[0]?.problem]).toEqual(['skipped', expect.stringContaining(problem)])
  })
})

describe('an emergency contact in a file', () => {
  const TITLED = ['帳號', '姓名', '緊急聯絡人', '關係', '緊急聯絡電話']
  const sent = async (contact: readonly Cell[], commit = false) => {
    const { data } = await send(desk, wish(await fileOf([['0912999001', '王', ...contact]], TITLED), { commit }))
    return data.rows[0]
  }
  it.each<[Cell, string]>([
    [227_123_456, '0227123456'],
    [912_345_678, '0912345678'],
    [372_123_456, '0372123456'],
    ['02-2712-3456#12', '02-2712-3456#12'],
  ])('[MEMB-08~] the phone %s of a cell is %s', async (phone, kept) => {
    const row = await sent(['陳', '母', phone])
    expect([row?.state, row?.said.emergencyContact]).toEqual(['good', { name: '陳', relation: '母', phone: kept }])
  })
  it.each<[says: string, contact: Cell[], fault: string]>([
    ['no name', [null, null, '02-2712-3456'], 'contactName C2 FIELD_EMPTY'],
    ['a relation alone', [null, '母', null], 'contactName C2 FIELD_EMPTY'],
    ['no phone in its cell', ['陳', null, 'abc'], 'contactPhone E2 CONTACT_PHONE_INVALID'],
    // Without an area code, or one digit of many gone: nobody can say which.
    ['a number without its area', ['陳', null, 27_123_456], 'contactPhone E2 CONTACT_PHONE_INVALID'],
  ])('[MEMB-08~] %s is marked at its cell', async (_, contact, fault) => {
    const row = await sent(contact)
    expect(row?.faults.map(({ path, cell, code }) => `${path} ${cell} ${code}`)).toEqual([fault])
  })
  it('[MEMB-08~] is kept in its one form', async () => {
    expect((await sent(['陳', '母', 227_123_456], true))?.state).toBe('imported')
    const [row] = await clinic.data.db.system.read(
      sql<{ phone: string }>`select emergency_contact ->> 'phone' as phone from member where account = '0912999001'`,
    )
    expect(row?.phone).toBe('0227123456')
  })
})

describe('a list as clinics keep it', () => {
  const person: Cell[] = ['0912777001', '舊名冊', '2', '1996/3/7', '0912777002', '不讀']
  it.each([
    ['zh-TW', ['會員帳號', '病患姓名', '性別（1男2女）', '出生日期（西元）', '手機號碼', '血型']],
    ['zh-CN', ['登录账号', '患者姓名', '性别', '出生年月日（公元）', '手机号码', '血型']],
    ['en', ['Login', 'Full name', 'Gender', 'Birthday (YYYY/MM/DD)', 'Mobile phone', 'Blood type']],
  ])(
    '[MEMB-08~] is read by the usual names of its columns (%s), and names the one it does not take',
    async (_, titles) => {
      const { data } = await send(desk, wish(await fileOf([person], titles)))
      expect([data.unknown, data.good, data.rows[0]?.said]).toMatchObject([
        [titles[5]],
        1,
        { account: '0912777001', name: '舊名冊', gender: 'female', birthday: '1996-03-07', mobile: '0912777002' },
      ])
    },
  )
  it('[MEMB-08~] a title says which years are counted, and what contradicts it is marked', async () => {
    const birthdays = async (title: string, days: Cell[]) =>
      (
        await send(
          desk,
          wish(
            await fileOf(
              days.map((day, at) => [`091277710${at}`, '王', day]),
              ['帳號', '姓名', title],
            ),
          ),
        )
      ).data.rows.map(({ said, faults }) => said.birthday ?? faults.map(({ path, code }) => `${path} ${code}`).join())
    const bad = 'birthday VALUE_INVALID'
    expect(await birthdays('出生日期（民國）', ['85/3/7', '0850307', 850307, '01000307', '1996/3/7'])).toEqual([
      ...['1996-03-07', '1996-03-07', '1996-03-07', '2011-03-07', '1996-03-07'],
    ])
    expect(await birthdays('西元生日', ['1996.3.7', '85/3/7', '民國85/3/7'])).toEqual(['1996-03-07', bad, '1996-03-07'])
    // A day of Excel's own is that day, however it is shown.
    expect(await birthdays('民國生日', [new Date(Date.UTC(1996, 2, 7))])).toEqual(['1996-03-07'])
  })
  it('[MEMB-08~] of two columns for one thing the first is read and the other named', async () => {
    const titles = ['帳號', '姓名', '手機', '聯絡電話', '']
    const { data } = await send(desk, wish(await fileOf([['0912777201', '王', '0912777202', '0228345678']], titles)))
    expect([data.unknown, data.rows[0]?.said.mobile]).toEqual([['聯絡電話'], '0912777202'])
  })
  it('[MEMB-08~] stands on any sheet and in any row, below a heading; other sheets with titles are named', async () => {
    const rows = (account: string): Cell[][] => [
      ['內湖站會員名冊'],
      [],
      ['製表：114 年'],
      ['帳號', '姓名'],
      [account, '王'],
    ]
    const many = Array.from({ length: 9000 }, (_, at): Cell[] => [at])
    const book = async (...sheets: [string, readonly (readonly Cell[])[]][]) =>
      (await writeXlsx(sheets.map(([name, of]) => ({ name, rows: of })))).toString('base64')
    const { data } = await send(
      desk,
      wish(
        await book(
          ['說明', [['請看第三頁']]],
          ['流水', many],
          ['名冊', rows('0912777301')],
          ['舊', rows('0912777302')],
        ),
      ),
    )
    expect([data.sheet, data.otherSheets, data.rows.map(({ number, said }) => [number, said.account])]).toEqual([
      '名冊',
      ['舊'],
      [[5, '0912777301']],
    ])
    const none = await send(desk, wish(await book(['說明', [['請看第三頁']]], ['流水', many])))
    expect([none.status, none.code]).toEqual([400, 'EXCEL_UNREADABLE'])
  })
  it('[MEMB-08~] a hidden sheet comes after those in sight', async () => {
    const sheetXml = (account: string) =>
      strToU8(
        `<worksheet><sheetData>${titles}<row r="2">${text('A2', account)}${text('B2', '王')}</row></sheetData></worksheet>`,
      )
    const file = zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook><sheets><sheet name="old" state="hidden" r:id="rId1"/><sheet name="new" r:id="rId2"/></sheets></workbook>',
      ),
      'xl/worksheets/sheet1.xml': sheetXml('0912777401'),
      'xl/worksheets/sheet2.xml': sheetXml('0912777402'),
    })
    const { data } = await send(desk, wish(Buffer.from(file).toString('base64')))
    expect([data.sheet, data.otherSheets, data.rows[0]?.said.account]).toEqual(['new', ['old'], '0912777402'])
  })
})

describe('what a cell says', () => {
  it.each([
    ['85/3/7', '1996-03-07'],
    ['民國85年3月7日', '1996-03-07'],
    ['0850307', '1996-03-07'],
    ['1996/3/7', '1996-03-07'],
    ['19960307', '1996-03-07'],
    ['１９９６－３－７', '1996-03-07'],
    ['民國 100.12.31', '2011-12-31'],
    ['7 March 1996', null],
    ['', null],
  ])('[MEMB-08~] the day %s is %s', (said, day) => expect(dayOf(said)).toBe(day))
  it('[MEMB-08~] the template is read by the import itself, in each language', async () => {
    for (const language of ['zh-TW', 'zh-CN', 'en']) {
      const response = await desk.request('/his/api/members/imports/template', {
        headers: { 'accept-language': language },
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      const titles = (await readXlsx(bytes))[0]?.cells.map((cell) => cell?.text ?? '') ?? []
      const { code, data } = await send(desk, wish(await fileOf([['0955999888', '王']], titles)))
      expect([response.status, code, data.unknown, data.good]).toEqual([200, 'OK', [], 1])
    }
  })
})
