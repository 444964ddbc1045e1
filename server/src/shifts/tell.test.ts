import type { AffectedList, ChangeDone } from '@teleward/contract/shifts/schema.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { book } from '../appointments/fixture.ts'
import type { Clinic, Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { openShifts, seedPattern } from './fixture.ts'

let clinic: Clinic
let lin: Staff
beforeAll(async () => {
  clinic = await openShifts()
  lin = await clinic.staff('dr.lin')
  await seedPattern(lin)
})
afterAll(() => clinic?.close())

it.each([
  ['zh-TW', '2026-04-06', '您已付的 TWD 600 將退回。', '仍為您保留', '可能無法如期看診'],
  ['zh-CN', '2026-04-07', '您已付的 TWD 600 将退回。', '仍为您保留', '可能无法如期看诊'],
  ['en', '2026-04-08', 'The TWD 600 you paid will be refunded.', 'your appointment stands', 'may not take place'],
])(
  '[Iw4] a message of a changed shift names the money that goes back, and promises no time (%s)',
  async (language, date, refund, promise, warning) => {
    const visit = (time: string) => book(clinic.data.db, { date, time, interval: 1, did: lin.mid, pid: 201 })
    const [paid, unpaid, kept] = [await visit('09:00'), await visit('09:15'), await visit('09:30')]
    await clinic.data.db.system.tx(async (tx) => {
      await tx.run(
        sql`update appointment set fee = 60000, payment = case when qid = ${paid} then 'paid' else 'due' end where qid in (${paid}, ${unpaid})`,
      )
      await tx.run(sql`update member set language = ${language} where pid = 201`)
    })
    const close = (confirm?: object) =>
      lin.post<AffectedList & ChangeDone>('/his/api/updateShift', {
        ...{ date, interval: 1, change: { closed: true } },
        ...(confirm && { confirm }),
      })
    const ways = (await close()).data.affected.map(({ qid, version }) => ({
      ...{ qid, version, notify: true },
      act: qid === kept ? 'keep' : 'cancel',
    }))
    expect((await close({ ways })).data).toMatchObject({ cancelled: 2, kept: 1, notified: 3 })
    const told = await clinic.data.db.system.read(sql<{ qid: string; body: string }>`
    select origin_id as qid, body from outbox_message where kind = 'shiftChange' and origin_id = any (${[paid, unpaid, kept].map(String)}::text[])`)
    const said = (qid: number) => told.find((one) => one.qid === String(qid))?.body ?? ''
    expect(said(paid)).toContain(refund)
    for (const qid of [unpaid, kept]) expect(said(qid)).not.toMatch(/TWD|退|refund/)
    expect(said(kept)).toContain(warning)
    for (const qid of [paid, unpaid, kept]) expect(said(qid)).not.toContain(promise)
  },
)
