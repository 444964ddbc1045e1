import { randomUUID } from 'node:crypto'
import type { BoardAddress, WaitingBoard } from '@teleward/contract/boards/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book, members } from '../appointments/fixture.ts'
import { type Clinic, openClinic, type Reply, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

let clinic: Clinic
let admin: Staff
let lin: Staff
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(sql`update staff_partner set doctortype = 'admin', staff_type = 5 where mid = 102`)
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (102, 1, 1)`)
  })
  admin = await clinic.staff('dr.wang')
  lin = await clinic.staff('dr.lin')
})
afterAll(() => clinic.close())

const made = async (body: object = { name: '一樓候診區' }) => {
  const answer = await admin.post<BoardAddress & { token: string }>('/his/api/boardaddresses/1', body)
  expect(answer.code, answer.text).toBe('OK')
  return answer.data
}
/** As a television asks: no session, nothing but the address. */
async function wall(token: string, from = '10.0.0.1'): Promise<Reply<WaitingBoard>> {
  const reply = await clinic.app.http.app.inject({
    method: 'GET',
    url: `/his/api/waitingboards/${token}`,
    remoteAddress: from,
  })
  const body = reply.json<{ status: string; data: WaitingBoard }>()
  return { status: reply.statusCode, code: body.status, data: body.data, headers: new Headers(), text: reply.body }
}
/** What was looked at is kept for two seconds. */
const later = () => clinic.pass(3_000)
const waiting = (did: number, pid: number, time: string, at = '2026-03-12T01:30:00Z') =>
  book(clinic.data.db, { did, pid, time, status: 'checkedIn', checkedInAt: new Date(at) })
const clear = () =>
  clinic.data.db.system.tx(async (tx) => {
    for (const table of ['call_target', 'call', 'room_participant']) await tx.run(sql`delete from ${sql.table(table)}`)
    await tx.run(sql`update appointment set room_id = null`)
    await tx.run(sql`delete from room`)
    await tx.run(sql`delete from appointment_event`)
    await tx.run(sql`delete from video_link`)
    await tx.run(sql`delete from appointment`)
  })

describe('the wall of the waiting room', () => {
  it('[CALL-21] shows of its institution alone who waits, for whom, since when, names masked, and nothing else of anybody', async () => {
    await clear()
    await waiting(101, members.wu, '10:00')
    await waiting(101, members.zhang, '10:15', '2026-03-12T02:00:00Z')
    await waiting(106, members.other, '10:20')
    await waiting(105, members.foreign, '10:25')
    await book(clinic.data.db, { did: 101, pid: members.li, time: '16:00' })
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update appointment set consult_problem = '頭暈', service_item = '身心科',
        partner_id = case when pid = ${members.foreign} then 32 else 1 end,
        unit_id = case pid when ${members.foreign} then 90 when ${members.other} then 3 else 2 end`),
    )
    const { token } = await made()
    const { data, text } = await wall(token)
    expect(data.institution.name).toBe('禾安')
    expect(data.unit).toBeNull()
    expect(data.doctors.map(({ doctor }) => doctor)).toEqual(['新店醫師', '林書妍'])
    expect(data.doctors[1]).toMatchObject({
      called: null,
      serving: null,
      count: 2,
      delayMinutes: 30,
      waiting: [
        { name: '吳○鳳', nameEn: null, since: '2026-03-12T01:30:00.000Z' },
        { name: '張○國', nameEn: 'C○○○○ C○○○○○○○', since: '2026-03-12T02:00:00.000Z' },
      ],
    })
    expect(data.nextAt).toBe('2026-03-12T08:00:00.000Z')
    for (const secret of [
      '吳秀鳳',
      '張振國',
      'Chang',
      'A223456527',
      '0912345305',
      '1958',
      'M-1',
      '頭暈',
      '身心科',
      '"pid"',
      '"did"',
      '"qid"',
      '"mid"',
    ])
      expect(text, secret).not.toContain(secret)
  })

  it('[CALL-21~] masks names of one and two signs, too, and shows no name whole', async () => {
    await clear()
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member set name = '李珊' where pid = ${members.li}`))
    await waiting(101, members.li, '10:00')
    const { token } = await made()
    expect((await wall(token)).data.doctors[0]?.waiting[0]?.name).toBe('李○')
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member set name = '😀' where pid = ${members.li}`))
    await later()
    expect((await wall(token)).data.doctors[0]?.waiting[0]?.name).toBe('○')
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member set name = '李佩珊' where pid = ${members.li}`))
  })

  it('[CALL-21~] moves whoever is called, and whoever is in the call, out of the line', async () => {
    await clear()
    const one = await waiting(101, members.wu, '10:00')
    const two = await waiting(101, members.zhang, '10:15')
    const room = async (qid: number, state: string, ringing: boolean) =>
      clinic.data.db.system.tx(async (tx) => {
        const id = randomUUID()
        await tx.run(sql`insert into room (room_id, partner_id, unit_id, pid, qid, ds_room_id, state)
          select ${id}, 1, unit_id, pid, qid, ${id}, ${state} from appointment where qid = ${qid}`)
        if (ringing)
          await tx.run(sql`insert into call (call_id, partner_id, unit_id, room_id, qid, pid, direction, caller_mid, caller_name, ring_until)
            select gen_random_uuid(), 1, unit_id, ${id}, qid, pid, 'outbound', 101, '林書妍', now() from appointment where qid = ${qid}`)
      })
    await room(one, 'live', false)
    await room(two, 'waiting', true)
    const { token } = await made()
    const { data } = await wall(token)
    expect(data.doctors[0]).toMatchObject({
      serving: { name: '吳○鳳' },
      called: { name: '張○國' },
      waiting: [],
      count: 0,
      delayMinutes: 0,
    })
  })

  it('[CALL-21~] is of one institution or one of its units, of today, and of nobody whose membership is disabled', async () => {
    await clear()
    await waiting(101, members.wu, '10:00')
    await waiting(106, members.other, '10:00')
    await waiting(105, members.foreign, '10:00')
    await book(clinic.data.db, { did: 101, pid: members.li, time: '10:00', date: '2026-03-11', status: 'checkedIn' })
    await clinic.data.db.system.tx(async (tx) => {
      await tx.run(sql`update appointment set unit_id = 3 where pid = ${members.other}`)
      await tx.run(sql`update appointment set partner_id = 32, unit_id = 90 where pid = ${members.foreign}`)
    })
    const doctors = async (token: string) => (await wall(token)).data.doctors.map(({ doctor }) => doctor)
    const whole = await made()
    const unit = await made({ name: '新店', unitId: 3 })
    expect(await doctors(whole.token)).toEqual(['新店醫師', '林書妍'])
    expect(await doctors(unit.token)).toEqual(['新店醫師'])
    expect((await wall(unit.token)).data.unit).toEqual({ name: '新店分站', nameEn: null })
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update member_unit set status = 'disabled' where pid = ${members.wu}`),
    )
    await later()
    expect(await doctors(whole.token)).toEqual(['新店醫師'])
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update member_unit set status = 'active' where pid = ${members.wu}`),
    )
  })

  it('[CALL-21~] answers a wrong, a revoked and a made-up address alike, and no session opens it', async () => {
    const living = await made()
    const { id, token } = await made()
    expect((await wall(token)).status).toBe(200)
    const gone = await admin.request(`/his/api/boardaddresses/1/${id}`, { method: 'DELETE' })
    expect(gone.status).toBe(200)
    const told = (answer: Reply) => [answer.status, answer.text.replace(/"requestId":"[^"]*"/, '')]
    const revoked = told(await wall(token))
    expect(revoked[0]).toBe(404)
    for (const other of ['x'.repeat(43), token.slice(0, -1), `${token}x`, '0', "' or 1=1 --", id])
      expect(told(await wall(encodeURIComponent(other))), other).toEqual(revoked)
    expect((await lin.get(`/his/api/waitingboards/${id}`)).status).toBe(404)
    expect((await wall(living.token)).status).toBe(200)
    // What the database holds opens nothing.
    const [kept] = await clinic.data.db.system.read(
      sql<{ row: string }>`select to_jsonb(b)::text as row from waiting_board b where id = ${living.id}::uuid`,
    )
    expect(kept?.row).not.toContain(living.token)
    expect((await wall((JSON.parse(kept?.row ?? '{}') as { token_hash: string }).token_hash)).status).toBe(404)
  })

  it('[CALL-21~] is made, listed and revoked by the institution’s administrator alone, each audited without its token', async () => {
    const { token, ...address } = await made({ name: '二樓', unitId: 2 })
    expect(address).toMatchObject({ name: '二樓', unit: { id: 2, name: '內湖分站' }, madeBy: '王志明', askedAt: null })
    await wall(token)
    const listed = await admin.get<BoardAddress[]>('/his/api/boardaddresses/1')
    expect(listed.data.find(({ id }) => id === address.id)?.askedAt).not.toBeNull()
    expect(listed.text).not.toContain(token)
    const refused = [
      await lin.get('/his/api/boardaddresses/1'),
      await lin.post('/his/api/boardaddresses/1', { name: 'x' }),
      await admin.get('/his/api/boardaddresses/32'),
      await admin.post('/his/api/boardaddresses/32', { name: 'x' }),
      await admin.post('/his/api/boardaddresses/1', { name: 'x', unitId: 90 }),
      await admin.post('/his/api/boardaddresses/1', { name: '' }),
      await admin.post('/his/api/boardaddresses/1', { name: 'x'.repeat(61) }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404, 404, 404, 400, 400])
    const rows = await clinic.data.db.system.read(sql<{ row: string; action: string }>`
      select to_jsonb(l)::text as row, action from audit_log l where target_kind = 'board' order by id desc limit 1`)
    expect(rows[0]?.action).toBe('POST /his/api/boardaddresses/{partnerid}')
    expect(rows[0]?.row).not.toContain(token)
  })

  it('[CALL-21~] may be asked so often and no more: by one display, and by who guesses', async () => {
    const { token } = await made()
    const codes = new Map<number, number>()
    for (let n = 0; n < 125; n++) {
      const { status } = await wall(token, '10.0.0.2')
      codes.set(status, (codes.get(status) ?? 0) + 1)
    }
    expect([...codes]).toEqual([
      [200, 120],
      [429, 5],
    ])
    const guessed = []
    for (let n = 0; n < 32; n++) guessed.push((await wall(`guess-${n}`, '10.0.0.3')).status)
    expect(guessed.filter((status) => status === 404)).toHaveLength(30)
    expect(guessed.slice(30)).toEqual([429, 429])
    // Another is not held up by it, and after the minute nobody is.
    expect((await wall('guess', '10.0.0.4')).status).toBe(404)
    await clinic.pass(61_000)
    expect((await wall(token, '10.0.0.2')).status).toBe(200)
    expect((await wall('guess', '10.0.0.3')).status).toBe(404)
  })
})
