import { randomUUID } from 'node:crypto'
import { allergiesOf } from '@teleward/contract/members/allergies.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { MemberDetail, MemberRow } from '@teleward/contract/members/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Reply, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

let clinic: Clinic
let lin: Staff
let away: Staff
let far: Staff
let admin: Staff
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into staff (mid, account, name, mobilecode) overriding system value values (110, 'admin.ho', '何管理', 1)`,
    )
    await tx.run(
      sql`insert into staff_credential (mid, password_hash) select 110, password_hash from staff_credential where mid = 101`,
    )
    await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (110, 1, 5, 'admin')`)
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (110, 1, 2)`)
    await tx.run(sql`insert into unit (id, main_id, partner_id, name, status) values (5, 1, 1, '已停分站', 'disabled')`)
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (101, 1, 5)`)
  })
  lin = await clinic.staff('dr.lin')
  away = await clinic.staff('dr.away')
  far = await clinic.staff('dr.far')
  admin = await clinic.staff('admin.ho')
})
afterAll(() => clinic.close())

interface Refused {
  fields?: { path: string; code: string; message: string }[]
  data?: unknown
}
const add = (who: Staff, body: Record<string, unknown>) =>
  who.post<{ code: string; pid: number }>('/partner/addMember', { unitId: 2, name: '新會員', ...body })
const one = (who: Staff, pid: number) => who.get<MemberDetail>(`/his/api/members/${pid}`)
const put = async (who: Staff, path: string, body: unknown): Promise<Reply<MemberDetail>> => {
  const response = await who.request(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const said = JSON.parse(text) as { status: string; data: MemberDetail }
  return { status: response.status, code: said.status, data: said.data, headers: response.headers, text }
}
/** With a key of its own, as the portal sends it. */
async function keyed(body: Record<string, unknown>) {
  const response = await lin.request('/partner/addMember', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ unitId: 2, name: '新會員', ...body }),
  })
  const text = await response.text()
  return { status: response.status, code: (JSON.parse(text) as { status: string }).status, text }
}
const faults = ({ text }: { text: string }) =>
  ((JSON.parse(text) as Refused).fields ?? []).map(({ path, code }) => `${path} ${code}`)
const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
const counted = async () => {
  const [row] = await clinic.data.db.system.read(
    sql<{ n: number }>`select (select count(*) from member)::int + (select count(*) from member_unit)::int as n`,
  )
  return row?.n
}

describe('adding a member', () => {
  it.each([
    ['F131104093', 'nationalId', 'male'],
    ['a 900-207177', 'residentPermit', 'female'],
    ['AC03095424', 'residentPermit', 'male'],
    ['+886 987-654-321', 'none', null],
  ])('[MEMB-03~] takes the account %s in its one form', async (account, identity, gender) => {
    const { code, data } = await add(lin, { account, birthday: '1990-02-28', height: 170.5, weight: 65 })
    expect([code, data.code]).toEqual(['OK', 'ERR_0000'])
    const found = (await one(lin, data.pid)).data
    const plain = account.startsWith('+') ? '0987654321' : account.replace(/[\s-]/g, '').toUpperCase()
    expect(found).toMatchObject({
      account: plain,
      identity,
      gender,
      height: 170.5,
      unitId: 2,
      createdBy: '林書妍',
      version: 1,
    })
    expect(found.mobile).toBe(account.startsWith('+') ? plain : null)
    // Found at once, by the same account.
    expect(
      (await lin.post<PatientBrief[]>('/partner/searchmember', { q: account })).data.map(({ pid }) => pid),
    ).toEqual([data.pid])
  })

  it.each<[says: string, body: Record<string, unknown>, status: number, code: string, at: string]>([
    ['no name', { name: ' ', account: '0911000001' }, 400, 'MEMBER_NAME_REQUIRED', 'name MEMBER_NAME_REQUIRED'],
    ['no account', {}, 400, 'MEMBER_ACCOUNT_REQUIRED', 'account MEMBER_ACCOUNT_REQUIRED'],
    ['a wrong checksum', { account: 'A123456788' }, 400, 'ERR_0013', 'account ERR_0013'],
    ['a made-up account', { account: 'wang.ming' }, 400, 'ERR_0013', 'account ERR_0013'],
    ['a fixed line', { account: '0212345678' }, 400, 'ERR_0013', 'account ERR_0013'],
    [
      'a card of eleven digits',
      { account: '0911000002', nhiCardNumber: '12345678901' },
      400,
      'ERR_0014',
      'nhiCardNumber ERR_0014',
    ],
    [
      'a card with a letter',
      { account: '0911000002', nhiCardNumber: '12345678901A' },
      400,
      'ERR_0014',
      'nhiCardNumber ERR_0014',
    ],
    ['a wrong mobile', { account: '0911000002', mobile: '12' }, 400, 'PHONE_INVALID', 'mobile PHONE_INVALID'],
    [
      'a day to come',
      { account: '0911000002', birthday: '2026-03-13' },
      400,
      'VALUE_INVALID',
      'birthday VALUE_INVALID',
    ],
    ['no unit', { account: '0911000002', unitId: null }, 403, 'ERR_0002', 'unitId ERR_0002'],
    ['another unit', { account: '0911000002', unitId: 3 }, 403, 'ERR_0002', 'unitId ERR_0002'],
    ['a unit of elsewhere', { account: '0911000002', unitId: 90 }, 403, 'ERR_0002', 'unitId ERR_0002'],
    ['a unit that does not exist', { account: '0911000002', unitId: 77777 }, 403, 'ERR_0002', 'unitId ERR_0002'],
    ['a disabled unit of the own', { account: '0911000002', unitId: 5 }, 403, 'ERR_0002', 'unitId ERR_0002'],
    ['somebody of the unit', { account: 'a123456789' }, 409, 'ERR_0011', 'account ERR_0011'],
    [
      'somebody of the unit by the id',
      { account: '0911000002', idNumber: 'A123456789' },
      409,
      'ERR_0011',
      'idNumber ERR_0011',
    ],
  ])('[MEMB-03~] refuses %s at its field, and keeps nothing', async (_says, body, status, code, at) => {
    const before = await counted()
    const refused = await add(lin, body)
    expect([refused.status, refused.code, faults(refused)]).toEqual([status, code, [at]])
    expect(await counted()).toBe(before)
  })

  it('[MEMB-03~] names all faults at once', async () => {
    const refused = await add(lin, { name: '', account: 'x', nhiCardNumber: '1', height: 9 })
    expect(faults(refused)).toEqual([
      'name MEMBER_NAME_REQUIRED',
      'account ERR_0013',
      'nhiCardNumber ERR_0014',
      'height VALUE_INVALID',
    ])
  })

  it('[MEMB-03~] tells a disabled member of the unit, and one of elsewhere in the institution, by the code alone', async () => {
    const { data } = await add(lin, { account: 'N116247806', name: '停用者' })
    await run(sql`update member_unit set status = 'disabled' where pid = ${data.pid}`)
    const disabled = await add(lin, { account: 'N116247806' })
    expect([disabled.status, disabled.code]).toEqual([409, 'ERR_0010'])
    await run(sql`update member_unit set status = 'active' where pid = ${data.pid}`)
    await run(sql`update member_partner set status = 'disabled' where pid = ${data.pid}`)
    const whole = await add(lin, { account: 'N116247806' })
    expect([whole.status, whole.code]).toEqual([409, 'ERR_0008'])
    const elsewhere = await add(away, { account: 'A123456789', unitId: 3, name: '張三' })
    expect([elsewhere.status, elsewhere.code]).toEqual([409, 'ERR_0008'])
    // [S6] Who tries a number of another unit's is kept with it, masked; the row names no more than the answer.
    const [tried] = await clinic.data.db.system.read(sql<{ row: unknown }>`
      select jsonb_build_object('outcome', outcome, 'pid', pid, 'detail', detail) as row from audit_log
      where mid = ${away.mid} and action = 'POST /partner/addMember' order by id desc limit 1`)
    expect(tried?.row).toEqual({ outcome: 'ERR_0008', pid: null, detail: { criteria: { account: 'A1******89' } } })
    for (const { text } of [disabled, whole, elsewhere]) {
      // The number of the request is random, and may hold the member's by chance.
      const { requestId, ...said } = JSON.parse(text) as { requestId: string }
      expect(requestId).toBeTruthy()
      expect(JSON.stringify(said)).not.toMatch(/停用者|張振國|內湖|202|M-2|0922345678/)
      expect(Object.keys(said).toSorted()).toEqual(['fields', 'message', 'status'])
    }
    await run(sql`update member_partner set status = 'active' where pid = ${data.pid}`)
  })

  it('[MEMB-05~] an institution learns nothing of another’s: the same person is added there anew', async () => {
    const { code, data } = await far.post<{ pid: number }>('/partner/addMember', {
      unitId: 90,
      name: '張振國',
      account: 'A123456789',
    })
    expect(code).toBe('OK')
    expect(data.pid).not.toBe(202)
    expect((await one(far, data.pid)).data).toMatchObject({ mobile: null, vip: false, histories: null })
    expect((await one(far, 202)).code).toBe('NOT_FOUND')
    expect(
      (await lin.post<PatientBrief[]>('/partner/searchmember', { q: 'A123456789' })).data.map(({ pid }) => pid),
    ).toEqual([202])
  })

  it('[MEMB-03~] adds once: a lost answer repeated, two at once with one key, two at once with two', async () => {
    const before = (await counted()) ?? 0
    const send = (key: string) =>
      lin.request('/partner/addMember', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ unitId: 2, name: '只有一位', account: '0911222333' }),
      })
    const texts = await Promise.all(
      ['key-one-1', 'key-one-1', 'key-two-2'].map(async (key) => (await send(key)).text()),
    )
    const again = await (await send('key-one-1')).text()
    const codes = texts.map((text) => (JSON.parse(text) as { status: string }).status).toSorted()
    expect([
      codes.filter((code) => code === 'OK').length >= 1,
      codes.every((code) => /^(OK|ERR_0011)$/.test(code)),
    ]).toEqual([true, true])
    expect(await counted()).toBe(before + 2)
    // Where the other key was first, what was refused is refused anew, by another request.
    const without = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
    expect(texts.map(without)).toContain(without(again))
  })

  it('[MEMB-03~] says what failed by the table’s general codes, and keeps nothing', async () => {
    const before = await counted()
    for (const [table, code, when = 'insert'] of [
      ['member', 'ERR_0001'],
      ['member_unit', 'ERR_0003'],
      ['member_claim', 'ERR_0004'],
      ['member_token', 'ERR_0005'],
      ['event_log', 'ERR_0006'],
      ['audit_log', 'ERR_0007'],
      // The key is marked as used with what it stands for.
      ['idempotency_key', 'ERR_0009', 'update'],
      ['member_partner', 'PL_ERR'],
    ] as const) {
      await clinic.data.db.owner(`create function refuse_${table}() returns trigger language plpgsql as $$
        begin raise exception 'refused' using errcode = '23514', table = '${table}'; end $$;
        create trigger refuse before ${when} on ${table} for each row execute function refuse_${table}()`)
      const { status, code: said, text } = await keyed({ account: '0911777888' })
      await clinic.data.db.owner(`drop trigger refuse on ${table}; drop function refuse_${table}()`)
      expect([table, status, said]).toEqual([table, 500, code])
      expect(text).toContain('新增會員失敗')
    }
    for (const [state, code] of [
      ['57014', 'ERR_0016'],
      ['57P03', 'ERR_0015'],
      ['XX000', 'ERR_0017'],
      ['23514', 'ERR_0012'],
    ]) {
      await clinic.data.db.owner(`create function refuse_any() returns trigger language plpgsql as $$
        begin raise exception 'refused' using errcode = '${state}'; end $$;
        create trigger refuse before insert on member for each row execute function refuse_any()`)
      const refused = await add(lin, { account: '0911777888' })
      await clinic.data.db.owner('drop trigger refuse on member; drop function refuse_any()')
      expect([state, refused.status, refused.code]).toEqual([state, 500, code])
    }
    // No refusal of the database at all: an answer that nobody foresaw.
    await clinic.data.db.owner(`alter function app_members_add(int, jsonb) rename to app_members_add_away;
      create function app_members_add(at_unit int, people jsonb) returns table (n int, pid int, member_no text) language sql as $$ select 1, 1, '' where false $$`)
    const none = await add(lin, { account: '0911777888' })
    await clinic.data.db.owner(
      `drop function app_members_add(int, jsonb); alter function app_members_add_away(int, jsonb) rename to app_members_add`,
    )
    expect([none.status, none.code]).toEqual([500, 'SYS_ERR'])
    expect(await counted()).toBe(before)
  })

  it('[MEMB-05~] an agent sees whom it added, and nobody else; a volunteer adds nobody', async () => {
    const kao = await clinic.staff('agent.kao')
    const { data } = await add(kao, { account: '0911555666', name: '代理的客戶' })
    expect((await kao.post<MemberRow[]>('/partner/getMemberList', {})).data.map(({ pid }) => pid)).toEqual([data.pid])
    expect((await one(kao, 201)).code).toBe('NOT_FOUND')
    await run(sql`update staff_partner set doctortype = 'volunteer' where mid = 104`)
    const volunteer = await clinic.staff('agent.kao')
    expect((await add(volunteer, { account: '0911555667' })).code).toBe('FORBIDDEN')
    await run(sql`update staff_partner set doctortype = 'agent' where mid = 104`)
  })
})

describe('an emergency contact', () => {
  it('[MEMB-03~] has a name wherever anything is said of them, when a member is added and when one is changed', async () => {
    const refused = async (emergencyContact: object) => {
      const added = await lin.post<unknown>('/partner/addMember', {
        unitId: 2,
        name: '新',
        account: '0912777999',
        emergencyContact,
      })
      const { data } = await one(lin, 203)
      const changed = await put(lin, '/his/api/members/203', { version: data.version, emergencyContact })
      const fields = [faults(added), faults(changed)]
      expect([added.code, fields[0]]).toEqual([changed.code, fields[1]])
      return fields[0]
    }
    const nameless = ['emergencyContact.name FIELD_EMPTY']
    expect(await refused({ name: '', relation: '母', phone: '0922333444' })).toEqual(nameless)
    expect(await refused({ name: ' ', phone: '02-2712-3456' })).toEqual(nameless)
    expect(await refused({ name: '', relation: '母' })).toEqual(nameless)
    for (const phone of ['abc', '0', '12345', '27123456', '02-271-345', '09123', '+886', '1'.repeat(20)])
      expect(await refused({ name: '陳', phone })).toEqual(['emergencyContact.phone CONTACT_PHONE_INVALID'])
  })
  it.each([
    ['０９２２－３３３－４４４', '0922333444'],
    ['(02) 2712-3456', '0227123456'],
    ['+886 2 2712 3456', '0227123456'],
    ['03-212-3456 轉 12', '032123456#12'],
    ['+81 90-1234-5678', '+819012345678'],
    ['', null],
  ])('[MEMB-02~] the phone %s is kept as %s', async (phone, kept) => {
    const before = (await one(lin, 203)).data
    const { data } = await put(lin, '/his/api/members/203', {
      version: before.version,
      emergencyContact: { name: '陳', relation: '母', phone },
    })
    expect(data.emergencyContact).toEqual({ name: '陳', relation: '母', phone: kept })
  })
})

describe('changing a member', () => {
  it('[MEMB-02~] changes what is named, keeps the rest, and counts on', async () => {
    const before = (await one(lin, 203)).data
    const { code, data } = await put(lin, '/his/api/members/203', {
      version: before.version,
      nameEn: 'Lee Pei-Shan',
      height: 162,
      weight: 55.5,
      nhiCardNumber: '0000 1234 5678',
      mobile: '0955 123 456',
      emergencyContact: { name: '李大明', relation: '父', phone: '0911000000' },
      vip: true,
    })
    expect(code).toBe('OK')
    expect(data).toMatchObject({
      name: '李佩珊',
      nameEn: 'Lee Pei-Shan',
      nhiCardNumber: '000012345678',
      mobile: '0955123456',
      mobilecode: 0,
      emergencyContact: { name: '李大明', relation: '父', phone: '0911000000' },
      vip: true,
      birthday: before.birthday,
      version: before.version + 1,
    })
    expect(
      (await lin.post<PatientBrief[]>('/partner/searchmember', { q: '0955123456' })).data.map(({ pid }) => pid),
    ).toEqual([203])
  })
  it('[MEMB-02~] shows both sides of a clash, and writes nothing', async () => {
    const { data } = await one(lin, 203)
    await put(lin, '/his/api/members/203', { version: data.version, name: '李佩雯' })
    const late = await put(lin, '/his/api/members/203', { version: data.version, name: '李沛珊' })
    expect([late.status, late.code, late.data.name, late.data.version]).toEqual([
      409,
      'VERSION_STALE',
      '李佩雯',
      data.version + 1,
    ])
    expect((await one(lin, 203)).data.name).toBe('李佩雯')
    await put(lin, '/his/api/members/203', { version: late.data.version, name: '李佩珊' })
  })
  it('[MEMB-03~] holds a change to the same rules, at the field', async () => {
    const { data } = await one(lin, 203)
    for (const [change, at] of [
      [{ name: '' }, 'name MEMBER_NAME_REQUIRED'],
      [{ nhiCardNumber: '1' }, 'nhiCardNumber ERR_0014'],
      [{ account: 'nobody' }, 'account ERR_0013'],
      [{ idNumber: 'A123456789' }, 'idNumber ERR_0011'],
      [{ birthday: '1990-02-30' }, 'birthday VALUE_INVALID'],
    ] as const)
      expect(faults(await put(lin, '/his/api/members/203', { version: data.version, ...change }))).toEqual([at])
  })
  it('[MEMB-05~] is closed to everybody of another unit or institution, by every call', async () => {
    for (const stranger of [away, far]) {
      const calls: [string, string, unknown?][] = [
        ['GET', '/his/api/members/203'],
        ['PUT', '/his/api/members/203', { version: 1, name: 'x' }],
        ['POST', '/his/api/members/203/memberships', { unitId: stranger === away ? 3 : 90 }],
      ]
      for (const [method, path, body] of calls) {
        const response = await stranger.request(path, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        const text = await response.text()
        expect([response.status, /李佩|0955|Lee/.test(text)], `${method} ${path}`).toEqual([404, false])
      }
    }
  })
  it('tells the unit that a member changed, and nobody else', async () => {
    const [near, distant] = [await lin.line(), await away.line()]
    const { data } = await one(lin, 203)
    await put(lin, '/his/api/members/203', { version: data.version, email: 'pei@example.org' })
    expect(await near.waitFor('member.changed', ({ pid }) => pid === 203)).toEqual({
      pid: 203,
      version: data.version + 1,
    })
    expect(distant.heard.filter(({ type }) => type === 'member.changed')).toEqual([])
    near.close()
    distant.close()
  })
})

describe('memberships', () => {
  const set = (who: Staff, body: unknown) => put(who, '/his/api/members/202/memberships', body)
  const shown = async (who: Staff, memberStatus: string) =>
    (await who.post<MemberRow[]>('/partner/getMemberList', { memberStatus })).data.map(({ pid, status }) => [
      pid,
      status,
    ])

  it('[MEMB-05~] disabled in the unit and in the institution are told apart, and restored', async () => {
    expect((await set(admin, { scope: 'unit', unitId: 2, status: 'disabled' })).data).toMatchObject({
      unit: 'unitDisabled',
      partner: 'active',
    })
    expect([await shown(lin, 'unitDisabled'), await shown(lin, 'partnerDisabled')]).toEqual([
      [[202, 'unitDisabled']],
      [],
    ])
    expect(await one(lin, 202)).toMatchObject({ status: 409, code: 'MEMBER_DISABLED', data: { membership: 'unit' } })
    await set(admin, { scope: 'unit', unitId: 2, status: 'active' })
    expect((await one(lin, 202)).code).toBe('OK')
    expect((await set(admin, { scope: 'partner', status: 'disabled' })).data).toMatchObject({
      unit: 'partnerDisabled',
      partner: 'disabled',
    })
    expect([await shown(lin, 'unitDisabled'), await shown(lin, 'partnerDisabled')]).toEqual([
      [],
      [[202, 'partnerDisabled']],
    ])
    // A disabled one shows that it is: name and number, no more.
    const [row] = (
      await lin.post<MemberRow[]>('/partner/getMemberList', { memberStatus: 'partnerDisabled', q: '振國' })
    ).data
    expect(row).toMatchObject({
      name: '張振國',
      memberNo: 'M-2',
      mobile: null,
      birthday: null,
      idLast: null,
      allergies: null,
    })
    expect(await shown(away, 'partnerDisabled')).toEqual([])
    await set(admin, { scope: 'partner', status: 'active' })
    expect((await one(lin, 202)).data).toMatchObject({
      partnerStatus: 'active',
      units: [{ unitId: 2, status: 'active' }],
    })
  })
  it('[MEMB-05~] only who may disable does, and only in a unit of the own', async () => {
    expect((await set(lin, { scope: 'unit', unitId: 2, status: 'disabled' })).code).toBe('FORBIDDEN')
    expect((await set(admin, { scope: 'unit', unitId: 3, status: 'disabled' })).code).toBe('NOT_FOUND')
    expect((await put(admin, '/his/api/members/204/memberships', { scope: 'partner', status: 'disabled' })).code).toBe(
      'NOT_FOUND',
    )
    expect((await put(admin, '/his/api/members/205/memberships', { scope: 'partner', status: 'disabled' })).code).toBe(
      'NOT_FOUND',
    )
    expect((await one(away, 204)).code).toBe('OK')
  })
  it('[MEMB-05~] who may not disable moves nobody out of a unit, and what is kept of who is disabled is name and number', async () => {
    const path = '/his/api/members/202/memberships'
    expect((await lin.post(path, { unitId: 3, leave: 2 })).code).toBe('FORBIDDEN')
    expect((await one(lin, 202)).data).toMatchObject({ units: [{ unitId: 2, status: 'active' }] })
    await set(admin, { scope: 'unit', unitId: 2, status: 'disabled' })
    const { data } = await lin.get<Record<string, unknown>>(path)
    expect(data).toMatchObject({
      pid: 202,
      name: '張振國',
      memberNo: 'M-2',
      units: [{ unitId: 2, status: 'unitDisabled' }],
    })
    expect(Object.keys(data).toSorted()).toEqual(['memberNo', 'name', 'partnerStatus', 'pid', 'units'])
    expect((await away.get(path)).code).toBe('NOT_FOUND')
    await set(admin, { scope: 'unit', unitId: 2, status: 'active' })
  })
})

describe('allergies', () => {
  it('[MEMB-09~] that none is known is an entry, with who asked and when; who was never asked has none', async () => {
    const entry = (pid: number, severity: string, by: number | null, kind = 'sensitive_matters') =>
      run(sql`insert into member_history (pid, partner_id, unit_id, kind, note, severity, recorded_by, recorded_at)
        values (${pid}, 1, 2, ${kind}, '無已知過敏', ${severity}, ${by}::int, '2026-03-01T02:00:00Z')`)
    const { data: added } = await add(lin, { account: '0933111555', name: '從未詢問' })
    await run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
      values (gen_random_uuid(), 1, 2, ${added.pid}, 'record', 'active', '1', '2026-01-01')`)
    const told = async () => {
      const { data } = await one(lin, added.pid)
      const [row] = (await lin.post<MemberRow[]>('/partner/getMemberList', { q: '從未詢問' })).data
      return [allergiesOf(data.allergies).status, allergiesOf(row?.allergies ?? null).status, data.histories]
    }
    expect(await told()).toEqual(['notAsked', 'notAsked', []])
    // Nobody says it without a name.
    await expect(entry(added.pid, 'none', null)).rejects.toThrow('23514')
    await entry(added.pid, 'none', 103)
    expect(await told()).toMatchObject([
      'noneKnown',
      'noneKnown',
      [{ severity: 'none', recordedBy: '陳護理師', recordedAt: '2026-03-01T02:00:00+00:00' }],
    ])
    await entry(added.pid, 'mild', null)
    expect((await told()).slice(0, 2)).toEqual(['known', 'known'])
  })
})

describe('narrowing and recents', () => {
  const pids = async (body: Record<string, unknown>, path = '/partner/getMemberList') =>
    (await lin.post<MemberRow[]>(path, { pageSize: 50, ...body })).data.map(({ pid }) => pid)

  it('[MEMB-01~] [MEMB-06~] [MEMB-09~] by sex, age, identity, VIP, condition and doctor', async () => {
    await run(
      sql`insert into member_history (pid, partner_id, unit_id, kind, note) values (201, 1, 2, 'person_sick', '高血壓'), (202, 1, 2, 'person_sick', '高血壓')`,
    )
    await clinic.patient('fresh', { pid: 202, time: '14:00' })
    expect(await pids({ vip: true })).toEqual([203, 202])
    // A member is a patient or VIP: those of the one kind and of the other are all there are.
    const patients = await pids({ vip: false })
    expect([...patients, 203, 202].toSorted()).toEqual((await pids({})).toSorted())
    expect(patients).not.toContain(203)
    expect(await pids({ gender: 'male', ageFrom: 60 })).toEqual([202])
    expect(await pids({ ageFrom: 62, ageTo: 62 })).toEqual([202])
    expect(await pids({ ageFrom: 63, ageTo: 67 })).toEqual([])
    // A condition is part of the record: of those alone who opened it.
    expect(await pids({ condition: '高血壓' })).toEqual([201])
    expect(await pids({ did: 101, q: '張振' })).toEqual([202])
    expect(await pids({ did: 102, q: '張振' })).toEqual([])
    expect((await pids({ identity: 'nationalId' })).includes(201)).toBe(true)
    const filter = await lin.get<{ conditions: string[]; units: { id: number }[]; doctors: { id: number }[] }>(
      '/partner/getMemberFilter',
    )
    expect(filter.data).toMatchObject({ conditions: ['高血壓'], units: [{ id: 2 }] })
    expect(filter.data.doctors.map(({ id }) => id).toSorted()).toEqual([101, 102])
    const kinds = (await lin.get<{ identity: string; members: number }[]>('/partner/getIdentities')).data
    expect(kinds.map(({ identity }) => identity)).toEqual(['nationalId', 'residentPermit', 'none'])
    expect(kinds.reduce((sum, { members }) => sum + members, 0)).toBe((await pids({})).length)
  })
  it('[MEMB-01~] the register finds duplicates, the unverified, and who came when by whom', async () => {
    const { data } = await add(lin, { account: '0933111222', name: '吳秀鳳', birthday: '1958-01-02' })
    expect((await pids({ duplicate: true, q: '吳秀鳳' }, '/partner/memberlist')).toSorted()).toEqual(
      [201, data.pid].toSorted(),
    )
    const rows = (await lin.post<MemberRow[]>('/partner/memberlist', { q: '吳秀鳳' })).data
    expect(rows.map(({ twin }) => twin)).toEqual([true, true])
    expect((await pids({ createdBy: 101 }, '/partner/memberlist')).includes(data.pid)).toBe(true)
    expect(await pids({ createdTo: '2000-01-01' }, '/partner/memberlist')).toEqual([])
    await run(sql`update member set mobilecode = 1 where pid = 201`)
    expect(await pids({ mobilecode: 1 }, '/partner/memberlist')).toEqual([201])
  })
  it('[MEMB-07~] recents are the members one opened, newest first', async () => {
    for (const pid of [203, 201, 202]) await one(lin, pid)
    const { data } = await lin.get<PatientBrief[]>('/his/api/recentmembers')
    expect(data.slice(0, 3).map(({ pid }) => pid)).toEqual([202, 201, 203])
    // With the visit by which they are called, as the list has it, and nothing else of its row.
    const { data: rows } = await lin.post<MemberRow[]>('/partner/getMemberList', { pageSize: 50 })
    const row = rows.find(({ pid }) => pid === 202)
    expect(row?.next).not.toBeNull()
    expect(data[0]).toMatchObject({ next: row?.next, lastQid: row?.lastQid })
    for (const key of ['mobile', 'account', 'readings', 'email']) expect(data[0]).not.toHaveProperty(key)
    expect((await away.get<PatientBrief[]>('/his/api/recentmembers')).data.map(({ pid }) => pid)).toEqual([204])
    // Whose names, birthdays and next visits were shown is kept.
    const [kept] = await clinic.data.db.system.read(sql<{ detail: { pids: number[] } }>`
      select detail from audit_log where action = 'GET /his/api/recentmembers' and mid = ${lin.mid} order by id limit 1`)
    expect(kept?.detail.pids.slice(0, 3)).toEqual([202, 201, 203])
  })
})
