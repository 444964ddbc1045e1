import { createHmac, randomUUID } from 'node:crypto'
import { actLabels } from '@teleward/contract/admin/act-labels.ts'
import { ACCESS_TOKEN_MS, REFRESH_MS, REFRESH_REMEMBERED_MS } from '@teleward/contract/auth/rules.ts'
import { sessionState } from '@teleward/contract/auth/schema.ts'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { json, sql } from '../platform/db/index.ts'
import {
  type TestApp,
  openTestApp,
  otherSpellings,
  PASSWORD,
  type Reply,
  type SignedIn,
  until,
} from '../auth/fixture.ts'
import { KEY_MS } from '../auth/keys.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp?.stop())
beforeEach(() => testApp.clock.advance(3_600_000))

const minutes = (n: number) => n * 60_000
const renew = (who: Pick<SignedIn, 'refresh_token' | 'device_token'>) =>
  testApp.post('/his/user/refresh', { refresh_token: who.refresh_token, device_token: who.device_token })
const asked = async (token: string | undefined) => {
  const { status, body } = await testApp.get('/his/api/userinfo/3', token)
  return [status, body.status]
}
const told = ({ status, body }: Reply) => [status, body.status]

describe('access tokens', () => {
  it('[AUTH-17] live 15 minutes, name their key, and carry nobody’s data', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const claims = decodeJwt(token)
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900)
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'HS256', kid: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    testApp.clock.advance(ACCESS_TOKEN_MS - 1000)
    expect(await asked(token)).toEqual([200, 'OK'])
    testApp.clock.advance(1000)
    expect(await asked(token)).toEqual([401, 'TOKEN_EXPIRED'])
  })
  it('[AUTH-17] are signed with a key that changes, while tokens of the last one still count', async () => {
    const before = await testApp.signIn('dr.lin', { remember: true })
    const [key] = await testApp.data.db.system.read(
      sql<{
        at: Date
        made: Date
      }>`select retires_at as at, created_at as made from signing_key order by retires_at desc limit 1`,
    )
    expect((key?.at.getTime() ?? 0) - (key?.made.getTime() ?? 0)).toBe(KEY_MS)
    testApp.clock.set(new Date((key?.at.getTime() ?? 0) - minutes(5)))
    const late = await renew(before)
    testApp.clock.advance(minutes(6))
    const fresh = await testApp.signIn('nurse.chen')
    const kid = (token: unknown) => decodeProtectedHeader(String(token)).kid
    expect(kid(late.body.access_token)).not.toBe(kid(fresh.token))
    expect(await asked(String(late.body.access_token))).toEqual([200, 'OK'])
  })
  it('[AUTH-17~] made by somebody else are refused: no algorithm, another key, a changed claim, another purpose', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const [head = '', body = '', signature = ''] = token.split('.')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = decodeJwt(token)
    const header = decodeProtectedHeader(token)
    const sign = (h: object, c: object, key: string) => {
      const text = `${part(h)}.${part(c)}`
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
    }
    const forged = {
      'alg none': `${part({ alg: 'none', kid: header.kid })}.${body}.`,
      'alg none with the old signature': `${part({ alg: 'none' })}.${body}.${signature}`,
      'another subject': `${head}.${part({ ...claims, sub: '2' })}.${signature}`,
      'a guessed key': sign(header, claims, 'secret'),
      'a key named by path': sign({ ...header, kid: '../../dev/null' }, claims, ''),
      'a key of its own': sign({ alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } }, claims, 'secret'),
      'no signature': `${head}.${body}`,
      nothing: 'x',
    }
    for (const [what, bad] of Object.entries(forged)) expect(await asked(bad), what).toEqual([401, 'UNAUTHENTICATED'])
    expect(await asked(undefined)).toEqual([401, 'UNAUTHENTICATED'])
    expect(await asked(token)).toEqual([200, 'OK'])
  })
  it('[AUTH-17~] of the right key but for another audience or without a session are refused', async () => {
    const { token } = await testApp.signIn('dr.lin')
    const { kid } = decodeProtectedHeader(token)
    const [key] = await testApp.data.db.system.read(
      sql<{ secret: string }>`select secret from signing_key where kid = ${kid ?? ''}`,
    )
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forge = (claims: object) => {
      const text = `${part({ alg: 'HS256', kid })}.${part(claims)}`
      return `${text}.${createHmac('sha256', Buffer.from(key?.secret ?? '', 'base64url'))
        .update(text)
        .digest('base64url')}`
    }
    const claims = decodeJwt(token)
    expect(await asked(forge(claims))).toEqual([200, 'OK'])
    for (const spelling of otherSpellings(token)) expect(await asked(spelling)).toEqual([401, 'UNAUTHENTICATED'])
    expect(await asked(forge({ ...claims, aud: 'room' }))).toEqual([401, 'UNAUTHENTICATED'])
    expect(await asked(forge({ ...claims, sid: undefined }))).toEqual([401, 'UNAUTHENTICATED'])
    expect(await asked(forge({ ...claims, sid: '00000000-0000-4000-8000-000000000000' }))).toEqual([401, 'ERROR_TOKEN'])
    expect(await asked(forge({ ...claims, sub: String(testApp.mids['dr.hua']) }))).toEqual([401, 'UNAUTHENTICATED'])
  })
})

describe('refreshing', () => {
  it('[AUTH-10] gives a new pair and takes the old refresh token', async () => {
    const first = await testApp.signIn('dr.lin')
    const second = await renew(first)
    expect(told(second)).toEqual([200, 'OK'])
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect(await asked(String(second.body.access_token))).toEqual([200, 'OK'])
  })
  it('[AUTH-10] revokes the whole family when an old token comes again', async () => {
    const first = await testApp.signIn('dr.lin')
    const second = await renew(first)
    testApp.clock.advance(11_000)
    expect(told(await renew(first))).toEqual([401, 'REFRESH_REUSED'])
    expect(await asked(String(second.body.access_token))).toEqual([401, 'ERROR_TOKEN'])
    const next = { refresh_token: String(second.body.refresh_token), device_token: first.device_token }
    expect(told(await renew(next))).toEqual([401, 'REFRESH_REUSED'])
    const [kept] = await testApp.data.db.system.read(
      sql<{
        n: number
      }>`select count(*)::int as n from audit_log where outcome = 'REFRESH_REUSED' and mid = ${testApp.mids['dr.lin']}`,
    )
    expect(kept?.n).toBeGreaterThan(0)
  })
  it('[AUTH-09~] answers a retry whose first answer was lost with the very same token, until that one is used', async () => {
    const first = await testApp.signIn('dr.lin')
    const [one, two] = await Promise.all([renew(first), renew(first)])
    expect(two.body.refresh_token).toBe(one.body.refresh_token)
    testApp.clock.advance(9_000)
    expect((await renew(first)).body.refresh_token).toBe(one.body.refresh_token)
    const next = { refresh_token: String(one.body.refresh_token), device_token: first.device_token }
    expect(told(await renew(next))).toEqual([200, 'OK'])
    expect(told(await renew(first))).toEqual([401, 'REFRESH_REUSED'])
  })
  it('[AUTH-17] is bound to the device token', async () => {
    const mine = await testApp.signIn('dr.lin')
    expect(told(await renew({ ...mine, device_token: 'another-device-token' }))).toEqual([401, 'DEVICE_MISMATCH'])
    expect(told(await renew({ ...mine, device_token: '' }))).toEqual([401, 'DEVICE_MISMATCH'])
    expect(told(await renew(mine))).toEqual([200, 'OK'])
  })
  it('lasts 12 hours, or 30 days when remembered', async () => {
    const short = await testApp.signIn('dr.lin')
    const long = await testApp.signIn('nurse.chen', { remember: true })
    testApp.clock.advance(REFRESH_MS)
    expect(told(await renew(short))).toEqual([401, 'REFRESH_EXPIRED'])
    testApp.clock.advance(REFRESH_REMEMBERED_MS - REFRESH_MS - 1000)
    expect(told(await renew(long))).toEqual([200, 'OK'])
  })
  it('[AUTH-01~] signed in again on the page that ran out, one is remembered as before; on another device, or when it says no, one is not', async () => {
    const first = await testApp.signIn('dr.far', { remember: true })
    testApp.clock.advance(REFRESH_REMEMBERED_MS + 1000)
    const again = await testApp.signIn('dr.far', { device_token: first.device_token })
    testApp.clock.advance(REFRESH_MS + 1000)
    expect(told(await renew(again))).toEqual([200, 'OK'])
    const elsewhere = await testApp.signIn('dr.far')
    testApp.clock.advance(REFRESH_MS)
    expect(told(await renew(elsewhere))).toEqual([401, 'REFRESH_EXPIRED'])
    const kept = await testApp.signIn('dr.far', { remember: true })
    const no = await testApp.signIn('dr.far', { device_token: kept.device_token, remember: false })
    testApp.clock.advance(REFRESH_MS)
    expect(told(await renew(no))).toEqual([401, 'REFRESH_EXPIRED'])
  })
  it.each([
    [{}, 401, 'REFRESH_MISSING'],
    [{ refresh_token: 'guess', device_token: 'x' }, 401, 'REFRESH_EXPIRED'],
    [{ refresh_token: { $gt: '' } }, 400, 'BAD_INPUT'],
    [[], 400, 'BAD_INPUT'],
  ])('refuses %j', async (body, status, code) => {
    expect(told(await testApp.post('/his/user/refresh', body))).toEqual([status, code])
  })
})

describe('one live session', () => {
  it('[AUTH-12] a sign-in with another device token ends the first; its tokens are void', async () => {
    const first = await testApp.signIn('dr.wang')
    const second = await testApp.signIn('dr.wang')
    expect(second.device_token).not.toBe(first.device_token)
    expect(await asked(first.token)).toEqual([401, 'ERROR_TOKEN'])
    expect(told(await renew(first))).toEqual([401, 'REPEAT_LOGIN'])
    expect(await asked(second.token)).toEqual([200, 'OK'])
  })
  it('[AUTH-12~] another kind of device stands beside it', async () => {
    const web = await testApp.signIn('dr.wang')
    const app = await testApp.signIn('dr.wang', { device_type: 1 })
    expect(await asked(web.token)).toEqual([200, 'OK'])
    expect(told(await testApp.get('/his/api/userinfo/1', app.token))).toEqual([200, 'OK'])
  })
  it('[AUTH-12~] two sign-ins at once leave exactly one', async () => {
    const both = await Promise.all([testApp.signIn('dr.wang'), testApp.signIn('dr.wang')])
    const answers = await Promise.all(both.map(({ token }) => asked(token)))
    expect(answers.map(([status]) => status).sort()).toEqual([200, 401])
  })
  it('[AUTH-13] the device is checked by its token', async () => {
    const { token, device_token } = await testApp.signIn('dr.wang')
    const right = await testApp.post('/his/api/checkDeviceToken', { device_token, type: 3 }, token)
    expect([right.status, right.body.data]).toEqual([200, [{ token: device_token }]])
    expect(told(await testApp.post('/his/api/checkDeviceToken', { device_token: 'other', type: 3 }, token))).toEqual([
      401,
      'DEVICE_MISMATCH',
    ])
    expect(told(await testApp.get('/his/api/userinfo/1', token))).toEqual([401, 'DEVICE_MISMATCH'])
  })
  it('signing out ends the session and leaves the person away', async () => {
    const mine = await testApp.signIn('dr.wang')
    await testApp.post('/his/api/doctorstatus', { doctorStatus: 1000 }, mine.token)
    expect((await testApp.post('/his/api/logout', { type: 3 }, mine.token)).status).toBe(200)
    expect(await asked(mine.token)).toEqual([401, 'ERROR_TOKEN'])
    expect(told(await renew(mine))).toEqual([401, 'REFRESH_EXPIRED'])
    const back = await testApp.signIn('dr.wang')
    expect((await testApp.get('/his/api/userinfo/3', back.token)).body.data?.doctorStatus).toBe(3000)
  })
  it('ends with the account, within the same second', async () => {
    const { token } = await testApp.signIn('dr.far')
    await testApp.data.db.system.tx(async (tx) => {
      await tx.run(sql`update staff set status = 'closed' where account = 'dr.far'`)
      await testApp.app.auth.endAll(tx, testApp.mids['dr.far'] ?? 0, 'accountClosed')
    })
    expect(await asked(token)).toEqual([401, 'ERROR_TOKEN'])
  })
})

describe('the hourly sweep', () => {
  it('ends what ran out and forgets what nobody can use', async () => {
    await testApp.signIn('dr.lin')
    const count = async () => {
      const [row] = await testApp.data.db.system.read(
        sql<{
          open: number
          tokens: number
        }>`select (select count(*)::int from session where ended_at is null) as open, (select count(*)::int from refresh_token) as tokens`,
      )
      return row ?? { open: 0, tokens: 0 }
    }
    expect((await count()).open).toBeGreaterThan(0)
    testApp.clock.advance(31 * 86_400_000)
    await until(async () => (await count()).open === 0, 'the sweep')
    expect((await count()).tokens).toBeGreaterThan(0)
    testApp.clock.advance(8 * 86_400_000)
    await until(async () => (await count()).tokens === 0, 'the second sweep')
  })
})

describe('the session state', () => {
  it('[AUTH-16] tells what is kept of a person: experience padded to 8 rows, images, signature, LINE accounts', async () => {
    // Signed in before LINE is bound: a second factor would stand between.
    const { token } = await testApp.signIn('dr.lin')
    const { db } = testApp.data
    const row = { from: '2008', to: '2015', organisation: '臺灣大學', title: '醫學士' }
    const [bank, license, sign] = [randomUUID(), randomUUID(), randomUUID()]
    await db.system.tx(async (tx) => {
      await tx.run(sql`insert into staff_profile (mid, education, career, bank_image, license_image, person_sign, doctor_enable)
        select mid, ${json([row])}, ${json([])}, ${bank}, ${license}, ${sign}, 1 from staff where account = 'dr.lin'`)
      await tx.run(
        sql`insert into line_binding (line_id, mid, name) select 'U1', mid, '林醫師' from staff where account = 'dr.lin'`,
      )
      await tx.run(
        sql`insert into line_binding (line_id, mid, name) select 'U2', mid, '別人' from staff where account = 'dr.wang'`,
      )
    })
    const state = sessionState.parse((await testApp.get('/his/api/userinfo/3', token)).body.data)
    await db.system.tx((tx) => tx.run(sql`delete from line_binding`))
    expect(state).toMatchObject({
      // Addresses that open for a while, of these pictures.
      bankImage: expect.stringContaining(bank),
      licenseImage: expect.stringContaining(license),
      personsign: expect.stringContaining(sign),
      doctorEnable: 1,
      line_list: [{ id: 'U1', name: '林醫師' }],
    })
    const none = { from: '', to: '', organisation: '', title: '' }
    expect(state.experience.education).toEqual([row, ...Array(7).fill(none)])
    expect(state.experience.career).toEqual(Array(8).fill(none))
    await db.system.tx(async (tx) => {
      await tx.run(sql`delete from staff_profile`)
      await tx.run(sql`delete from line_binding`)
    })
  })
  it('[AUTH-16] holds every field, with the defaults named', async () => {
    const { token, device_token } = await testApp.signIn('dr.lin')
    const { body } = await testApp.get('/his/api/userinfo/3', token)
    const state = sessionState.parse(body.data)
    const named =
      'name mid token jwt device doctortype doctorStatus doctorEnable avatar bankImage licenseImage personsign profile division divisionStrC divisionStrE experience partner partner_id partner_name partner_list unit_list line_list hospital ui_config upload_type pm_id comm_uid words is_p2p allow_shop sms_invite staff_type status opinion todo schedule msg noti'
    for (const field of named.split(' ')) expect(body.data, field).toHaveProperty(field)
    expect(state).toMatchObject({
      token: device_token,
      jwt: token,
      device: 3,
      doctorStatus: 3000,
      doctorEnable: 2,
      timeZone: 'Asia/Taipei',
      unit_list: [{ id: 2, main_id: 1 }],
    })
    expect(state.experience.education).toHaveLength(8)
    expect(state.permissions['prescription.write']).toBe('y')
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/)
  })
  it('[SHELL-16~] gives the same key for drafts to every session of a person, and to nobody else', async () => {
    const key = async (account: string) =>
      (await testApp.get('/his/api/userinfo/3', (await testApp.signIn(account)).token)).body.data?.draftKey
    const mine = await key('dr.lin')
    expect(mine).toMatch(/^[\w-]{43}$/)
    expect(await key('dr.lin')).toBe(mine)
    expect(await key('nurse.chen')).not.toBe(mine)
  })
  it('keeps preferences by version', async () => {
    const { token } = await testApp.signIn('nurse.chen')
    const put = (version: number, changes: object) =>
      testApp.send('PUT', '/his/api/preferences', { version, changes }, token)
    const first = await put(1, { theme: 'dark', stars: [{ path: '/crm', title: 'CRM' }] })
    expect(first.body.data).toMatchObject({ version: 2, preferences: { theme: 'dark', singleKeys: true } })
    const stale = await put(1, { theme: 'light' })
    expect(told(stale)).toEqual([409, 'VERSION_STALE'])
    expect(stale.body.data).toMatchObject({ version: 2, preferences: { theme: 'dark' } })
    expect(told(await put(2, { theme: 'purple' }))).toEqual([400, 'BAD_INPUT'])
    expect((await testApp.get('/his/api/userinfo/3', token)).body.data).toMatchObject({
      preferencesVersion: 2,
      preferences: { theme: 'dark' },
    })
  })
  it('[SHELL-20~] has a welcome text for each named institution in three languages', async () => {
    for (const id of [0, 1, 32, 1575, 1577, 2085]) {
      const { status, body } = await testApp.get(`/his/api/loginconfigs/${id}`)
      expect([status, body.data?.partnerId]).toEqual([200, id])
      expect(Object.values(body.data?.welcome ?? {}).every((text) => String(text).length > 4)).toBe(true)
    }
    expect((await testApp.get('/his/api/loginconfigs/7')).status).toBe(404)
    expect((await testApp.get('/his/api/loginconfigs/x')).status).toBe(400)
  })
})

describe('the password', () => {
  const change = (token: string, oldPassword: string, newPassword: string, repeatPassword = newPassword) =>
    testApp.post('/his/api/changepw', { oldPassword, newPassword, repeatPassword }, token)

  it('[AUTH-05] asks for letters and digits, the institution’s length, and two equal entries', async () => {
    const { token } = await testApp.signIn('admin')
    for (const bad of ['a1', 'abcdefgh', '12345678', '', 'abc1234'])
      expect(told(await change(token, PASSWORD, bad)), bad).toEqual([400, 'PASSWORD_RULE'])
    // Tried first, out of a published breach, and the institution's own name: whatever marks stand around it.
    await testApp.app.deps.db.system.tx((tx) => tx.run(sql`update partner set name_en = 'Hean Telecare' where id = 1`))
    for (const known of ['password1', 'blink182', 'Ncc1701d!', '2026Telecare!', 'heanTelecare1'])
      expect(told(await change(token, PASSWORD, known)), known).toEqual([400, 'PASSWORD_COMMON'])
    expect(told(await change(token, PASSWORD, 'good4morning', 'good5morning'))).toEqual([400, 'PASSWORD_MISMATCH'])
    expect(told(await change(token, 'wrong1234', 'good4morning'))).toEqual([401, 'WRONG_PASSWORD'])
    // [I8] And another one than it was.
    expect(told(await change(token, PASSWORD, PASSWORD))).toEqual([400, 'PASSWORD_SAME'])
  })
  it('[I8] [AUTH-05] the one in force is no change, however wide it is typed; the old one is proved before that is said', async () => {
    const { token } = await testApp.signIn('admin')
    const other = await testApp.signIn('admin', { device_type: 1 })
    for (const same of [PASSWORD, PASSWORD.replace('1', '１')]) {
      const refused = await change(token, PASSWORD, same)
      expect(told(refused)).toEqual([400, 'PASSWORD_SAME'])
      expect(JSON.stringify(refused.body)).toContain('"newPassword"')
    }
    expect(told(await change(token, 'good5morning', 'good5morning'))).toEqual([401, 'WRONG_PASSWORD'])
    expect((await testApp.get('/his/api/userinfo/1', other.token)).status).toBe(200)
  })
  it('[AUTH-05] is changed, stored with argon2id, and ends the other sessions', async () => {
    const web = await testApp.signIn('admin')
    const app = await testApp.signIn('admin', { device_type: 1 })
    expect((await change(web.token, PASSWORD, 'good4morning')).status).toBe(200)
    expect(await asked(web.token)).toEqual([200, 'OK'])
    expect(told(await testApp.get('/his/api/userinfo/1', app.token))).toEqual([401, 'ERROR_TOKEN'])
    expect(told(await testApp.post('/his/user/login', { id: 'admin', pwd: PASSWORD }))).toEqual([401, 'WRONG_PASSWORD'])
    expect((await testApp.post('/his/user/login', { id: 'admin', pwd: 'good4morning' })).status).toBe(200)
    const [row] = await testApp.data.db.system.read(
      sql<{ password_hash: string }>`select password_hash from staff_credential where mid = ${testApp.mids.admin}`,
    )
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
  it('[AUTH-04~] lifts the cover of a screen, and is counted like a sign-in', async () => {
    const { token } = await testApp.signIn('nurse.chen')
    expect((await testApp.post('/his/api/unlock', { pwd: PASSWORD }, token)).status).toBe(200)
    for (let n = 0; n < 4; n += 1)
      expect((await testApp.post('/his/api/unlock', { pwd: 'guess' }, token)).body.status).toBe('WRONG_PASSWORD')
    expect(told(await testApp.post('/his/api/unlock', { pwd: 'guess' }, token))).toEqual([429, 'LOGIN_LOCKED'])
    expect(told(await testApp.post('/his/api/unlock', { pwd: PASSWORD }, token))).toEqual([429, 'LOGIN_LOCKED'])
  })
})

describe('logs', () => {
  it('[AUTH-19] keep sign-ins with who, what, when and from where, failed ones too', async () => {
    await testApp.post('/his/user/login', { id: 'dr.lin', pwd: 'wrong1234' }, undefined, { 'user-agent': 'tester' })
    const { token } = await testApp.signIn('dr.lin')
    const { body } = await testApp.post('/his/api/login_log', { pageSize: 2 }, token)
    const rows = body.data as unknown as Record<string, unknown>[]
    expect(rows.map((row) => row.outcome)).toEqual(['OK', 'WRONG_PASSWORD'])
    expect(rows[1]).toMatchObject({ ip: '127.0.0.1', userAgent: 'tester', at: testApp.clock.now().toISOString() })
    expect(Number(body.total)).toBeGreaterThan(2)
    const beyond = await testApp.post('/his/api/login_log', { page: 1000 }, token)
    expect([beyond.body.data, beyond.body.total]).toEqual([[], body.total])
  })
  it('[AUTH-19] keep operations, masked, one’s own only', async () => {
    const { token } = await testApp.signIn('dr.lin')
    await testApp.send('PUT', '/his/api/preferences', { version: 1, changes: { theme: 'dark' } }, token)
    const { body } = await testApp.get('/his/api/operationlogs?pageSize=5', token)
    const rows = body.data as unknown as Record<string, unknown>[]
    expect(rows[0]).toMatchObject({ action: 'PUT /his/api/preferences', kind: 'write', outcome: 'OK', ip: '127.0.0.1' })
    expect(rows.some((row) => row.action === 'POST /his/user/login')).toBe(true)
    for (const row of rows) expect(String(row.target ?? '…')).toMatch(/^….{0,3}$/)
    const other = await testApp.signIn('dr.hua')
    const theirs = (await testApp.get('/his/api/operationlogs', other.token)).body.data as unknown as Record<
      string,
      unknown
    >[]
    expect(theirs.some((row) => row.action === 'PUT /his/api/preferences')).toBe(false)
  })
  it('[SET-04~] are searched by words of any language, narrowed, turned round, paged and handed out as Excel', async () => {
    await testApp.post('/his/user/login', { id: 'nurse.chen', pwd: 'wrong1234' }, undefined, {
      'user-agent': 'elsewhere',
    })
    const { token } = await testApp.signIn('nurse.chen')
    // Refused or not, it is an act.
    await testApp.send('PUT', '/his/api/preferences', { version: 1, changes: { theme: 'dark' } }, token)
    const list = async (query: string) => {
      const { body, status } = await testApp.get(`/his/api/operationlogs?${query}`, token)
      expect(status, query).toBe(200)
      return { rows: body.data as unknown as Record<string, unknown>[], total: Number(body.total) }
    }
    const failed = await list('outcome=refused&kind=auth')
    expect(failed.rows[0]).toMatchObject({
      log: 'login',
      action: 'POST /his/user/login',
      outcome: 'WRONG_PASSWORD',
      userAgent: 'elsewhere',
    })
    const label = actLabels['PUT /his/api/preferences']
    for (const word of [label?.['zh-TW'], label?.['zh-CN'], label?.en.toUpperCase(), 'api/preferences']) {
      const found = await list(`q=${encodeURIComponent(word ?? '')}`)
      expect([...new Set(found.rows.map((row) => row.action))], word).toEqual(['PUT /his/api/preferences'])
    }
    expect((await list(`q=${encodeURIComponent("%_' or 1=1 --")}`)).total).toBe(0)
    expect((await list('q=127.0.0')).total).toBeGreaterThan(3)
    expect((await list('from=2031-01-01')).total).toBe(0)
    // Reading it is an act as well: what a page shows is compared within one answer.
    const { rows, total } = await list('pageSize=100')
    expect(total).toBe(rows.length)
    const times = rows.map((row) => Date.parse(String(row.at)))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const oldest = await list('pageSize=2&sort=time')
    const next = await list('pageSize=2&sort=time&page=2')
    expect([...oldest.rows, ...next.rows].map(({ log, id }) => [log, id])).toEqual(
      rows
        .toReversed()
        .slice(0, 4)
        .map(({ log, id }) => [log, id]),
    )
    const file = await fetch(`${testApp.base}/his/api/operationlogs?format=xlsx&outcome=refused`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')])
  })
  it('[AUTH-19~] keep no password that was typed as an account', async () => {
    await testApp.post('/his/user/login', { id: 'MySecretPassword1', pwd: 'x' })
    const rows = await testApp.data.db.system.read(
      sql<{ account: string }>`select account from login_log where mid is null`,
    )
    expect(JSON.stringify(rows)).not.toMatch(/secret/i)
  })
})
