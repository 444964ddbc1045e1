import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, PASSWORD, type TestApp } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** What keyboards and systems make of one and the same password. */
const COMPOSED = 'Café9morning'
const DECOMPOSED = COMPOSED.normalize('NFD')
const WIDE = 'Ｃａｆé９morning'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp?.stop())

const enters = async (pwd: string) => {
  const { status, body } = await testApp.post('/his/user/login', { id: 'admin', pwd })
  return [status, body.status]
}
const ofAdmin = sql`mid = (select mid from staff where account = 'admin')`
const kept = async () => {
  const [row] = await testApp.data.db.system.read(
    sql<{
      hash: string
      at: Date
    }>`select password_hash as hash, changed_at as at from staff_credential where ${ofAdmin}`,
  )
  return row ?? { hash: '', at: null }
}
/** A hash as it was made before: of what was typed, to the letter. */
const keepOld = async (typed: string) => {
  const made = await hash(typed)
  await testApp.data.db.system.tx((tx) =>
    tx.run(sql`update staff_credential set password_hash = ${made} where ${ofAdmin}`),
  )
}

it('[AUTH-05] a password is the same however its letters are composed and however wide its digits are', async () => {
  const { token } = await testApp.signIn('admin')
  const change = { oldPassword: PASSWORD, newPassword: DECOMPOSED, repeatPassword: WIDE }
  expect((await testApp.post('/his/api/changepw', change, token)).status).toBe(200)
  for (const typed of [COMPOSED, DECOMPOSED, WIDE]) expect(await enters(typed), typed).toEqual([200, 'OK'])
  for (const typed of ['Cafe9morning', `${COMPOSED} `, COMPOSED.toLowerCase()])
    expect(await enters(typed), typed).toEqual([401, 'WRONG_PASSWORD'])
})

it('[AUTH-05] one that was hashed to the letter signs in as it was typed, and is hashed anew', async () => {
  for (const before of [DECOMPOSED, WIDE]) {
    await keepOld(before)
    const old = await kept()
    expect(await enters(before)).toEqual([200, 'OK'])
    const now = await kept()
    expect([now.hash === old.hash, now.at]).toEqual([false, old.at])
    for (const typed of [COMPOSED, DECOMPOSED, WIDE]) expect(await enters(typed), typed).toEqual([200, 'OK'])
    expect((await kept()).hash).toBe(now.hash)
  }
})

it('[AUTH-05] one that was hashed to the letter is proved again inside, and a wrong one changes nothing', async () => {
  await keepOld(COMPOSED)
  const { body } = await testApp.post('/his/user/login', { id: 'admin', pwd: COMPOSED })
  const token = String(Reflect.get(body, 'token'))
  await keepOld(DECOMPOSED)
  const old = await kept()
  const totp = (password: string) => testApp.post('/his/api/totps', { password }, token)
  expect((await totp('Cafe9morning')).status).toBe(401)
  expect((await kept()).hash).toBe(old.hash)
  expect((await totp(COMPOSED)).status).toBe(200)
  expect((await kept()).hash).not.toBe(old.hash)
})
