import { randomUUID } from 'node:crypto'
import type { MenuCounts } from '@teleward/contract/appointments/schema.ts'
import type { UrgentAlerts } from '@teleward/contract/monitoring/alert-schema.ts'
import type { MonitorGroupDetail } from '@teleward/contract/monitoring/group-schema.ts'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import type { Staff } from '../consultation/calls/fixture.ts'
import { readConfig } from '../platform/config.ts'
import { sql } from '../platform/db/index.ts'
import { redisOfTests } from '../platform/testing/redis-server.ts'
import { asReported, limit, PID, put, SHUT, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { run, watch, at, later, give, alerts, overview } = ward
const { lin, chen, away, care, admin } = ward.staff
const MINUTE = 60_000
const crisis = () => limit({ value: 180, severity: 'critical' })

beforeEach(() => run(sql`delete from notification`))
const urgent = async (who: Staff) => (await who.get<UrgentAlerts>('/his/api/urgentalerts')).data
/** Of whom the person is told, `wide` where the whole unit is. */
const told = async (who: Staff) => {
  const { alerts: open, shut } = await urgent(who)
  return [
    ...open.map(({ pid, wide }) => `${pid}${wide ? ' wide' : ''}`),
    ...shut.map(({ pid, wide }) => `${pid} shut${wide ? ' wide' : ''}`),
  ]
}
const bell = async (who: Staff) =>
  (await who.get<Notification[]>('/his/api/notifications')).data
    .filter(({ kind }) => kind === 'alert')
    .map(({ what }) => what)
const number = async (who: Staff) => (await who.get<MenuCounts>('/his/api/counts')).data.alerts
const take = async (who: Staff) => {
  const [one] = await alerts(who)
  return put(who, `alerts/${one?.id}`, { action: 'acknowledge', note: '馬上去電' })
}

describe('a critical alert', () => {
  it('[M18] is told to who cares for the member at once, wherever they are, and counted in the menu; a milder one is not', async () => {
    await watch([limit(), crisis()])
    await give(150)
    expect([await told(chen), await number(chen), await bell(chen)]).toEqual([[], 0, []])
    await give(224, { diastolic: 131, timestamp: at(4) })
    expect([await told(chen), await number(chen), await bell(chen)]).toEqual([[`${PID}`], 1, ['alert.critical']])
    expect((await urgent(chen)).alerts[0]).toMatchObject({
      severity: 'critical',
      value: 224,
      wide: false,
      state: 'open',
    })
    // Of the unit, and in no group of the member: not yet, though the list has it.
    expect([await told(lin), await bell(lin)]).toEqual([[], []])
    for (const who of [away, care])
      expect((await who.get('/his/api/urgentalerts')).code).toBe(who === care ? 'FORBIDDEN' : 'OK')
    expect([await told(away), await number(away)]).toEqual([[], 0])
    expect((await admin.get('/his/api/urgentalerts')).code).toBe('FORBIDDEN')
  })
  it('[M18] that nobody takes is told to the whole unit after the fifteen minutes of its group, once', async () => {
    await watch([crisis()])
    await give(224)
    await later(15 * MINUTE - 1000)
    expect([await told(lin), await bell(lin)]).toEqual([[], []])
    const socket = await lin.line()
    await ward.clinic.pass(1000)
    expect(await socket.waitFor('alert.changed', ({ pid }) => pid === PID)).toMatchObject({ state: 'open', by: null })
    socket.close()
    expect([await told(lin), await bell(lin)]).toEqual([[`${PID} wide`], ['alert.waits']])
    expect([await told(chen), (await bell(chen)).toSorted()]).toEqual([
      [`${PID} wide`],
      ['alert.critical', 'alert.waits'],
    ])
    expect([await told(away), await bell(away)]).toEqual([[], []])
    await later(60 * MINUTE)
    expect(await bell(lin)).toEqual(['alert.waits'])
  })
  it('[M18] stops with who takes it: nobody else is told then', async () => {
    await watch([crisis()])
    await give(224)
    await later(10 * MINUTE)
    expect((await take(chen)).code).toBe('OK')
    expect([await told(chen), await number(chen)]).toEqual([[], 0])
    await later(10 * MINUTE)
    expect([await told(lin), await bell(lin), await number(lin)]).toEqual([[], [], 0])
  })
  it('[M18] that gets clearly worse after somebody took it is told anew, with minutes of its own', async () => {
    await watch([crisis()])
    await give(185)
    await take(chen)
    await later(20 * MINUTE)
    await give(236, { timestamp: at(1) })
    expect([await told(chen), await told(lin)]).toEqual([[`${PID}`], []])
    await later(14 * MINUTE)
    expect(await bell(lin)).toEqual([])
    await later(MINUTE)
    expect([await told(lin), await bell(lin)]).toEqual([[`${PID} wide`], ['alert.waits']])
  })
  it('[M18] waits as long as its group says, also where that is changed while it waits', async () => {
    await watch([crisis()])
    const change = async (reachMinutes: number) => {
      const { data } = await admin.get<MonitorGroupDetail>(`/his/api/monitorgroups/${ward.group}`)
      return put<MonitorGroupDetail>(admin, `monitorgroups/${ward.group}`, { version: data.version, reachMinutes })
    }
    expect((await change(30)).data.reachMinutes).toBe(30)
    for (const wrong of [0, 241, 1.5]) expect((await change(wrong)).code).toBe('BAD_INPUT')
    await give(224)
    await later(16 * MINUTE)
    expect(await told(lin)).toEqual([])
    expect((await change(45)).code).toBe('OK')
    await later(15 * MINUTE)
    expect([await told(lin), await bell(lin)]).toEqual([[], []])
    await later(15 * MINUTE)
    expect([await told(lin), await bell(lin)]).toEqual([[`${PID} wide`], ['alert.waits']])
  })
  it('[M18] of a member whom nobody cares for is told to the unit at once', async () => {
    await watch([crisis()])
    await run(sql`delete from monitor_group_staff`)
    await give(224)
    await ward.clinic.pass(0)
    expect([await told(lin), await bell(lin)]).toEqual([[`${PID} wide`], ['alert.waits']])
  })
  it('[M18] of a member in no group, by own limits that an administrator set, is told to the unit at once', async () => {
    expect((await put(admin, `memberrules/${PID}`, { version: 0, rules: [crisis()] })).code).toBe('OK')
    await give(224)
    expect([await told(lin), await told(chen)]).toEqual([[`${PID} wide`], [`${PID} wide`]])
    await ward.clinic.pass(0)
    expect([await bell(lin), await bell(chen)]).toEqual([['alert.waits'], ['alert.waits']])
  })
  it.each([
    ['have closed accounts', 'staff', "status = 'closed'", "status = 'active'"],
    ['are none of the institution', 'staff_partner', "status = 'disabled'", "status = 'active'"],
    ['wait for a review', 'staff_partner', "review = 'inReview'", "review = 'onBoard'"],
    ['may take none by their profession', 'staff_partner', "doctortype = 'caregiver'", "doctortype = 'nurse'"],
  ])('[M18] of a group whose only carers %s is told to the unit at once', async (_what, table, gone, back) => {
    const set = (what: string) => run(sql`update ${sql.table(table)} set ${sql.raw(what)} where mid = ${chen.mid}`)
    await watch([crisis()])
    await set(gone)
    try {
      await give(224)
      expect(await told(lin)).toEqual([`${PID} wide`])
      await ward.clinic.pass(0)
      expect(await bell(lin)).toEqual(['alert.waits'])
    } finally {
      await set(back)
      await later(0)
    }
  })
  it('[M18] two alerts have a timer each, and two processes tell the unit once', async () => {
    await watch([crisis(), limit({ measure: 'diastolic', value: 120, severity: 'critical' })])
    await give(224)
    await later(5 * MINUTE)
    await give(150, { diastolic: 131, timestamp: at(1) })
    const config = readConfig({
      ...{ PORT: '0', LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: ward.clinic.dataDir },
      ...redisOfTests(),
    })
    const two = await createApp({
      ...{ config, db: ward.clinic.data.another(ward.clinic.clock), clock: ward.clinic.clock, rate: 1_000_000 },
    })
    try {
      ward.clinic.clock.advance(10 * MINUTE)
      await Promise.all([ward.clinic.app.deps.timers.runDue(), two.deps.timers.runDue()])
      await later(0)
      expect(await bell(lin)).toEqual(['alert.waits'])
      expect(await told(lin)).toEqual([`${PID} wide`])
      ward.clinic.clock.advance(5 * MINUTE)
      await Promise.all([ward.clinic.app.deps.timers.runDue(), two.deps.timers.runDue()])
      await later(0)
      expect(await bell(lin)).toEqual(['alert.waits', 'alert.waits'])
      expect(await told(lin)).toEqual([`${PID} wide`, `${PID} wide`])
    } finally {
      await two.close()
    }
  })
  it('[M18] survives a restart of the process', async () => {
    await watch([crisis()])
    await give(224)
    await ward.clinic.restart()
    await later(15 * MINUTE)
    expect(await bell(lin)).toEqual(['alert.waits'])
  })
})

describe('a critical alert behind a record that is not open', () => {
  const opened = () =>
    run(sql`insert into emergency_access (id, partner_id, unit_id, pid, mid, reason, until)
      values (${randomUUID()}, 1, 2, ${SHUT}, ${chen.mid}, '病人昏迷送醫', now() + interval '1 hour')`)
  it('[M17] is told to the carers as one that waits, without a value, with the visit by which the record opens', async () => {
    await watch([limit(), crisis()])
    await give(222, { diastolic: 133, pid: SHUT })
    expect([await told(chen), await number(chen), await told(lin)]).toEqual([[`${SHUT} shut`], 1, []])
    const said = await chen.get<UrgentAlerts>('/his/api/urgentalerts')
    expect(said.data.shut[0]).toMatchObject({ pid: SHUT, name: '張振國', since: asReported(at(0)), lastQid: null })
    expect(said.text).not.toMatch(/222|133|systolic/)
    expect(await alerts(chen)).toEqual([])
    expect((await overview(chen)).map(({ pid, alerts: running, shutAlerts }) => [pid, running, shutAlerts])).toEqual(
      expect.arrayContaining([
        [SHUT, 0, 1],
        [PID, 0, 0],
      ]),
    )
    // The entry of the bell stays, and leads to the member.
    expect((await chen.get<Notification[]>('/his/api/notifications')).data).toMatchObject([
      { what: 'alert.critical', gone: false },
    ])
    const { people, alerts: numbers } = (await admin.get<MonitorGroupDetail>(`/his/api/monitorgroups/${ward.group}`))
      .data
    expect(people.find(({ pid }) => pid === SHUT)).toMatchObject({ running: 1, shut: 1 })
    expect(numbers.running).toBe(1)
  })
  it('[M17] is told to the unit after the minutes, to nobody of elsewhere, and as any other once the record is open', async () => {
    await watch([crisis()])
    await give(222, { pid: SHUT })
    await later(15 * MINUTE)
    expect([await told(lin), await told(away)]).toEqual([[`${SHUT} shut wide`], []])
    await opened()
    expect([await told(chen), await told(lin)]).toEqual([[`${SHUT} wide`], [`${SHUT} shut wide`]])
    expect((await take(chen)).code).toBe('OK')
    expect([await told(chen), await told(lin)]).toEqual([[], []])
    await run(sql`delete from emergency_access where pid = ${SHUT}`)
    // Taken, and running still behind the record that is shut again: the list says so, nobody is called.
    expect((await overview(chen)).find(({ pid }) => pid === SHUT)?.shutAlerts).toBe(1)
    expect(await told(chen)).toEqual([])
  })
  it('[M17] of a disabled membership is told to nobody', async () => {
    await watch([crisis()])
    await give(222, { pid: SHUT })
    await run(sql`update member_unit set status = 'disabled' where pid = ${SHUT}`)
    expect([await told(chen), await number(chen)]).toEqual([[], 0])
    await run(sql`update member_unit set status = 'active' where pid = ${SHUT}`)
  })
})
