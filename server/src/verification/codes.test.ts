import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { proveCode, sendCode, type SentCode, useCode } from './codes.ts'

let testApp: TestApp
let deps: { db: TestApp['data']['db']; clock: TestApp['clock'] }
beforeAll(async () => {
  testApp = await openTestApp()
  deps = { db: testApp.data.db, clock: testApp.clock }
})
afterAll(() => testApp?.stop())

let at = 0
/** A number in a range of its own, from an address of its own. */
const wish = (more: Record<string, unknown> = {}) => {
  at += 1
  return {
    purpose: 'registration' as const,
    phone: `09${String(10_000 + at)}${randomInt(100, 999)}`,
    subject: `staff:${at}`,
    partnerId: 1,
    lang: 'zh-TW' as const,
    ip: `10.0.0.${at}`,
    ...more,
  }
}
const codeOf = async ({ id }: Pick<SentCode, 'id'>) => {
  const [row] = await deps.db.system.read(
    sql<{ body: string }>`select body from outbox_message where origin_id = ${id} and kind = 'code'`,
  )
  return /\d{6}/.exec(row?.body ?? '')?.[0] ?? ''
}
const other = (code: string) => code.replace(/./, (first) => String((Number(first) + 1) % 10))
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'OK',
    (error: { code: string }) => error.code,
  )
const minutes = (n: number) => n * 60_000

describe('a code', () => {
  it('[AUTH-06~] [AUTH-07~] is good once, and nowhere kept as it is', async () => {
    const sent = await sendCode(deps, wish())
    const code = await codeOf(sent)
    const [row] = await deps.db.system.read(
      sql<{ code_hash: string }>`select code_hash from verification_code where id = ${sent.id}`,
    )
    expect(row?.code_hash).toMatch(/^\$argon2id\$/)
    const right = await proveCode(deps, { id: sent.id, purpose: 'registration', code })
    const use = () => deps.db.system.tx((tx) => useCode(tx, right, deps.clock.now()))
    expect((await Promise.all([refusal(use()), refusal(use())])).toSorted()).toEqual(['CODE_USED', 'OK'])
    expect(await refusal(proveCode(deps, { id: sent.id, purpose: 'registration', code }))).toBe('CODE_USED')
  })
  it('[AUTH-06~] is read as people type it', async () => {
    const sent = await sendCode(deps, wish())
    const wide = [...(await codeOf(sent))].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(' ')
    expect(await refusal(proveCode(deps, { id: sent.id, purpose: 'registration', code: wide }))).toBe('OK')
    expect(await refusal(proveCode(deps, { id: sent.id, purpose: 'registration', code: ' ' }))).toBe('CODE_REQUIRED')
  })
  it('[AUTH-06~] is over after five minutes, to the second', async () => {
    const sent = await sendCode(deps, wish())
    const code = await codeOf(sent)
    testApp.clock.advance(minutes(5) - 1)
    expect(await refusal(proveCode(deps, { id: sent.id, purpose: 'registration', code }))).toBe('OK')
    testApp.clock.advance(1)
    expect(await refusal(proveCode(deps, { id: sent.id, purpose: 'registration', code }))).toBe('CODE_EXPIRED')
  })
  it('[AUTH-06~] refuses the right one, too, after five wrong tries', async () => {
    const sent = await sendCode(deps, wish())
    const code = await codeOf(sent)
    const wrong = () => refusal(proveCode(deps, { id: sent.id, purpose: 'registration', code: other(code) }))
    const tries: string[] = []
    for (let n = 0; n < 6; n += 1) tries.push(await wrong())
    expect(tries).toEqual([...Array(5).fill('CODE_WRONG'), 'CODE_TRIES_EXCEEDED'])
    expect(await refusal(proveCode(deps, { id: sent.id, purpose: 'registration', code }))).toBe('CODE_TRIES_EXCEEDED')
  })
  it('[AUTH-06~] speaks for one purpose and one person', async () => {
    const sent = await sendCode(deps, wish({ subject: 'staff:7' }))
    const code = await codeOf(sent)
    const asked = { id: sent.id, code }
    expect(await refusal(proveCode(deps, { ...asked, purpose: 'reset' }))).toBe('CODE_WRONG')
    expect(await refusal(proveCode(deps, { ...asked, purpose: 'registration', subject: 'staff:8' }))).toBe('CODE_WRONG')
    expect(await refusal(proveCode(deps, { ...asked, purpose: 'registration', subject: 'staff:7' }))).toBe('OK')
  })
  it('[AUTH-06~] dies with the next one; a new one tries anew', async () => {
    const same = wish()
    const first = await sendCode(deps, same)
    const old = await codeOf(first)
    testApp.clock.advance(minutes(1))
    const second = await sendCode(deps, same)
    expect(await refusal(proveCode(deps, { id: first.id, purpose: 'registration', code: old }))).toBe('CODE_EXPIRED')
    const code = await codeOf(second)
    expect(await refusal(proveCode(deps, { id: second.id, purpose: 'registration', code }))).toBe('OK')
  })
})

describe('sending codes', () => {
  const seconds = (work: Promise<unknown>) =>
    work.then(
      () => 0,
      (error: { code: string; data: { seconds: number } }) =>
        error.code === 'CODE_SEND_LIMIT' ? error.data.seconds : -1,
    )
  it('[AUTH-06~] waits a minute between two, and is refused after five in any hour', async () => {
    const same = wish()
    expect(await seconds(sendCode(deps, same))).toBe(0)
    testApp.clock.advance(minutes(1) - 1000)
    expect(await seconds(sendCode(deps, same))).toBe(1)
    testApp.clock.advance(minutes(20))
    for (let n = 0; n < 4; n += 1) {
      expect(await seconds(sendCode(deps, same))).toBe(0)
      testApp.clock.advance(minutes(2))
    }
    // The first was 28 minutes and 59 seconds ago.
    expect(await seconds(sendCode(deps, same))).toBe(60 * 60 - (59 + 20 * 60 + 8 * 60))
    testApp.clock.advance(minutes(32))
    expect(await seconds(sendCode(deps, same))).toBe(0)
    // Only the first has left the hour: not five more.
    testApp.clock.advance(minutes(1))
    expect(await seconds(sendCode(deps, same))).toBeGreaterThan(0)
  })
  it('[AUTH-06~] of ten at once to one number one goes out', async () => {
    const same = wish()
    const all = await Promise.all(Array.from({ length: 10 }, () => seconds(sendCode(deps, same))))
    expect(all.filter((wait) => wait === 0)).toHaveLength(1)
  })
  it('[AUTH-06~] is held back for a range of numbers that somebody walks through, from wherever', async () => {
    const range = `0977${randomInt(100, 999)}`
    const all: number[] = []
    for (let n = 0; n < 22; n += 1)
      all.push(await seconds(sendCode(deps, wish({ phone: `${range}${String(n).padStart(3, '0')}` }))))
    expect(all.filter((wait) => wait === 0)).toHaveLength(20)
    expect(await seconds(sendCode(deps, wish()))).toBe(0)
  })
  it('[AUTH-06~] is held back for an address, whatever the numbers', async () => {
    const all: number[] = []
    for (let n = 0; n < 32; n += 1) all.push(await seconds(sendCode(deps, wish({ ip: '10.9.9.9' }))))
    expect(all.filter((wait) => wait === 0)).toHaveLength(30)
  })
})
