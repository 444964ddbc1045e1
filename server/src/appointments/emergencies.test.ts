import type { Notification } from '@teleward/contract/notifications/schema.ts'
import type { MyService } from '@teleward/contract/profile/schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { away, booked, chen, clearDesk, clinic, far, kao, lin, openDesk } from './booking-fixture.ts'

let wang: Staff
beforeAll(async () => {
  await openDesk()
  wang = await clinic.staff('dr.wang')
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clearDesk()
  await clinic.data.db.owner('delete from notification; update staff_profile set uiastaff = false')
})

const serves = async (who: Staff, uiastaff = true) => {
  const { versions } = (await who.post<MyService>('/his/api/myservice')).data
  const changed = await who.post<MyService>('/his/api/myservice', { version: versions.services, uiastaff })
  expect(changed.data.uiastaff).toBe(uiastaff)
}
const emergency = { kind: 'emergency', date: undefined, interval: undefined, time: undefined }
const bell = async (who: Staff) => {
  await clinic.pass(0)
  return (await who.get<Notification[]>('/his/api/notifications?kind=alert')).data
}
const told = async (who: Staff) => (await bell(who)).map(({ what }) => what)

describe('the emergency list', () => {
  it('[SET-06~] tells who serves it in the unit of each emergency that is booked, and nobody else', async () => {
    for (const who of [wang, chen, kao, away, far]) await serves(who)
    const { qid } = await booked(emergency)
    expect(await bell(wang)).toMatchObject([
      {
        what: 'emergency.booked',
        kind: 'alert',
        subject: { kind: 'visit', id: String(qid) },
        link: { screen: 'apptmgmt', search: { tab: 'emergency', did: 'all', open: String(qid) } },
        from: { mid: chen.mid },
        gone: false,
      },
    ])
    // Not who booked it, who sees own visits alone, who is of another unit or institution, or who has it off.
    for (const who of [chen, kao, away, far, lin]) expect(await told(who)).toEqual([])
    await serves(wang, false)
    await booked({ ...emergency, pid: 301, did: 102 })
    expect(await told(wang)).toEqual(['emergency.booked'])
  })

  it('[SET-06~] tells them once when the patient of an emergency has come by the link, and of no other patient', async () => {
    await serves(wang)
    await clinic.patient('waiting', { time: '11:00' })
    expect(await told(wang)).toEqual([])
    await clinic.patient('waiting', { kind: 'emergency', interval: 0, time: '10:25' })
    expect(await told(wang)).toEqual(['emergency.arrived'])
    expect(await told(wang)).toHaveLength(1)
  })

  it('[SET-06~] tells of no emergency that is called off before anybody could be told', async () => {
    await serves(wang)
    const { qid } = await booked(emergency)
    expect(await told(wang)).toEqual(['emergency.booked'])
    const { db } = clinic.data
    await db.owner('delete from notification')
    await db.system.tx(async (tx) => {
      await tx.run(sql`update appointment set status = 'cancelled' where qid = ${qid}`)
      await tx.run(sql`insert into timer (kind, key, due_at, payload)
        values ('booking.emergency', 'again', ${clinic.clock.now()}, jsonb_build_object('qid', ${qid}::int, 'what', 'booked', 'by', null))`)
    })
    expect(await told(wang)).toEqual([])
  })
})
