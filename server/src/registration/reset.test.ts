import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp, PASSWORD, type Reply, until } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.data.db.system.tx((tx) =>
    tx.run(sql`update staff set phone = '0922000' || lpad(mid::text, 3, '0') where phone is null`),
  )
})
afterAll(() => testApp?.stop())
// Limits of an hour are not the next test's.
beforeEach(() => testApp.clock.advance(3_600_000))

const said = ({ status, body }: Reply) => `${status} ${body.status}`
const reset = (body: Record<string, unknown>) => testApp.post('/his/api/changepwstatus', body)
const stateOf = async (id: unknown) => {
  const [row] = await testApp.data.db.system.read(sql<{ hashed: boolean; waiting: boolean; sent: boolean }>`
    select code_hash is not null as hashed, exists (select 1 from timer where key = r.id::text) as waiting,
      exists (select 1 from outbox_message where origin_id = r.id::text) as sent
    from password_reset r where id = ${String(id)}`)
  return row
}
const ask = async (account: string) => {
  const sent = await reset({ account })
  await testApp.app.deps.timers.runDue()
  // The house's own timers may have taken it up first, and be at it still.
  const id = sent.body.data?.id
  if (id) await until(async () => !(await stateOf(id))?.waiting, 'the sending')
  return sent
}
const codeOf = async (id: unknown) => {
  const [row] = await testApp.data.db.system.read(
    sql<{ body: string }>`select body from outbox_message where origin_id = ${String(id)} and kind = 'code'`,
  )
  return /\d{6}/.exec(row?.body ?? '')?.[0]
}
const fresh = { newPassword: 'teleward99', repeatPassword: 'teleward99' }
async function checked(account: string) {
  const id = (await ask(account)).body.data?.id
  // The house's own timers may have taken it up.
  const answer = await reset({ id, code: await until(() => codeOf(id), 'the code') })
  expect(said(answer)).toBe('200 OK')
  return { id, ticket: answer.body.data?.ticket }
}
const back = async (account: string) => {
  testApp.clock.advance(3_600_000)
  const { id, ticket } = await checked(account)
  return reset({ id, ticket, newPassword: PASSWORD, repeatPassword: PASSWORD })
}

describe('a forgotten password', () => {
  it('[AUTH-06~] is set anew by a code to the phone; sessions end, a lock is lifted, the owner is told', async () => {
    const { token } = await testApp.signIn('dr.wang')
    const socket = await testApp.connect(token)
    for (let n = 0; n < 5; n += 1) await testApp.post('/his/user/login', { id: 'dr.wang', pwd: 'wrong1234' })
    const { id, ticket } = await checked('DR.WANG ')
    expect(said(await reset({ id, ticket, newPassword: 'abc', repeatPassword: 'abc' }))).toBe('400 PASSWORD_RULE')
    expect(said(await reset({ id, ticket, ...fresh, repeatPassword: 'x' }))).toBe('400 PASSWORD_MISMATCH')
    expect(said(await reset({ id, ticket, ...fresh }))).toBe('200 OK')
    expect(await socket.closing).toBe('ERROR_TOKEN')
    expect((await testApp.get('/his/api/userinfo/3', token)).status).toBe(401)
    expect(said(await testApp.post('/his/user/login', { id: 'dr.wang', pwd: fresh.newPassword }))).toBe('200 OK')
    expect(said(await testApp.post('/his/user/login', { id: 'dr.wang', pwd: PASSWORD }))).toBe('401 WRONG_PASSWORD')
    expect(said(await reset({ id, ticket, ...fresh }))).toBe('400 CODE_USED')
    const [told] = await testApp.data.db.system.read(sql<{ body: string }>`
      select body from outbox_message where origin_kind = 'password' and origin_id = ${String(testApp.mids['dr.wang'])}`)
    expect(told?.body).toMatch(/密碼已重設.*Your password was reset/)
    await back('dr.wang')
  })
  it('[AUTH-06~] looks the same for an account that is not there, by answer and by what a wrong code is told', async () => {
    const there = await ask('dr.far')
    const gone = await ask('dr.nobody')
    const shape = ({ status, body, headers }: Reply) => ({
      status,
      keys: Object.keys(body.data ?? {}),
      state: body.data?.state,
      phone: String(body.data?.phone).replace(/\d/g, 'd'),
      expiresAt: body.data?.expiresAt,
      againAt: body.data?.againAt,
      passwordMin: body.data?.passwordMin,
      headers: [...headers.keys()].toSorted(),
    })
    expect(shape(gone)).toEqual(shape(there))
    testApp.clock.advance(60_000)
    // The invented digits stay the same, as a real number's would.
    expect((await ask('dr.nobody')).body.data?.phone).toBe(gone.body.data?.phone)
    expect(said(await ask('dr.nobody'))).toBe('429 CODE_SEND_LIMIT')
    expect(said(await ask('dr.far'))).toBe('200 OK')
    expect(said(await ask('dr.far'))).toBe('429 CODE_SEND_LIMIT')
    const tries = async (account: string) => {
      testApp.clock.advance(60_000)
      const id = (await ask(account)).body.data?.id
      const right = await codeOf(id)
      const wrong = right ? right.replace(/./, (digit) => String((Number(digit) + 1) % 10)) : '123456'
      const heard: string[] = []
      for (let n = 0; n < 6; n += 1) heard.push(said(await reset({ id, code: wrong })))
      return heard
    }
    expect(await tries('dr.nobody')).toEqual(await tries('dr.far'))
    for (const account of ['dr.closed', 'dr.unverified']) {
      const sent = await ask(account)
      expect([said(sent), await codeOf(sent.body.data?.id)], account).toEqual(['200 OK', undefined])
    }
  })
  it('[AUTH-06~] does for the answer the same whether there is such an account: what costs comes after it', async () => {
    const { timers } = testApp.app.deps
    await timers.stop()
    for (const account of ['dr.lin', 'dr.nobody']) {
      const id = (await reset({ account })).body.data?.id
      expect(await stateOf(id), account).toEqual({ hashed: false, waiting: true, sent: false })
      await timers.runDue()
      const there = account === 'dr.lin'
      expect(await stateOf(id), account).toEqual({ hashed: there, waiting: false, sent: there })
    }
    await timers.start()
  })
  it('[AUTH-06~] is set by who showed the code and by nobody else, within ten minutes', async () => {
    const { id, ticket } = await checked('dr.lin')
    for (const bad of ['', 'x', String(id)])
      expect(said(await reset({ id, ticket: bad, ...fresh }))).toBe('400 CODE_WRONG')
    const other = await checked('dr.far')
    expect(said(await reset({ id, ticket: other.ticket, ...fresh }))).toBe('400 CODE_WRONG')
    testApp.clock.advance(600_000)
    expect(said(await reset({ id, ticket, ...fresh }))).toBe('400 CODE_EXPIRED')
    expect(said(await testApp.post('/his/user/login', { id: 'dr.lin', pwd: PASSWORD }))).toBe('200 OK')
  })
  it('[Sw15~] a stranger who asks meanwhile does not take the ticket away from who showed the code; once the password is set no other is good', async () => {
    const { id, ticket } = await checked('dr.far')
    testApp.clock.advance(60_000)
    const theirs = (await ask('dr.far')).body.data?.id
    const code = await until(() => codeOf(theirs), 'the code')
    expect(said(await reset({ id, ticket, newPassword: 'teleward66', repeatPassword: 'teleward66' }))).toBe('200 OK')
    expect(said(await reset({ id: theirs, code }))).toBe('400 CODE_EXPIRED')
    expect(said(await testApp.post('/his/user/login', { id: 'dr.far', pwd: 'teleward66' }))).toBe('200 OK')
    await back('dr.far')
  })
  it('[AUTH-06~] takes one code once, of the last one asked for, and no code of another purpose', async () => {
    const first = (await ask('dr.lin')).body.data?.id
    const old = await until(() => codeOf(first), 'the first code')
    testApp.clock.advance(60_000)
    const second = (await ask('dr.lin')).body.data?.id
    expect(said(await reset({ id: first, code: old }))).toBe('400 CODE_EXPIRED')
    const code = await until(() => codeOf(second), 'the second code')
    const all = await Promise.all(Array.from({ length: 5 }, () => reset({ id: second, code })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const { token } = await testApp.signIn('dr.unverified')
    testApp.clock.advance(60_000)
    const sent = await testApp.post('/his/api/verificationcodes', {}, token)
    const id = sent.body.data?.id
    expect(said(await reset({ id, code: await codeOf(id) }))).toBe('400 CODE_WRONG')
  })
  // With the tests around this one, `codes.test.ts` for what all codes share, and the journey `registration` for the screen.
  it('[AUTH-06] by a code to the own phone: five minutes, one use, five tries, one send a minute and five an hour', async () => {
    const first = (await ask('0912345678')).body.data
    const [sms] = await testApp.data.db.system.read(sql<{ recipient: string; channel: string; not_after: Date }>`
      select recipient, channel, not_after from outbox_message where origin_id = ${String(first?.id)} and kind = 'code'`)
    const over = testApp.clock.now().getTime() + 300_000
    expect(sms).toEqual({ recipient: '0912345678', channel: 'sms', not_after: new Date(over) })
    expect([first?.phone, first?.expiresAt]).toEqual(['···· ··· 678', new Date(over).toISOString()])
    const code = await until(() => codeOf(first?.id), 'the code')
    // Never the account of another who knows only the account.
    expect(JSON.stringify(first)).not.toContain(code)

    expect(said(await ask('0912345678'))).toBe('429 CODE_SEND_LIMIT')
    testApp.clock.advance(300_000)
    expect(said(await reset({ id: first?.id, code }))).toBe('400 CODE_EXPIRED')
    const second = (await ask('0912345678')).body.data?.id
    const good = await until(() => codeOf(second), 'the second code')
    testApp.clock.advance(299_999)
    const wrong = good.replace(/./, (digit) => String((Number(digit) + 1) % 10))
    for (let n = 0; n < 4; n += 1) expect(said(await reset({ id: second, code: wrong }))).toBe('400 CODE_WRONG')
    const checked = await reset({ id: second, code: good })
    expect(said(checked)).toBe('200 OK')
    expect(said(await reset({ id: second, code: good }))).toBe('400 CODE_USED')
    const { ticket } = checked.body.data ?? {}
    expect(said(await reset({ id: second, ticket, ...fresh }))).toBe('200 OK')
    expect(said(await testApp.post('/his/user/login', { id: 'dr.lin', pwd: fresh.newPassword }))).toBe('200 OK')

    const third = (await ask('0912345678')).body.data?.id
    const last = await until(() => codeOf(third), 'the third code')
    for (let n = 0; n < 5; n += 1) await reset({ id: third, code: wrong === last ? good : wrong })
    expect(said(await reset({ id: third, code: last }))).toBe('429 CODE_TRIES_EXCEEDED')
    for (const answer of ['200 OK', '200 OK', '429 CODE_SEND_LIMIT']) {
      testApp.clock.advance(60_000)
      expect(said(await ask('0912345678'))).toBe(answer)
    }
    await back('dr.lin')
  })
  it('[AUTH-06~] asks for an account first', async () => {
    expect(said(await reset({}))).toBe('400 LOGIN_EMPTY')
    expect(said(await reset({ account: "'; drop" }))).toBe('400 LOGIN_BAD_INPUT')
    expect(said(await reset({ id: 'x', code: '1' }))).toBe('400 BAD_INPUT')
  })
})
