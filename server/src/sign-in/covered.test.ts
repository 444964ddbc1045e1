import { randomUUID } from 'node:crypto'
import { coveredCalls } from '@teleward/contract/auth/covered-calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, PASSWORD, type Reply, type SignedIn, type TestApp } from '../auth/fixture.ts'
import { createAuth } from '../auth/service.ts'
import { sql } from '../platform/db/index.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp?.stop())
beforeEach(() => testApp.clock.advance(3_600_000))

/** A HEAD has no body: its refusal stands in a header. */
const code = ({ body, headers }: Reply) => String(body.status ?? headers.get('x-refusal'))
const lock = (who: SignedIn, device_token = who.device_token) =>
  testApp.post('/his/api/lock', { device_token }, who.token)
const unlock = (token: string, pwd = PASSWORD) => testApp.post('/his/api/unlock', { pwd }, token)
const state = async (token: string) => (await testApp.get('/his/api/userinfo/3', token)).body.data ?? {}
/** Another one each time: the same twice is refused for that. */
const words = async (token: string) =>
  code(await testApp.post('/his/api/words', { type: 's', word: `字${randomUUID()}` }, token))
async function covered(account: string): Promise<SignedIn> {
  const who = await testApp.signIn(account)
  expect(code(await lock(who))).toBe('OK')
  return who
}

describe('a session whose screen is covered', () => {
  it('[S8] opens nothing by its tokens but the ways out and what a ring needs, whatever is called', async () => {
    const { token } = await covered('dr.lin')
    const open: string[] = []
    let refused = 0
    for (const { method, path, permission } of testApp.app.http.registry) {
      if (['public', 'link', 'linkToken'].includes(permission) || /\/(logout|unlock)$/.test(path)) continue
      const body = ['GET', 'HEAD'].includes(method) ? undefined : {}
      const at = path.replace('{device_type}', '3').replace(/\{\w+\}/g, '1')
      const said = code(await testApp.send(method, at, body, token))
      if (said === 'SESSION_COVERED') refused += 1
      else open.push(`${method} ${path}`)
    }
    expect(open.toSorted()).toEqual([...coveredCalls].filter((call) => !/\/(logout|unlock)$/.test(call)).toSorted())
    expect(refused).toBeGreaterThan(150)
    // Each of them is a call that there is.
    const all = new Set(testApp.app.http.registry.map(({ method, path }) => `${method} ${path}`))
    expect([...coveredCalls].filter((call) => !all.has(call))).toEqual([])
  })

  it('[S8] stays covered over a refresh, in a second tab and in another process; the tokens stay good, the key of the drafts is kept back', async () => {
    const who = await covered('dr.lin')
    const db = testApp.data.another(testApp.clock)
    const auth = createAuth({ db, clock: testApp.clock })
    expect((await auth.staff(who.token)).covered).toBe(true)
    const renewed = await testApp.post('/his/user/refresh', {
      refresh_token: who.refresh_token,
      device_token: who.device_token,
    })
    expect(code(renewed)).toBe('OK')
    const fresh = String(renewed.body.access_token)
    for (const token of [who.token, fresh]) {
      expect([await words(token), (await state(token)).covered, (await state(token)).draftKey]).toEqual([
        'SESSION_COVERED',
        true,
        null,
      ])
    }
    expect(code(await unlock(fresh))).toBe('OK')
    for (const token of [who.token, fresh]) {
      expect([await words(token), (await state(token)).covered]).toEqual(['OK', false])
      expect((await state(token)).draftKey).toMatch(/^[\w-]{43}$/)
    }
  })

  it('[S8] opens by the right password alone, and is counted', async () => {
    const { token } = await covered('nurse.chen')
    for (const pwd of ['guess', '', 'demo1234 ', PASSWORD.toUpperCase()]) {
      expect(code(await unlock(token, pwd))).not.toBe('OK')
      expect(await words(token)).toBe('SESSION_COVERED')
    }
    expect(code(await testApp.post('/his/api/unlock', { pwd: PASSWORD, covered: false }, token))).toBe('OK')
    expect(await words(token)).toBe('OK')
  })

  it('[S8] covers that session alone, which only its own device covers; a new sign-in is not covered', async () => {
    const web = await testApp.signIn('dr.lin')
    const phone = await testApp.signIn('dr.lin', { device_type: 1 })
    expect(code(await lock(web, phone.device_token))).toBe('DEVICE_MISMATCH')
    expect(code(await testApp.post('/his/api/lock', {}, web.token))).toBe('BAD_INPUT')
    expect(await words(web.token)).toBe('OK')
    expect(code(await lock(web))).toBe('OK')
    // Told twice, as by two tabs, it is covered once.
    expect(code(await lock(web))).toBe('OK')
    expect([await words(web.token), await words(phone.token)]).toEqual(['SESSION_COVERED', 'OK'])
    expect(code(await testApp.post('/his/api/logout', {}, web.token))).toBe('OK')
    expect(await words((await testApp.signIn('dr.lin')).token)).toBe('OK')
  })

  it('[S8] is kept in the log: who covered it, and who opened it', async () => {
    const { token } = await covered('dr.wang')
    await unlock(token, 'guess')
    await unlock(token)
    const rows = await testApp.data.db.system.read(sql<{ action: string; outcome: string }>`
      select action, outcome from audit_log where mid = ${testApp.mids['dr.wang'] ?? 0} and action like '%lock' order by id`)
    expect(rows.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['POST /his/api/lock', 'OK'],
      ['POST /his/api/unlock', 'WRONG_PASSWORD'],
      ['POST /his/api/unlock', 'OK'],
    ])
  })
})
