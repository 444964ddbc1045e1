import { randomUUID } from 'node:crypto'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import { describe, expect, it } from 'vitest'
import { sql } from '../platform/db/index.ts'
import { HOUR, limit, PID, put, SHUT, asReported, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { run, watch, at, later, give, alerts, overview } = ward
const { lin, chen, away, care, admin } = ward.staff

describe('an alert', () => {
  it('[MON-03~] is raised with the reading that strikes, says whose limit and what, and both events go to the unit', async () => {
    await watch([limit()])
    const socket = await chen.line()
    await give(151)
    const [one, ...more] = await alerts(chen)
    expect(more).toEqual([])
    expect(one).toMatchObject({
      pid: PID,
      measure: 'systolic',
      test: 'above',
      severity: 'warning',
      limit: 140,
      value: 151,
      source: 'group',
      state: 'open',
      times: 1,
      measurementTime: asReported(at(5)),
      acknowledged: null,
    })
    expect(await socket.waitFor('reading.arrived')).toEqual({ pid: PID })
    expect(await socket.waitFor('alert.changed')).toEqual({ id: one?.id, pid: PID, state: 'open', by: null })
    socket.close()
  })
  it('[MON-03~] runs once for a limit and a person: what strikes again is counted, and the worst of several is the one', async () => {
    await watch([limit(), limit({ value: 180, severity: 'critical' })])
    await give(151, { timestamp: at(9) })
    await give(155, { timestamp: at(8) })
    expect(await alerts(chen)).toMatchObject([{ severity: 'warning', times: 2, value: 151, lastValue: 155 }])
    await give(190, { timestamp: at(7) })
    expect((await alerts(chen)).map(({ severity, times }) => [severity, times])).toEqual([
      ['critical', 1],
      ['warning', 2],
    ])
  })
  it('many readings at once raise one', async () => {
    await watch([limit()])
    await Promise.all(Array.from({ length: 8 }, (_, n) => give(150 + n, { timestamp: at(5 + n) })))
    expect(await alerts(chen)).toMatchObject([{ times: 8 }])
  })
  it('what was measured at the limit, arrives late, or of somebody whose monitoring is off raises none', async () => {
    await watch([limit()])
    await give(140)
    await give(190, { timestamp: at(25 * 60) })
    await run(
      sql`insert into monitor_off (pid, partner_id, unit_id, reason, off_by, off_at) values (${PID}, 1, 2, '出國', 101, now())`,
    )
    await give(190)
    expect(await alerts(chen, '?state=all')).toEqual([])
  })
  it('[MON-03~] a change over hours is held against what came before', async () => {
    await watch([limit({ measure: 'weight', test: 'change', value: 2, hours: 72 })])
    const weigh = (weight: number, minutesAgo: number) =>
      give(0, { dataType: 'weight', weight, weight_unit: 'kg', timestamp: at(minutesAgo) })
    await weigh(59.3, 60 * 20)
    await weigh(61.2, 60 * 2)
    expect(await alerts(chen)).toEqual([])
    await weigh(61.3, 60)
    expect(await alerts(chen)).toMatchObject([{ measure: 'weight', test: 'change', value: 61.3, hours: 72 }])
  })
  it('[MON-03~] is raised by the clock where nothing came, once, and again when nothing came since it was resolved', async () => {
    await watch([limit({ test: 'noData', value: null, hours: 48 })], [PID])
    await give(120, { timestamp: at(1) })
    await later(47 * HOUR)
    expect(await alerts(chen)).toEqual([])
    await later(2 * HOUR)
    const [one] = await alerts(chen)
    expect(one).toMatchObject({ test: 'noData', value: null, measurementTime: null, state: 'open' })
    await later(HOUR)
    expect(await alerts(chen)).toMatchObject([{ times: 1 }])
    expect((await put(chen, `alerts/${one?.id}`, { action: 'resolve', note: '已去電，血壓計沒電' })).code).toBe('OK')
    await later(47 * HOUR)
    expect(await alerts(chen)).toEqual([])
    await later(2 * HOUR)
    expect(await alerts(chen)).toHaveLength(1)
  })
  it('[MON-03~] is acknowledged by who, when and with a note; a second one is told who was first', async () => {
    await watch([limit()])
    await give(151)
    const [one] = await alerts(chen)
    const path = `alerts/${one?.id}`
    const socket = await lin.line()
    const answers = await Promise.all([
      put<Alert>(chen, path, { action: 'acknowledge', note: '馬上去電' }),
      put<Alert>(lin, path, { action: 'acknowledge', note: '我來' }),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ALERT_TAKEN', 'OK'])
    const won = answers.find(({ code }) => code === 'OK')?.data
    expect(won).toMatchObject({ state: 'acknowledged', acknowledged: { at: asReported(at(0)) } })
    const lost = answers.find(({ code }) => code === 'ALERT_TAKEN')
    expect(lost).toMatchObject({ status: 409, data: { name: won?.acknowledged?.by.name } })
    expect(await socket.waitFor('alert.changed', ({ state }) => state === 'acknowledged')).toMatchObject({
      id: one?.id,
    })
    socket.close()
    // Once more by the same is no fault, and what it says is kept as a further note: once, however often it is sent.
    const first = won?.acknowledged?.by.mid === chen.mid ? chen : lin
    const again = (note: string) => put<Alert>(first, path, { action: 'acknowledge', note })
    for (const note of ['', '已請家屬送急診，10:05', '已請家屬送急診，10:05', won?.acknowledged?.note ?? ''])
      expect((await again(note)).data.acknowledged).toEqual(won?.acknowledged)
    expect((await again('')).data.notes).toMatchObject([{ by: { mid: first.mid }, note: '已請家屬送急診，10:05' }])
    for (const note of ['  ', '.', '。。', '—'])
      expect(await put(lin, path, { action: 'resolve', note }), note).toMatchObject({
        status: 400,
        code: 'CONTENT_REQUIRED',
      })
    expect((await lin.post(`/his/api/${path}/notes`, { note: '…' })).code).toBe('CONTENT_REQUIRED')
    expect((await put<Alert>(lin, path, { action: 'resolve', note: '已調藥' })).data).toMatchObject({
      state: 'resolved',
      resolved: { by: { mid: lin.mid }, note: '已調藥' },
    })
    expect((await put(chen, path, { action: 'resolve', note: '也' })).code).toBe('ALERT_TAKEN')
    expect(await alerts(chen)).toEqual([])
    expect(await alerts(chen, `?state=all&pid=${PID}`)).toHaveLength(1)
    await give(160)
    expect(await alerts(chen)).toMatchObject([{ state: 'open' }])
  })
  it('those of one minute stand by severity, whichever way the list is turned', async () => {
    await watch([limit()])
    await give(151)
    await ward.clinic.data.db.system.tx(async (tx) => {
      for (const severity of ['notice', 'critical'])
        await tx.run(sql`insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, measure, test, severity, raised_at, last_at)
          select gen_random_uuid(), pid, partner_id, unit_id, gen_random_uuid(), source, measure, test, ${severity}, raised_at, last_at
          from monitor_alert where severity = 'warning' limit 1`)
    })
    for (const sort of ['raised', '-raised'])
      expect((await alerts(chen, `?sort=${sort}`)).map(({ severity }) => severity)).toEqual([
        'critical',
        'warning',
        'notice',
      ])
  })
  it('is seen and taken by nobody of elsewhere, nor without the patient’s authorisation, nor by who only looks', async () => {
    await watch([limit()])
    await give(151)
    await give(151, { pid: SHUT })
    const all = await ward.clinic.data.db.system.read(
      sql<{ id: string; pid: number }>`select id, pid from monitor_alert order by pid`,
    )
    expect(all.map(({ pid }) => pid)).toEqual([PID, SHUT])
    expect(await alerts(away)).toEqual([])
    expect((await alerts(chen)).map(({ pid }) => pid)).toEqual([PID])
    expect((await put(away, `alerts/${all[0]?.id}`, { action: 'acknowledge' })).code).toBe('NOT_FOUND')
    expect((await put(chen, `alerts/${all[1]?.id}`, { action: 'acknowledge' })).code).toBe('NOT_FOUND')
    expect(await alerts(care)).toEqual([])
    expect((await put(care, `alerts/${all[0]?.id}`, { action: 'acknowledge' })).code).toBe('FORBIDDEN')
    expect((await admin.get('/his/api/alerts')).code).toBe('FORBIDDEN')
    expect((await put(chen, `alerts/${all[0]?.id}`, { action: 'acknowledge', note: 'x'.repeat(501) })).status).toBe(400)
    expect((await put(chen, `alerts/${randomUUID()}`, { action: 'acknowledge' })).code).toBe('NOT_FOUND')
  })
  it('the database lets none of it be written otherwise', async () => {
    await watch([limit()])
    await give(151)
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
    const as = (statement: ReturnType<typeof sql>) => ward.clinic.data.db.tx(scope, (tx) => tx.run(statement))
    await expect(
      as(sql`update monitor_alert set state = 'acknowledged', acked_by = ${lin.mid}, acked_at = now()`),
    ).rejects.toThrow()
    await expect(as(sql`update monitor_alert set severity = 'notice'`)).rejects.toThrow()
    await expect(as(sql`delete from monitor_alert`)).rejects.toThrow()
    // What was taken is opened again by what is measured, and by nobody.
    const [one] = await alerts(chen)
    expect((await put(chen, `alerts/${one?.id}`, { action: 'acknowledge', note: '馬上去電' })).code).toBe('OK')
    const untaken = sql`acked_by = null, acked_at = null, ack_note = null`
    await expect(as(sql`update monitor_alert set state = 'open', ${untaken}`)).rejects.toThrow()
    await expect(as(sql`update monitor_alert set worst_value = 141`)).rejects.toThrow()
    await expect(as(sql`update monitor_alert set acks_before = '[]'`)).rejects.toThrow()
    await expect(
      ward.run(sql`update monitor_alert set state = 'open', reopened_at = now(), ${untaken}`),
    ).rejects.toThrow()
    await expect(
      ward.clinic.data.db.tx({ ...scope, unitIds: [3] }, (tx) =>
        tx.run(
          sql`select * from app_alert_struck(${randomUUID()}::uuid, ${PID}, 2, ${randomUUID()}::uuid, 1, now(), now())`,
        ),
      ),
    ).rejects.toThrow()
  })
})

describe('rules and alerts together', () => {
  it('[MON-03] of a group and of a person: above, below, change and silence raise by severity, and each is acknowledged by whom, when and with a note', async () => {
    const rules = [
      limit(),
      limit({ test: 'below', value: 90, severity: 'critical' }),
      limit({ measure: 'weight', test: 'change', value: 2, hours: 72, severity: 'notice' }),
      limit({ measure: 'temperature', test: 'noData', value: null, hours: 48, severity: 'notice' }),
    ]
    await watch(rules, [PID])
    const own = [limit({ measure: 'diastolic', value: 95 })]
    expect((await put(admin, `memberrules/${PID}`, { version: 0, rules: own })).code).toBe('OK')
    await later(49 * HOUR)
    for (const [weight, minutesAgo] of [
      [58, 60 * 20],
      [61, 60],
    ] as const)
      await give(0, { dataType: 'weight', weight, weight_unit: 'kg', timestamp: at(minutesAgo) })
    await give(151, { diastolic: 96, timestamp: at(9) })
    await give(85, { diastolic: 60, timestamp: at(5) })
    const raised = await alerts(chen)
    expect(raised.map(({ severity }) => severity)).toEqual(['critical', 'warning', 'warning', 'notice', 'notice'])
    expect(raised.map(({ measure, test, source }) => `${source} ${measure} ${test}`).toSorted()).toEqual([
      'group systolic above',
      'group systolic below',
      'group temperature noData',
      'group weight change',
      'own diastolic above',
    ])
    // Who needs attention stands before who does not.
    expect((await overview(chen, { whose: 'all' }))[0]).toMatchObject({ pid: PID, worst: 'critical', alerts: 5 })
    for (const { id, severity } of raised)
      expect((await put(chen, `alerts/${id}`, { action: 'acknowledge', note: `已看：${severity}` })).code).toBe('OK')
    expect(await alerts(lin)).toMatchObject(
      raised.map(({ severity }) => ({
        severity,
        state: 'acknowledged',
        acknowledged: { by: { mid: chen.mid }, at: asReported(at(0)), note: `已看：${severity}` },
      })),
    )
  })
})
