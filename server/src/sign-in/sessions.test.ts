import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '../auth/fixture.ts'
import { createAuth } from '../auth/service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp?.stop())

it('[AUTH-12~] a session that ended is refused at once by the process that ended it, before the bus has brought it back', async () => {
  const { token } = await testApp.signIn('dr.lin')
  const db = testApp.data.another(testApp.clock)
  // One that hears nobody, itself included.
  const auth = createAuth({ db, clock: testApp.clock })
  expect((await auth.staff(token)).account).toBe('dr.lin')
  await db.system.tx((tx) => auth.endAll(tx, testApp.mids['dr.lin'] ?? 0, 'accountClosed'))
  await expect(auth.staff(token)).rejects.toMatchObject({ code: 'ERROR_TOKEN' })
})
