import type { Contacts } from '@teleward/contract/appointments/booking-schema.ts'
import type { MemberRow } from '@teleward/contract/members/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** One person is found by one word in every list, however the name was typed and however it is asked for. */
let clinic: Clinic
let lin: Staff
let desk: Staff
const NAMES = [
  '陳Amy小姐',
  '林 Kevin',
  'José García',
  'Trần Van Anh',
  '王大明Jr',
  'Ｗａｎｇ全形',
  'Jose\u0301 Decomp',
  '王　大同',
  '歐陽 小明',
  'İbrahim',
  '臺小溫',
  '张小臺',
  'Nguyễn Đức',
  '𠮷田',
]
const FIRST = 400
const pidOf = (name: string) => FIRST + NAMES.indexOf(name)
const phoneOf = (at: number) => `09557000${String(at).padStart(2, '0')}`

beforeAll(async () => {
  clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`update staff_partner set doctortype = 'admin', staff_type = 4 where mid = 104`)
    await tx.run(sql`update staff set name = 'José 醫師', name_en = null where mid = 102`)
    for (const [at, name] of NAMES.entries())
      await tx.run(sql`insert into member (pid, member_no, name, birthday, mobile) overriding system value
        values (${FIRST + at}, ${`M00000${FIRST + at}`}, ${name}, '1980-01-01', ${phoneOf(at)})`)
    await tx.run(
      sql`insert into member_unit (pid, partner_id, unit_id) select pid, 1, 2 from member where pid >= ${FIRST}`,
    )
  })
  lin = await clinic.staff('dr.lin')
  desk = await clinic.staff('agent.kao')
  for (const [at] of NAMES.entries()) {
    const pid = FIRST + at
    await clinic.patient('fresh', {
      pid,
      did: 102,
      time: `${String(8 + (at >> 1)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`,
    })
    expect((await desk.post('/his/api/createSN', { pid, title: '追蹤', type: 'followUp' })).code).toBe('OK')
    expect((await lin.post('/his/api/todolist', { pid, content: '追蹤', recipientMid: 101 })).code).toBe('OK')
  }
}, 180_000)
afterAll(() => clinic.close())

interface Found {
  pid: number
}
const pids = (rows: readonly Found[] | null | undefined) =>
  [...new Set((rows ?? []).map(({ pid }) => pid))].toSorted((a, b) => a - b)
const lists: Record<string, (q: string) => Promise<number[]>> = {
  members: async (q) => pids((await lin.post<Found[]>('/partner/getMemberList', { q, pageSize: 100 })).data),
  register: async (q) => pids((await lin.post<Found[]>('/partner/memberlist', { q, pageSize: 100 })).data),
  booking: async (q) => pids((await lin.post<Contacts>('/his/api/ContactsForReservation', { q })).data?.patients),
  visits: async (q) =>
    pids(
      (await lin.post<{ patient: Found }[]>('/his/api/getQueues', { q, pageSize: 100 })).data.map(
        ({ patient }) => patient,
      ),
    ),
  history: async (q) =>
    pids(
      (await lin.post<{ patient: Found }[]>('/his/api/searchQueueLog', { q, pageSize: 100 })).data.map(
        ({ patient }) => patient,
      ),
    ),
  cases: async (q) => pids((await desk.post<Found[]>('/his/api/getSNs', { q, pageSize: 100 })).data),
  'members for cases': async (q) => pids((await lin.post<Found[]>('/his/api/crmmembers', { q })).data),
  todos: async (q) => {
    const { data } = await lin.get<{ patient: Found }[]>(
      `/his/api/tometodolist/101?${new URLSearchParams({ status: 'all', pageSize: '100', q })}`,
    )
    return pids(data.map(({ patient }) => patient))
  },
}

describe.each(Object.entries(lists))('%s', (_, find) => {
  it.each([
    ...['Am', 'Amy', 'amy', '陳Amy', 'Amy小'].map((q) => [q, '陳Amy小姐'] as const),
    ...['Ke', 'Kev', 'kevin', '林K'].map((q) => [q, '林 Kevin'] as const),
    ...['garc', 'García', 'GARCIA'].map((q) => [q, 'José García'] as const),
    ...['Anh', 'Van A', 'tran', 'Trần'].map((q) => [q, 'Trần Van Anh'] as const),
    ...['大明', '明Jr'].map((q) => [q, '王大明Jr'] as const),
    ...['wang', 'Ｗａｎｇ全形', '全形'].map((q) => [q, 'Ｗａｎｇ全形'] as const),
    ...['王大同', '王 大同'].map((q) => [q, '王　大同'] as const),
    ...['歐陽小明', '欧阳'].map((q) => [q, '歐陽 小明'] as const),
    ...['İbrahim', 'ibrahim', 'IBRAHIM', 'ibra'].map((q) => [q, 'İbrahim'] as const),
    ...['台小', '小溫', '小温', '台小温'].map((q) => [q, '臺小溫'] as const),
    ...['張小', '張小台', '张小臺'].map((q) => [q, '张小臺'] as const),
    ...['nguyen', 'Duc', 'đức'].map((q) => [q, 'Nguyễn Đức'] as const),
    ['𠮷田', '𠮷田'] as const,
  ])('[MEMB-01~] %s finds %s', async (q, name) => expect(await find(q)).toEqual([pidOf(name)]))

  it('[MEMB-01~] an accent, however it was typed, keeps nobody apart', async () => {
    const both = ['José García', 'Jose\u0301 Decomp'].map(pidOf)
    for (const q of ['José', 'Jose\u0301', 'jose', 'jos', 'JO']) expect(await find(q), q).toEqual(both)
  })
  it('[MEMB-01~] finds by a phone, by a part of one from four digits on, and by the number that lists show', async () => {
    for (const q of [
      '+886955700001',
      '0955-700-001',
      '955700001',
      '00001',
      '+886 955 700 001',
      '０９５５７００００１',
      'M00000401',
      'm00000401',
      'M-00000401',
    ])
      expect((await find(q)).includes(FIRST + 1), q).toBe(true)
    expect(await find('955700001')).toEqual([FIRST + 1])
    expect(await find('M00000401')).toEqual([FIRST + 1])
  })
  it.each(['····', "' or true --", '%%%', '__'])('[MEMB-01~] %s finds nobody', async (q) =>
    expect(await find(q).catch(() => [])).toEqual([]),
  )
})

it('[MEMB-01~] staff are found by the same key', async () => {
  const named = async (path: string, key: string) =>
    (await lin.post<{ mid: number }[]>(path, { [key]: 'jose' })).data.map(({ mid }) => mid)
  expect(await named('/his/api/employees', 'q')).toEqual([102])
  const { data } = await lin.post<Contacts>('/his/api/ContactsForReservation', { doctors: 'JOSE' })
  expect(data.doctors.map(({ mid }) => mid)).toEqual([102])
})

it('[MEMB-01~] two entries of one person are told, also where an accent was typed in another way', async () => {
  await clinic.data.db.system.tx(async (tx) => {
    for (const [at, name] of ['José Twin', 'José Twin', 'Jose\u0301 Twin'].entries())
      await tx.run(
        sql`insert into member (pid, member_no, name, birthday) overriding system value values (${500 + at}, ${`T-${at}`}, ${name}, '1970-02-02')`,
      )
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) select pid, 1, 2 from member where pid >= 500`)
  })
  const { data } = await lin.post<MemberRow[]>('/partner/getMemberList', { q: 'jose twin' })
  expect(pids(data)).toEqual([500, 501, 502])
  expect(data.map(({ twin }) => twin)).toEqual([true, true, true])
  const found = await lin.post<MemberRow[]>('/partner/memberlist', { q: 'jose twin', duplicate: true })
  expect(pids(found.data)).toEqual([500, 501, 502])
})
