import type { ExternalReport } from '@teleward/contract/files/external-report-endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { type Client, clientOf, openFiles, pdf } from './fixture.ts'

let testApp: TestApp
let lin: Client
let chen: Client
let secretary: Client
let far: Client
let hua: Client
beforeAll(async () => {
  testApp = await openFiles()
  const as = async (account: string) => clientOf(testApp, (await testApp.signIn(account)).token)
  ;[lin, chen, secretary, far, hua] = (await Promise.all(
    ['dr.lin', 'nurse.chen', 'secretary', 'dr.far', 'dr.hua'].map(as),
  )) as [Client, Client, Client, Client, Client]
})
afterAll(() => testApp?.stop())

const glucose = {
  name: 'HbA1c',
  code: '4548-4',
  value: '7.2',
  unit: '%',
  referenceRange: '4.0–5.6',
  interpretation: 'H',
}
const said = (more: Record<string, unknown> = {}) => ({
  pid: 201,
  category: 'laboratory',
  title: '糖化血色素',
  source: '大安醫事檢驗所',
  issuedAt: '2026-03-01T02:00:00.000Z',
  results: [glucose],
  ...more,
})
const post = (who: Client, more: Record<string, unknown> = {}) =>
  who.call<ExternalReport>('POST', '/his/api/externalreports', said(more))
const read = (who: Client, pid = 201) =>
  who.call<{ reports: ExternalReport[]; more: boolean }>('GET', `/his/api/externalreports/${pid}`)
const withdraw = (who: Client, id: string, reason: string) =>
  who.call<ExternalReport>('PUT', `/his/api/externalreports/${id}`, { withdraw: true, reason })

describe('results and reports of others', () => {
  it('[FILE-11~] stand in the record with source and time, with their values and the report itself', async () => {
    const { file } = await chen.send('report.pdf', pdf('% lab'), { kind: 'pe_report' })
    const before = Date.now()
    const { code, data } = await post(chen, { fileId: file?.id, conclusion: '血糖控制不佳' })
    expect(code).toBe('OK')
    expect(data).toMatchObject({
      source: '大安醫事檢驗所',
      issuedAt: '2026-03-01T02:00:00.000Z',
      results: [glucose],
      conclusion: '血糖控制不佳',
      file: { id: file?.id, name: 'report.pdf' },
      corrects: 0,
      by: { mid: testApp.mids['nurse.chen'] },
    })
    expect(Date.parse(data.receivedAt)).toBeGreaterThanOrEqual(before - 1000)
    // The doctor whose patient opened the record reads it; the newest stands first.
    await post(chen, { title: '較新', issuedAt: '2026-03-02T02:00:00.000Z' })
    expect((await read(lin)).data.reports.map(({ title }) => title)).toEqual(['較新', '糖化血色素'])
    const [row] = await testApp.data.db.system.read(
      sql`select action from audit_log where pid = 201 and action = 'POST /his/api/externalreports' limit 1`,
    )
    expect(row).toBeTruthy()
  })

  it('[FILE-11~] said again under its number, it corrects the one before, also from two sides at once', async () => {
    const number = { identifier: 'LAB-77', title: '初報' }
    await post(chen, number)
    expect((await post(lin, { ...number, title: '更正' })).data.corrects).toBe(1)
    const both = await Promise.all([post(chen, { ...number, title: '甲' }), post(lin, { ...number, title: '乙' })])
    expect(both.map(({ code }) => code)).toEqual(['OK', 'OK'])
    const there = (await read(lin)).data.reports.filter(({ identifier }) => identifier === 'LAB-77')
    expect(there.map(({ corrects }) => corrects)).toEqual([3])
    // The same number of another source is another report.
    expect((await post(chen, { ...number, source: '別家' })).data.corrects).toBe(0)
  })

  it('[FILE-11~] entered wrongly, it is withdrawn with a reason by who entered it or a doctor, and stays to be seen', async () => {
    const { data } = await post(chen, { title: '別人的' })
    const li = clientOf(testApp, (await testApp.signIn('nurse.li')).token)
    expect((await withdraw(li, data.id, '不是他的')).code).toBe('FORBIDDEN')
    expect((await withdraw(chen, data.id, ' ')).code).toBe('REASON_REQUIRED')
    expect((await withdraw(lin, data.id, '病人錯誤')).data.withdrawn).toMatchObject({ reason: '病人錯誤' })
    expect((await withdraw(lin, data.id, '再一次')).code).toBe('ILLEGAL_STEP')
    expect((await read(lin)).data.reports.find(({ id }) => id === data.id)?.withdrawn?.reason).toBe('病人錯誤')
  })

  it('[FILE-11~] is of the record: closed, of another unit or institution, there is nothing, and nothing can be put there', async () => {
    // Who brings one for a closed record sees that one alone.
    expect((await read(lin, 202)).code).toBe('EMR_NOT_AUTHORISED')
    const { data } = await post(chen, { pid: 202 })
    expect((await read(chen, 202)).data.reports.map(({ id }) => id)).toEqual([data.id])
    expect((await read(lin, 202)).code).toBe('EMR_NOT_AUTHORISED')
    expect((await withdraw(lin, data.id, 'x')).code).toBe('NOT_FOUND')
    for (const stranger of [far, hua]) {
      expect(['NOT_FOUND', 'EMR_NOT_AUTHORISED']).toContain((await read(stranger)).code)
      expect((await withdraw(stranger, data.id, 'x')).code).toBe('NOT_FOUND')
    }
    expect((await post(far)).code).toBe('NOT_FOUND')
    expect((await post(chen, { pid: 204 })).code).toBe('NOT_FOUND')
    // Who brings files and reads none.
    expect((await post(secretary)).code).toBe('OK')
    expect((await read(secretary)).code).toBe('FORBIDDEN')
  })

  it('[FILE-11~] says something, of a time that was, and shows a file of the same patient alone', async () => {
    const refused = async (more: Record<string, unknown>) => (await post(chen, more)).code
    const other = (await chen.send('other.pdf', pdf('% other'), { kind: 'pe_report', pid: 202 })).file?.id
    expect(await refused({ results: [], conclusion: ' ' })).toBe('FIELD_EMPTY')
    expect(await refused({ issuedAt: new Date(Date.now() + 86_400_000).toISOString() })).toBe('VALUE_INVALID')
    expect(await refused({ fileId: other })).toBe('VALUE_INVALID')
    expect(await refused({ fileId: '00000000-0000-4000-8000-000000000000' })).toBe('VALUE_INVALID')
    expect(await refused({ source: '' })).toBe('BAD_INPUT')
    expect(await refused({ results: [{ ...glucose, interpretation: '<b>' }] })).toBe('BAD_INPUT')
    expect(await refused({ results: Array.from({ length: 201 }, () => glucose) })).toBe('BAD_INPUT')
  })
})
