import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, createApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { sql } from '../platform/db/index.ts'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { until } from '../consultation/calls/fixture.ts'
import { firstOperator } from './first-operator.ts'
import { SETUP } from './fixture.ts'

let data: TestDatabase
let app: App
let base: string
beforeAll(async () => {
  data = await testDatabase()
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'teleward-first-')),
  })
  app = await createApp({ config, db: data.db, clock: systemClock, rate: 1_000_000 })
  base = (await app.listen()).replace('[::1]', '127.0.0.1')
})
afterAll(async () => {
  await app.close()
  await data.close()
})

async function call(method: string, path: string, body: unknown, token?: string) {
  const response = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    body: (await response.json()) as { status: string; token?: string; data?: Record<string, unknown> },
  }
}
const enter = (id: string, pwd: unknown, partnerid?: number) =>
  call('POST', '/his/user/login', { id, pwd, ...(partnerid === undefined ? {} : { partnerid }) })

it('a fresh installation begins with one operator, and comes to a doctor who is signed in without anybody else', async () => {
  const now = systemClock.now()
  const wish = { name: '操作者', institution: '禾安' }
  const ends = await Promise.allSettled([
    firstOperator(data.db, { account: 'Op.First', ...wish }, now),
    firstOperator(data.db, { account: 'op.second', ...wish }, now),
  ])
  const passwords = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  expect(passwords).toHaveLength(1)
  const again = firstOperator(data.db, { account: 'op.third', name: 'Third' }, now)
  await expect(again).rejects.toThrow('There is an operator already')
  await expect(firstOperator(data.db, { account: 'a b', name: 'Third' }, now)).rejects.toThrow('is no account')

  const [pwd] = passwords
  const account = ends[0]?.status === 'fulfilled' ? 'op.first' : 'op.second'
  const operator = await enter(account, pwd, 0)
  expect(operator.body.status).toBe('OK')
  const another = { name: '遠山', rootUnit: '總院' }
  expect((await call('POST', '/his/api/partners', another, operator.body.token)).status).toBe(200)

  const admin = (await enter(account, pwd, 1)).body.token
  const asked = { account: 'dr.first', name: '林醫師', mobile: '0911222334', doctortype: 'doctor', units: [1] }
  const invited = await call('POST', '/his/api/staffaccounts', asked, admin)
  expect(invited.status).toBe(200)
  const first = await enter('dr.first', invited.body.data?.initialPassword)
  expect(first.body.status).toBe('unfinsh_verify')
  expect((await call('POST', '/his/api/accountsetups', SETUP, first.body.token)).status).toBe(200)
  const sent = await call('POST', '/his/api/verificationcodes', {}, first.body.token)
  expect(sent.status).toBe(200)
  await app.deps.timers.runDue()
  // Where nothing sends messages yet, the administrator reads the code to the doctor.
  const code = await until(async () => {
    const kept = await call('GET', '/his/api/outboxmessages?page=1', undefined, admin)
    // In the texts alone: an id may have six digits, too.
    const messages = kept.body.data as unknown as { text: string | null }[]
    return messages.flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text ?? '') ?? [])[0]
  })
  const checked = await call('PUT', `/his/api/verificationcodes/${sent.body.data?.id}`, { code }, first.body.token)
  expect(checked.body).toMatchObject({ status: 'OK', data: { review: 'phoneVerified' } })
  expect((await enter('dr.first', invited.body.data?.initialPassword)).body.status).toBe('WRONG_PASSWORD')
  expect((await enter('dr.first', SETUP.newPassword)).body.status).toBe('OK')
  const [kept] = await data.db.system.read(sql<{ n: number }>`
    select count(*)::int as n from audit_log where action = 'staff.firstOperator' and detail is null`)
  expect(kept?.n).toBe(1)
  const foundings = await data.db.system.read(sql<{ id: string; name: string; outcome: string }>`
    select target_id as id, detail -> 'after' ->> 'name' as name, outcome from audit_log
    where action = 'POST /his/api/partners' order by id`)
  // The first institution is in the log as the one that the operator founded later.
  expect(foundings).toEqual([
    { id: '1', name: '禾安', outcome: 'OK' },
    { id: '2', name: '遠山', outcome: 'OK' },
  ])
})
