import { randomUUID } from 'node:crypto'
import type {
  GroupMember,
  MonitorGroup,
  MonitorGroupDetail,
  MonitorRule,
  OffMember,
} from '@teleward/contract/monitoring/group-schema.ts'
import type { CareGroups } from '@teleward/contract/monitoring/alert-schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '../admin/fixture.ts'
import { type Scope, sql } from '../platform/db/index.ts'

/** Members 201 and 202 of unit 2, 203 of unit 3, 204 of both, 320 of the other institution. */
let office: Office
let root: string
const run = (statement: ReturnType<typeof sql>) => office.data.db.system.tx((tx) => tx.run(statement))
beforeAll(async () => {
  office = await openOffice()
  await run(sql`insert into member (pid, member_no, name, account) overriding system value values
    (201, 'M-201', '吳秀鳳', 'a201'), (202, 'M-202', '李大同', 'a202'), (203, 'M-203', '陳新店', 'a203'), (204, 'M-204', '周兩站', 'a204'),
    (320, 'M-320', '林花蓮', 'a320')`)
  await run(
    sql`insert into member_unit (pid, partner_id, unit_id) values (201, 1, 2), (202, 1, 2), (203, 1, 3), (204, 1, 2), (204, 1, 3), (320, 32, 320)`,
  )
  // Holds the root and no other unit: administers the tree, and sees the patients of none of its branches.
  await run(
    sql`insert into staff (mid, account, name, mobilecode) overriding system value values (900, 'root.admin', '總院管理者', 1)`,
  )
  await run(
    sql`insert into staff_credential (mid, password_hash) select 900, password_hash from staff_credential limit 1`,
  )
  await run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (900, 1, 5, 'admin')`)
  await run(sql`insert into staff_unit (mid, partner_id, unit_id) values (900, 1, 1)`)
  root = (await office.signIn('root.admin')).token
})
afterAll(() => office?.stop())

type Who = keyof Office['tokens']
const mid = (account: string) => office.mids[account] ?? 0
const as: Office['as'] = (...call) => office.as(...call)
const asRoot = async (method: string, path: string, body?: unknown) => {
  const { status, body: said } = await office.send(method, `/his/api/${path}`, body, root)
  return { status, code: String(said.status), data: said.data as never, body: said }
}
let count = 0
const fresh = () => `群組 ${++count}`
const wish = (more: object = {}) => ({ unitId: 2, name: fresh(), staff: [mid('nurse.chen')], members: [201], ...more })
const make = async (by: Who = 'unit.admin', more: object = {}) => {
  const made = await as(by, 'POST', 'monitorgroups', wish(more))
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  return made.data as MonitorGroupDetail
}
const put = (by: Who, group: { id: string; version: number }, body: object) =>
  as(by, 'PUT', `monitorgroups/${group.id}`, { version: group.version, ...body })
const pids = (group: { people: GroupMember[] }) => group.people.map(({ pid }) => pid)
const fieldsOf = (said: { body: Record<string, unknown> }) => said.body.fields as { path: string; code: string }[]

describe('monitoring groups', () => {
  it('[MON-02~] count the alerts of 7 days and those that run; the last carer does not go unasked while any do', async () => {
    const group = await make()
    const other = await make('admin', { unitId: 3, members: [203], staff: [] })
    const alert = (pid: number, unit: number, days: number, state: 'open' | 'resolved') =>
      run(sql`insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, measure, test, severity, limit_value, value, raised_at, last_at, state,
          acked_by, acked_at, resolved_by, resolved_at, resolution)
        select gen_random_uuid(), ${pid}, 1, ${unit}, gen_random_uuid(), 'own', 'systolic', 'above', 'warning', 140, 150, now() - make_interval(days => ${days}),
          now(), ${state}, s.mid, now(), case when ${state} = 'resolved' then s.mid end, case when ${state} = 'resolved' then now() end,
          case when ${state} = 'resolved' then '已電訪' end from staff s order by s.mid limit 1`)
    for (const [days, state] of [
      [1, 'open'],
      [2, 'resolved'],
      [9, 'open'],
      [9, 'resolved'],
    ] as const)
      await alert(201, 2, days, state)
    // Of nobody in the group.
    await alert(202, 2, 1, 'open')
    const seen = async (by: Who) =>
      Object.fromEntries(
        ((await as(by, 'GET', 'monitorgroups?pageSize=100')).data as MonitorGroup[]).map((one) => [one.id, one.alerts]),
      )
    expect((await seen('unit.admin'))[group.id]).toEqual({ raised: 2, running: 2 })
    const all = await seen('admin')
    expect([all[group.id], all[other.id]]).toEqual([
      { raised: 2, running: 2 },
      { raised: 0, running: 0 },
    ])
    expect((await seen('unit.admin'))[other.id]).toBeUndefined()
    // Of each member the number as well: whoever takes one out is asked with it.
    const people = ((await as('unit.admin', 'GET', `monitorgroups/${group.id}`)).data as MonitorGroupDetail).people
    expect(people.map(({ pid, running }) => [pid, running])).toEqual([[201, 2]])
    const empty = await put('unit.admin', group, { staff: [] })
    expect([empty.code, fieldsOf(empty), empty.data]).toEqual([
      'FIELD_RELATED',
      [expect.objectContaining({ path: 'staff' })],
      { running: 2 },
    ])
    const passed = await put('unit.admin', group, { staff: [mid('dr.lin')] })
    expect(passed.status).toBe(200)
    const now = passed.data as MonitorGroupDetail
    expect((await put('unit.admin', now, { staff: [], nobody: true })).data).toMatchObject({ staff: [] })
    await run(sql`delete from monitor_alert`)
  })
  it('[MON-02~] [SHELL-18~] are made of a unit, with staff who care and members who are looked after; each change is kept', async () => {
    const made = await make('unit.admin', { name: '血壓追蹤', members: [201, 204] })
    expect(made).toMatchObject({
      unitId: 2,
      name: '血壓追蹤',
      state: 'active',
      members: 2,
      rules: 0,
      mayMembers: true,
      version: 1,
    })
    expect(made.staff.map((one) => one.mid)).toEqual([mid('nurse.chen')])
    expect(pids(made).toSorted()).toEqual([201, 204])
    const changed = (
      await put('unit.admin', made, {
        name: '血壓與體重',
        staff: [mid('dr.lin'), mid('dr.wang')],
        addMembers: [202, 201],
        removeMembers: [204],
      })
    ).data as MonitorGroupDetail
    expect(changed).toMatchObject({ name: '血壓與體重', members: 2, version: 2 })
    expect(changed.staff.map((one) => one.mid).toSorted()).toEqual([mid('dr.lin'), mid('dr.wang')].toSorted())
    expect(pids(changed).toSorted()).toEqual([201, 202])
    const [row] = await office.data.db.system.read(sql<{ detail: unknown }>`
      select detail from audit_log where target_id = ${made.id} order by id desc limit 1`)
    expect(row?.detail).toMatchObject({
      before: { members: expect.arrayContaining([201, 204]) },
      after: { name: '血壓與體重' },
    })
    expect(JSON.stringify(row?.detail)).not.toContain('吳秀鳳')
    // Who was in it, and when, is kept.
    expect(
      await office.data.db.system.read(
        sql`select pid from monitor_group_member where group_id = ${made.id}::uuid and removed_at is not null`,
      ),
    ).toEqual([{ pid: 204 }])
    // A version that is no more.
    const stale = await put('admin', made, { name: 'x' })
    expect([stale.status, stale.code, (stale.data as MonitorGroupDetail).name]).toEqual([
      409,
      'VERSION_STALE',
      '血壓與體重',
    ])
  })

  it('[MON-02~] ended, a group has nobody, takes no change, and gives its name free', async () => {
    const made = await make()
    expect((await as('unit.admin', 'DELETE', `monitorgroups/${made.id}?version=7`)).code).toBe('VERSION_STALE')
    const ended = (await as('unit.admin', 'DELETE', `monitorgroups/${made.id}?version=1`)).data as MonitorGroupDetail
    expect(ended).toMatchObject({ state: 'ended', members: 0, people: [] })
    expect((await put('unit.admin', { id: made.id, version: ended.version }, { name: 'x' })).code).toBe('VERSION_STALE')
    const listed = async (state: string) =>
      ((await as('unit.admin', 'GET', `monitorgroups?pageSize=100&state=${state}`)).data as MonitorGroup[]).map(
        ({ id }) => id,
      )
    expect([(await listed('active')).includes(made.id), (await listed('ended')).includes(made.id)]).toEqual([
      false,
      true,
    ])
    await make('unit.admin', { name: made.name })
  })

  it('[MON-02~] are refused without a name, under a name that is taken, and with people who do not belong', async () => {
    const made = await make()
    const tried = async (more: object) => (await as('unit.admin', 'POST', 'monitorgroups', wish(more))).code
    expect(await tried({ name: '   ' })).toBe('GROUP_NAME_REQUIRED')
    expect(await tried({ name: made.name.toUpperCase() })).toBe('DUPLICATE')
    // The administrator is in the unit and cares for nobody; the others are of elsewhere, in review, closed or nobody.
    for (const who of ['unit.admin', 'dr.far', 'dr.hua', 'dr.review', 'dr.closed'])
      expect(await tried({ staff: [mid(who)] }), who).toBe('FIELD_RELATED')
    expect(await tried({ staff: [999_999] })).toBe('FIELD_RELATED')
    for (const pid of [203, 320, 999_999]) expect(await tried({ members: [pid] }), String(pid)).toBe('NOT_FOUND')
    for (const body of [{ addMembers: [203] }, { removeMembers: [203] }, { removeMembers: [320] }])
      expect((await put('unit.admin', made, body)).code, JSON.stringify(body)).toBe('NOT_FOUND')
    expect((await put('unit.admin', made, { name: '' })).code).toBe('GROUP_NAME_REQUIRED')
    expect((await as('unit.admin', 'GET', `monitorgroups/${made.id}`)).data).toMatchObject({
      version: 1,
      name: made.name,
    })
  })

  it('[MON-02~] belong to who administers the unit: nobody else finds one, and no profession makes one', async () => {
    const made = await make('admin', { unitId: 3, staff: [mid('dr.far')], members: [203] })
    for (const by of ['unit.admin', 'admin.sea', 'op'] as const) {
      expect((await as(by, 'GET', `monitorgroups/${made.id}`)).code, by).toBe('NOT_FOUND')
      expect((await put(by, made, { name: 'x' })).code, by).toBe('NOT_FOUND')
      expect((await as(by, 'DELETE', `monitorgroups/${made.id}?version=1`)).code, by).toBe('NOT_FOUND')
      expect((await as(by, 'GET', `monitorrules?group=${made.id}`)).code, by).toBe('NOT_FOUND')
      expect((await as(by, 'PUT', `monitorrules/${made.id}`, { version: 1, rules: [] })).code, by).toBe('NOT_FOUND')
      expect(
        ((await as(by, 'GET', 'monitorgroups?state=all&pageSize=100')).data as MonitorGroup[]).map(({ id }) => id),
      ).not.toContain(made.id)
      expect((await as(by, 'POST', 'monitorgroups', wish({ unitId: 3, staff: [], members: [] }))).code, by).toBe(
        'NOT_FOUND',
      )
    }
    for (const by of ['dr.lin', 'nurse.chen'] as const)
      for (const [method, path, body] of [
        ['GET', 'monitorgroups', undefined],
        ['GET', 'monitorchoices', undefined],
        ['POST', 'monitorgroups', wish()],
        ['PUT', 'monitoroffs/201', { off: true, reason: 'x' }],
        ['GET', 'monitoroffs', undefined],
      ] as const)
        expect((await as(by, method, path, body)).code, `${by} ${path}`).toBe('FORBIDDEN')
  })

  it('[MON-02~] [MEMB-05~] who administers the tree makes groups of every unit, and sees the patients of none but the own', async () => {
    const made = await make('unit.admin')
    const seen = await asRoot('GET', `monitorgroups/${made.id}`)
    expect(seen.data as MonitorGroupDetail).toMatchObject({ members: 1, people: [], mayMembers: false })
    expect(JSON.stringify(seen.body)).not.toContain('吳秀鳳')
    expect((await asRoot('PUT', `monitorgroups/${made.id}`, { version: 1, addMembers: [202] })).code).toBe('NOT_FOUND')
    expect((await asRoot('PUT', `monitorgroups/${made.id}`, { version: 1, removeMembers: [201] })).code).toBe(
      'NOT_FOUND',
    )
    const staffed = await asRoot('PUT', `monitorgroups/${made.id}`, { version: 1, staff: [mid('dr.lin')] })
    expect(staffed.data as MonitorGroupDetail).toMatchObject({ version: 2, members: 1 })
    expect((await asRoot('DELETE', `monitorgroups/${made.id}?version=2`)).data as MonitorGroupDetail).toMatchObject({
      members: 0,
    })
    const choices = (await asRoot('GET', 'monitorchoices')).data as { id: number; own: boolean }[]
    expect(choices.map(({ id, own }) => [id, own])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ])
    expect(((await as('unit.admin', 'GET', 'monitorchoices')).data as { id: number }[]).map(({ id }) => id)).toEqual([
      2,
    ])
  })

  it('[MON-02~] whoever leaves the unit leaves its groups; a closed account cares for nobody until it is opened', async () => {
    const made = await make('admin', { staff: [mid('nurse.chen'), mid('dr.wang')] })
    const carers = async () =>
      ((await as('admin', 'GET', `monitorgroups/${made.id}`)).data as MonitorGroupDetail).staff.map((one) => one.mid)
    await run(sql`update staff_partner set status = 'disabled' where mid = ${mid('nurse.chen')}`)
    expect(await carers()).toEqual([mid('dr.wang')])
    await run(sql`update staff_partner set status = 'active' where mid = ${mid('nurse.chen')}`)
    await run(sql`delete from staff_unit where mid = ${mid('dr.wang')} and unit_id = 2`)
    expect(await carers()).toEqual([mid('nurse.chen')])
    await run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid('dr.wang')}, 1, 2)`)
    expect(await carers()).toEqual([mid('nurse.chen')])
    // And a member whose membership is disabled is not counted, nor shown.
    await run(sql`update member_unit set status = 'disabled' where pid = 201 and unit_id = 2`)
    expect((await as('admin', 'GET', `monitorgroups/${made.id}`)).data).toMatchObject({ members: 0, people: [] })
    await run(sql`update member_unit set status = 'active' where pid = 201 and unit_id = 2`)
    expect((await as('admin', 'GET', `monitorgroups/${made.id}`)).data).toMatchObject({ members: 1 })
  })

  it('[MON-02~] two changes at once: one goes through, the other is told what stands', async () => {
    const made = await make()
    const both = await Promise.all([
      put('unit.admin', made, { addMembers: [202] }),
      put('admin', made, { addMembers: [202] }),
    ])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', 'VERSION_STALE'])
    expect((await as('admin', 'GET', `monitorgroups/${made.id}`)).data).toMatchObject({ members: 2, version: 2 })
  })
})

describe('who monitors whom', () => {
  it('[MON-02] groups are made by who administers a unit or the institution, a member is switched off, and staff in no group are told so', async () => {
    const notice = async (by: Who) => ((await as(by, 'GET', 'caregroups')).data as CareGroups).notice
    await run(sql`delete from monitor_group_staff where mid = ${mid('dr.lin')}`)
    // Of unit 2 by its own administrator, of unit 3 by the institution's.
    const near = await make('unit.admin', { staff: [mid('nurse.chen')], members: [201] })
    const far = await make('admin', { unitId: 3, staff: [mid('dr.far')], members: [203] })
    expect([near.unitId, far.unitId]).toEqual([2, 3])
    expect([await notice('nurse.chen'), await notice('dr.lin')]).toEqual([null, 'NO_CARE_GROUP'])
    const watched = async () =>
      ((await as('nurse.chen', 'POST', 'monitormembers', {})).data as { pid: number }[]).map(({ pid }) => pid)
    expect(await watched()).toContain(201)
    expect((await as('unit.admin', 'PUT', 'monitoroffs/201', { off: true, reason: '住院' })).code).toBe('OK')
    expect(await watched()).not.toContain(201)
    expect((await as('unit.admin', 'PUT', 'monitoroffs/201', { off: false })).code).toBe('OK')
    expect(await watched()).toContain(201)
  })
})

describe('limits of a group', () => {
  const rule = (more: Partial<MonitorRule> = {}): MonitorRule => ({
    id: randomUUID(),
    measure: 'systolic',
    test: 'above',
    value: 180,
    hours: null,
    severity: 'critical',
    fromHour: 0,
    toHour: 24,
    ...more,
  })
  const set = async (group: MonitorGroupDetail, rules: MonitorRule[], version = group.version) =>
    as('unit.admin', 'PUT', `monitorrules/${group.id}`, { version, rules })

  it('[MON-03~] are set as a whole; what stays keeps its id', async () => {
    const group = await make()
    const [high, low, quiet] = [
      rule(),
      rule({ measure: 'blood_oxygen', test: 'below', value: 90, fromHour: 8, toHour: 22 }),
      rule({ measure: 'weight', test: 'noData', value: null, hours: 72, severity: 'notice' }),
    ]
    const first = (await set(group, [high, low, quiet])).data as { rules: MonitorRule[]; version: number }
    expect(first.rules.map(({ id: _, ...one }) => one)).toEqual(
      [high, low, quiet].map(({ id: _, ...one }) => ({ ...one, inclusive: false, direction: null })),
    )
    const kept = first.rules[1]
    if (!kept) throw new Error('no second limit')
    const second = (await set(group, [{ ...kept, value: 92 }], first.version)).data as {
      rules: MonitorRule[]
      version: number
    }
    expect(second.rules).toEqual([{ ...kept, value: 92 }])
    expect((await as('unit.admin', 'GET', `monitorrules?group=${group.id}`)).data).toEqual({ id: group.id, ...second })
    // Whoever comes second is told what stands, with its version.
    const stale = await set(group, [], first.version)
    expect([stale.code, stale.data]).toEqual(['VERSION_STALE', { id: group.id, ...second }])
    expect(
      ((await set(group, [{ ...kept, inclusive: true }], second.version)).data as { rules: MonitorRule[] }).rules,
    ).toMatchObject([{ id: kept.id, value: 90, inclusive: true }])
    // An id of another group's limit is not taken over.
    const other = await make()
    const taken = (await set(other, [kept])).data as { rules: MonitorRule[] }
    expect(taken.rules[0]?.id).not.toBe(kept.id)
    expect(
      ((await as('unit.admin', 'GET', `monitorrules?group=${group.id}`)).data as { rules: unknown[] }).rules,
    ).toHaveLength(1)
  })

  it('[MON-03~] are refused where no body comes, without what they need, and where they contradict each other', async () => {
    const group = await make()
    const faults = async (...rules: Partial<MonitorRule>[]) => fieldsOf(await set(group, rules.map(rule)))
    expect(
      await faults({ value: 900 }, { test: 'noData', value: null }, { test: 'change', value: 10, hours: 999 }),
    ).toEqual(
      [
        { path: 'rules.0.value', code: 'VALUE_INVALID' },
        { path: 'rules.1.hours', code: 'FIELD_EMPTY' },
        { path: 'rules.2.hours', code: 'VALUE_INVALID' },
      ].map((fault) => expect.objectContaining(fault)),
    )
    const first = async (...rules: Partial<MonitorRule>[]) => (await set(group, rules.map(rule))).code
    expect(await first({ value: null })).toBe('FIELD_EMPTY')
    expect(await first({ fromHour: 22, toHour: 22 })).toBe('END_BEFORE_START')
    expect(await first({ fromHour: 22, toHour: 0 })).toBe('END_BEFORE_START')
    expect(await first({}, { value: 170 })).toBe('DUPLICATE')
    expect(await first({ value: 100 }, { test: 'below', value: 120 })).toBe('FIELD_RELATED')
    expect(await first({ value: 150 }, { value: 160, severity: 'notice' })).toBe('FIELD_RELATED')
    const twice = rule()
    expect((await set(group, [twice, { ...twice, severity: 'notice', value: 140 }])).code).toBe('BAD_INPUT')
    for (const body of [
      { rules: 'x' },
      { version: 1, rules: [{ ...rule(), measure: 'mood' }] },
      { version: 1, rules: [{ ...rule(), value: '180' }] },
    ])
      expect((await as('unit.admin', 'PUT', `monitorrules/${group.id}`, body)).code).toBe('BAD_INPUT')
    expect((await as('unit.admin', 'GET', `monitorrules?group=${group.id}`)).data).toEqual({
      id: group.id,
      rules: [],
      version: 1,
    })
  })
})

describe('monitoring of a member', () => {
  const turn = (by: Who, pid: number, body: object) => as(by, 'PUT', `monitoroffs/${pid}`, body)
  const offs = async (by: Who) =>
    ((await as(by, 'GET', 'monitoroffs?pageSize=100')).data as OffMember[]).map(({ pid, unitId }) => `${pid} ${unitId}`)

  it('[MON-02~] is switched off with a reason, and on again; off, the member comes into no group and shows no readings', async () => {
    const grouped = await make('admin', { members: [202] })
    expect((await turn('unit.admin', 202, { off: true })).code).toBe('REASON_REQUIRED')
    for (const reason of ['  ', '.'])
      expect((await turn('unit.admin', 202, { off: true, reason })).code).toBe('REASON_REQUIRED')
    expect((await turn('unit.admin', 202, { off: true, reason: '出國三個月' })).data).toMatchObject({
      pid: 202,
      off: { reason: '出國三個月', name: 'unit.admin' },
    })
    expect(await offs('unit.admin')).toEqual(['202 2'])
    // A second word changes nothing: the first reason stands.
    expect((await turn('admin', 202, { off: true, reason: '另一個' })).data).toMatchObject({
      off: { reason: '出國三個月' },
    })
    expect(
      ((await as('admin', 'GET', `monitorgroups/${grouped.id}`)).data as MonitorGroupDetail).people[0]?.off?.reason,
    ).toBe('出國三個月')
    const refused = await as('unit.admin', 'POST', 'monitorgroups', wish({ members: [201, 202] }))
    expect([refused.code, fieldsOf(refused)]).toEqual([
      'MONITOR_OFF',
      [expect.objectContaining({ path: 'members.1', code: 'MONITOR_OFF' })],
    ])
    const readings = async () => {
      await run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
        select gen_random_uuid(), 1, 2, 202, 'record', 'active', '1', '2026-01-01' where not exists (select 1 from consent where pid = 202)`)
      const ask = async (body: object) =>
        (await office.send('POST', '/partner/monitordata', { days: 0, ...body }, office.tokens['dr.lin'])).body
      return {
        one: (await ask({ pid: 202 })).status,
        all: ((await ask({})).data as unknown as { pid: number }[]).map(({ pid }) => pid),
      }
    }
    await run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
      select pid, 1, 2, 'weight', 60, 'kg', now(), now(), 'device', 'weight', ${mid('nurse.chen')} from unnest(array[202]) pid`)
    expect(await readings()).toEqual({ one: 'MONITOR_OFF', all: [] })
    expect((await turn('unit.admin', 202, { off: false })).data).toEqual({ pid: 202, off: null })
    expect(await offs('unit.admin')).toEqual([])
    expect(await readings()).toEqual({ one: 'OK', all: [202] })
  })

  it('[MON-02~] [MEMB-05~] by who administers the member’s unit: of another’s patient there is nothing to switch', async () => {
    expect((await turn('unit.admin', 203, { off: true, reason: 'x' })).code).toBe('NOT_FOUND')
    expect((await turn('admin.sea', 201, { off: true, reason: 'x' })).code).toBe('NOT_FOUND')
    expect((await turn('op', 201, { off: true, reason: 'x' })).code).toBe('NOT_FOUND')
    expect((await asRoot('PUT', 'monitoroffs/201', { off: true, reason: 'x' })).code).toBe('NOT_FOUND')
    // Of a member of two units each administrator switches what is theirs.
    await turn('unit.admin', 204, { off: true, reason: '搬家' })
    expect([await offs('unit.admin'), await offs('admin')]).toEqual([['204 2'], ['204 2']])
    await turn('admin', 204, { off: true, reason: '住院' })
    expect((await offs('admin')).toSorted()).toEqual(['204 2', '204 3'])
    await turn('unit.admin', 204, { off: false })
    expect([await offs('unit.admin'), await offs('admin')]).toEqual([[], ['204 3']])
    await turn('admin', 204, { off: false })
    await run(sql`update member_unit set status = 'disabled' where pid = 201 and unit_id = 2`)
    expect((await turn('unit.admin', 201, { off: true, reason: 'x' })).code).toBe('MEMBER_DISABLED')
    await run(sql`update member_unit set status = 'active' where pid = 201 and unit_id = 2`)
  })

  it('[MON-02~] the policies alone hold the same, whatever the services forget to ask', async () => {
    const made = await make('admin', { unitId: 3, staff: [mid('dr.far')], members: [203] })
    await turn('admin', 203, { off: true, reason: 'x' })
    const scope = (over: Partial<Scope>): Scope => ({
      kind: 'staff',
      mid: mid('unit.admin'),
      partnerId: 1,
      unitIds: [2],
      pid: null,
      qid: null,
      'emr.read': '-',
      'appointment.read': 'y',
      'admin.partner': 'y',
      'monitor.group': 'y',
      ...over,
    })
    const touched = async (over: Partial<Scope>, statement: ReturnType<typeof sql>) =>
      office.data.db
        .tx(scope(over), (tx) => tx.run(statement))
        .catch((error: unknown) => ((error as { code?: string }).code === '42501' ? 0 : -1))
    const acts = {
      rename: sql`update monitor_group set name = 'x' where id = ${made.id}::uuid`,
      found: sql`insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at) values (gen_random_uuid(), 1, 3, 'y', ${mid('admin')}, now(), now())`,
      staff: sql`delete from monitor_group_staff where group_id = ${made.id}::uuid`,
      rule: sql`insert into monitor_rule (id, group_id, partner_id, at_unit, place, measure, test, value, severity, from_hour, to_hour) values (gen_random_uuid(), ${made.id}::uuid, 1, 3, 0, 'weight', 'above', 90, 'notice', 0, 24)`,
      enter: sql`insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at) values (${made.id}::uuid, 204, 1, 3, ${mid('admin')}, now())`,
      off: sql`insert into monitor_off (pid, partner_id, unit_id, reason, off_by, off_at) values (203, 1, 3, 'x', ${mid('admin')}, now())`,
      on: sql`update monitor_off set on_by = ${mid('admin')}, on_at = now() where pid = 203`,
      out: sql`update monitor_group_member set removed_by = ${mid('admin')}, removed_at = now() where pid = 203`,
      empty: sql`select app_group_emptied(${made.id}::uuid, ${mid('admin')}, now())`,
    }
    for (const [act, statement] of Object.entries(acts)) {
      expect(await touched({}, statement), `${act} by another unit’s`).toBe(0)
      expect(await touched({ unitIds: [1, 2, 3], 'monitor.group': '-' }, statement), `${act} without the right`).toBe(0)
      expect(await touched({ partnerId: 32, unitIds: [320] }, statement), `${act} by another institution’s`).toBe(0)
    }
    // And neither a closed row nor an ended group is written again, by anybody of the application.
    const own: Partial<Scope> = { unitIds: [1, 2, 3] }
    expect(await touched(own, sql`update monitor_off set reason = 'z' where pid = 203`)).toBe(-1)
    expect(await touched(own, acts.on)).toBe(1)
    expect(await touched(own, sql`update monitor_off set on_at = on_at + interval '1 day' where pid = 203`)).toBe(-1)
    await as('admin', 'DELETE', `monitorgroups/${made.id}?version=1`)
    expect(await touched(own, acts.rename)).toBe(-1)
  })
})
