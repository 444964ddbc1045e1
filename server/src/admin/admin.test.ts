import type { Partner, StaffAccount, Unit } from '@teleward/contract/admin/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { type Office, openOffice } from './fixture.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.stop())

const as: Office['as'] = (...call) => office.as(...call)
const mid = (account: string) => office.mids[account] ?? 0
const account = async (name: string, by: keyof Office['tokens'] = 'admin'): Promise<StaffAccount> => {
  const [found] = (await as(by, 'GET', `staffaccounts?mid=${mid(name)}${by === 'op' ? '&partner=1' : ''}`))
    .data as StaffAccount[]
  if (!found) throw new Error(`${by} sees no ${name}`)
  return found
}
const change = async (by: keyof Office['tokens'], name: string, body: object, version?: number) =>
  as(by, 'PUT', `staffaccounts/${mid(name)}`, { version: version ?? (await account(name, by)).version, ...body })
const names = async (by: keyof Office['tokens'], query = '') =>
  ((await as(by, 'GET', `staffaccounts?pageSize=100${query}`)).data as StaffAccount[]).map(({ name }) => name)
const unit = async (id: number, by: keyof Office['tokens'] = 'admin'): Promise<Unit> => {
  const found = ((await as(by, 'GET', 'units')).data as Unit[]).find((one) => one.id === id)
  if (!found) throw new Error(`no unit ${id}`)
  return found
}
const partner = async (by: keyof Office['tokens'], id: number) =>
  ((await as(by, 'GET', 'partners')).data as Partner[]).find((one) => one.id === id)

describe('how far an administrator reaches', () => {
  it('[SHELL-18~] the operator all institutions, others their own alone', async () => {
    const seen = async (by: keyof Office['tokens']) =>
      ((await as(by, 'GET', 'partners')).data as Partner[]).map(({ id }) => id)
    expect(await seen('op')).toEqual([0, 1, 32])
    expect(await seen('admin')).toEqual([1])
    expect(await seen('admin.sea')).toEqual([32])
  })
  it.each([
    ['PUT', 'partners/32', { version: 1, name: '改名' }],
    ['GET', 'units?partner=32', undefined],
    ['POST', 'units', { partner: 32, mainId: 320, name: 'x' }],
    ['POST', 'units', { mainId: 320, name: 'x' }],
    ['PUT', 'units/320', { version: 1, name: 'x' }],
    ['GET', 'staffaccounts?partner=32', undefined],
    ['GET', 'nursebindings?partner=32', undefined],
    ['GET', 'privileges?partner=32', undefined],
    ['PUT', 'privileges/nurse', { partner: 32, version: 1, removed: [] }],
    ['GET', 'uiconfigs/32', undefined],
    ['PUT', 'uiconfigs/32', { revision: 0, config: {} }],
    ['POST', 'uiconfigs/32/publish', { revision: 1 }],
    ['POST', 'uiconfigs/32/rollback', { number: 1, published: 1 }],
    ['GET', 'auditlogs?partner=32', undefined],
    ['POST', 'partners', { name: 'x', rootUnit: 'x' }],
  ])(
    '[SHELL-18~] an administrator of institution 1 finds nothing of institution 32: %s %s',
    async (method, path, body) => {
      expect(await as('admin', method, path, body)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    },
  )
  it('[SHELL-18~] nor by the number of a person there', async () => {
    for (const body of [{ state: 'closed' }, { units: [1] }, { privileges: [] }])
      expect((await as('admin', 'PUT', `staffaccounts/${mid('dr.hua')}`, { version: 1, ...body })).code).toBe(
        'NOT_FOUND',
      )
    expect((await as('admin', 'GET', `privileges?who=${mid('dr.hua')}`)).code).toBe('NOT_FOUND')
    expect((await as('admin', 'PUT', `nursebindings/${mid('dr.hua')}`, { version: 1, nurses: [] })).code).toBe(
      'NOT_FOUND',
    )
    expect((await change('admin', 'dr.lin', { units: [2, 320] })).code).toBe('NOT_FOUND')
    const invited = { account: 'x.y', name: 'x', mobile: '0911222333', doctortype: 'nurse', units: [320] }
    expect((await as('admin', 'POST', 'staffaccounts', invited)).code).toBe('NOT_FOUND')
  })
  it('[SHELL-18~] an administrator of a unit reaches whoever works there, and wholly those who work nowhere else', async () => {
    expect(await names('unit.admin')).toEqual(expect.arrayContaining(['dr.lin', 'dr.wang', 'nurse.chen']))
    expect(await names('unit.admin')).not.toContain('dr.far')
    expect([(await account('dr.lin', 'unit.admin')).mayEdit, (await account('dr.wang', 'unit.admin')).mayEdit]).toEqual(
      [true, false],
    )
    expect((await change('unit.admin', 'dr.wang', { state: 'closed' })).code).toBe('FORBIDDEN')
    expect((await change('unit.admin', 'dr.wang', { privileges: ['call.log'] })).code).toBe('FORBIDDEN')
    expect((await change('unit.admin', 'dr.lin', { units: [2, 3] })).code).toBe('NOT_FOUND')
    expect((await change('unit.admin', 'dr.wang', { units: [2] })).code).toBe('NOT_FOUND')
    expect(
      (await as('unit.admin', 'PUT', 'units/2', { version: (await unit(2)).version, name: '內湖分站' })).status,
    ).toBe(200)
    expect((await as('unit.admin', 'PUT', 'units/3', { version: (await unit(3)).version, name: 'x' })).code).toBe(
      'NOT_FOUND',
    )
    expect((await as('unit.admin', 'PUT', 'units/2', { version: (await unit(2)).version, mainId: 3 })).code).toBe(
      'FORBIDDEN',
    )
    for (const [method, path, body] of [
      ['PUT', 'partners/1', { version: 1, name: 'x' }],
      ['POST', 'units', { mainId: 2, name: 'x' }],
      ['PUT', 'privileges/nurse', { version: 1, removed: [] }],
      ['GET', 'uiconfigs/1', undefined],
      ['PUT', 'uiconfigs/1', { revision: 0, config: {} }],
    ] as const)
      expect((await as('unit.admin', method, path, body)).code, path).toBe('NOT_FOUND')
  })
  it('[SHELL-18~] the policies alone hold the same: whatever the services forget to ask, nothing moves', async () => {
    const scope = (over: object) => ({
      kind: 'staff' as const,
      mid: mid('unit.admin'),
      partnerId: 1,
      unitIds: [2],
      pid: null,
      qid: null,
      'emr.read': '-' as const,
      'appointment.read': 'y' as const,
      'admin.partner': 'y' as const,
      'admin.ui': 'y' as const,
      'audit.read': 'y' as const,
      ...over,
    })
    const tried = async (over: object, statement: Parameters<typeof office.data.db.read>[1]) =>
      office.data.db
        .tx(scope(over), (tx) => tx.run(statement))
        .then(
          (rows) => rows,
          (error: unknown) => (/42501/.test(String((error as { code?: string }).code)) ? 0 : -1),
        )
    const lin = mid('dr.lin')
    const acts = {
      partner: sql`update partner set name = name where id = 1`,
      rights: sql`update staff_partner set privileges = privileges where mid = ${mid('dr.wang')}`,
      unit: sql`update unit set name = name where id = 3`,
      place: sql`insert into staff_unit (mid, partner_id, unit_id) values (${lin}, 1, 3)`,
      bind: sql`insert into nurse_binding (partner_id, did, mid) values (1, ${mid('dr.far')}, ${mid('nurse.chen')})`,
      draft: sql`insert into ui_config_version (partner_id, number, state, config, edited_at) values (1, 77, 'draft', '{}', now())`,
    }
    for (const [name, act] of Object.entries(acts)) expect(await tried({}, act), name).toBe(0)
    const whole = { mid: mid('admin'), unitIds: [1, 2, 3] }
    const self = {
      own: sql`update staff_partner set privileges = '{emr.read}' where mid = ${mid('admin')}`,
      ownUnit: sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid('admin')}, 1, 320)`,
      foreign: sql`update partner set name = name where id = 32`,
      foreignStaff: sql`update staff_partner set privileges = privileges where mid = ${mid('dr.hua')}`,
    }
    for (const [name, act] of Object.entries(self)) expect(await tried(whole, act), name).toBe(0)
    // Somebody without the permission, whatever units they have.
    for (const [name, act] of Object.entries(acts))
      expect(
        await tried({ ...whole, mid: lin, 'admin.partner': '-', 'admin.ui': '-', 'audit.read': '-' }, act),
        name,
      ).toBe(0)
    expect(await tried(whole, acts.partner)).toBe(1)
    expect(await tried(whole, acts.rights)).toBe(1)
  })
})

describe('staff accounts', () => {
  it('[SHELL-18~] nobody changes the own account: neither rights, units nor type', async () => {
    for (const body of [
      { privileges: ['emr.read'] },
      { units: [1, 2, 3] },
      { doctortype: 'doctor' },
      { state: 'closed' },
    ])
      expect((await change('admin', 'admin', body)).code).toBe('FORBIDDEN')
  })
  it('[AUTHZ-04~] what the law ties to a profession is given to nobody, and an unknown right is none', async () => {
    for (const one of [
      'prescription.write',
      'diagnosis.write',
      'prescription.dispense',
      'emr.sign',
      'medical_decision',
    ])
      expect((await change('admin', 'nurse.chen', { privileges: [one] })).body, one).toMatchObject({
        status: 'FIELD_RELATED',
        fields: [{ path: 'privileges' }],
      })
    expect((await change('admin', 'nurse.chen', { privileges: ['everything'] })).status).toBe(400)
  })
  it('[Sw4] records are given to no profession without them, nor the administration of accounts to anybody but an administrator', async () => {
    const given = async (privileges: string[]) => (await change('admin', 'nurse.chen', { privileges })).code
    expect([await given(['admin.partner']), await given(['admin.review'])]).toEqual(['FIELD_RELATED', 'FIELD_RELATED'])
    const become = (doctortype: string, staffType: number) =>
      office.data.db.system.tx(async (tx) => {
        await tx.run(
          sql`update staff_partner set doctortype = ${doctortype}, staff_type = ${staffType} where mid = ${mid('nurse.chen')}`,
        )
        office.app.auth.changed(tx, mid('nurse.chen'))
      })
    await become('customer_service', 4)
    for (const one of ['emr.read', 'file.read', 'recording.play', 'admin.partner'])
      expect(await given([one]), one).toBe('FIELD_RELATED')
    await become('nurse', 2)
  })
  it('[AUTHZ-04~] a right given to a single person holds at once on an open session, for the service and for the policies', async () => {
    const { token } = await office.signIn('nurse.chen', { device_token: 'x' })
    office.tokens['nurse.chen'] = token
    const socket = await office.connect(token)
    expect((await as('nurse.chen', 'GET', 'auditlogs')).code).toBe('FORBIDDEN')
    const given = await change('admin', 'nurse.chen', { privileges: ['audit.read'] })
    expect(given).toMatchObject({ status: 200, data: { privileges: ['audit.read'] } })
    expect((await as('nurse.chen', 'GET', 'auditlogs')).status).toBe(200)
    await until(() => socket.received.some(({ type }) => type === 'rights.changed'), 'the word to the open page')
    expect((await change('admin', 'nurse.chen', { privileges: [] })).status).toBe(200)
    expect((await as('nurse.chen', 'GET', 'auditlogs')).code).toBe('FORBIDDEN')
  })
  it('[SHELL-18~] a unit taken away is gone from an open session at once', async () => {
    const units = async () => {
      const { body } = await office.get('/his/api/userinfo/3', token)
      return ((body.data?.unit_list ?? []) as { id: number }[]).map(({ id }) => id)
    }
    const { token } = await office.signIn('dr.wang')
    expect(await units()).toEqual([2, 3])
    expect((await change('admin', 'dr.wang', { units: [3] })).status).toBe(200)
    expect(await units()).toEqual([3])
    expect((await change('admin', 'dr.wang', { units: [2, 3] })).status).toBe(200)
  })
  it('[SHELL-18~] a stale version changes nothing, and carries what stands now', async () => {
    const { version } = await account('dr.far')
    expect((await change('admin', 'dr.far', { title: '主任' }, version)).status).toBe(200)
    expect(await change('admin.two', 'dr.far', { title: '院長' }, version)).toMatchObject({
      code: 'VERSION_STALE',
      data: { title: '主任' },
    })
    // Units are part of what was seen.
    const seen = await account('dr.far')
    expect((await change('admin', 'dr.far', { units: [2, 3] }, seen.version)).status).toBe(200)
    expect((await change('admin.two', 'dr.far', { title: 'x' }, seen.version)).code).toBe('VERSION_STALE')
    expect((await change('admin', 'dr.far', { units: [3] })).status).toBe(200)
  })
  it('[SHELL-18~] closing ends sessions and sockets at once; it says before what is left to take over', async () => {
    const { token } = await office.signIn('dr.far')
    const socket = await office.connect(token)
    const before = await account('dr.far')
    expect([before.sessions, before.toHandOver]).toEqual([1, { visits: 0, drafts: 0, todos: 0, cases: 0 }])
    expect((await change('admin', 'dr.far', { state: 'closed' })).data).toMatchObject({ state: 'closed', sessions: 0 })
    expect(await socket.closing).toBe('ACCOUNT_CLOSED')
    expect((await office.get('/his/api/userinfo/3', token)).status).toBe(401)
    expect((await office.post('/his/user/login', { id: 'dr.far', pwd: 'demo1234' })).status).not.toBe(200)
    expect((await change('admin', 'dr.far', { state: 'active' })).status).toBe(200)
    expect((await office.signIn('dr.far')).status).toBe('OK')
  })
  it('[SHELL-18~] shows the licence’s last day, LINE and TOTP, and what is left; closing hands the to-dos to somebody who takes some', async () => {
    const mid = (name: string) => office.mids[name] ?? 0
    const todo = '7b2f1c6e-0000-4000-8000-000000000055'
    const done = '7b2f1c6e-0000-4000-8000-000000000056'
    await office.data.db.system.tx(async (tx) => {
      await tx.run(sql`insert into staff_review (mid, partner_id, doctortype, licence_number, licence_expires)
        values (${mid('dr.far')}, 1, 'doctor', 'x', '2026-12-31')
        on conflict (mid, partner_id) do update set licence_expires = excluded.licence_expires`)
      await tx.run(
        sql`insert into totp (mid, secret, confirmed_at, created_at) values (${mid('dr.far')}, 'x', now(), now())`,
      )
      for (const [id, status] of [
        [todo, 0],
        [done, 1],
      ] as const)
        await tx
          .run(sql`insert into handoff (id, partner_id, giver_mid, recipient_mid, content, status, completed_at, created_at, updated_at)
          values (${id}::uuid, 1, ${mid('dr.lin')}, ${mid('dr.far')}, '追蹤', 0, null, now(), now())`)
          .then(() =>
            status ? tx.run(sql`update handoff set status = 1, completed_at = now() where id = ${id}::uuid`) : 0,
          )
      const desk = await tx.one(
        sql<{ mid: number }>`insert into staff (account, name, mobilecode) values ('desk', '客服', 1) returning mid`,
      )
      office.mids.desk = desk.mid
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${desk.mid}, 1, 4, 'customer_service')`,
      )
      const { pid } = await tx.one(
        sql<{ pid: number }>`insert into member (member_no, name) values ('left', '病人') returning pid`,
      )
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${pid}, 1, 3)`)
      await tx.run(sql`insert into crm_case (partner_id, unit_id, pid, title, type, origin, opened_by, opened_at, owner_mid, assigned_from, assigned_to, assigned_at, updated_at)
        values (1, 3, ${pid}, '回電', 'followUp', 'phone', ${mid('dr.far')}, now(), ${mid('dr.far')}, ${mid('dr.far')}, ${mid('dr.far')}, now(), now())`)
    })
    expect(await account('dr.far')).toMatchObject({
      licenceExpires: '2026-12-31',
      totp: true,
      line: false,
      toHandOver: { visits: 0, drafts: 0, todos: 1, cases: 1 },
    })
    const withWhom = async () =>
      (
        await office.data.db.system.read(sql<{ recipient: number; status: number }>`
          select recipient_mid as recipient, status from handoff where id in (${todo}::uuid, ${done}::uuid) order by id`)
      ).map(({ recipient }) => Object.entries(office.mids).find(([, one]) => one === recipient)?.[0])
    // Not without closing, to nobody of another house, to no one who takes none; what is refused closes nothing.
    for (const [taker, code, more] of [
      ['dr.lin', 'FIELD_RELATED', {}],
      ['dr.far', 'FIELD_RELATED', { state: 'closed' }],
      ['admin.sea', 'NOT_FOUND', { state: 'closed' }],
      ['desk', 'TODO_SERVICE_STAFF', { state: 'closed' }],
    ] as const)
      expect([taker, (await change('admin', 'dr.far', { ...more, todosTo: mid(taker) })).code]).toEqual([taker, code])
    expect([await withWhom(), (await account('dr.far')).state]).toEqual([['dr.far', 'dr.far'], 'active'])
    const socket = await office.connect((await office.signIn('dr.wang')).token)
    const closed = await change('admin', 'dr.far', { state: 'closed', todosTo: mid('dr.wang') })
    expect(closed.data).toMatchObject({ state: 'closed', toHandOver: { todos: 0, cases: 1 } })
    // What was done stays with who did it.
    expect(await withWhom()).toEqual(['dr.wang', 'dr.far'])
    await until(() => socket.received.some(({ type }) => type === 'todo.arrived'), 'the word to who has them now')
    const history = await office.data.db.system.read(
      sql<object>`select action, mid, to_mid as "to" from handoff_event where handoff_id = ${todo}::uuid`,
    )
    expect(history).toEqual([{ action: 'reassigned', mid: mid('admin'), to: mid('dr.wang') }])
    expect((await change('admin', 'dr.far', { state: 'active' })).status).toBe(200)
  })
  it('[SHELL-18~] who is made a doctor prescribes nothing before the licence was seen', async () => {
    expect((await change('admin', 'dr.far', { doctortype: 'nurse', confirmed: true })).data).toMatchObject({
      doctortype: 'nurse',
      review: 'phoneVerified',
    })
    expect((await change('admin', 'nurse.chen', { doctortype: 'doctor' })).data).toMatchObject({
      staffType: 1,
      review: 'phoneVerified',
    })
    const rights = (await office.get('/his/api/userinfo/3', (await office.signIn('nurse.chen')).token)).body.data
      ?.permissions
    expect(rights).toMatchObject({ 'prescription.write': '-', 'emr.read': '-' })
  })
  it('[SHELL-18~] the last administrator of the whole institution stays, even against two who remove each other', async () => {
    const { version } = await account('admin.two')
    const { version: first } = await account('admin', 'admin.two')
    const both = await Promise.all([
      change('admin', 'admin.two', { doctortype: 'volunteer' }, version),
      change('admin.two', 'admin', { doctortype: 'volunteer' }, first),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const survivor = both[0].status === 200 ? 'admin' : 'admin.two'
    const fallen = survivor === 'admin' ? 'admin.two' : 'admin'
    expect((await change('op', survivor, { partner: 1, state: 'closed' })).code).toBe('LAST_ADMIN')
    expect((await change('op', survivor, { partner: 1, units: [2] })).code).toBe('LAST_ADMIN')
    expect((await change(survivor, fallen, { doctortype: 'admin' })).status).toBe(200)
    office.tokens[fallen] = (await office.signIn(fallen)).token
  })
  it('[SHELL-18~] an invited account begins with a password that nobody chose and a phone to verify', async () => {
    const body = { account: 'Nurse.New', name: '新護理師', mobile: '0911-222-333', doctortype: 'nurse', units: [2] }
    const invited = await as('unit.admin', 'POST', 'staffaccounts', body)
    expect(invited).toMatchObject({ status: 200, data: { account: 'nurse.new' } })
    const { initialPassword } = invited.data as { initialPassword: string }
    const login = await office.post('/his/user/login', { id: 'nurse.new', pwd: initialPassword })
    expect(login.body).toMatchObject({ status: 'unfinsh_verify' })
    expect((await as('admin', 'POST', 'staffaccounts', { ...body, mobile: '0911222334' })).body).toMatchObject({
      status: 'ACCOUNT_EXISTS',
    })
    expect((await as('admin', 'POST', 'staffaccounts', { ...body, account: 'nurse.other' })).code).toBe(
      'ACCOUNT_EXISTS',
    )
    expect((await as('admin', 'POST', 'staffaccounts', { ...body, account: 'a b' })).code).toBe('LOGIN_NAME_FORMAT')
    expect((await as('admin', 'POST', 'staffaccounts', { ...body, account: 'n.o', mobile: '123' })).code).toBe(
      'PHONE_INVALID',
    )
    expect(
      (
        await as('unit.admin', 'POST', 'staffaccounts', {
          ...body,
          account: 'n.o',
          mobile: '0911222335',
          units: [2, 3],
        })
      ).code,
    ).toBe('NOT_FOUND')
    const kept = await office.data.db.system.read(sql<{ n: number }>`
      select count(*)::int as n from audit_log where detail::text like ${`%${initialPassword}%`}`)
    expect(kept).toEqual([{ n: 0 }])
  })
  it('[I10] [I3] an account that is a mobile number is the own one; numbers and ids are kept as signing in reads them', async () => {
    const body = { name: '行動帳號', doctortype: 'nurse', units: [2] }
    const invite = (account: string, mobile: string) =>
      as('admin', 'POST', 'staffaccounts', { ...body, account, mobile })
    const refused = await invite('0912 999 888', '0912999777')
    expect([refused.code, JSON.stringify(refused.body)]).toEqual(['FIELD_RELATED', expect.stringContaining('"mobile"')])
    expect((await invite('0912-999-888', '+886 912 999 888')).data).toMatchObject({ account: '0912999888' })
    const { initialPassword } = (await invite('A 870000015', '0912999777')).data as { initialPassword: string }
    const login = await office.post('/his/user/login', { id: 'A870 000 015', pwd: initialPassword })
    expect(login.body).toMatchObject({ status: 'unfinsh_verify' })
  })
  it('[SHELL-18~] an account is shown masked, and exported like the list', async () => {
    expect((await account('dr.lin')).account).toBe('dr···in')
    const file = await fetch(`${office.base}/his/api/staffaccounts?format=xlsx`, {
      headers: { authorization: `Bearer ${office.tokens.admin}` },
    })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheet')])
  })
})

describe('units', () => {
  it('[SHELL-18~] a tree by id and main_id: no circle, no foreign branch, one root', async () => {
    const made = (await as('admin', 'POST', 'units', { mainId: 2, name: '二樓' })).data as Unit
    expect(made).toMatchObject({ mainId: 2, partnerId: 1, staff: 0 })
    const put = async (id: number, body: object) =>
      as('admin', 'PUT', `units/${id}`, { version: (await unit(id)).version, ...body })
    for (const [id, mainId] of [
      [2, made.id],
      [2, 2],
      [1, made.id],
      [1, 2],
      [2, null],
      [1, null],
    ] as const) {
      const said = await put(id, { mainId })
      expect([id, mainId, said.code]).toEqual([id, mainId, id === 1 && mainId === null ? 'OK' : 'FIELD_RELATED'])
    }
    expect((await put(2, { mainId: 320 })).code).toBe('NOT_FOUND')
    expect((await put(made.id, { mainId: 3 })).data).toMatchObject({ mainId: 3 })
    const { version } = await unit(made.id)
    expect((await as('admin', 'PUT', `units/${made.id}`, { version, name: 'a' })).status).toBe(200)
    expect((await as('admin.two', 'PUT', `units/${made.id}`, { version, name: 'b' })).code).toBe('VERSION_STALE')
  })
  it('[SHELL-18~] two moves at once that would close a circle: the database lets one through', async () => {
    const add = async (name: string) => (await as('admin', 'POST', 'units', { mainId: 1, name })).data as Unit
    const [a, b] = [await add('甲'), await add('乙')]
    const both = await Promise.all([
      as('admin', 'PUT', `units/${a.id}`, { version: 1, mainId: b.id }),
      as('admin.two', 'PUT', `units/${b.id}`, { version: 1, mainId: a.id }),
    ])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['FIELD_RELATED', 'OK'])
    await expect(
      office.data.db.system.tx((tx) => tx.run(sql`update unit set main_id = ${a.id} where id = ${a.id}`)),
    ).rejects.toThrow()
  })
  it('[SHELL-18~] one with people, members or units below cannot be disabled, and says who is in it', async () => {
    const put = async (id: number, status: string) =>
      as('admin', 'PUT', `units/${id}`, { version: (await unit(id)).version, status })
    const full = await put(3, 'disabled')
    expect(full).toMatchObject({ code: 'UNIT_NOT_EMPTY', data: { units: [{ name: 'a', nameEn: null }] } })
    expect((full.data as { staff: { name: string }[] }).staff.map(({ name }) => name)).toContain('dr.wang')
    const empty = (await as('admin', 'POST', 'units', { mainId: 1, name: '空' })).data as Unit
    expect((await put(empty.id, 'disabled')).data).toMatchObject({ status: 'disabled' })
    expect((await as('admin', 'POST', 'units', { mainId: empty.id, name: 'x' })).code).toBe('FIELD_RELATED')
    expect((await put(empty.id, 'active')).data).toMatchObject({ status: 'active' })
  })
})

describe('institutions', () => {
  it('[SHELL-18~] founded by the operator, with a root unit and a first administrator', async () => {
    const made = (await as('op', 'POST', 'partners', { name: '晴川', rootUnit: '本院', settings: { passwordMin: 10 } }))
      .data as Partner
    expect(made).toMatchObject({ units: 1, staff: 0, settings: { passwordMin: 10, settlementDay: 10 } })
    const [root] = (await as('op', 'GET', `units?partner=${made.id}`)).data as Unit[]
    expect(root).toMatchObject({ mainId: null })
    const first = {
      partner: made.id,
      account: 'first.admin',
      name: '院長',
      mobile: '0911333444',
      doctortype: 'admin',
      units: [root?.id],
    }
    expect((await as('op', 'POST', 'staffaccounts', first)).status).toBe(200)
    expect((await as('op', 'POST', 'partners', { id: 1, name: 'x', rootUnit: 'x' })).body).toMatchObject({
      fields: [{ path: 'id' }],
    })
  })
  it('[I1] each institution adds its units, however many were founded since by others', async () => {
    const made: number[] = []
    const add = async (by: 'admin' | 'admin.sea', mainId: number) => {
      const said = await as(by, 'POST', 'units', { mainId, name: `二樓診間${made.length}` })
      expect([by, said.code]).toEqual([by, 'OK'])
      made.push((said.data as Unit).id)
    }
    for (const name of ['甲丁診所', '乙丁診所']) {
      expect((await as('op', 'POST', 'partners', { name, rootUnit: '本部' })).code).toBe('OK')
      await add('admin.sea', 320)
      await add('admin', 1)
    }
    expect(new Set(made).size).toBe(4)
  })
  it('[I13] asks before a second one of the same name is founded, also of two that come at once', async () => {
    const found = (more: object = {}) =>
      as('op', 'POST', 'partners', { name: '同名診所', nameEn: 'Namesake', rootUnit: '本部', ...more })
    const both = await Promise.all([found(), found()])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', 'PARTNER_NAME_TAKEN'])
    const { id } = (both.find(({ code }) => code === 'OK') ?? both[0]).data as unknown as Partner
    expect(both.find(({ code }) => code !== 'OK')).toMatchObject({ status: 409, data: { id, name: '同名診所' } })
    expect((await found({ name: 'NAMESAKE' })).code).toBe('PARTNER_NAME_TAKEN')
    expect((await found({ confirmed: true })).code).toBe('OK')
    expect((await as('admin', 'POST', 'partners', { name: '同名診所', rootUnit: '本部' })).code).toBe('NOT_FOUND')
  })
  it('[SHELL-18~] enters public holidays, each day once, and its people find them; the rules for its patients are whole or refused', async () => {
    const { version } = (await partner('admin', 1)) as Partner
    const put = (settings: object) => as('admin', 'PUT', 'partners/1', { version, settings })
    const day = { date: '2026-09-25', name: '中秋節' }
    for (const wrong of [
      { holidays: [day, { ...day, name: '教師節' }] },
      { holidays: [{ ...day, date: '2026-02-30' }] },
      { refundRule: { wholeUntilHours: 24 } },
      { refundRule: { wholeUntilHours: 24, latePercent: 101 } },
      { quietHours: { from: 22, to: 24 } },
    ])
      expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await put({ holidays: [day], quietHours: { from: 22, to: 7 } })).data).toMatchObject({
      settings: { holidays: [day], quietHours: { from: 22, to: 7 }, refundRule: { latePercent: 100 } },
    })
    const told = (await office.get('/his/api/userinfo/3', (await office.signIn('nurse.chen')).token)).body.data
    expect(told).toMatchObject({ holidays: [day] })
  })
  it('[SHELL-18~] sets its own face; who disables it is the operator, and never the own', async () => {
    const own = (await partner('admin', 1)) as Partner
    const put = (by: keyof Office['tokens'], id: number, body: object) => as(by, 'PUT', `partners/${id}`, body)
    expect(
      (await put('admin', 1, { version: own.version, primaryColour: '2b5c9e', settings: { settlementDay: 15 } })).data,
    ).toMatchObject({
      primaryColour: '#2B5C9E',
      settings: { settlementDay: 15, passwordMin: 8 },
    })
    expect((await put('admin', 1, { version: own.version, name: 'x' })).code).toBe('VERSION_STALE')
    const page = await office.connect((await office.signIn('dr.wang', { device_token: 'page' })).token)
    // What doctors may recommend is the institution's to allow.
    const shop = async () =>
      (await office.get('/his/api/userinfo/3', (await office.signIn('dr.lin')).token)).body.data?.allow_shop
    expect(await shop()).toBe(false)
    const open = (await partner('admin', 1)) as Partner
    expect((await put('admin', 1, { version: open.version, settings: { allowShop: true } })).data).toMatchObject({
      settings: { allowShop: true, settlementDay: 15 },
    })
    // A page that is open asks anew for what the institution is.
    await until(() => page.received.some(({ type }) => type === 'rights.changed'), 'the word to the open page')
    expect(await shop()).toBe(true)
    const { version } = (await partner('admin', 1)) as Partner
    expect((await put('admin', 1, { version, primaryColour: 'blue' })).code).toBe('COLOUR_INVALID')
    expect((await put('admin', 1, { version, settings: { settlementDay: 12 } })).status).toBe(400)
    expect((await put('admin', 1, { version, timeZone: '+08:00' })).status).toBe(400)
    expect((await put('admin', 1, { version, timeZone: 'Mars/Olympus' })).status).toBe(400)
    expect((await put('admin', 1, { version, timeZone: 'Etc/GMT+8' })).data).toMatchObject({ timeZone: 'Etc/GMT+8' })
    expect((await put('admin', 1, { version: version + 1, status: 'disabled' })).code).toBe('FORBIDDEN')
    const operator = (await partner('op', 0)) as Partner
    expect((await put('op', 0, { version: operator.version, status: 'disabled' })).code).toBe('FORBIDDEN')
    const sea = (await partner('op', 32)) as Partner
    expect((await put('op', 32, { version: sea.version, status: 'disabled' })).status).toBe(200)
    expect((await as('admin.sea', 'GET', 'units')).status).toBe(401)
    expect((await put('op', 32, { version: sea.version + 1, status: 'active' })).status).toBe(200)
  })
})
