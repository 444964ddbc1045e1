import { randomUUID } from 'node:crypto'
import type { ChatPage } from '@teleward/contract/chat/schema.ts'
import type { getMemberFilter } from '@teleward/contract/members/endpoints.ts'
import type { EndpointData } from '@teleward/contract/core/endpoint.ts'
import type { MemberMarks } from '@teleward/contract/members/marks.ts'
import type { MemberRow } from '@teleward/contract/members/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { readXlsx } from '../platform/xlsx/read.ts'

/** Two members of unit 2, the second without an authorisation. */
const OPEN = 201
const SHUT = 202
const GROUP = randomUUID()
const ELSEWHERE = randomUUID()

let clinic: Clinic
let lin: Staff
let chen: Staff
let desk: Staff
let outside: Staff
let conversation = 0
const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
const hoursAgo = (hours: number) => new Date(clinic.clock.now().getTime() - hours * 3_600_000)
const alert = (pid: number, severity: string, hours: number, state: 'open' | 'acknowledged' | 'resolved') =>
  run(sql`insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, measure, test, severity, limit_value, value, raised_at,
      last_value, last_at, state, acked_by, acked_at, resolved_by, resolved_at, resolution)
    values (${randomUUID()}::uuid, ${pid}, 1, 2, ${randomUUID()}::uuid, 'own', 'systolic', 'above', ${severity}, 140, 150, ${hoursAgo(hours)}::timestamptz,
      150, ${hoursAgo(hours)}::timestamptz, ${state}, case when ${state} = 'acknowledged' then 101 end,
      case when ${state} = 'acknowledged' then ${hoursAgo(0)}::timestamptz end, case when ${state} = 'resolved' then 101 end,
      case when ${state} = 'resolved' then ${hoursAgo(0)}::timestamptz end, case when ${state} = 'resolved' then '已電訪' end)`)
const group = (id: string, name: string, unit: number, members: number[]) =>
  run(sql`with g as (insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at)
      values (${id}::uuid, 1, ${unit}, ${name}, 101, ${hoursAgo(9)}::timestamptz, ${hoursAgo(9)}::timestamptz) returning id)
    insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at)
      select g.id, m, 1, ${unit}, 101, ${hoursAgo(9)}::timestamptz from g, unnest(${members}::int[]) m`)
const caseOf = (pid: number, owner: number | null, state: 'open' | 'closed', hours: number) =>
  run(sql`insert into crm_case (partner_id, unit_id, pid, title, type, origin, state, opened_by, opened_at, owner_mid, assigned_from, assigned_to,
      assigned_at, updated_at)
    values (1, 2, ${pid}, '追蹤', 'followUp', 'phone', ${state}, 101, ${hoursAgo(hours)}::timestamptz, ${owner}::int, case when ${owner}::int is null then null else 101 end,
      ${owner}::int, case when ${owner}::int is null then null else ${hoursAgo(hours)}::timestamptz end, ${hoursAgo(hours)}::timestamptz)`)
const patientSays = () =>
  clinic.data.db.system.tx(async (tx) => {
    await tx.run(
      sql`update chat_conversation set last_seq = last_seq + 1, last_at = ${clinic.clock.now()} where id = ${conversation}`,
    )
    await tx.run(sql`insert into chat_message (conversation_id, seq, partner_id, author_mid, client_id, body, sent_at)
      select id, last_seq, partner_id, null, ${randomUUID()}::uuid, '請問', ${clinic.clock.now()} from chat_conversation where id = ${conversation}`)
  })

beforeAll(async () => {
  clinic = await openClinic()
  await run(sql`insert into staff (mid, account, name, mobilecode) overriding system value values
    (110, 'cs.wu', '吳客服', 1), (111, 'ext.ho', '何外部', 1)`)
  await run(
    sql`insert into staff_credential (mid, password_hash) select m, password_hash from staff_credential, generate_series(110, 111) m where mid = 101`,
  )
  await run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values
    (110, 1, 4, 'customer_service'), (111, 1, 2, 'partner_staff')`)
  await run(sql`insert into staff_unit (mid, partner_id, unit_id) values (110, 1, 2), (111, 1, 2)`)
  lin = await clinic.staff('dr.lin')
  chen = await clinic.staff('nurse.chen')
  desk = await clinic.staff('cs.wu')
  outside = await clinic.staff('ext.ho')
  await run(sql`delete from member_history where pid in (${OPEN}, ${SHUT})`)
  await run(sql`insert into member_history (pid, partner_id, unit_id, kind, note, ename) values
    (${OPEN}, 1, 2, 'person_sick', '高血壓', 'Hypertension'), (${SHUT}, 1, 2, 'person_sick', '糖尿病', null)`)
  await group(GROUP, '心衰竭', 2, [OPEN, SHUT])
  await group(ELSEWHERE, '別站', 3, [204])
  await alert(OPEN, 'critical', 9, 'resolved')
  await alert(OPEN, 'notice', 5, 'open')
  await alert(OPEN, 'warning', 3, 'acknowledged')
  await alert(OPEN, 'warning', 2, 'open')
  await alert(SHUT, 'critical', 1, 'open')
  await caseOf(OPEN, lin.mid, 'open', 8)
  await caseOf(OPEN, chen.mid, 'open', 4)
  await caseOf(OPEN, chen.mid, 'open', 6)
  await caseOf(SHUT, lin.mid, 'closed', 4)
  await caseOf(SHUT, null, 'open', 4)
  conversation = (await lin.post<ChatPage>('/his/api/chatmsgbymid', { pid: OPEN })).data.conversation.id
  await patientSays()
  await patientSays()
})
afterAll(() => clinic.close())

const marks = async (who: Staff, pids = [OPEN, SHUT]) => {
  const { code, data } = await who.post<MemberMarks[]>('/his/api/membermarks', { pids })
  expect(code).toBe('OK')
  return new Map(data.map(({ pid, ...rest }) => [pid, rest]))
}
const list = async (who: Staff, body: object) =>
  (await who.post<MemberRow[]>('/partner/getMemberList', body)).data.map(({ pid }) => pid).toSorted()

describe('what stands beside members in the lists', () => {
  it('[MEMB-01~] is told to who has the right to each part; of a closed record, that it is not known', async () => {
    const seen = await marks(lin)
    expect(seen.get(OPEN)).toMatchObject({
      conditions: [{ note: '高血壓', ename: 'Hypertension' }],
      groups: ['心衰竭'],
      unread: 2,
      // Of two as bad the one that nobody has seen to.
      alerts: { running: 3, worst: { severity: 'warning', state: 'open' } },
    })
    expect(Date.parse(seen.get(OPEN)?.alerts?.worst?.since ?? '')).toBe(hoursAgo(2).getTime())
    // Once, by the last hand-over.
    expect(seen.get(OPEN)?.managers?.map(({ mid }) => mid)).toEqual([chen.mid, lin.mid])
    expect(seen.get(SHUT)).toEqual({ conditions: null, groups: ['心衰竭'], unread: 0, alerts: null, managers: [] })
  })

  it('[MEMB-01~] says nothing of what the right is lacking for, and of cases nothing to who sees own ones alone', async () => {
    const atDesk = await marks(desk)
    expect(atDesk.get(OPEN)).toMatchObject({ conditions: null, groups: null, alerts: null, unread: 2 })
    expect(atDesk.get(OPEN)?.managers).toHaveLength(2)
    expect((await marks(outside)).get(OPEN)).toMatchObject({ conditions: null, managers: null, unread: 2 })
  })

  it('[MEMB-05~] names nobody of another unit or institution', async () => {
    for (const account of ['dr.away', 'dr.far'])
      expect((await marks(await clinic.staff(account))).size, account).toBe(0)
  })

  it('[CHAT-03~] counts what this person has not read', async () => {
    const read = await lin.request('/his/api/messagereads', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: conversation, seq: 2 }),
    })
    expect(read.status).toBe(200)
    expect((await marks(lin)).get(OPEN)?.unread).toBe(0)
    expect((await marks(chen)).get(OPEN)?.unread).toBe(2)
  })
})

describe('a list by care group and case manager', () => {
  it('[MEMB-01~] holds who is in the group, or whose open case it is, as far as the caller may know', async () => {
    expect(await list(lin, { group: GROUP })).toEqual([OPEN, SHUT])
    expect(await list(lin, { group: GROUP, manager: chen.mid })).toEqual([OPEN])
    // Closed ones make nobody a case manager.
    expect(await list(lin, { manager: lin.mid })).toEqual([OPEN])
    expect(await list(lin, { group: ELSEWHERE })).toEqual([])
    expect(await list(desk, { group: GROUP })).toEqual([])
    expect(await list(desk, { manager: chen.mid })).toEqual([OPEN])
    expect(await list(outside, { manager: chen.mid })).toEqual([])
  })
  it('[MEMB-01~] offers what there is to choose, and nothing without the right', async () => {
    const choices = async (who: Staff) =>
      (await who.get<EndpointData<typeof getMemberFilter>>('/partner/getMemberFilter')).data
    const mine = await choices(lin)
    expect(mine.groups).toEqual([{ id: GROUP, name: '心衰竭' }])
    expect(mine.managers.map(({ id }) => id).toSorted()).toEqual([lin.mid, chen.mid].toSorted())
    expect((await choices(desk)).groups).toEqual([])
    expect((await choices(outside)).managers).toEqual([])
  })
  it('[SHELL-14~] names the case manager in the file, for who sees all cases', async () => {
    const file = async (who: Staff) => {
      const response = await who.request('/partner/getMemberList?format=xlsx', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ manager: who === lin ? chen.mid : undefined }),
      })
      return (await readXlsx(Buffer.from(await response.arrayBuffer()))).map(({ cells }) =>
        Array.from(cells, (cell) => cell?.text ?? ''),
      )
    }
    const [titles = [], row] = await file(lin)
    expect([titles.at(-1), row?.at(-1)]).toEqual(['個案負責人', '陳護理師, 林書妍'])
    expect((await file(outside))[0]).not.toContain('個案負責人')
  })
})

describe('a condition that a suspended membership keeps', () => {
  it('[MEMB-05~] does not stand beside the member, though the record is open by another unit', async () => {
    await run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${lin.mid}, 1, 3)`)
    await run(sql`insert into member_unit (pid, partner_id, unit_id, status) values (${OPEN}, 1, 3, 'disabled')`)
    await run(
      sql`insert into member_history (pid, partner_id, unit_id, kind, note) values (${OPEN}, 1, 3, 'person_sick', '氣喘')`,
    )
    const both = await clinic.staff('dr.lin')
    const told = async () => (await marks(both)).get(OPEN)?.conditions?.map(({ note }) => note)
    expect(await told()).toEqual(['高血壓'])
    await run(sql`update member_unit set status = 'active' where pid = ${OPEN} and unit_id = 3`)
    expect(await told()).toEqual(['高血壓', '氣喘'])
  })
})
