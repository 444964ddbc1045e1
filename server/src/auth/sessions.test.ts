import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, openHouse } from './fixture.ts'
import { createAuth } from './service.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house?.stop())

it('[AUTH-12~] a session that ended is refused at once by the process that ended it, before the bus has brought it back', async () => {
  const { token } = await house.signIn('dr.lin')
  const db = house.data.another(house.clock)
  // One that hears nobody, itself included.
  const auth = createAuth({ db, clock: house.clock })
  expect((await auth.staff(token)).account).toBe('dr.lin')
  await db.system.tx((tx) => auth.endAll(tx, house.mids['dr.lin'] ?? 0, 'accountClosed'))
  await expect(auth.staff(token)).rejects.toMatchObject({ code: 'ERROR_TOKEN' })
})
