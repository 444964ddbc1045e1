import { SECOND_FACTOR_TRIES } from '@teleward/contract/registration/rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp, PASSWORD, type Reply, type SignedIn } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { fromBase32, hotp, stepOf } from './totp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  const lin = testApp.mids['dr.lin'] ?? 0
  await testApp.data.db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${lin}, 32, 1, 'doctor')`,
    )
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${lin}, 32, 320)`)
  })
})
afterAll(() => testApp?.stop())
// An hour goes by between two tests: limits and locks of one are not the next one's.
beforeEach(() => testApp.clock.advance(3_600_000))

const said = ({ status, body }: Reply) => `${status} ${body.status}`
const attempt = (pwd: string, device_token?: string, id = 'dr.lin') =>
  testApp.post('/his/user/login', { id, pwd, ...(device_token ? { device_token } : {}) })
const unlock = async (token: string, pwd = PASSWORD) => said(await testApp.post('/his/api/unlock', { pwd }, token))
const times = async (n: number, act: () => Promise<unknown>) => {
  for (let done = 0; done < n; done += 1) await act()
}
/** What somebody at a screen of their own can do to an account: guess from outside. */
const strangersLock = async () => {
  await times(5, () => attempt('wrong1234'))
  expect(said(await attempt(PASSWORD))).toBe('429 LOGIN_LOCKED')
}
const signedIn = (reply: Reply) => reply.body as unknown as SignedIn

describe('wrong passwords of strangers', () => {
  it('[AUTH-04~] stop nobody who is signed in: the cover opens, the password changes, and so it is in every session', async () => {
    const desk = await testApp.signIn('dr.lin')
    const phone = await testApp.signIn('dr.lin', { device_type: 1 })
    await strangersLock()
    expect([await unlock(desk.token), await unlock(phone.token)]).toEqual(['200 OK', '200 OK'])
    const change = (oldPassword: string, newPassword: string) =>
      testApp.post('/his/api/changepw', { oldPassword, newPassword, repeatPassword: newPassword }, desk.token)
    expect(said(await change(PASSWORD, 'Another-pass-2026'))).toBe('200 OK')
    expect(said(await change('Another-pass-2026', 'Yet-another-2026'))).toBe('200 OK')
    await testApp.data.db.system.tx((tx) =>
      tx.run(sql`update staff_credential set password_hash = o.password_hash from staff_credential o
        where staff_credential.mid = ${testApp.mids['dr.lin']} and o.mid = ${testApp.mids['dr.wang']}`),
    )
  })
  it('[AUTH-04~] shut no device out that signed in before; a device that only says so is a stranger', async () => {
    const desk = await testApp.signIn('dr.lin')
    await testApp.post('/his/api/logout', {}, desk.token)
    await strangersLock()
    expect(said(await attempt(PASSWORD, desk.device_token.replace(/.$/, '~')))).toBe('429 LOGIN_LOCKED')
    const other = await testApp.signIn('dr.wang')
    expect(said(await attempt(PASSWORD, other.device_token))).toBe('429 LOGIN_LOCKED')
    expect(said(await attempt(PASSWORD, desk.device_token))).toBe('200 OK')
    // Their lock is theirs still.
    expect(said(await attempt(PASSWORD))).toBe('429 LOGIN_LOCKED')
  })
})

describe('guessing from within', () => {
  it('[AUTH-04~] locks the session and its device at the fifth, and neither another session nor the way in', async () => {
    const phone = await testApp.signIn('dr.lin', { device_type: 1 })
    const desk = await testApp.signIn('dr.lin')
    const all = await Promise.all(Array.from({ length: 20 }, () => unlock(desk.token, 'wrong1234')))
    expect(all.filter((one) => one === '401 WRONG_PASSWORD')).toHaveLength(4)
    expect(await unlock(desk.token)).toBe('429 LOGIN_LOCKED')
    expect(said(await attempt(PASSWORD, desk.device_token))).toBe('429 LOGIN_LOCKED')
    expect(await unlock(phone.token)).toBe('200 OK')
    testApp.clock.advance(15 * 60_000 - 1000)
    expect(await unlock(desk.token)).toBe('429 LOGIN_LOCKED')
    testApp.clock.advance(1000)
    const access = signedIn(
      await testApp.post('/his/user/refresh', { refresh_token: desk.refresh_token, device_token: desk.device_token }),
    ) as unknown as { access_token: string }
    expect(await unlock(access.access_token)).toBe('200 OK')
    expect(said(await attempt(PASSWORD))).toBe('200 OK')
  })
  it('[AUTH-04~] is not begun anew by going to another institution and back', async () => {
    const desk = await testApp.signIn('dr.lin')
    await times(4, () => unlock(desk.token, 'wrong1234'))
    const there = signedIn(await testApp.send('PUT', '/his/api/sessions/partner', { partnerid: 32 }, desk.token))
    expect(await unlock(there.token, 'wrong1234')).toBe('429 LOGIN_LOCKED')
    const back = signedIn(await testApp.send('PUT', '/his/api/sessions/partner', { partnerid: 1 }, there.token))
    expect(await unlock(back.token)).toBe('429 LOGIN_LOCKED')
  })
})

describe('wrong second codes', () => {
  it('[AUTH-18~] of strangers who know the password stop neither a session nor a device that signed in before', async () => {
    const desk = await testApp.signIn('dr.wang')
    const scan = await testApp.post('/his/api/totps', { password: PASSWORD }, desk.token)
    const secret = String(scan.body.data?.secret)
    const now = () => hotp(fromBase32(secret), stepOf(testApp.clock.now()))
    expect(said(await testApp.post('/his/api/totps', { code: now() }, desk.token))).toBe('200 OK')
    const half = async (device?: string) => String((await attempt(PASSWORD, device, 'dr.wang')).body.data?.challenge)
    const wrong = () => now().replace(/./, (digit) => String((Number(digit) + 5) % 10))
    const answer = async (challenge: string, code: string) =>
      said(await testApp.post('/his/api/secondsteps', { challenge, kind: 'totp', code }))
    for (let tried = 0; tried < SECOND_FACTOR_TRIES; tried += 5) {
      const challenge = await half()
      await times(5, () => answer(challenge, wrong()))
    }
    expect(said(await attempt(PASSWORD, undefined, 'dr.wang'))).toBe('429 LOGIN_LOCKED')
    expect(await unlock(desk.token)).toBe('200 OK')
    testApp.clock.advance(60_000)
    expect(await answer(await half(desk.device_token), now())).toBe('200 OK')
  })
})
