import { randomUUID } from 'node:crypto'
import type { Alert, MeasuredValue, Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import type { MonitorRow, Received } from '@teleward/contract/monitoring/schema.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { asReported, limit, PID, put, SHUT, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { run, watch, at, alerts, overview } = ward
const { lin, chen, away, care, admin } = ward.staff
let partner: Staff
let volunteer: Staff
beforeAll(async () => {
  await run(sql`insert into staff (mid, account, name, mobilecode) overriding system value values
    (112, 'partner.ho', '何夥伴', 1), (113, 'volunteer', '志工', 1)`)
  await run(
    sql`insert into staff_credential (mid, password_hash) select m, password_hash from staff_credential, generate_series(112, 113) m where mid = 101`,
  )
  await run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values
    (112, 1, 6, 'partner_staff'), (113, 1, 3, 'volunteer')`)
  await run(sql`insert into staff_unit (mid, partner_id, unit_id) values (112, 1, 2), (113, 1, 2)`)
  partner = await ward.clinic.staff('partner.ho')
  volunteer = await ward.clinic.staff('volunteer')
})

const WHY = '夫婦共用血壓計'
const withdraw = (who: Staff, id: number | undefined, reason: string | undefined = WHY) =>
  who.post<MeasuredValue>(`/his/api/readings/${id}/withdraw`, { reason })
async function stored(more: Record<string, unknown>): Promise<number> {
  const { data } = await lin.post<Received>('/his/api/devicereadings', {
    ...{ pid: PID, dataType: 'blood_pressure', diastolic: 80, unit: 'mmHg', timestamp: at(5), ...more },
  })
  if (!data.reading) throw new Error(`not stored: ${JSON.stringify(data)}`)
  return data.reading.id
}
const weighed = (weight: number, minutes: number) =>
  stored({ dataType: 'weight', weight, weight_unit: 'kg', unit: undefined, timestamp: at(minutes) })
const seen = async (days = 7) => (await chen.get<Measurements>(`/his/api/measurements/${PID}?days=${days}`)).data
const running = async () => (await alerts(chen)).map(({ measure, times }) => `${measure} ${times}`)

describe('a reading that was entered in error', () => {
  it('[M6] stays, struck through with by whom, when and why, and is out of the last value, mean, course and pages', async () => {
    await watch([])
    await weighed(68, 24 * 60)
    const wrong = await weighed(80, 5)
    expect((await seen()).last).toMatchObject([{ value: 80, before: 68, course: [68, 80] }])
    expect((await withdraw(chen, wrong)).data).toMatchObject({
      id: wrong,
      value: 80,
      withdrawn: { by: { mid: chen.mid }, at: asReported(at(0)), reason: WHY },
    })
    const { last, series, total, values } = await seen()
    expect(last).toMatchObject([{ value: 68, before: null, course: [68] }])
    expect(series).toMatchObject([
      { total: 1, points: [{ value: 68 }], summary: { days: 1, value: { mean: 68, low: 68, high: 68 } } },
    ])
    expect([total, values.map(({ value, withdrawn }) => [value, withdrawn?.reason ?? null])]).toEqual([
      1,
      [
        [80, WHY],
        [68, null],
      ],
    ])
    expect((await lin.post<MonitorRow[]>('/partner/monitordata', { pid: PID })).data.map(({ value }) => value)).toEqual(
      [68],
    )
    expect((await overview(chen, { pid: PID }))[0]?.last).toMatchObject([{ value: 68, course: [68] }])
    // The only one of its kind: then there is none.
    const alone = await stored({ systolic: 130 })
    await withdraw(chen, alone)
    expect((await seen()).last.map(({ kind }) => kind)).toEqual(['weight'])
    expect((await overview(chen, { pid: PID, kind: 'blood_pressure' })).length).toBe(0)
  })
  it('[M6] is no base of a change, and no weight that the next one leaps from', async () => {
    await watch([limit({ measure: 'weight', test: 'change', value: 2, hours: 72 })])
    await weighed(60, 20 * 60)
    const wrong = await weighed(70, 10 * 60)
    expect(await running()).toEqual(['weight 1'])
    await withdraw(chen, wrong)
    expect(await running()).toEqual([])
    await weighed(60.5, 60)
    expect(await running()).toEqual([])
  })
  it('[M6] ends the alerts that rest on it alone, with why; where others struck too they run on and say so', async () => {
    await watch([limit(), limit({ measure: 'diastolic', value: 100, severity: 'critical' })])
    const wrong = await stored({ systolic: 190, diastolic: 110, timestamp: at(9) })
    await stored({ systolic: 150, timestamp: at(5) })
    expect((await running()).toSorted()).toEqual(['diastolic 1', 'systolic 2'])
    const socket = await lin.line()
    await withdraw(chen, wrong)
    const [left, ...more] = await alerts(chen)
    expect(more).toEqual([])
    expect(left).toMatchObject({ measure: 'systolic', state: 'open', withdrawnReading: true })
    const ended = (await alerts(chen, '?state=resolved'))[0]
    expect(ended).toMatchObject({
      measure: 'diastolic',
      resolved: { by: { mid: chen.mid }, at: asReported(at(0)), note: `讀值輸入錯誤：${WHY}` },
    })
    expect(await socket.waitFor('alert.changed', ({ state }) => state === 'resolved')).toMatchObject({ id: ended?.id })
    expect(await socket.waitFor('reading.arrived')).toEqual({ pid: PID })
    socket.close()
  })
  it('[M6] leaves an alert that another reading of the same minute raised', async () => {
    await watch([limit()])
    await stored({ systolic: 190, timestamp: at(5) })
    const other = await stored({ systolic: 130, timestamp: at(5) })
    await withdraw(chen, other)
    expect(await running()).toEqual(['systolic 1'])
  })
  it('[M6] is withdrawn once: with a reason, and who comes second is answered what stands', async () => {
    const id = await stored({ systolic: 130 })
    for (const reason of ['', '   ', '.', '。'])
      expect(await withdraw(chen, id, reason)).toMatchObject({ status: 400, code: 'REASON_REQUIRED' })
    expect((await chen.post(`/his/api/readings/${id}/withdraw`, {})).code).toBe('REASON_REQUIRED')
    expect((await withdraw(chen, id, 'x'.repeat(301))).status).toBe(400)
    const both = await Promise.all([withdraw(chen, id, '陳'), withdraw(lin, id, '林')])
    expect(both.map(({ code }) => code)).toEqual(['OK', 'OK'])
    expect(both[0]?.data.withdrawn).toEqual(both[1]?.data.withdrawn)
    expect((await withdraw(lin, id, '再一次')).data.withdrawn).toEqual(both[0]?.data.withdrawn)
    expect((await seen()).values).toHaveLength(1)
  })
  it('[M6] [AUTH-19~] is in the audit log with whose it is', async () => {
    const id = await stored({ systolic: 130 })
    await withdraw(chen, id)
    expect(
      await ward.clinic.data.db.system.read(
        sql`select pid, kind from audit_log where action = 'POST /his/api/readings/{id}/withdraw' and mid = ${chen.mid}
          and target_id = ${String(id)}`,
      ),
    ).toEqual([{ pid: PID, kind: 'write' }])
  })
})

describe('who withdraws a reading', () => {
  it('[M6] [MEMB-05~] is who may write readings and read them, in an open record: for others there is none', async () => {
    const id = await stored({ systolic: 190 })
    const shut = await stored({ pid: SHUT, systolic: 190 })
    for (const [who, of] of [
      [away, id],
      [volunteer, id],
      [admin, id],
      [care, id],
      [lin, shut],
      [lin, 999_999_999],
    ] as const)
      expect(await withdraw(who, of)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    // Reads what was measured, and writes none of it.
    expect((await withdraw(partner, id)).code).toBe('FORBIDDEN')
    expect((await ward.clinic.staff('agent.kao').then((who) => withdraw(who, id))).code).toBe('FORBIDDEN')
    expect((await seen()).values).toMatchObject([{ withdrawn: null }])
    // Whether or not it was withdrawn before.
    await withdraw(chen, id)
    expect((await withdraw(away, id)).code).toBe('NOT_FOUND')
    // A caregiver of their own patients.
    const own = await stored({ systolic: 150, timestamp: at(2) })
    await ward.clinic.patient('fresh', { pid: PID, bookedBy: care.mid, time: '17:30' })
    expect((await withdraw(care, own)).code).toBe('OK')
  })
  it('[M6] the database lets nobody withdraw in another’s name, take it back, change the rest, or do it without the right', async () => {
    const id = await stored({ systolic: 190 })
    const scope = {
      kind: 'staff',
      mid: chen.mid,
      partnerId: 1,
      unitIds: [2],
      pid: null,
      qid: null,
      'emr.read': 'y',
      'appointment.read': 'y',
      'monitor.read': 'y',
      'event.operate': 'y',
    } as const
    const as = (statement: ReturnType<typeof sql>, over: object = {}) =>
      ward.clinic.data.db.tx({ ...scope, ...over }, (tx) => tx.run(statement)).catch(() => 'refused')
    const mark = (mid: number) =>
      sql`update reading set withdrawn_at = now(), withdrawn_by = ${mid}::int, withdrawal = 'x' where id = ${id}`
    expect(await as(mark(lin.mid))).toBe('refused')
    for (const over of [{ unitIds: [3] }, { 'event.operate': '-' }, { 'monitor.read': '-' }, { partnerId: 32 }])
      expect([0, 'refused'], JSON.stringify(over)).toContain(await as(mark(chen.mid), over))
    expect(await as(sql`update reading set value = 1 where id = ${id}`)).toBe('refused')
    expect(await as(sql`delete from reading where id = ${id}`)).toBe('refused')
    expect((await seen()).values).toMatchObject([{ withdrawn: null, value: 190 }])
    expect(await as(mark(chen.mid))).toBe(1)
    const back = sql`update reading set withdrawn_at = null, withdrawn_by = null, withdrawal = null where id = ${id}`
    expect([0, 'refused']).toContain(await as(back))
    expect((await seen()).values).toMatchObject([{ withdrawn: { by: { mid: chen.mid } } }])
  })
})

describe('what came after it', () => {
  it('[M6] the same value sent again is no new reading; a right one of that minute is', async () => {
    const id = await stored({ systolic: 190 })
    await withdraw(chen, id)
    const again = await lin.post<Received>('/his/api/devicereadings', {
      ...{ pid: PID, dataType: 'blood_pressure', systolic: 190, diastolic: 80, unit: 'mmHg', timestamp: at(5) },
    })
    expect(again.data.duplicate).toBe(true)
    expect((await seen()).last).toEqual([])
    await stored({ systolic: 130 })
    expect((await seen()).last).toMatchObject([{ value: 130 }])
  })
  it('[M6] a step on an alert that it ended is told who was first', async () => {
    await watch([limit()])
    const id = await stored({ systolic: 190 })
    const [one] = await alerts(chen)
    await withdraw(chen, id)
    expect((await put<Alert>(lin, `alerts/${one?.id}`, { action: 'resolve', note: '已去電' })).code).toBe('ALERT_TAKEN')
    expect((await put(lin, `alerts/${randomUUID()}`, { action: 'acknowledge' })).code).toBe('NOT_FOUND')
  })
})
