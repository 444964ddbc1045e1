import { randomUUID } from 'node:crypto'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { HealthResult } from '@teleward/contract/files/health-batch-endpoints.ts'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { openXlsx } from '../platform/xlsx/read.ts'
import { type Cell, writeXlsx } from '../platform/xlsx/write.ts'
import { type Client, clientOf, openFiles } from './fixture.ts'

let testApp: TestApp
let chen: Client
let secretary: Client
let far: Client
beforeAll(async () => {
  testApp = await openFiles()
  const as = async (account: string) => clientOf(testApp, (await testApp.signIn(account)).token)
  chen = await as('nurse.chen')
  secretary = await as('secretary')
  far = await as('dr.far')
})
afterAll(() => testApp?.stop())

const TITLES = [
  '帳號或身分證號*',
  '量測日期*',
  '收縮壓 (mmHg)',
  '舒張壓 (mmHg)',
  '血壓計心率',
  '體重 (kg)',
  '空腹血糖 (mg/dL)',
  '備考',
]
const workbook = async (rows: readonly (readonly Cell[])[], titles: readonly string[] = TITLES) =>
  (await writeXlsx([{ name: 'sheet1', titles: true, rows: [titles, ...rows] }])).toString('base64')
const send = (file: string, commit: boolean, who = chen, importId: string = randomUUID()) =>
  who.call<HealthResult>('POST', '/his/api/healthdatabatches', { importId, fileName: '健康.xlsx', file, commit })
const system = <T>(statement: ReturnType<typeof sql<T>>) => testApp.data.db.system.read(statement)
const stored = () =>
  system(sql<{ pid: number; kind: string; value: number; diastolic: number | null; day: string }>`
    select pid, kind, value, diastolic, measured_on::text as day from reading where source = 'batch' order by pid, measured_on, kind`)
const versions = () => system(sql<{ value: number }>`select value from reading_version order by id`)
const clear = () =>
  testApp.data.db.system.tx(async (tx) => {
    for (const table of ['reading_version', 'last_measurement', 'reading', 'health_data_batch'])
      await tx.run(sql`delete from ${sql.table(table)}`)
  })

describe('a workbook of health data', () => {
  it('[FILE-09] re-uploaded, replaces what was uploaded of the same person and day, keeps the earlier values, and leaves what devices measured', async () => {
    await testApp.data.db.system.tx((tx) =>
      tx.run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
        values (201, 1, 2, 'weight', 61, 'kg', '2026-03-01T00:00:00Z', now(), 'device', 'weight', ${testApp.mids['dr.lin'] ?? 0})`),
    )
    const first = await send(
      await workbook([
        ['A223456527', '2026-03-01', 130, 80, 72, 60.5, null, '晨'],
        ['a202', '2026/3/1', null, null, null, 82, 101, null],
      ]),
      true,
    )
    expect(first.data).toMatchObject({ state: 'done', imported: 2, bad: 0, unknown: ['備考'] })
    expect(first.data.rows.map(({ said }) => [said.pid, said.name, said.replaces])).toEqual([
      [201, '吳秀鳳', []],
      [202, '張振國', []],
    ])
    const again = await workbook([
      ['a201', '115/3/1', 128, 79, null, null, null, null],
      ['a201', '2026-03-02', null, null, null, 60.2, null, null],
    ])
    // The preview says what would give way, and keeps nothing.
    const preview = await send(again, false, secretary)
    expect(preview.data.rows.map(({ said }) => said.replaces)).toEqual([['blood_pressure'], []])
    expect(await versions()).toEqual([])
    // By another colleague, who reads no record.
    expect((await send(again, true, secretary)).data).toMatchObject({ imported: 2 })
    expect(await stored()).toEqual([
      { pid: 201, kind: 'blood_pressure', value: 128, diastolic: 79, day: '2026-03-01' },
      // Its cell was empty: what is not said clears nothing.
      { pid: 201, kind: 'weight', value: 60.5, diastolic: null, day: '2026-03-01' },
      { pid: 201, kind: 'weight', value: 60.2, diastolic: null, day: '2026-03-02' },
      { pid: 202, kind: 'glucose_fasting', value: 101, diastolic: null, day: '2026-03-01' },
      { pid: 202, kind: 'weight', value: 82, diastolic: null, day: '2026-03-01' },
    ])
    expect(await versions()).toEqual([{ value: 130 }])
    expect(await system(sql`select value from reading where source = 'device'`)).toEqual([{ value: 61 }])
    // The last of the kind follows: the newer day's.
    expect(
      await system(
        sql`select r.value from last_measurement l join reading r on r.id = l.reading_id where l.pid = 201 and l.kind = 'blood_pressure'`,
      ),
    ).toEqual([{ value: 128 }])
    // The same once more changes nothing, and is no version.
    await send(again, true)
    expect(await versions()).toEqual([{ value: 130 }])
    expect(await system(sql`select distinct pid from audit_log where action = 'healthData.stored' order by 1`)).toEqual(
      [{ pid: 201 }, { pid: 202 }],
    )
  })

  it('[Mw8] holds the limits against what the cells say: 69.6 is below 70, and stored as 70', async () => {
    const rule = { id: randomUUID(), measure: 'glucose_fasting', test: 'below', value: 70, hours: null }
    const rules = JSON.stringify([{ ...rule, severity: 'warning', fromHour: 0, toHour: 24 }])
    await testApp.data.db.system.tx((tx) =>
      tx.run(sql`insert into monitor_own (pid, partner_id, unit_id, rules, set_by, set_at)
        values (202, 1, 2, ${rules}::jsonb, ${testApp.mids['dr.lin'] ?? 0}, now())`),
    )
    const day = localDay(testApp.clock.now(), 'Asia/Taipei')
    await send(await workbook([['a202', day, null, null, null, null, 69.6, null]]), true)
    expect(await stored()).toContainEqual(expect.objectContaining({ pid: 202, kind: 'glucose_fasting', value: 70 }))
    expect(
      await system(sql<{ value: number }>`select value::float8 as value from monitor_alert where pid = 202`),
    ).toEqual([{ value: 69.6 }])
    await clear()
  })
  it('[FILE-09~] two workbooks of one day at once: one value stands, the other is kept beside it; the same job twice goes in once', async () => {
    await clear()
    const files = await Promise.all(
      [120, 140].map((value) =>
        workbook([
          ['a201', '2026-03-03', value, 80, null, 60, null, null],
          ['a202', '2026-03-03', value, 80, null, null, null, null],
        ]),
      ),
    )
    const both = await Promise.all([send(files[0] ?? '', true, chen), send(files[1] ?? '', true, secretary)])
    expect(both.map(({ data }) => data.imported)).toEqual([2, 2])
    const pressures = (await stored()).filter(({ kind }) => kind === 'blood_pressure')
    expect(pressures).toHaveLength(2)
    // Whole: not a value of the one beside a value of the other.
    expect(new Set(pressures.map(({ value }) => value)).size).toBe(1)
    const [other, ...more] = await versions()
    expect([other?.value, more.length]).toEqual([pressures[0]?.value === 120 ? 140 : 120, 1])
    const id = randomUUID()
    const file = await workbook([['a201', '2026-03-04', 118, 76, null, null, null, null]])
    const twice = await Promise.all([send(file, true, chen, id), send(file, true, chen, id)])
    expect(twice.map(({ data }) => [data.state, data.imported])).toEqual([
      ['done', 1],
      ['done', 1],
    ])
    expect((await stored()).filter(({ day }) => day === '2026-03-04')).toHaveLength(1)
    expect((await send(files[0] ?? '', true, chen, id)).code).toBe('DUPLICATE')
    expect((await send(file, true, secretary, id)).code).toBe('DUPLICATE')
  })

  it('[FILE-09~] wrong rows are told by row and column, and nothing of them is stored', async () => {
    await clear()
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const bad: [Cell[], [string, string][]][] = [
      [[null, '2026-03-01', 120, 80, null, null, null, null], [['who', 'FIELD_EMPTY']]],
      [['A223456528', '2026-03-01', 120, 80, null, null, null, null], [['who', 'MEMBER_NOT_FOUND']]],
      // Of another unit, and of another institution.
      [['F131104093', '2026-03-01', 120, 80, null, null, null, null], [['who', 'MEMBER_NOT_FOUND']]],
      [['a205', '2026-03-01', 120, 80, null, null, null, null], [['who', 'MEMBER_NOT_FOUND']]],
      [['a201', null, 120, 80, null, null, null, null], [['date', 'FIELD_EMPTY']]],
      [['a201', '2026-02-30', 120, 80, null, null, null, null], [['date', 'VALUE_INVALID']]],
      [['a201', tomorrow, 120, 80, null, null, null, null], [['date', 'RECORD_DATE_INVALID']]],
      [['a201', '1950-01-01', 120, 80, null, null, null, null], [['date', 'RECORD_DATE_INVALID']]],
      [['a201', '2026-03-01', 120, null, null, 60, null, null], [['diastolic', 'FIELD_EMPTY']]],
      [['a201', '2026-03-01', 80, 120, null, null, null, null], [['diastolic', 'VALUE_OUT_OF_RANGE']]],
      [['a201', '2026-03-01', 1200, 80, null, null, null, null], [['systolic', 'VALUE_OUT_OF_RANGE']]],
      [
        ['a201', '2026-03-01', '一百', 80, null, 'NaN', null, null],
        [
          ['systolic', 'VALUE_INVALID'],
          ['weight', 'VALUE_INVALID'],
        ],
      ],
      [['a201', '2026-03-01', null, null, null, null, 5.6, null], [['glucose_fasting', 'VALUE_OUT_OF_RANGE']]],
      [['a201', '2026-03-01', null, null, null, null, null, null], [['systolic', 'FIELD_EMPTY']]],
    ]
    const good: Cell[] = ['a201', '2026-03-01', 120, 80, null, null, null, null]
    const file = await workbook([good, ...bad.map(([row]) => row), good])
    const { data } = await send(file, true)
    expect([data.total, data.imported, data.bad]).toEqual([16, 1, 15])
    expect(data.rows.slice(1, -1).map(({ faults }) => faults.map(({ path, code }) => [path, code]))).toEqual(
      bad.map(([, faults]) => faults),
    )
    expect(data.rows.at(-1)?.faults).toMatchObject([{ path: 'systolic', code: 'DUPLICATE' }])
    expect(data.rows[11]).toMatchObject({ number: 13, problem: expect.stringContaining('收縮壓') })
    expect(data.rows[10]?.problem).toContain('79')
    expect(await stored()).toMatchObject([{ pid: 201, kind: 'blood_pressure', value: 120 }])
    // Of another institution nobody is found, by whatever account.
    expect((await send(await workbook([good]), true, far)).data.rows[0]?.faults).toMatchObject([
      { path: 'who', code: 'MEMBER_NOT_FOUND' },
    ])
  })

  it('[FILE-09~] a formula says nothing, and what is no workbook is refused', async () => {
    await clear()
    const parts = unzipSync(
      Buffer.from(await workbook([['a201', '2026-03-01', 120, 80, null, null, null, null]]), 'base64'),
    )
    const name = 'xl/worksheets/sheet1.xml'
    const xml = strFromU8(parts[name] as Uint8Array)
    const swapped = xml.replace('<v>120</v>', '<f>60*2</f><v>120</v>')
    expect(swapped).not.toBe(xml)
    const formula = Buffer.from(zipSync({ ...parts, [name]: strToU8(swapped) })).toString('base64')
    expect((await send(formula, true)).data.rows[0]?.faults).toMatchObject([{ path: 'systolic', code: 'CELL_FORMULA' }])
    for (const [file, status, code] of [
      ['', 415, 'EXCEL_ONLY'],
      [Buffer.from('a,b').toString('base64'), 415, 'EXCEL_ONLY'],
      [Buffer.from(zipSync({ x: strToU8('y') })).toString('base64'), 400, 'EXCEL_UNREADABLE'],
      [await workbook([], ['姓名', '日期']), 400, 'EXCEL_UNREADABLE'],
      [await workbook(Array.from({ length: 2001 }, () => ['a201'])), 413, 'IMPORT_TOO_MANY_ROWS'],
      [Buffer.alloc(2 * 1024 * 1024 + 1).toString('base64'), 413, 'TOO_LARGE'],
    ] as const)
      expect(await send(file, false), code).toMatchObject({ status, code })
    expect(await stored()).toEqual([])
  })

  it('[FILE-09~] the template is read by its own titles, in each language', async () => {
    for (const lang of ['zh-TW', 'zh-CN', 'en']) {
      const { token } = await testApp.signIn('nurse.chen')
      chen = clientOf(testApp, token)
      const answer = await fetch(`${testApp.base}/his/api/healthdatabatches/template`, {
        headers: { authorization: `Bearer ${token}`, 'accept-language': lang, cookie: `tw_lang=${lang}` },
      })
      const [sheet] = await openXlsx(Buffer.from(await answer.arrayBuffer()))
      const titles = (await sheet?.rows())?.[0]?.cells.map((cell) => cell?.text ?? '') ?? []
      expect(titles).toHaveLength(12)
      const row = ['a201', '2026-03-05', 120, 80, 70, 71, 60, 36.5, 98, 95, 100, 120]
      const { data } = await send(await workbook([row], titles), false)
      expect([data.unknown, data.good, data.rows[0]?.said.values.length], lang).toEqual([[], 1, 8])
    }
  })
})

it('[M5] [FILE-09~] a weight that nobody of that age has is refused with what is usual', async () => {
  await testApp.data.db.system.tx((tx) => tx.run(sql`update member set birthday = '2024-01-05' where pid = 202`))
  const answer = await send(
    await workbook([
      ['a202', '2026-02-20', null, null, null, 60, null, null],
      ['a202', '2026-02-21', null, null, null, 12.4, null, null],
    ]),
    false,
  )
  expect(answer.data.rows.map(({ faults }) => faults.map(({ path, code }) => `${path} ${code}`))).toEqual([
    ['weight VALUE_OUT_OF_RANGE'],
    [],
  ])
})
