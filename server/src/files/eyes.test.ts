import type { Eyes, MedicalFile } from '@teleward/contract/files/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../auth/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { pngOf } from '../profile/fixture.ts'
import { type Client, clientOf, openFiles, wave } from './fixture.ts'

let testApp: TestApp
const people: Record<string, Client> = {}
const tokens: Record<string, string> = {}
const as = (account: string): Client => {
  const found = people[account]
  if (!found) throw new Error(account)
  return found
}
beforeAll(async () => {
  testApp = await openFiles()
  for (const account of ['dr.lin', 'dr.wang', 'nurse.chen', 'dr.far', 'dr.hua', 'secretary']) {
    const { token } = await testApp.signIn(account)
    tokens[account] = token
    people[account] = clientOf(testApp, token)
  }
})
afterAll(() => testApp?.stop())

let seed = 20
const brought = async (eye: 'L' | 'R', more: Record<string, unknown> = {}): Promise<MedicalFile> => {
  seed += 1
  const { file } = await as('nurse.chen').send(`${eye}.png`, pngOf(seed, 30), { kind: 'eye', eye, ...more })
  if (!file) throw new Error('it was not stored')
  return file
}
const eyes = (by: string, id: string) => as(by).call<Eyes>('GET', `/his/api/eyes/${id}`)
const remark = (by: string, id: string, version: number, text: string) =>
  as(by).call<MedicalFile>('PUT', `/his/api/eyes/${id}`, { version, remark: text })
const find = (by: string, id: string, values: object, more: object = {}) =>
  as(by).call<MedicalFile>('POST', `/his/api/files/${id}/findings`, {
    values,
    model: 'RetiScan 2.1',
    date: '2024-05-06',
    ...more,
  })
const GRADE = { of: 'eye', grade: 'orange', quality: 'good', word: '中度病變' }

it('[FILE-06~] shows both eyes of the patient and the earlier ones, to who may see them and nobody else', async () => {
  const [right, left] = [await brought('R'), await brought('L')]
  const other = await brought('R', { pid: 202 })
  const { file: photo } = await as('nurse.chen').send('a.png', pngOf(12, 12))
  const { data } = await eyes('dr.lin', right.id)
  expect(data.images.map(({ id }) => id)).toEqual(expect.arrayContaining([right.id, left.id]))
  expect(data.images.map(({ id }) => id)).not.toContain(other.id)
  expect(data.images.find(({ id }) => id === left.id)).toMatchObject({ eye: 'L', finding: null, remarked: null })
  for (const stranger of ['dr.far', 'dr.hua']) {
    expect((await eyes(stranger, right.id)).code).toBe('NOT_FOUND')
    expect((await remark(stranger, right.id, 1, 'x')).code).toBe('NOT_FOUND')
    expect((await find(stranger, right.id, GRADE)).code).toBe('NOT_FOUND')
  }
  // A picture of something else is no fundus.
  expect((await eyes('dr.lin', photo?.id ?? '')).code).toBe('NOT_FOUND')
  expect((await remark('dr.lin', photo?.id ?? '', 1, 'x')).code).toBe('NOT_FOUND')
  expect((await eyes('secretary', right.id)).code).toBe('FORBIDDEN')
  const kept = await testApp.data.db.system.read(sql<{ mid: number; pid: number }>`
    select mid, pid from audit_log where target_id = ${right.id} and kind = 'read' and detail ->> 'eyes' is not null`)
  expect(kept).toEqual([{ mid: testApp.mids['dr.lin'], pid: 201 }])
})

it('[FILE-06~] a remark says who wrote it and when; who read an older one is told and loses nothing', async () => {
  const { id } = await brought('R')
  const first = await remark('dr.lin', id, 1, '視乳頭邊界清楚')
  expect(first.data).toMatchObject({
    remark: '視乳頭邊界清楚',
    version: 2,
    remarked: { by: { mid: testApp.mids['dr.lin'] } },
  })
  const late = await remark('dr.wang', id, 1, '黃斑部出血')
  expect([late.code, late.data.remark, late.data.version]).toEqual(['VERSION_STALE', '視乳頭邊界清楚', 2])
  expect((await remark('dr.wang', id, 2, '視乳頭邊界清楚；黃斑部出血')).data).toMatchObject({
    version: 3,
    remarked: { by: { mid: testApp.mids['dr.wang'] } },
  })
  // Turning it is no remark of who turned it.
  const turned = await as('nurse.chen').put(id, { action: 'change', version: 3, rotation: 90 })
  expect(turned.data.remarked?.by.mid).toBe(testApp.mids['dr.wang'])
  const empty = await remark('dr.lin', id, 4, '')
  expect(empty.data).toMatchObject({ remark: '', remarked: null })
})

it('[FILE-06~] the colour of a model is entered with its name and day, added to and never changed; unknown stays unknown', async () => {
  const { id } = await brought('L')
  expect((await find('nurse.chen', id, GRADE)).data.finding).toMatchObject({
    values: GRADE,
    model: 'RetiScan 2.1',
    date: '2024-05-06',
    by: { mid: testApp.mids['nurse.chen'] },
  })
  expect(
    (await find('dr.lin', id, { ...GRADE, grade: 'unreadable', quality: null, word: null })).data.finding,
  ).toMatchObject({
    values: { grade: 'unreadable', quality: null },
  })
  for (const [values, more, code] of [
    [{ ...GRADE, grade: 'purple' }, {}, 'BAD_INPUT'],
    [{ of: 'phono', emat: 10, sdi: null, s3: null, s4: null }, {}, 'VALUE_INVALID'],
    [GRADE, { date: '2999-01-01' }, 'VALUE_INVALID'],
    [GRADE, { model: '' }, 'BAD_INPUT'],
  ] as const)
    expect((await find('dr.lin', id, values, more)).code).toBe(code)
  const kept = await testApp.data.db.system.read(
    sql<{ n: number }>`select count(*)::int as n from file_finding where file_id = ${id}`,
  )
  expect(kept[0]?.n).toBe(2)
  const scope = async (account: string) => scopeOf(await testApp.app.auth.staff(tokens[account] ?? ''))
  // The table itself says the same.
  expect(await testApp.data.db.read(await scope('dr.far'), sql`select 1 from file_finding`)).toEqual([])
  await expect(
    testApp.data.db.tx(await scope('dr.far'), (tx) =>
      tx.run(sql`insert into file_finding (file_id, mid, at, found, model, made_on)
        values (${id}, ${testApp.mids['dr.far'] ?? 0}, now(), '{}', 'x', '2024-01-01')`),
    ),
  ).rejects.toThrow(/row-level security/)
  await expect(
    testApp.data.db.tx(await scope('dr.lin'), (tx) => tx.run(sql`update file_finding set model = 'y'`)),
  ).rejects.toThrow(/permission denied/)
  await as('dr.lin').put(id, { action: 'withdraw', version: 1, reason: '重複' })
  expect((await find('dr.lin', id, GRADE)).code).toBe('ILLEGAL_STEP')
  expect((await eyes('dr.lin', id)).code).toBe('NOT_FOUND')
})

it('[FILE-07~] values of a heart sound are kept as the report has them: what it does not say is no number', async () => {
  const { file } = await as('nurse.chen').send('s3.wav', wave(), { kind: 'phono' })
  const id = file?.id ?? ''
  const values = { of: 'phono', emat: 15.2, sdi: null, s3: 6, s4: 0 }
  expect((await find('nurse.chen', id, values)).data.finding?.values).toEqual(values)
  for (const [wrong, code] of [
    [{ ...values, s3: 11 }, 'BAD_INPUT'],
    [{ ...values, emat: 101 }, 'BAD_INPUT'],
    [{ of: 'phono', emat: null, sdi: null, s3: null, s4: null }, 'VALUE_INVALID'],
    [GRADE, 'VALUE_INVALID'],
  ] as const)
    expect((await find('dr.lin', id, wrong)).code).toBe(code)
})
