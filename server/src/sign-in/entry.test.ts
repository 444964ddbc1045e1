import { createHmac } from 'node:crypto'
import { SECOND_FACTOR_TRIES } from '@teleward/contract/registration/rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import {
  type TestApp,
  openTestApp,
  otherSpellings,
  PASSWORD,
  type Reply,
  type SignedIn,
  until,
} from '../auth/fixture.ts'
import { issueHandover } from './handover.ts'
import { fromBase32, hotp, stepOf } from './totp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.data.db.system.tx(async (tx) => {
    // The same doctor in the other institution; a colleague there whose membership was disabled.
    const lin = testApp.mids['dr.lin'] ?? 0
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${lin}, 32, 1, 'doctor')`,
    )
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${lin}, 32, 320)`)
    const wang = testApp.mids['dr.wang'] ?? 0
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype, status) values (${wang}, 32, 1, 'doctor', 'disabled')`,
    )
    const far = testApp.mids['dr.far'] ?? 0
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype, review) values (${far}, 32, 1, 'doctor', 'cancelled')`,
    )
  })
})
afterAll(() => testApp?.stop())
// An hour goes by between two tests: limits and locks of one are not the next one's.
beforeEach(() => testApp.clock.advance(3_600_000))

const said = ({ status, body }: Reply) => `${status} ${body.status}`
const attempt = (account: string, more: Record<string, unknown> = {}) =>
  testApp.post('/his/user/login', { id: account, pwd: PASSWORD, ...more })
const totpNow = (secret: string, steps = 0) => hotp(fromBase32(secret), stepOf(testApp.clock.now()) + steps)
const body = (reply: Reply) => reply.body as unknown as SignedIn
const answer = (challenge: unknown, kind: string, code: string) =>
  testApp.post('/his/api/secondsteps', { challenge, kind, code })
const challengeOf = (reply: Reply) => String(reply.body.data?.challenge)
const asked = async (token: string) => (await testApp.get('/his/api/userinfo/3', token)).status

async function totpOn(account: string): Promise<{ secret: string; recovery: string[]; token: string }> {
  const { token } = await testApp.signIn(account)
  const scan = await testApp.post('/his/api/totps', { password: PASSWORD }, token)
  const secret = String(scan.body.data?.secret)
  expect(String(scan.body.data?.uri)).toContain(`secret=${secret}`)
  const on = await testApp.post('/his/api/totps', { code: totpNow(secret) }, token)
  expect(said(on)).toBe('200 OK')
  testApp.clock.advance(60_000)
  return { secret, recovery: on.body.data?.recovery as string[], token }
}
const forget = (account: string) =>
  testApp.data.db.system.tx(async (tx) => {
    const mid = testApp.mids[account] ?? 0
    for (const table of ['totp_recovery', 'totp', 'line_binding'])
      await tx.run(sql`delete from ${sql.table(table)} where mid = ${mid}`)
    await tx.run(
      sql`update staff_credential set locked_until = null, second_failed = 0, failed_attempts = 0 where mid = ${mid}`,
    )
  })

const bindLine = (token: string, password: string | undefined = PASSWORD) =>
  testApp.post('/his/api/linebindings', { password }, token)

describe('TOTP', () => {
  it('[AUTH-18~] stands between the password and the session; what stands between is no session', async () => {
    const { secret } = await totpOn('dr.lin')
    const half = await attempt('dr.lin', { remember: true })
    expect(said(half)).toBe('401 SECOND_STEP_REQUIRED')
    expect(half.body.data).toMatchObject({ kinds: ['totp', 'recovery'] })
    expect(JSON.stringify(half.body)).not.toMatch(/refresh_token|eyJ/)
    const challenge = challengeOf(half)
    expect(await asked(challenge)).toBe(401)
    expect((await testApp.post('/his/user/refresh', { refresh_token: challenge, device_token: 'x' })).status).toBe(401)
    const done = await answer(challenge, 'totp', totpNow(secret))
    expect(said(done)).toBe('200 OK')
    expect(await asked(body(done).token)).toBe(200)
    expect(said(await answer(challenge, 'totp', totpNow(secret, 1)))).toBe('401 SECOND_STEP_EXPIRED')
    // The same code again, for a new sign-in within its thirty seconds.
    expect(said(await answer(challengeOf(await attempt('dr.lin')), 'totp', totpNow(secret)))).toBe(
      '401 SECOND_STEP_WRONG',
    )
    await forget('dr.lin')
  })
  it('[AUTH-18~] is over after five minutes', async () => {
    const { secret } = await totpOn('dr.lin')
    const challenge = challengeOf(await attempt('dr.lin'))
    testApp.clock.advance(300_000)
    expect(said(await answer(challenge, 'totp', totpNow(secret)))).toBe('401 SECOND_STEP_EXPIRED')
    await forget('dr.lin')
  })
  it('[AUTH-18~] looks at five codes of any number at once, and locks the account where somebody goes on', async () => {
    const { secret } = await totpOn('dr.lin')
    const right = totpNow(secret)
    const wrong = right.replace(/./, (digit) => String((Number(digit) + 5) % 10))
    const first = challengeOf(await attempt('dr.lin'))
    const all = await Promise.all(Array.from({ length: 30 }, () => answer(first, 'totp', wrong)))
    expect(all.map(said).filter((one) => one === '401 SECOND_STEP_WRONG')).toHaveLength(5)
    expect(said(await answer(first, 'totp', right))).toBe('429 CODE_TRIES_EXCEEDED')
    const second = challengeOf(await attempt('dr.lin'))
    for (let n = 5; n < SECOND_FACTOR_TRIES; n += 1) await answer(second, 'totp', wrong)
    expect(said(await attempt('dr.lin'))).toBe('429 LOGIN_LOCKED')
    await forget('dr.lin')
  })
  it('[AUTH-18~] gives recovery codes once, each good once, as people type them', async () => {
    const { recovery, token } = await totpOn('dr.lin')
    expect([recovery.length, new Set(recovery).size]).toEqual([10, 10])
    const kept = await testApp.data.db.system.read(sql<{ code_hash: string }>`select code_hash from totp_recovery`)
    expect(kept.every(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toBe(true)
    const [one = '', two = ''] = recovery
    const typed = ` ${one.toLowerCase().replace('-', ' ')} `
    expect(said(await answer(challengeOf(await attempt('dr.lin')), 'recovery', typed))).toBe('200 OK')
    expect(said(await answer(challengeOf(await attempt('dr.lin')), 'recovery', one))).toBe('401 SECOND_STEP_WRONG')
    const challenges = [challengeOf(await attempt('dr.lin')), challengeOf(await attempt('dr.lin'))]
    const both = await Promise.all(challenges.map((challenge) => answer(challenge, 'recovery', two)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await asked(token)).toBe(401)
    await forget('dr.lin')
  })
  it('[AUTH-18~] is switched off by password and code, and not by one of them', async () => {
    const { secret, token } = await totpOn('dr.lin')
    const off = (password: string, code: string) => testApp.send('DELETE', '/his/api/totps', { password, code }, token)
    expect(said(await off('wrong1234', totpNow(secret)))).toBe('401 WRONG_PASSWORD')
    expect(said(await off(PASSWORD, '000000'))).toBe('401 SECOND_STEP_WRONG')
    expect(said(await testApp.post('/his/api/totps', { password: PASSWORD }, token))).toBe('409 ILLEGAL_STEP')
    expect(said(await off(PASSWORD, totpNow(secret)))).toBe('200 OK')
    expect(said(await attempt('dr.lin'))).toBe('200 OK')
  })
  it('[AUTH-18~] needs the password to begin and a first code to be on', async () => {
    const { token } = await testApp.signIn('dr.lin')
    expect(said(await testApp.post('/his/api/totps', { password: 'wrong1234' }, token))).toBe('401 WRONG_PASSWORD')
    expect(said(await testApp.post('/his/api/totps', { code: '123456' }, token))).toBe('409 ILLEGAL_STEP')
    await testApp.post('/his/api/totps', { password: PASSWORD }, token)
    expect(said(await attempt('dr.lin'))).toBe('200 OK')
  })
})

describe('LINE', () => {
  const codeOf = async () => {
    const [row] = await testApp.data.db.system.read(sql<{ body: string; recipient: string }>`
      select body, recipient from outbox_message where channel = 'line' order by created_at desc, id limit 1`)
    return { code: /\d{6}/.exec(row?.body ?? '')?.[0] ?? '', to: row?.recipient }
  }
  it('[AUTH-18~] bound, asks for the code it was sent; unbound with the password, does not', async () => {
    const { token } = await testApp.signIn('dr.wang')
    // An open session alone would bind a thief's LINE, and shut the owner out.
    const bare = await testApp.post('/his/api/linebindings', {}, token)
    expect([said(bare), bare.body.fields]).toEqual(['400 FIELD_EMPTY', [expect.objectContaining({ path: 'password' })]])
    expect(said(await bindLine(token, 'wrong1234'))).toBe('401 WRONG_PASSWORD')
    expect(said(await testApp.post('/his/api/linebindings', { code: '00000000' }, token))).toBe('400 CODE_WRONG')
    const { mids } = testApp
    await testApp.data.db.system.tx((tx) =>
      tx.run(sql`update staff set phone = '0955000222' where mid = ${mids['dr.wang']}`),
    )
    const begun = await bindLine(token)
    const [told] = await testApp.data.db.system.read(
      sql<{ body: string }>`select body from outbox_message where recipient = '0955000222'`,
    )
    expect(told?.body).toMatch(/LINE/)
    expect(begun.body.data).toMatchObject({
      state: 'waiting',
      development: true,
      code: expect.stringMatching(/^\d{8}$/),
    })
    const code = String(begun.body.data?.code)
    const other = await testApp.signIn('dr.hua')
    expect(said(await testApp.post('/his/api/linebindings', { code }, other.token))).toBe('400 CODE_WRONG')
    expect(said(await testApp.post('/his/api/linebindings', { code }, token))).toBe('200 OK')
    expect(said(await testApp.post('/his/api/linebindings', { code }, token))).toBe('400 CODE_WRONG')
    expect(said(await bindLine(token))).toBe('409 LINE_ALREADY_BOUND')
    const half = await attempt('dr.wang')
    expect([said(half), half.body.data?.kinds]).toEqual(['401 SECOND_STEP_REQUIRED', ['line']])
    const sent = await codeOf()
    expect(sent.to).toBe(`dev-${testApp.mids['dr.wang']}`)
    expect(said(await answer(challengeOf(half), 'totp', sent.code))).toBe('401 SECOND_STEP_WRONG')
    const done = await answer(challengeOf(half), 'line', sent.code)
    expect(said(done)).toBe('200 OK')
    const unbind = (password: string) => testApp.send('DELETE', '/his/api/linebindings', { password }, body(done).token)
    expect(said(await unbind('wrong1234'))).toBe('401 WRONG_PASSWORD')
    expect(said(await unbind(PASSWORD))).toBe('200 OK')
    expect(said(await unbind(PASSWORD))).toBe('409 LINE_NOT_BOUND')
    expect(said(await attempt('dr.wang'))).toBe('200 OK')
  })
  it('[AUTH-18~] answers a code that is over with that', async () => {
    const { token } = await testApp.signIn('dr.wang')
    const begun = await bindLine(token)
    testApp.clock.advance(300_000)
    expect(said(await testApp.post('/his/api/linebindings', { code: begun.body.data?.code }, token))).toBe(
      '400 CODE_EXPIRED',
    )
  })
})

describe('who has lost the second factor', () => {
  const take = (account: string, token: string) =>
    testApp.send('DELETE', `/his/api/staffaccounts/${testApp.mids[account]}/secondsteps`, undefined, token)
  it('[AUTH-18~] is let in again by the own administrator, and by nobody else', async () => {
    await totpOn('nurse.chen')
    await totpOn('dr.lin')
    const { token } = await testApp.signIn('admin')
    // Works in another institution, too: there it would be gone as well.
    expect(said(await take('dr.lin', token))).toBe('403 FORBIDDEN')
    expect(said(await take('dr.hua', token))).toBe('404 NOT_FOUND')
    expect(said(await take('admin', token))).toBe('403 FORBIDDEN')
    expect(said(await take('nurse.chen', (await testApp.signIn('dr.far')).token))).toBe('403 FORBIDDEN')
    expect(said(await attempt('nurse.chen'))).toBe('401 SECOND_STEP_REQUIRED')
    expect((await take('nurse.chen', token)).body.data).toEqual({ removed: 1 })
    expect((await take('nurse.chen', token)).body.data).toEqual({ removed: 0 })
    expect(said(await attempt('nurse.chen'))).toBe('200 OK')
    expect(said(await attempt('dr.lin'))).toBe('401 SECOND_STEP_REQUIRED')
    await forget('dr.lin')
  })
})

describe('the hand-over', () => {
  const issue = (account: string, partnerId = 1, target?: string) =>
    issueHandover(testApp.data.db, { account, partnerId, ...(target ? { target } : {}) }, testApp.clock.now())
  const bring = (token: string) => testApp.post('/his/api/theseAutoLogin', { token })
  it('[AUTH-14~] signs in once, at the institution and page it names; used, over and invented say so', async () => {
    const token = await issue('dr.lin', 32, '/apptmgmt?tab=today')
    expect((await testApp.get(`/these-auto-login?token=${token}`)).status).toBeLessThan(500)
    const done = await bring(token)
    expect(said(done)).toBe('200 OK')
    expect([done.body.to, done.body.data?.partner_id]).toEqual(['/apptmgmt?tab=today', 32])
    expect(await asked(body(done).token)).toBe(200)
    expect(said(await bring(token))).toBe('410 HANDOVER_USED')
    const late = await issue('dr.lin')
    testApp.clock.advance(120_000)
    expect(said(await bring(late))).toBe('410 HANDOVER_EXPIRED')
    for (const bad of ['', 'x', body(done).token]) expect(said(await bring(bad))).toBe('401 HANDOVER_INVALID')
  })
  it('[AUTH-14~] of ten who bring it at once lets one in', async () => {
    const token = await issue('dr.lin')
    const all = await Promise.all(Array.from({ length: 10 }, () => bring(token)))
    expect(all.map(said).toSorted()).toEqual(['200 OK', ...Array(9).fill('410 HANDOVER_USED')])
  })
  it('[AUTH-14~] asks for the second factor where it is on, leaves locked and closed as they are, and leads to no foreign page', async () => {
    const { secret } = await totpOn('dr.wang')
    const half = await bring(await issue('dr.wang'))
    expect(said(half)).toBe('401 SECOND_STEP_REQUIRED')
    expect(said(await answer(challengeOf(half), 'totp', totpNow(secret)))).toBe('200 OK')
    await forget('dr.wang')
    const { mids } = testApp
    await testApp.data.db.system.tx((tx) =>
      tx.run(
        sql`update staff_credential set locked_until = ${new Date(testApp.clock.now().getTime() + 60_000)} where mid = ${mids['dr.wang']}`,
      ),
    )
    expect(said(await bring(await issue('dr.wang')))).toBe('429 LOGIN_LOCKED')
    expect(said(await bring(await issue('dr.closed')))).toBe('403 ACCOUNT_CLOSED')
    expect(said(await bring(await issue('dr.cancelled')))).toBe('403 MEMBERSHIP_CANCELLED')
    expect(said(await bring(await issue('dr.unverified')))).toBe('200 unfinsh_verify')
    await expect(issue('dr.hua', 1)).rejects.toThrow('NOT_FOUND')
    for (const evil of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect((await bring(await issue('dr.lin', 1, evil))).body.to, evil).toBeNull()
    await forget('dr.wang')
  })
})

describe('the key of a partner’s system', () => {
  const keys = (partner: number, token: string, method = 'POST', password: string | undefined = PASSWORD) =>
    testApp.send(method, `/his/api/handoverkeys/${partner}`, method === 'POST' ? { password } : undefined, token)
  const sign = (key: string, said: Record<string, unknown>) => {
    const at = Math.floor(testApp.clock.now().getTime() / 1000)
    const words = { partner: 1, account: 'dr.lin', at, nonce: `n-${Math.random()}`, ...said }
    const statement = Buffer.from(JSON.stringify(words)).toString('base64url')
    return `${statement}.${createHmac('sha256', key).update(statement).digest('base64url')}`
  }
  const bring = async (token: string) => said(await testApp.post('/his/api/theseAutoLogin', { token }))
  it('[AUTH-14~] signs people of its institution in, once and for two minutes; nothing else does', async () => {
    const { token } = await testApp.signIn('admin')
    expect((await keys(1, token, 'GET')).body.data).toEqual({ since: null, by: null })
    expect(said(await keys(1, token, 'POST', ''))).toBe('400 FIELD_EMPTY')
    expect(said(await keys(1, token, 'POST', 'wrong1234'))).toBe('401 WRONG_PASSWORD')
    const made = await keys(1, token)
    const key = String(made.body.data?.secret)
    expect((await keys(1, token, 'GET')).body.data).toMatchObject({ by: 'admin' })
    const kept = await testApp.data.db.system.read(
      sql<{ row: string }>`select row_to_json(k)::text as row from handover_key k`,
    )
    expect(kept.map(({ row }) => row).join()).not.toContain(key)

    const word = sign(key, { to: '/members' })
    const all = await Promise.all(Array.from({ length: 5 }, () => bring(word)))
    expect(all.toSorted()).toEqual(['200 OK', ...Array(4).fill('410 HANDOVER_USED')])
    for (const spelling of otherSpellings(word)) expect(await bring(spelling), spelling).toBe('401 HANDOVER_INVALID')
    const seconds = Math.floor(testApp.clock.now().getTime() / 1000)
    const refused: [Record<string, unknown>, string][] = [
      [{ at: seconds - 121 }, '410 HANDOVER_EXPIRED'],
      [{ at: seconds + 60 }, '401 HANDOVER_INVALID'],
      [{ account: 'dr.hua' }, '401 HANDOVER_INVALID'],
      [{ account: 'nobody' }, '401 HANDOVER_INVALID'],
      [{ partner: 32 }, '401 HANDOVER_INVALID'],
      [{ nonce: '' }, '401 HANDOVER_INVALID'],
      [{ at: 'now' }, '401 HANDOVER_INVALID'],
    ]
    for (const [more, answer] of refused) expect(await bring(sign(key, more)), JSON.stringify(more)).toBe(answer)
    const [statement = '', proof = ''] = sign(key, {}).split('.')
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(statement, 'base64url').toString()), account: 'admin' }),
    )
    for (const forged of [
      `${other.toString('base64url')}.${proof}`,
      `${statement}.`,
      `${statement}.AAAA`,
      sign('guessed', {}),
    ])
      expect(await bring(forged), forged).toBe('401 HANDOVER_INVALID')
    // A word that was not brought yet is worth nothing once its key is replaced, or revoked.
    const before = sign(key, {})
    const next = String((await keys(1, token)).body.data?.secret)
    expect(await bring(before)).toBe('401 HANDOVER_INVALID')
    const last = sign(next, {})
    expect(said(await keys(1, token, 'DELETE'))).toBe('200 OK')
    expect(await bring(last)).toBe('401 HANDOVER_INVALID')
    expect(said(await keys(1, token, 'DELETE'))).toBe('404 NOT_FOUND')
  })
  it('[AUTH-14~] is made by who administers the whole institution, and by nobody of another', async () => {
    const { token } = await testApp.signIn('admin')
    expect(said(await keys(32, token))).toBe('404 NOT_FOUND')
    expect(said(await keys(1, (await testApp.signIn('dr.wang')).token))).toBe('403 FORBIDDEN')
    await testApp.data.db.system.tx((tx) =>
      tx.run(sql`delete from staff_unit where mid = ${testApp.mids.admin} and unit_id = 1`),
    )
    const { token: lesser } = await testApp.signIn('admin')
    for (const method of ['GET', 'POST', 'DELETE']) expect(said(await keys(1, lesser, method))).toBe('404 NOT_FOUND')
    await testApp.data.db.system.tx((tx) =>
      tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${testApp.mids.admin}, 1, 1)`),
    )
    const { token: whole } = await testApp.signIn('admin')
    const twice = await Promise.all([keys(1, whole), keys(1, whole), keys(1, whole)])
    expect(twice.map(said)).toEqual(Array(3).fill('200 OK'))
    const alive = await testApp.data.db.system.read(sql`select serial from handover_key where revoked_at is null`)
    expect(alive).toHaveLength(1)
  })
})

describe('switching the institution', () => {
  const go = (partnerid: number, token: string) =>
    testApp.send('PUT', '/his/api/sessions/partner', { partnerid }, token)
  it('[AUTH-15~] goes on there with a new token on the same device; the old token and the old rooms are gone', async () => {
    const here = await testApp.signIn('dr.lin', { partnerid: 1 })
    const socket = await testApp.connect(here.token)
    const there = await go(32, here.token)
    expect([said(there), there.body.data?.partner_id]).toEqual(['200 OK', 32])
    expect(body(there).device_token).toBe(here.device_token)
    expect(await socket.closing).toBe('TOKEN_EXPIRED')
    expect(await asked(here.token)).toBe(401)
    expect((await testApp.post('/his/user/refresh', here)).status).toBe(401)
    const state = await testApp.get('/his/api/userinfo/3', body(there).token)
    expect(state.body.data).toMatchObject({ partner_id: 32, doctorStatus: 3000, unit_list: [{ id: 320 }] })
    // What is told to the first institution does not come here any more.
    const fresh = await testApp.connect(body(there).token)
    await testApp.post('/his/api/doctorstatus', { doctorStatus: 1000 }, (await testApp.signIn('nurse.chen')).token)
    await testApp.post('/his/api/doctorstatus', { doctorStatus: 1000 }, (await testApp.signIn('dr.hua')).token)
    await until(
      () => fresh.received.some(({ payload }) => payload.id === testApp.mids['dr.hua']),
      'the colleague there',
    )
    expect(fresh.received.some(({ payload }) => payload.id === testApp.mids['nurse.chen'])).toBe(false)
  })
  it('[AUTH-01~] keeps to the privileges that were chosen at sign-in: no more of them come without the password', async () => {
    const privilegesOf = async (token: string) =>
      (await testApp.get('/his/api/userinfo/3', token)).body.data?.privileges
    const few = await testApp.signIn('dr.lin', { partnerid: 1, privileges: ['medical_decision'] })
    expect(await privilegesOf(few.token)).toEqual(['medical_decision'])
    const there = body(await go(32, few.token))
    const back = body(await go(1, there.token))
    expect(await privilegesOf(back.token)).toEqual(['medical_decision'])
    expect(await privilegesOf((await testApp.signIn('dr.lin', { partnerid: 1 })).token)).toEqual([
      'medical_decision',
      'audit.read',
    ])
  })
  it('[AUTH-15~] is denied where one does not work, is disabled, or was cancelled; in a call it waits', async () => {
    for (const [account, partner] of [
      ['nurse.chen', 32],
      ['dr.wang', 32],
      ['dr.far', 32],
      ['dr.lin', 4711],
    ] as const) {
      const { token } = await testApp.signIn(account)
      expect(said(await go(partner, token)), account).toBe('403 PARTNER_SWITCH_DENIED')
      expect(await asked(token), account).toBe(200)
    }
    const { token } = await testApp.signIn('dr.lin')
    await testApp.data.db.system.tx((tx) =>
      tx.run(sql`insert into presence (mid, code, in_call) values (${testApp.mids['dr.lin']}, 2000, gen_random_uuid())
        on conflict (mid) do update set code = 2000, in_call = excluded.in_call`),
    )
    expect(said(await go(32, token))).toBe('409 CALL_ALREADY')
    await testApp.data.db.system.tx((tx) => tx.run(sql`update presence set in_call = null, code = 3000`))
    const all = await Promise.all([go(32, token), go(32, token), go(32, token)])
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('own sessions', () => {
  it('are listed and ended, and nobody else’s', async () => {
    const web = await testApp.signIn('dr.lin')
    testApp.clock.advance(1000)
    const app = await testApp.signIn('dr.lin', { device_type: 1 })
    const other = await testApp.signIn('dr.wang')
    const list = async (token: string) =>
      (await testApp.get('/his/api/sessions', token)).body.data as unknown as {
        id: string
        current: boolean
        device_type: number
      }[]
    const mine = await list(web.token)
    expect(mine.map(({ device_type, current }) => [device_type, current])).toEqual([
      [1, false],
      [3, true],
    ])
    const [theirs] = await list(other.token)
    const end = (id: string | undefined) => testApp.send('DELETE', `/his/api/sessions/${id}`, undefined, web.token)
    expect(said(await end(theirs?.id))).toBe('404 NOT_FOUND')
    expect(said(await end(mine[0]?.id))).toBe('200 OK')
    expect((await testApp.get('/his/api/userinfo/1', app.token)).status).toBe(401)
    expect(await asked(other.token)).toBe(200)
  })
})
