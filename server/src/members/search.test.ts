import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { Member } from '@teleward/contract/members/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

let clinic: Clinic
let lin: Staff
let away: Staff
beforeAll(async () => {
  clinic = await openClinic()
  const { db } = clinic.data
  await db.system.tx(async (tx) => {
    await tx.run(sql`update member set account = '0922345678', nhi_card_number = '000012345678' where pid = 202`)
    await tx.run(sql`update member set account = 'A223456527' where pid = 201`)
    // Twelve of one name in unit 2, and one of that name in unit 3.
    await tx.run(sql`insert into member (pid, member_no, name, name_en, gender, vip, mobile) overriding system value
      select 300 + n, 'N-' || n, '陳怡' || chr(23000 + n), 'Chen Yi-' || chr(64 + n) || 'un', 'female', n = 1, '09870000' || lpad(n::text, 2, '0')
      from generate_series(1, 13) n`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id)
      select 300 + n, 1, case when n = 13 then 3 else 2 end from generate_series(1, 13) n`)
  })
  lin = await clinic.staff('dr.lin')
  away = await clinic.staff('dr.away')
})
afterAll(() => clinic.close())

const names = (rows: PatientBrief[]) => rows.map(({ name }) => name)
const search = async (who: Staff, q: string) => who.post<PatientBrief[]>('/partner/searchmember', { q })
const list = async (who: Staff, body: Record<string, unknown>) =>
  who.post<PatientBrief[]>('/partner/getMemberList', body)
const total = (text: string) => (JSON.parse(text) as { total: number }).total

describe('searchmember', () => {
  it.each(['A123456789', 'a123 456 789', '0922345678', '+886 922-345-678', '000012345678', '張振國', 'Chang Chen-Kuo'])(
    '[MEMB-01~] finds by the complete value %s',
    async (q) => {
      const { status, data } = await search(lin, q)
      expect([status, names(data)]).toEqual([200, ['張振國']])
      // In full width as an input method leaves it.
      const wide = [...q].map((c) => (/[!-~]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c)).join('')
      expect(names((await search(lin, wide)).data)).toEqual(['張振國'])
    },
  )
  it.each(['A12345678', '0922', '92234567', '123456789012345', '張', '', ' ', 'A123456788'])(
    '[MEMB-01~] refuses %j, which is no complete value',
    async (q) => {
      const { status, code, text } = await search(lin, q)
      expect([status, code]).toEqual([400, 'SEARCH_INCOMPLETE'])
      expect(JSON.parse(text)).toMatchObject({ fields: [{ path: 'q', code: 'SEARCH_INCOMPLETE' }] })
    },
  )
  it('[MEMB-01~] finds nobody by a part of a name, whatever it is', async () => {
    for (const q of ['張振', '振國', 'Chang', '%%', '__', "' or 1=1 --"]) {
      const { status, data } = await search(lin, q)
      expect([status, data], q).toEqual([200, []])
    }
  })
  it('[MEMB-05~] finds nobody of another unit, nor a membership that was disabled', async () => {
    for (const q of ['A123456789', '0922345678', '張振國']) expect((await search(away, q)).data, q).toEqual([])
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = 202`))
    expect((await search(lin, '張振國')).data).toEqual([])
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'active' where pid = 202`))
    expect(names((await search(lin, '張振國')).data)).toEqual(['張振國'])
  })
  it('follows a change of name and phone at once', async () => {
    const { db } = clinic.data
    await db.system.tx((tx) => tx.run(sql`update member set name = '李佩雯', mobile = '0955000111' where pid = 203`))
    expect(names((await search(lin, '0955000111')).data)).toEqual(['李佩雯'])
    expect((await search(lin, '李佩珊')).data).toEqual([])
    expect(names((await list(lin, { q: '佩雯' })).data)).toEqual(['李佩雯'])
    await db.system.tx((tx) => tx.run(sql`update member set name = '李佩珊', mobile = null where pid = 203`))
  })
})

describe('getMemberList', () => {
  it.each([
    ['陳怡', 12],
    ['怡', null],
    ['chen', 13],
    ['Chen Yi-A', 1],
    ['09870000', 12],
    ['0011', 1],
    ['005', null],
    ['A123456789', 1],
    ['zz', 0],
  ])('[MEMB-01~] the part %s finds %s', async (q, many) => {
    const { code, text } = await list(lin, { q })
    if (many === null) expect(code).toBe('SEARCH_INCOMPLETE')
    else expect([code, total(text)]).toEqual(['OK', many])
  })
  it('[MEMB-01~] shows ten a page, names that begin with the word first, and the same order on every page', async () => {
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member set name = '小陳怡' where pid = 301`))
    const first = await list(lin, { q: '陳怡' })
    const second = await list(lin, { q: '陳怡', page: 2 })
    expect([first.data.length, second.data.length, total(first.text)]).toEqual([10, 2, 12])
    expect(second.data.at(-1)?.name).toBe('小陳怡')
    const all = [...first.data, ...second.data].map(({ pid }) => pid)
    expect(new Set(all).size).toBe(12)
    expect(await list(lin, { q: '陳怡', page: 99 })).toMatchObject({ code: 'OK', data: [] })
  })
  it('[MEMB-01~] [MEMB-06~] narrows by unit, sex and VIP', async () => {
    expect(total((await list(lin, { q: 'chen', vip: true })).text)).toBe(2)
    expect(total((await list(lin, { q: 'chen', gender: 'male' })).text)).toBe(1)
    expect(total((await list(lin, { q: 'chen', unit: 2 })).text)).toBe(13)
    expect(total((await list(lin, { q: 'chen', unit: 3 })).text)).toBe(0)
    expect((await list(lin, { vip: true })).data.map(({ pid }) => pid)).toEqual([301, 202])
    expect(total((await list(lin, {})).text)).toBe(15)
  })
  it('[Sw1] an account that is an id shows its end alone in both lists, as the id beside it; a mobile stays, and the member in full says all', async () => {
    type Row = { pid: number; account: string | null; idLast: string | null }
    for (const path of ['/partner/getMemberList', '/partner/memberlist']) {
      for (const q of ['A223456527', 'a223-456-527']) {
        const { data, text } = await lin.post<Row[]>(path, { q })
        expect(data, path).toMatchObject([{ pid: 201, account: '·······527' }])
        expect(text, path).not.toMatch(/A223456527/i)
      }
      const { data, text } = await lin.post<Row[]>(path, { pageSize: 50 })
      expect(data.length).toBeGreaterThan(10)
      expect(text, path).not.toMatch(/"account":"[A-Z][0-9A-Z]\d{8}"/i)
      expect(data.find(({ pid }) => pid === 202)?.account).toBe('0922345678')
    }
    expect((await lin.get<Member>('/his/api/members/201')).data.account).toBe('A223456527')
  })
  it('[MEMB-05~] shows to each unit its own', async () => {
    expect(names((await list(away, {})).data).length).toBe(2)
    expect(total((await list(away, { q: '陳怡' })).text)).toBe(1)
    expect(total((await list(await clinic.staff('dr.far'), { q: '陳怡' })).text)).toBe(0)
  })
  it('[MEMB-05~] shows an agent own patients only, by list and by search', async () => {
    const kao = await clinic.staff('agent.kao')
    expect([total((await list(kao, {})).text), total((await list(kao, { q: '陳怡' })).text)]).toEqual([0, 0])
    await clinic.patient('fresh', { pid: 305, bookedBy: kao.mid, proxy: true, time: '16:00' })
    expect((await list(kao, {})).data.map(({ pid }) => pid)).toEqual([305])
    expect((await list(kao, { q: '陳怡' })).data.map(({ pid }) => pid)).toEqual([305])
  })
  it('[API-05~] takes no page size over the cap and keeps the audit', async () => {
    expect((await list(lin, { pageSize: 201 })).status).toBe(400)
    const rows = await clinic.data.db.system.read(
      sql`select 1 from audit_log where action = 'POST /partner/getMemberList' and mid = ${lin.mid} limit 1`,
    )
    expect(rows).toHaveLength(1)
  })
  it('[MEMB-10~] is served by the index on parts, under the policies', async () => {
    const scope = {
      kind: 'staff',
      mid: lin.mid,
      partnerId: 1,
      unitIds: [2],
      pid: null,
      qid: null,
      'emr.read': 'y',
      'appointment.read': 'y',
    } as const
    const plan = await clinic.data.db.tx(scope, async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`)
      return tx.many(
        sql`explain select pid from member_token t where t.token = '陳怡' and t.unit_id = any ((select app_units())::int[])`,
      )
    })
    expect(JSON.stringify(plan)).toMatch(/Index Cond: .*token = '陳怡'/)
  })
})

describe('getPatientByAccount', () => {
  const of = (who: Staff, account: string) => who.post<Member>('/partner/getPatientByAccount', { account })
  it('[MEMB-02~] [MEMB-09~] answers the member in full', async () => {
    const { code, data } = await of(lin, 'A223456527')
    expect(code).toBe('OK')
    expect(data).toMatchObject({
      pid: 201,
      name: '吳秀鳳',
      authorised: 'authorised',
      account: 'A223456527',
      idNumber: 'A223456527',
      mobile: '0912345305',
      histories: [{ kind: 'sensitive_matters', note: 'Penicillin 類' }],
      units: [{ unitId: 2, unitName: '內湖分站', unitNameEn: null, status: 'active' }],
      version: 1,
    })
    expect((await of(lin, ' a223456527 ')).data.pid).toBe(201)
  })
  it('[MEMB-09~] holds histories and allergies back where the patient has not authorised the record', async () => {
    expect((await of(lin, '0922345678')).data).toMatchObject({
      pid: 202,
      authorised: 'notAuthorised',
      histories: null,
      allergies: null,
    })
  })
  it('[MEMB-05~] [MEMB-09~] is no such account to another unit, and disabled to the own', async () => {
    expect(await of(away, 'A223456527')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await of(lin, 'nobody')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = 201`))
    expect(await of(lin, 'A223456527')).toMatchObject({ status: 409, code: 'MEMBER_DISABLED' })
    expect(await of(away, 'A223456527')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'active' where pid = 201`))
  })
  it('keeps whose record was looked at', async () => {
    const rows = await clinic.data.db.system.read(
      sql`select distinct pid from audit_log where action = 'POST /partner/getPatientByAccount' and outcome = 'OK' and mid = ${lin.mid} order by 1`,
    )
    expect(rows).toEqual([{ pid: 201 }, { pid: 202 }])
  })
})

describe('the calls around a member', () => {
  it('[MEMB-09] checkmemberfreepay, getIdentities, getMemberFilter and getPatientByAccount tell of the own units, and refuse the rest', async () => {
    const free = async (who: Staff, pid: number, more = {}) => {
      const { code, data } = await who.post<{ free: boolean; kind: string; until: string }>(
        '/partner/checkmemberfreepay',
        { pid, ...more },
      )
      return code === 'OK' ? [data.free, data.kind, data.until] : code
    }
    const far = await clinic.staff('dr.far')
    const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
    expect(await free(lin, 203)).toEqual([false, null, null])
    await run(sql`insert into fee_exemption (id, partner_id, unit_id, pid, kind, starts_on, ends_on)
      values (gen_random_uuid(), 1, 2, 203, 'contract', '2026-03-01', '2026-03-31')`)
    expect(await free(lin, 203)).toEqual([true, 'contract', '2026-03-31'])
    expect(await free(lin, 203, { date: '2026-04-01' })).toEqual([false, null, null])
    const account = 'A223456527'
    const found = await lin.post<Member>('/partner/getPatientByAccount', { account: 'a223 456 527' })
    expect(found).toMatchObject({ code: 'OK', data: { pid: 201, name: '吳秀鳳', units: [{ unitId: 2 }] } })
    for (const stranger of [away, far]) {
      expect(await free(stranger, 203)).toBe('NOT_FOUND')
      const { data } = await stranger.get<{ units: { id: number }[]; creators: unknown[]; identities: string[] }>(
        '/partner/getMemberFilter',
      )
      expect(data.units).toMatchObject([{ id: stranger === away ? 3 : 90 }])
      expect(data.identities).toEqual(['nationalId', 'residentPermit', 'none'])
      const kinds = (await stranger.get<{ members: number }[]>('/partner/getIdentities')).data
      const theirs = await stranger.post<PatientBrief[]>('/partner/getMemberList', { pageSize: 100 })
      expect(kinds.reduce((sum, { members }) => sum + members, 0)).toBe(theirs.data.length)
    }
    expect((await away.post('/partner/getPatientByAccount', { account })).code).toBe('NOT_FOUND')
    expect((await lin.post('/partner/getPatientByAccount', { account: '0900000000' })).code).toBe('NOT_FOUND')
    await run(sql`update staff_partner set doctortype = 'caregiver' where mid = 104`)
    expect((await free(await clinic.staff('agent.kao'), 203)) as string).toBe('FORBIDDEN')
    await run(sql`update staff_partner set doctortype = 'agent' where mid = 104`)
  })
})
