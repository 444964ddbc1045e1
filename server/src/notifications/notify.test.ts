import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '../admin/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { notify } from './notify.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.stop())

const entry = (mid: number, once?: string) => ({
  partnerId: 1,
  mid,
  kind: 'todo' as const,
  what: 'todo.new' as const,
  subject: { kind: 'todo' as const, id: '7' },
  link: { screen: 'todolist' as const, search: { open: '7' } },
  ...(once === undefined ? {} : { once }),
  at: new Date(),
})

describe('an entry for a colleague', () => {
  it('[NOTI-01~] is one for one event, of nobody’s own doing, and goes with its transaction', async () => {
    const { db } = office.data
    const lin = office.mids['dr.lin'] ?? 0
    const count = async () =>
      (await db.system.read(sql<{ n: number }>`select count(*)::int as n from notification where mid = ${lin}`))[0]?.n
    expect(await db.system.tx((tx) => notify(tx, entry(lin, 'a')))).toBe(true)
    expect(await db.system.tx((tx) => notify(tx, entry(lin, 'a')))).toBe(false)
    expect(await db.system.tx((tx) => notify(tx, { ...entry(lin, 'b'), from: lin }))).toBe(false)
    await expect(
      db.system.tx(async (tx) => {
        await notify(tx, entry(lin, 'c'))
        throw new Error('over')
      }),
    ).rejects.toThrow('over')
    expect(await count()).toBe(1)
  })
})
