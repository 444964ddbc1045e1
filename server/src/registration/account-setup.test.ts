import { accountSetupCalls } from '@teleward/contract/registration/rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Office, openOffice, SETUP } from '../admin/fixture.ts'
import { sql } from '../platform/db/index.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.stop())

let people = 0
/** Customer service of unit 2: no licence, so that the mobile is all that is missing. */
async function invited() {
  people += 1
  const account = `inv.cs${people}`
  const asked = { account, name: '新客服', mobile: `09551239${people}0`, doctortype: 'customer_service', units: [2] }
  const made = await office.as('admin', 'POST', 'staffaccounts', asked)
  expect(made.code).toBe('OK')
  const { mid, initialPassword } = made.data as { mid: number; initialPassword: string }
  const enter = async () => (await office.signIn(account, { pwd: initialPassword })).token
  return { account, mid, initialPassword, enter, token: await enter() }
}
const setUp = (token: string, more: object = {}) => office.post('/his/api/accountsetups', { ...SETUP, ...more }, token)
const code = async (token: string, method: string, path: string, body?: unknown) => {
  const { body: said, headers } = await office.send(method, path, body, token)
  // A HEAD has no body: its refusal stands in a header.
  return String(said.status ?? headers.get('x-refusal'))
}

describe('an account that somebody else made', () => {
  it('[I8] is taken over before anything else: every other call is refused, and says so', async () => {
    const { token } = await invited()
    const open: string[] = []
    let asked = 0
    for (const { method, path, permission } of office.app.http.registry) {
      if (['public', 'link', 'linkToken'].includes(permission) || path.endsWith('/logout')) continue
      const body = ['GET', 'HEAD'].includes(method) ? undefined : {}
      const said = await code(token, method, path.replace(/\{\w+\}/g, '1'), body)
      asked += 1
      if (said !== 'ACCOUNT_SETUP') open.push(`${method} ${path}`)
    }
    expect(open.toSorted()).toEqual([...accountSetupCalls].filter((call) => !call.endsWith('/logout')).toSorted())
    expect(asked).toBeGreaterThan(150)
  })
  it('[I8] [AUTH-07~] takes both texts in their newest version and a password of one’s own, keeps what was accepted and when, and goes on to the mobile', async () => {
    const { account, mid, initialPassword, enter, token: elsewhere } = await invited()
    // Whoever has read the password has signed in by it on another device.
    const token = (await office.signIn(account, { pwd: initialPassword, device_type: 1 })).token
    const same = { newPassword: initialPassword, repeatPassword: initialPassword }
    for (const [more, refused] of [
      [{ agreement: undefined }, 'AGREEMENT_REQUIRED'],
      [{ privacy: '2019-01' }, 'AGREEMENT_REQUIRED'],
      [{ newPassword: 'short1', repeatPassword: 'short1' }, 'PASSWORD_RULE'],
      [{ newPassword: 'password1', repeatPassword: 'password1' }, 'PASSWORD_COMMON'],
      [{ repeatPassword: 'teleward89' }, 'PASSWORD_MISMATCH'],
      [same, 'PASSWORD_SAME'],
    ] as const)
      expect((await setUp(token, more)).body.status).toBe(refused)
    expect(await code(token, 'POST', '/his/api/verificationcodes', {})).toBe('ACCOUNT_SETUP')

    // Twice at once is once.
    const both = await Promise.all([setUp(token, { lang: 'en' }), setUp(token, { lang: 'en' })])
    expect(both.map(({ body }) => body.status).toSorted()).toEqual(['ILLEGAL_STEP', 'OK'])
    const kept = await office.data.db.system.read(sql<Record<string, unknown>>`
      select kind, version, lang, accepted_at as at from agreement_acceptance where mid = ${mid} order by 1`)
    const at = office.clock.now()
    expect(kept).toEqual([
      { kind: 'agreement', version: '2026-01', lang: 'en', at },
      { kind: 'privacy', version: '2026-01', lang: 'en', at },
    ])
    expect(await code(elsewhere, 'GET', '/his/api/userinfo/3')).toBe('ERROR_TOKEN')
    await expect(enter()).rejects.toThrow('WRONG_PASSWORD')

    const sent = await office.post('/his/api/verificationcodes', {}, token)
    const id = String(sent.body.data?.id)
    const [message] = await office.data.db.system.read(
      sql<{ body: string }>`select body from outbox_message where origin_id = ${id} and kind = 'code'`,
    )
    const digits = /(?<!\d)\d{6}(?!\d)/.exec(message?.body ?? '')?.[0]
    expect(await code(token, 'PUT', `/his/api/verificationcodes/${id}`, { code: digits })).toBe('OK')
    expect(await code(token, 'GET', '/his/api/profile')).toBe('OK')
    expect((await office.signIn(account, { pwd: SETUP.newPassword })).status).toBe('OK')
    expect((await setUp(token)).body.status).toBe('ILLEGAL_STEP')
  })
  it('[I8] asks nobody who is there already', async () => {
    for (const who of ['dr.lin', 'admin', 'op'] as const)
      expect((await office.as(who, 'POST', 'accountsetups', SETUP)).code, who).toBe('ILLEGAL_STEP')
    expect((await office.as('dr.lin', 'GET', 'profile')).code).toBe('OK')
  })
})
