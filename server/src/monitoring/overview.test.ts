import { randomUUID } from 'node:crypto'
import type { CareGroups, Measurements, OwnRules, TrialOutcome } from '@teleward/contract/monitoring/alert-schema.ts'
import { describe, expect, it } from 'vitest'
import type { Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'
import { limit, PID, put, SHUT, asReported, watchedClinic } from './fixture.ts'

const ward = watchedClinic()
const { run, watch, at, give, alerts, overview } = ward
const { lin, chen, away, admin } = ward.staff

describe('the overview', () => {
  it('[MON-01~] [MON-03~] shows the members of one’s groups, those who need attention first, then who is silent for longest', async () => {
    await watch([limit()])
    expect((await overview(chen)).map(({ pid, open }) => [pid, open])).toEqual([
      [PID, true],
      [SHUT, false],
    ])
    await give(120, { timestamp: at(60 * 24 * 4), pulse_rate: 71 })
    await give(151, { timestamp: at(10) })
    await give(151, { pid: SHUT })
    const [first, second] = await overview(chen)
    expect(first).toMatchObject({
      pid: PID,
      worst: 'warning',
      alerts: 1,
      lastAt: asReported(at(10)),
      last: [{ kind: 'blood_pressure', value: 151, diastolic: 70, before: 120, course: [120, 151] }],
    })
    // Without the authorisation a row says so, and nothing of what was measured.
    expect(second).toMatchObject({ pid: SHUT, open: false, alerts: 0, worst: null, lastAt: null, last: [] })
    // [Sw10] Nor what they are followed for: a group's name says it.
    expect(first?.groups.length).toBeGreaterThan(0)
    expect(second?.groups).toEqual([])
  })
  it('[MON-01~] the days say how old a value may be; a kind, a word, an alert and a switch narrow', async () => {
    await watch([limit()])
    await give(120, { timestamp: at(60 * 24 * 5) })
    const values = async (days: number) => (await overview(chen, { days, pid: PID }))[0]?.last.length
    expect([await values(3), await values(7), await values(0)]).toEqual([0, 1, 1])
    expect(await overview(chen, { kind: 'weight' })).toEqual([])
    expect(await overview(chen, { kind: 'blood_pressure' })).toHaveLength(1)
    expect(await overview(chen, { alert: 'any' })).toEqual([])
    await give(190)
    expect((await overview(chen, { alert: 'warning' })).map(({ pid }) => pid)).toEqual([PID])
    expect(await overview(chen, { alert: 'critical' })).toEqual([])
    expect((await overview(chen, { group: ward.group })).length).toBe(2)
    expect(await overview(chen, { group: randomUUID() })).toEqual([])
    await run(
      sql`insert into monitor_off (pid, partner_id, unit_id, reason, off_by, off_at) values (${PID}, 1, 2, '出國', 101, now())`,
    )
    expect((await overview(chen)).map(({ pid }) => pid)).toEqual([SHUT])
    expect(await overview(chen, { off: true })).toMatchObject([{ pid: PID, off: { reason: '出國' }, last: [] }])
  })
  it('[MON-01~] the unit, the state of the alerts and the doctor narrow', async () => {
    await watch([limit()])
    const pids = async (body: object) => (await overview(chen, body)).map(({ pid }) => pid)
    expect(await pids({ unit: 2 })).toEqual([PID, SHUT])
    expect(await pids({ unit: 3 })).toEqual([])
    expect(await pids({ status: 'open' })).toEqual([])
    await give(190)
    expect([await pids({ status: 'open' }), await pids({ status: 'acknowledged' })]).toEqual([[PID], []])
    const [one] = await alerts(chen)
    await put(chen, `alerts/${one?.id}`, { action: 'acknowledge' })
    expect([await pids({ status: 'open' }), await pids({ status: 'acknowledged' })]).toEqual([[], [PID]])
    const mine = { did: lin.mid }
    const before = await pids(mine)
    await ward.clinic.patient('fresh', { pid: SHUT, time: '15:00' })
    expect(before.includes(SHUT)).toBe(false)
    expect(await pids(mine)).toContain(SHUT)
    expect(await pids({ did: away.mid })).toEqual([])
  })
  it('[MON-01~] what was raised or resolved since then, and when one’s last shift was over', async () => {
    await watch([limit(), limit({ value: 180, severity: 'critical' })])
    await give(150)
    const since = ward.at(-1)
    const ids = async (from: string) =>
      (await alerts(chen, `?state=all&since=${encodeURIComponent(from)}`)).map(({ id }) => id)
    const [old] = await alerts(chen)
    expect(await ids(ward.at(1))).toEqual([old?.id])
    await ward.later(2 * 60_000)
    expect(await ids(since)).toEqual([])
    await give(190, { timestamp: at(0) })
    const fresh = (await alerts(chen)).find(({ severity }) => severity === 'critical')
    expect(await ids(since)).toEqual([fresh?.id])
    await put(chen, `alerts/${old?.id}`, { action: 'resolve', note: '已調藥' })
    expect((await ids(since)).toSorted()).toEqual([old?.id, fresh?.id].toSorted())
    expect((await chen.get(`/his/api/alerts?since=gestern`)).code).toBe('BAD_INPUT')
    const ended = async (who: Staff) => (await who.get<CareGroups>('/his/api/caregroups')).data.lastShiftEnd
    // The plan knows doctors: whoever has no session there has no shift that ended.
    expect(await ended(chen)).toBeNull()
    const day = ward.clinic.clock.now().toISOString().slice(0, 10)
    await run(sql`insert into shift_change (partner_id, did, date, "interval", start_time, end_time, capacity, closed)
      values (1, ${lin.mid}, ${day}::date, 1, '00:30', '01:00', 5, false)`)
    expect(await ended(lin)).toBe(new Date(`${day}T01:00:00+08:00`).toISOString())
    await run(sql`update shift_change set closed = true where did = ${lin.mid} and date = ${day}::date`)
    expect(await ended(lin)).not.toBe(new Date(`${day}T01:00:00+08:00`).toISOString())
  })
  it('[MON-02~] who cares and is in no group is told so, and may look at the unit', async () => {
    await watch([limit()])
    await give(120)
    const groups = async (who: Staff) => (await who.get<CareGroups>('/his/api/caregroups')).data
    expect(await groups(chen)).toMatchObject({ notice: null, groups: [{ id: ward.group, unitId: 2, mine: true }] })
    expect(await groups(lin)).toMatchObject({ notice: 'NO_CARE_GROUP', groups: [{ mine: false }] })
    expect((await groups(away)).groups).toEqual([])
    expect(await overview(lin)).toEqual([])
    expect((await overview(lin, { whose: 'all' })).map(({ pid }) => pid).toSorted()).toEqual([PID, SHUT])
    expect(await overview(away, { whose: 'all' })).toEqual([])
  })
})

describe('the course of a member', () => {
  it('[MON-04~] is told by kind, beside the same number of days before, with the limits in force', async () => {
    await watch([limit()])
    await give(120, { timestamp: at(60 * 24 * 10) })
    await give(130, { timestamp: at(60 * 24 * 2) })
    const said = await chen.get<Measurements>(`/his/api/measurements/${PID}?days=7&compare=1`)
    expect(said.data.series).toMatchObject([{ kind: 'blood_pressure', total: 1, points: [{ value: 130 }] }])
    expect(said.data.earlier).toMatchObject([{ points: [{ value: 120 }] }])
    expect(said.data.rules).toMatchObject([{ measure: 'systolic', value: 140, source: 'group' }])
    expect((await chen.get<Measurements>(`/his/api/measurements/${PID}?days=7`)).data.earlier).toEqual([])
    expect((await chen.get(`/his/api/measurements/${SHUT}`)).code).toBe('EMR_NOT_AUTHORISED')
    expect((await away.get(`/his/api/measurements/${PID}`)).code).toBe('NOT_FOUND')
  })
  it('[EMR-01~] [EMR-14~] names the last of each kind however long ago, with the one before; beside a record also where monitoring is off', async () => {
    await give(120, { timestamp: at(60 * 24 * 200) })
    await give(131, { timestamp: at(60 * 24 * 100) })
    const path = `/his/api/measurements/${PID}?days=7`
    const said = await chen.get<Measurements>(path)
    expect(said.data.series).toEqual([])
    expect(said.data.last).toMatchObject([{ kind: 'blood_pressure', value: 131, before: 120, course: [120, 131] }])
    await run(
      sql`insert into monitor_off (pid, partner_id, unit_id, reason, off_by, off_at) values (${PID}, 1, 2, '住院', 101, now())`,
    )
    expect((await chen.get(path)).code).toBe('MONITOR_OFF')
    expect((await chen.get<Measurements>(`${path}&record=1`)).data.last).toMatchObject([{ value: 131 }])
    expect((await away.get(`${path}&record=1`)).code).toBe('NOT_FOUND')
    expect((await chen.get(`/his/api/measurements/${SHUT}?record=1`)).code).toBe('EMR_NOT_AUTHORISED')
  })
  it('[EMR-01~] of the period says on how many days a kind was measured, its mean, and what it lay between', async () => {
    // One of yesterday at this hour, two of the last hour.
    await give(118, { timestamp: at(60 * 24), diastolic: 70 })
    await give(130, { timestamp: at(3), diastolic: 84 })
    await give(142, { timestamp: at(2), diastolic: 86 })
    const { series } = (await chen.get<Measurements>(`/his/api/measurements/${PID}?days=7&record=1`)).data
    expect(series.map(({ kind, total, summary }) => [kind, total, summary.value, summary.diastolic])).toEqual([
      ['blood_pressure', 3, { mean: 130, low: 118, high: 142 }, { mean: 80, low: 70, high: 86 }],
    ])
    expect([2, 3]).toContain(series[0]?.summary.days)
  })
  it('[EMR-14~] a value that no body has is asked about, and one that nothing can hold is refused', async () => {
    const say = (more: Record<string, unknown>) =>
      chen.post('/his/api/devicereadings', {
        pid: PID,
        dataType: 'blood_pressure',
        systolic: 130,
        diastolic: 80,
        unit: 'mmHg',
        timestamp: at(5),
        ...more,
      })
    expect((await say({ systolic: 999 })).code).toBe('VALUE_IMPLAUSIBLE')
    expect((await say({ diastolic: 200 })).code).toBe('VALUE_IMPLAUSIBLE')
    for (const systolic of ['NaN', '1e400', -120, 1e12])
      expect((await say({ systolic, confirmed: true })).status).toBe(400)
    expect((await chen.get<Measurements>(`/his/api/measurements/${PID}?days=7`)).data.last).toEqual([])
  })
  it('[MON-04~] hands its readings out as a file, with the words of the language', async () => {
    await give(130)
    const file = await chen.request(`/his/api/measurements/${PID}?days=7&format=xlsx`, {})
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
  })

  it('[Mw4] the list as a file holds what the screen shows: the last of each kind, and nothing of a closed record', async () => {
    await watch([limit()])
    await give(151, { timestamp: at(10), pulse_rate: 71 })
    await give(160, { pid: SHUT })
    for (const said of [
      { dataType: 'weight', weight: 66.35, weight_unit: 'kg' },
      { dataType: 'temperature', value: 37.95, unit: '℃', takeOver: true },
    ])
      await lin.post('/his/api/devicereadings', { pid: PID, timestamp: at(5), ...said })
    const file = await chen.request('/his/api/monitormembers?format=xlsx', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const [titles = [], ...rows] = (await readXlsx(Buffer.from(await file.arrayBuffer()))).map(({ cells }) =>
      Array.from(cells, (cell) => cell?.text ?? ''),
    )
    const row = (open: boolean) => rows.find((one) => one.some((text) => text === '151') === open) ?? []
    const of = (open: boolean) =>
      ['收縮壓 (mmHg)', '舒張壓 (mmHg)', '血壓計心率 (bpm)', '體重 (kg)', '體溫 (°C)', '血氧 (%)'].map(
        (title) => row(open)[titles.indexOf(title)] ?? '',
      )
    expect(of(true)).toEqual(['151', '70', '71', '66.35', '37.95', ''])
    expect(of(false)).toEqual(['', '', '', '', '', ''])
  })
})

describe('limits of a person', () => {
  it('[MON-03~] stand in the place of the group’s, are kept with who set them, and a stale one is refused', async () => {
    await watch([limit()])
    const none = (await admin.get<OwnRules>(`/his/api/memberrules/${PID}`)).data
    expect(none).toEqual({
      pid: PID,
      rules: [],
      version: 0,
      set: null,
      groups: [expect.objectContaining({ value: 140 })],
    })
    const set = await put<OwnRules>(admin, `memberrules/${PID}`, { version: 0, rules: [limit({ value: 160 })] })
    expect(set.data).toMatchObject({ rules: [{ value: 160 }], set: { by: { mid: admin.mid } } })
    await give(151)
    expect(await alerts(chen)).toEqual([])
    await give(161)
    expect(await alerts(chen)).toMatchObject([{ limit: 160, source: 'own', groupName: null }])
    expect(await put(admin, `memberrules/${PID}`, { version: 0, rules: [] })).toMatchObject({
      status: 409,
      code: 'VERSION_STALE',
    })
    // The limit keeps its id, and the alert that runs goes on.
    const again = { version: set.data.version, rules: set.data.rules.map((rule) => ({ ...rule, value: 155 })) }
    expect((await put<OwnRules>(admin, `memberrules/${PID}`, again)).data.rules[0]?.id).toBe(set.data.rules[0]?.id)
    await give(157, { timestamp: at(3) })
    expect(await alerts(chen)).toMatchObject([{ times: 2, limit: 160, lastValue: 157 }])
  })
  it('are set by who makes the groups, with what is wrong at its place', async () => {
    expect((await put(chen, `memberrules/${PID}`, { version: 0, rules: [] })).code).toBe('FORBIDDEN')
    expect((await put(admin, 'memberrules/999999', { version: 0, rules: [] })).code).toBe('NOT_FOUND')
    expect(await put(admin, `memberrules/${PID}`, { version: 0, rules: [limit({ value: 999 })] })).toMatchObject({
      status: 400,
      code: 'VALUE_INVALID',
    })
  })
  it('[MON-03~] would have raised: numbers of the group’s last 30 days, and nobody', async () => {
    await watch([], [PID, SHUT])
    for (const days of [1, 2, 3]) await give(150, { timestamp: at(60 * 24 * days) })
    await give(150, { pid: SHUT, timestamp: at(60 * 24) })
    const rules = [limit(), limit({ value: 180, severity: 'critical' })]
    const said = await admin.post<TrialOutcome>('/his/api/monitorrules/trials', { group: ward.group, rules })
    expect(said.data).toEqual({
      days: 30,
      members: 2,
      results: [
        { id: rules[0]?.id, alerts: 4, members: 2 },
        { id: rules[1]?.id, alerts: 0, members: 0 },
      ],
    })
    expect((await admin.post('/his/api/monitorrules/trials', { group: randomUUID(), rules })).code).toBe('NOT_FOUND')
    expect((await chen.post('/his/api/monitorrules/trials', { group: ward.group, rules })).code).toBe('FORBIDDEN')
  })
})
