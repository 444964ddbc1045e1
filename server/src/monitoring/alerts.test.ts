import { randomUUID } from 'node:crypto'
import type {
  Alert,
  CareGroups,
  Measurements,
  MonitorMember,
  OwnRules,
  TrialOutcome,
} from '@teleward/contract/monitoring/alert-schema.ts'
import type { Rule } from '@teleward/contract/monitoring/group-rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

const PID = 201
/** Of the same unit, without an authorisation. */
const SHUT = 202
const HOUR = 3_600_000
let clinic: Clinic
let lin: Staff
let chen: Staff
let away: Staff
let care: Staff
let admin: Staff
let group: string
const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
beforeAll(async () => {
  clinic = await openClinic()
  await run(sql`insert into staff (mid, account, name, mobilecode) overriding system value values
    (110, 'care.su', '蘇照服', 1), (111, 'unit.admin', '管理者', 1)`)
  await run(
    sql`insert into staff_credential (mid, password_hash) select m, password_hash from staff_credential, generate_series(110, 111) m where mid = 101`,
  )
  await run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values
    (110, 1, 3, 'caregiver'), (111, 1, 5, 'admin')`)
  await run(sql`insert into staff_unit (mid, partner_id, unit_id) values (110, 1, 2), (111, 1, 2)`)
  await signAll()
})
afterAll(() => clinic?.close())
async function signAll() {
  lin = await clinic.staff('dr.lin')
  chen = await clinic.staff('nurse.chen')
  away = await clinic.staff('dr.away')
  care = await clinic.staff('care.su')
  admin = await clinic.staff('unit.admin')
}
const later = async (ms: number) => {
  await clinic.pass(ms)
  await signAll()
}

const limit = (more: Partial<Rule> = {}): Rule & { id: string } => ({
  id: randomUUID(),
  measure: 'systolic',
  test: 'above',
  value: 140,
  hours: null,
  severity: 'warning',
  fromHour: 0,
  toHour: 24,
  ...more,
})
const put = async <T>(who: Staff, path: string, body: unknown) => {
  const response = await who.request(`/his/api/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = (await response.json()) as { status: string; data: T }
  return { status: response.status, code: said.status, data: said.data }
}
/** A group of unit 2 with nurse.chen, both members and these limits. */
async function watch(rules: readonly Rule[], members = [PID, SHUT]) {
  group = randomUUID()
  await run(sql`insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at)
    values (${group}::uuid, 1, 2, ${`血壓 ${group.slice(0, 6)}`}, 101, ${clinic.clock.now()}, ${clinic.clock.now()})`)
  await run(
    sql`insert into monitor_group_staff (group_id, partner_id, at_unit, mid) values (${group}::uuid, 1, 2, ${chen.mid})`,
  )
  for (const pid of members)
    await run(sql`insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at)
      values (${group}::uuid, ${pid}, 1, 2, 101, ${clinic.clock.now()})`)
  for (const [place, rule] of rules.entries())
    await run(sql`insert into monitor_rule (id, group_id, partner_id, at_unit, place, measure, test, value, hours, severity, from_hour, to_hour)
      values (${randomUUID()}::uuid, ${group}::uuid, 1, 2, ${place}, ${rule.measure}, ${rule.test}, ${rule.value}::numeric, ${rule.hours}::int,
        ${rule.severity}, ${rule.fromHour}, ${rule.toHour})`)
}
beforeEach(async () => {
  for (const table of ['monitor_alert', 'monitor_own', 'monitor_rule', 'monitor_group_member', 'monitor_group_staff'])
    await run(sql`delete from ${sql.table(table)}`)
  for (const table of ['monitor_group', 'monitor_off', 'last_measurement', 'reading'])
    await run(sql`delete from ${sql.table(table)}`)
})

const at = (minutesAgo: number) => new Date(clinic.clock.now().getTime() - minutesAgo * 60_000).toISOString()
/** As the database writes an instant. */
const told = (instant: string) => instant.replace('.000Z', '+00:00')
const give = async (systolic: number, more: Record<string, unknown> = {}) => {
  const said = { pid: PID, dataType: 'blood_pressure', systolic, diastolic: 70, timestamp: at(5), ...more }
  const { code } = await lin.post('/his/api/devicereadings', said)
  expect(code).toBe('OK')
}
const alerts = async (who: Staff, query = '') => (await who.get<Alert[]>(`/his/api/alerts${query}`)).data
const overview = async (who: Staff, body: object = {}) =>
  (await who.post<MonitorMember[]>('/his/api/monitormembers', body)).data

describe('an alert', () => {
  it('[MON-03~] is raised with the reading that strikes, says whose limit and what, and both events go to the unit', async () => {
    await watch([limit()])
    const line = await chen.line()
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
      measurementTime: told(at(5)),
      acknowledged: null,
    })
    expect(await line.waitFor('reading.arrived')).toEqual({ pid: PID })
    expect(await line.waitFor('alert.changed')).toEqual({ id: one?.id, pid: PID, state: 'open', by: null })
    line.close()
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
      give(0, { dataType: 'weight', weight, timestamp: at(minutesAgo) })
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
    const line = await lin.line()
    const answers = await Promise.all([
      put<Alert>(chen, path, { action: 'acknowledge', note: '馬上去電' }),
      put<Alert>(lin, path, { action: 'acknowledge', note: '我來' }),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ALERT_TAKEN', 'OK'])
    const won = answers.find(({ code }) => code === 'OK')?.data
    expect(won).toMatchObject({ state: 'acknowledged', acknowledged: { at: told(at(0)) } })
    const lost = answers.find(({ code }) => code === 'ALERT_TAKEN')
    expect(lost).toMatchObject({ status: 409, data: { name: won?.acknowledged?.by.name } })
    expect(await line.waitFor('alert.changed', ({ state }) => state === 'acknowledged')).toMatchObject({ id: one?.id })
    line.close()
    // Once more by the same is no fault, and changes nothing.
    const first = won?.acknowledged?.by.mid === chen.mid ? chen : lin
    expect((await put<Alert>(first, path, { action: 'acknowledge', note: '別的' })).data.acknowledged).toEqual(
      won?.acknowledged,
    )
    expect(await put(lin, path, { action: 'resolve', note: '  ' })).toMatchObject({
      status: 400,
      code: 'CONTENT_REQUIRED',
    })
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
  it('is seen and taken by nobody of elsewhere, nor without the patient’s authorisation, nor by who only looks', async () => {
    await watch([limit()])
    await give(151)
    await give(151, { pid: SHUT })
    const all = await clinic.data.db.system.read(
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
      emr: 'y',
      appt: 'y',
      monitor: 'y',
    } as const
    const as = (statement: ReturnType<typeof sql>) => clinic.data.db.tx(scope, (tx) => tx.run(statement))
    await expect(
      as(sql`update monitor_alert set state = 'acknowledged', acked_by = ${lin.mid}, acked_at = now()`),
    ).rejects.toThrow()
    await expect(as(sql`update monitor_alert set severity = 'notice'`)).rejects.toThrow()
    await expect(as(sql`delete from monitor_alert`)).rejects.toThrow()
    await expect(
      clinic.data.db.tx({ ...scope, unitIds: [3] }, (tx) =>
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
      await give(0, { dataType: 'weight', weight, timestamp: at(minutesAgo) })
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
        acknowledged: { by: { mid: chen.mid }, at: told(at(0)), note: `已看：${severity}` },
      })),
    )
  })
})

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
      lastAt: told(at(10)),
      last: [{ kind: 'blood_pressure', value: 151, diastolic: 70, before: 120, course: [120, 151] }],
    })
    // Without the authorisation a row says so, and nothing of what was measured.
    expect(second).toMatchObject({ pid: SHUT, open: false, alerts: 0, worst: null, lastAt: null, last: [] })
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
    expect((await overview(chen, { group })).length).toBe(2)
    expect(await overview(chen, { group: randomUUID() })).toEqual([])
    await run(
      sql`insert into monitor_off (pid, partner_id, unit_id, reason, off_by, off_at) values (${PID}, 1, 2, '出國', 101, now())`,
    )
    expect((await overview(chen)).map(({ pid }) => pid)).toEqual([SHUT])
    expect(await overview(chen, { off: true })).toMatchObject([{ pid: PID, off: { reason: '出國' }, last: [] }])
  })
  it('[MON-02~] who cares and is in no group is told so, and may look at the unit', async () => {
    await watch([limit()])
    await give(120)
    const groups = async (who: Staff) => (await who.get<CareGroups>('/his/api/caregroups')).data
    expect(await groups(chen)).toMatchObject({ notice: null, groups: [{ id: group, unitId: 2, mine: true }] })
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
  it('[MON-04~] hands its readings out as a file, with the words of the language', async () => {
    await give(130)
    const file = await chen.request(`/his/api/measurements/${PID}?days=7&format=xlsx`, {})
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
  })
})

describe('limits of a person', () => {
  it('[MON-03~] stand in the place of the group’s, are kept with who set them, and a stale one is refused', async () => {
    await watch([limit()])
    const none = (await admin.get<OwnRules>(`/his/api/memberrules/${PID}`)).data
    expect(none).toEqual({ pid: PID, rules: [], version: 0, set: null })
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
    const said = await admin.post<TrialOutcome>('/his/api/monitorrules/trials', { group, rules })
    expect(said.data).toEqual({
      days: 30,
      members: 2,
      results: [
        { id: rules[0]?.id, alerts: 4, members: 2 },
        { id: rules[1]?.id, alerts: 0, members: 0 },
      ],
    })
    expect((await admin.post('/his/api/monitorrules/trials', { group: randomUUID(), rules })).code).toBe('NOT_FOUND')
    expect((await chen.post('/his/api/monitorrules/trials', { group, rules })).code).toBe('FORBIDDEN')
  })
})
