import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { book, people } from './fixture.ts'
import { type Desk, openDesk } from './routes-fixture.ts'

const DIETITIAN = 120
let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ [DIETITIAN]: { doctortype: 'dietitian' } })
})
afterAll(() => desk?.close())

const set = (query: ReturnType<typeof sql>) => desk.db.system.tx((tx) => tx.run(query))
const offered = async () => {
  const { doctors } = (await desk.get(people.chen, 'queuefilters')).data as unknown as {
    doctors: { mid: number; bookable: boolean }[]
  }
  return doctors.map(({ mid, bookable }) => [mid, bookable])
}
const listed = async (did: number) => (await desk.get(people.chen, `queue/1/${did}`)).status

it('[APPT-10~] [APPT-03~] the filter offers everybody who can be booked, and behind them whoever has visits', async () => {
  const sorted = async () => (await offered()).toSorted((a, b) => Number(a[0]) - Number(b[0]))
  // The nurse sees nobody, dr.away is of another unit.
  expect(await sorted()).toEqual([
    [people.lin, true],
    [people.wang, true],
    [DIETITIAN, true],
  ])
  await set(sql`update staff_partner set status = 'disabled' where mid = ${people.wang}`)
  expect(await sorted()).toEqual([
    [people.lin, true],
    [DIETITIAN, true],
  ])
  await book(desk.db, { did: people.wang, status: 'finished', date: '2026-03-02' })
  expect((await offered()).at(-1)).toEqual([people.wang, false])
  // Visits of units that the caller does not see name nobody.
  await book(desk.db, { did: people.away, unitId: 3, status: 'finished', date: '2026-03-02' })
  expect((await offered()).map(([mid]) => mid)).not.toContain(people.away)

  // Who is something else by now can be asked for as well; who saw nobody cannot.
  await set(
    sql`update staff_partner set status = 'active', staff_type = 5, doctortype = 'admin' where mid = ${people.wang}`,
  )
  expect([await listed(people.wang), await listed(people.chen)]).toEqual(['OK', 'NOT_FOUND'])
  expect((await offered()).at(-1)).toEqual([people.wang, false])
})
