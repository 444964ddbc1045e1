import { randomUUID } from 'node:crypto'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import type { MenuCounts } from '@teleward/contract/appointments/schema.ts'
import type { UrgentAlerts } from '@teleward/contract/monitoring/alert-schema.ts'
import type { Notification } from '@teleward/contract/notifications/schema.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply, Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { asReported, HOUR, limit, PID, put, SHUT, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { run, watch, at, later, give, alerts, overview } = ward
const { lin, chen, away, care, admin } = ward.staff
const DAY = 24 * HOUR
const WHY = '已聯絡家屬，週五回診前不再處理'

// What is muted is judged by the database's clock, which is the run's day.
beforeAll(() => later(Math.floor(Date.now() / 1000) * 1000 - ward.clinic.clock.now().getTime()))
beforeEach(() => run(sql`delete from notification`))

const muting = (who: Staff, one: Alert | undefined, until: number | null = DAY, note = WHY) =>
  put<Alert>(who, `alerts/${one?.id}/mute`, { until: until === null ? null : inFuture(until), note })
const inFuture = (ms: number) => new Date(ward.clinic.clock.now().getTime() + ms).toISOString()
async function unmute(who: Staff, one: Alert | undefined): Promise<Pick<Reply<Alert>, 'code' | 'data'>> {
  const answer = await who.request(`/his/api/alerts/${one?.id}/mute`, { method: 'DELETE' })
  const said = (await answer.json()) as { status: string; data: Alert }
  return { code: said.status, data: said.data }
}
const take = (who: Staff, one: Alert | undefined) =>
  put<Alert>(who, `alerts/${one?.id}`, { action: 'acknowledge', note: '馬上去電' })
const noting = (who: Staff, one: { id: string } | undefined, note: string) =>
  who.post<Alert>(`/his/api/alerts/${one?.id}/notes`, { note })
async function raised(value = 151, rules = [limit()]): Promise<Alert | undefined> {
  await watch(rules)
  await give(value)
  return (await alerts(chen))[0]
}
const bell = async (who: Staff) =>
  (await who.get<Notification[]>('/his/api/notifications')).data.map(({ what }) => what)

describe('a muted alert', () => {
  it('[Mw6] says by whom, until when and why, stands behind the others, and is counted and asked for no more', async () => {
    const one = await raised(151, [limit(), limit({ measure: 'diastolic', value: 60, severity: 'notice' })])
    const until = inFuture(3 * DAY)
    expect((await muting(chen, one, 3 * DAY)).data).toMatchObject({
      state: 'open',
      muted: { by: { mid: chen.mid }, at: asReported(at(0)), until: asReported(until), note: WHY },
    })
    const list = await alerts(lin)
    expect(list.map(({ measure, muted }) => [measure, muted !== null])).toEqual([
      ['diastolic', false],
      ['systolic', true],
    ])
    expect((await alerts(lin, '?state=open')).map(({ measure }) => measure)).toEqual(['diastolic'])
    expect((await overview(chen, { pid: PID }))[0]).toMatchObject({ alerts: 1, worst: 'notice' })
    expect(await bell(chen)).toEqual([])
  })
  it('[Mw6] asks for a reason and an end of at most thirty days, each told at its field', async () => {
    const one = await raised()
    for (const [until, note, code] of [
      [DAY, '   ', 'REASON_REQUIRED'],
      [DAY, '.', 'REASON_REQUIRED'],
      [null, WHY, 'END_TIME_REQUIRED'],
      [0, WHY, 'VALUE_INVALID'],
      [-DAY, WHY, 'VALUE_INVALID'],
      [30 * DAY + 1000, WHY, 'VALUE_INVALID'],
    ] as const)
      expect(await muting(chen, one, until, note)).toMatchObject({ status: 400, code })
    expect((await alerts(chen))[0]?.muted).toBeNull()
    expect((await muting(chen, one, 30 * DAY)).code).toBe('OK')
    // Muted anew by another: the last word counts.
    expect((await muting(lin, one, DAY, '改為一天')).data.muted).toMatchObject({
      by: { mid: lin.mid },
      note: '改為一天',
    })
  })
  it('[Mw6] a critical one is taken first, and its carers are told, whoever mutes', async () => {
    const one = await raised(200, [limit({ value: 180, severity: 'critical' })])
    expect((await muting(lin, one)).code).toBe('FIELD_RELATED')
    await take(lin, one)
    await run(sql`delete from notification`)
    expect((await muting(lin, one)).data.muted?.by.mid).toBe(lin.mid)
    expect([await bell(chen), await bell(lin)]).toEqual([['alert.muted'], []])
    expect((await unmute(chen, one)).data.muted).toBeNull()
    await muting(chen, one, 2 * DAY)
    // Who mutes is told nothing of it.
    expect(await bell(chen)).toEqual(['alert.muted'])
  })
  it('[Mw6] is muted no more when the time is over, and pages are told', async () => {
    const one = await raised()
    await muting(chen, one, HOUR)
    const socket = await lin.line()
    ward.clinic.clock.advance(HOUR)
    await ward.clinic.app.deps.timers.runDue()
    expect(await socket.waitFor('alert.changed', ({ by }) => by === null)).toMatchObject({ id: one?.id, state: 'open' })
    socket.close()
    // The database's clock, an hour on.
    await run(sql`update monitor_alert_mute set at = at - interval '2 hours', until = until - interval '2 hours'`)
    await later(0)
    expect((await alerts(chen, '?state=open'))[0]).toMatchObject({ id: one?.id, muted: null })
  })
  it('[Mw6] that gets clearly worse after somebody took it calls again', async () => {
    const one = await raised(185, [limit({ value: 180, severity: 'critical' })])
    await take(chen, one)
    await muting(chen, one)
    const urgent = async () => (await chen.get<UrgentAlerts>('/his/api/urgentalerts')).data.alerts.length
    await give(188, { timestamp: at(4) })
    expect([(await alerts(chen))[0]?.muted?.note, await urgent()]).toEqual([WHY, 0])
    await later(60_000)
    await give(236, { timestamp: at(0) })
    expect((await alerts(chen))[0]).toMatchObject({ state: 'open', muted: null })
    expect([await urgent(), (await chen.get<MenuCounts>('/his/api/counts')).data.alerts]).toEqual([1, 1])
  })
  it('[Mw6] that nobody took calls again where it gets clearly worse, at once or by small steps: 93 % muted, then 92, 91 and 90', async () => {
    const oxygen = (value: number, minutes: number) =>
      give(0, { dataType: 'blood_oxygen', value, takeOver: true, timestamp: at(minutes) })
    await watch([limit({ measure: 'blood_oxygen', test: 'below', value: 94 })], [PID])
    await oxygen(93, 9)
    await muting(chen, (await alerts(chen))[0], 29 * DAY)
    await later(60_000)
    // A fortieth of 94 is 2.35: less than that is the same state, measured again.
    for (const [value, minutes] of [
      [92, 8],
      [91, 7],
    ] as const)
      await oxygen(value, minutes)
    expect((await alerts(chen))[0]).toMatchObject({ state: 'open', worstValue: 91, muted: { note: WHY } })
    expect(await alerts(chen, '?state=open')).toEqual([])
    const socket = await lin.line()
    await oxygen(90, 6)
    expect(await socket.waitFor('alert.changed')).toMatchObject({ state: 'open', by: null })
    socket.close()
    expect((await alerts(chen, '?state=open'))[0]).toMatchObject({
      ...{ times: 4, worstValue: 90, muted: null, acknowledged: null, acknowledgedBefore: [] },
      reopenedAt: asReported(at(0)),
    })
    // Muted anew it is held against how bad it is by now.
    await later(60_000)
    await muting(lin, (await alerts(chen))[0])
    await later(60_000)
    await oxygen(88, 1)
    expect((await alerts(chen))[0]?.muted?.by.mid).toBe(lin.mid)
    await oxygen(70, 0)
    expect((await alerts(chen))[0]?.muted).toBeNull()
  })
  it('[Mw6] of a gain of weight calls again where a quarter of the limit comes on top', async () => {
    await watch([limit({ measure: 'weight', test: 'change', direction: 'up', value: 2, hours: 72 })], [PID])
    const weigh = (weight: number, minutes: number) =>
      give(0, { dataType: 'weight', weight, weight_unit: 'kg', timestamp: at(minutes) })
    await weigh(60, 900)
    await weigh(62.2, 600)
    await muting(chen, (await alerts(chen))[0])
    await later(60_000)
    await weigh(62.6, 300)
    expect((await alerts(chen))[0]?.muted?.note).toBe(WHY)
    await weigh(62.7, 200)
    expect((await alerts(chen))[0]).toMatchObject({ worstValue: 62.7, baseValue: 60, muted: null })
  })
  it('[Mw6] is muted and unmuted by who may take it, in a record that is open to them, and never once it is resolved', async () => {
    const one = await raised()
    await give(200, { pid: SHUT })
    const [shut] = await ward.clinic.data.db.system.read(
      sql<{ id: string }>`select id from monitor_alert where pid = ${SHUT}`,
    )
    for (const [who, of, code] of [
      [away, one, 'NOT_FOUND'],
      [chen, { id: shut?.id } as Alert, 'NOT_FOUND'],
      [chen, { id: randomUUID() } as Alert, 'NOT_FOUND'],
      [care, one, 'FORBIDDEN'],
      [admin, one, 'FORBIDDEN'],
    ] as const) {
      expect((await muting(who, of)).code).toBe(code)
      expect((await unmute(who, of)).code).toBe(code)
      expect((await noting(who, of, 'x')).code).toBe(code)
    }
    await muting(chen, one)
    expect((await put(lin, `alerts/${one?.id}`, { action: 'resolve', note: '已調藥' })).code).toBe('OK')
    const late = await muting(chen, one)
    expect([late.status, late.code]).toEqual([409, 'ALERT_TAKEN'])
    expect(late.data).toMatchObject({ name: '林書妍' })
  })
  it('[Mw6] two who mute at once leave one, and each is kept', async () => {
    const one = await raised()
    const both = await Promise.all([muting(chen, one, DAY, '陳'), muting(lin, one, 2 * DAY, '林')])
    expect(both.map(({ code }) => code)).toEqual(['OK', 'OK'])
    const rows = await ward.clinic.data.db.system.read(
      sql<{
        note: string
        over: boolean
      }>`select note, ended_at is not null as over from monitor_alert_mute where alert_id = ${one?.id ?? ''}::uuid order by id`,
    )
    expect(rows.map(({ over }) => over)).toEqual([true, false])
    expect((await alerts(chen))[0]?.muted?.note).toBe(rows[1]?.note)
  })
  it('[Mw6] the database shows notes and muting to whom it shows the alert, and lets nobody write in another’s name', async () => {
    const one = await raised()
    await muting(chen, one)
    await noting(chen, one, '家屬會陪同')
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
    } as const
    const { db } = ward.clinic.data
    for (const table of ['monitor_alert_mute', 'monitor_alert_note']) {
      const rows = (over: object) => db.read({ ...scope, ...over }, sql`select 1 as n from ${sql.table(table)}`)
      expect(await rows({}), table).toHaveLength(1)
      for (const over of [{ unitIds: [3] }, { partnerId: 32, unitIds: [90] }, { 'monitor.read': '-' }])
        expect(await rows(over), table).toEqual([])
      await expect(
        db.tx(scope, (tx) => tx.run(sql`delete from ${sql.table(table)}`)),
        table,
      ).rejects.toThrow()
    }
    const plant = (mid: number, over: object = {}) =>
      db.tx({ ...scope, ...over }, (tx) =>
        tx.run(
          sql`insert into monitor_alert_note (alert_id, mid, at, note) values (${one?.id ?? ''}::uuid, ${mid}, now(), 'x')`,
        ),
      )
    await expect(plant(lin.mid)).rejects.toThrow()
    await expect(plant(chen.mid, { unitIds: [3] })).rejects.toThrow()
  })
})

describe('who comes second with an alert', () => {
  it('[M9] is told who was first, with the alert as it stands, and adds what was done as a further note', async () => {
    const one = await raised(224)
    await put(lin, `alerts/${one?.id}`, { action: 'resolve', note: '醫師已處理' })
    const lost = await put<{ name: string; alert: Alert }>(chen, `alerts/${one?.id}`, {
      action: 'resolve',
      note: '已電話聯絡，囑立即就醫，女兒陪同',
    })
    expect(lost).toMatchObject({ status: 409, code: 'ALERT_TAKEN' })
    expect(lost.data.alert).toMatchObject({ state: 'resolved', resolved: { by: { mid: lin.mid }, note: '醫師已處理' } })
    expect((await noting(chen, one, '  ')).code).toBe('CONTENT_REQUIRED')
    expect((await noting(chen, one, 'x'.repeat(501))).status).toBe(400)
    const socket = await lin.line()
    const added = await noting(chen, one, '已電話聯絡，囑立即就醫，女兒陪同')
    expect(added.data).toMatchObject({
      state: 'resolved',
      resolved: { note: '醫師已處理' },
      notes: [{ by: { mid: chen.mid }, at: asReported(at(0)), note: '已電話聯絡，囑立即就醫，女兒陪同' }],
    })
    expect(await socket.waitFor('alert.changed')).toMatchObject({ id: one?.id, state: 'resolved', by: chen.mid })
    socket.close()
    expect((await alerts(lin, '?state=all'))[0]?.notes).toHaveLength(1)
  })
})
