import { randomUUID } from 'node:crypto'
import type { CallLogEntry } from '@teleward/contract/calls/log-schema.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { book, members } from '../../appointments/fixture.ts'
import { sql } from '../../platform/db/index.ts'
import { readXlsx } from '../../platform/xlsx/read.ts'
import { type Clinic, openClinic, type Staff } from './fixture.ts'

let clinic: Clinic
let lin: Staff
let chen: Staff
let wang: Staff
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
  chen = await clinic.staff('nurse.chen')
  wang = await clinic.staff('dr.wang')
})
afterAll(() => clinic.close())
beforeEach(() =>
  clinic.data.db.system.tx(async (tx) => {
    for (const table of ['recording_segment', 'recording', 'call_target', 'call'])
      await tx.run(sql`delete from ${sql.table(table)}`)
  }),
)

interface Given {
  at: string
  pid?: number
  qid?: number | null
  direction?: 'inbound' | 'outbound'
  state?: string
  cause?: string
  caller?: number
  by?: number
  seconds?: number
  rung?: number[]
  video?: boolean
  unit?: number
  partner?: number
}
/** A call as it stands afterwards, without the ringing. */
async function call({
  at,
  pid = members.wu,
  qid = null,
  direction = 'inbound',
  state = 'missed',
  ...more
}: Given): Promise<string> {
  const [callId, room] = [randomUUID(), randomUUID()]
  const start = new Date(at)
  const answered = more.seconds === undefined ? null : start
  const [partner, unit] = [more.partner ?? 1, more.unit ?? 2]
  await clinic.data.db.system.tx(async (tx) => {
    await tx.run(
      sql`insert into room (room_id, partner_id, unit_id, pid, ds_room_id, state) values (${room}, ${partner}, ${unit}, ${pid}::int, ${room}, 'closed')`,
    )
    await tx.run(sql`insert into call (call_id, partner_id, unit_id, room_id, qid, pid, direction, video, caller_mid, caller_name, state, cause, ring_until,
        record_start_time, answered_at, answered_by_mid, ended_at)
      values (${callId}, ${partner}, ${unit}, ${room}, ${qid}::int, ${pid}::int, ${direction}, ${more.video ?? true}, ${more.caller ?? null}::int, '來電者', ${state},
        ${more.cause ?? null}::text, ${start}::timestamptz, ${start}::timestamptz, ${answered}::timestamptz, ${more.by ?? null}::int,
        ${new Date(start.getTime() + (more.seconds ?? 30) * 1000)}::timestamptz)`)
    for (const mid of more.rung ?? [])
      await tx.run(
        sql`insert into call_target (call_id, mid, partner_id, unit_id, pid, state) values (${callId}, ${mid}, ${partner}, ${unit}, ${pid}::int, 'missed')`,
      )
  })
  return callId
}
const log = async (who: Staff, body: object = {}) => {
  const answer = await who.post<CallLogEntry[]>('/his/api/fetchCallLog', body)
  return { ...answer, rows: answer.data, total: (JSON.parse(answer.text) as { total?: number }).total }
}
/** A type of staff whose right is not limited to own calls. */
async function secretary(): Promise<Staff> {
  await clinic.data.db.system.tx((tx) =>
    tx.run(sql`update staff_partner set doctortype = 'health_secretary' where mid = ${wang.mid}`),
  )
  return clinic.staff('dr.wang')
}

describe('the call log', () => {
  it('[CALL-20] tells name, number, time, direction, outcome, length, staff and recording, newest first, of a week or of days, and a row calls back', async () => {
    const answered = await call({
      at: '2026-03-11T02:00:00Z',
      direction: 'outbound',
      state: 'ended',
      caller: lin.mid,
      seconds: 125,
      video: false,
    })
    const missed = await call({ at: '2026-03-12T01:00:00Z', cause: 'timeout', rung: [lin.mid, chen.mid] })
    const rejected = await call({ at: '2026-03-10T01:00:00Z', pid: members.zhang, state: 'rejected', rung: [lin.mid] })
    const failed = await call({
      at: '2026-03-09T01:00:00Z',
      pid: members.zhang,
      state: 'ended',
      cause: 'failed',
      rung: [lin.mid],
    })
    const recordingId = randomUUID()
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`insert into recording (recording_id, partner_id, unit_id, pid, room_id, call_id, state, started_by, duration_ms)
        select ${recordingId}, 1, 2, pid, room_id, call_id, 'ready', ${lin.mid}, 120000 from call where call_id = ${answered}`),
    )
    const { rows, total } = await log(lin)
    expect(total).toBe(4)
    expect(rows.map(({ callID, outcome }) => [callID, outcome])).toEqual([
      [missed, 'missed'],
      [answered, 'answered'],
      [rejected, 'rejected'],
      [failed, 'failed'],
    ])
    expect(rows[0]).toMatchObject({
      name: '吳秀鳳',
      memberNo: 'M-1',
      tel: '•••••••305',
      telFull: '0912345305',
      record_start_time: '2026-03-12T01:00:00+00:00',
      direction: 'inbound',
      cause: 'timeout',
      lengthSeconds: null,
      by: null,
      rung: [{ name: '林書妍' }, { name: '陳護理師' }],
      tries: 1,
      calledBack: false,
      recording: null,
    })
    expect(rows[1]).toMatchObject({
      direction: 'outbound',
      videoCall: false,
      lengthSeconds: 125,
      by: { mid: lin.mid },
      calledBack: null,
      recording: { recordingId, state: 'ready', durationMs: 120_000 },
    })
    // A week, and beyond it what was before; one day or several.
    const before = await call({ at: '2026-03-05T01:00:00Z', pid: members.zhang, rung: [lin.mid] })
    const ids = async (body: object) => (await log(lin, body)).rows.map(({ callID }) => callID)
    expect(await ids({ range: 7 })).toEqual([missed, answered, rejected, failed])
    expect(await ids({ range: 30 })).toEqual([missed, answered, rejected, failed, before])
    expect(await ids({ from: '2026-03-10', to: '2026-03-11' })).toEqual([answered, rejected])
    expect(await ids({ from: '2026-03-05', to: '2026-03-05' })).toEqual([before])
    // Whoever rang in vain is called back by what the row tells, and then counts as called back.
    const patient = await clinic.patient()
    await lin.online()
    const page = await patient.line()
    const row = (await log(lin, { missed: true, pid: members.wu })).rows[0]
    expect(row).toMatchObject({ callID: missed, callBy: patient.qid })
    const rung = await lin.post<{ callID: string }>('/his/api/callout', { pid: row?.pid })
    expect(rung.code, rung.text).toBe('OK')
    await lin.act(rung.data.callID, 'cancel')
    // A second later the doctor can be rung again.
    await clinic.pass(1_001)
    expect(await ids({ missed: true, pid: members.wu })).toEqual([])
    expect((await log(lin, { direction: 'outbound' })).rows[0]).toMatchObject({
      callID: rung.data.callID,
      pid: members.wu,
      queueID: patient.qid,
      outcome: 'missed',
    })
    page.close()
  })

  it('[CALL-20~] goes by week, by month or by days of the institution, both included', async () => {
    // 00:30 of the 6th and 23:30 of the 12th in Taipei: the first and the last day of the week.
    const first = await call({ at: '2026-03-05T16:30:00Z', rung: [lin.mid] })
    const last = await call({ at: '2026-03-12T15:30:00Z', pid: members.zhang, rung: [lin.mid] })
    const before = await call({ at: '2026-03-05T15:30:00Z', pid: members.li, rung: [lin.mid] })
    const ids = async (body: object) => (await log(lin, body)).rows.map(({ callID }) => callID)
    expect(await ids({})).toEqual([last, first])
    expect(await ids({ range: 30 })).toEqual([last, first, before])
    expect(await ids({ from: '2026-03-05', to: '2026-03-05' })).toEqual([before])
    expect(await ids({ to: '2026-03-06' })).toEqual([first])
    expect(await ids({ from: '2026-03-12' })).toEqual([last])
    for (const bad of [
      { from: '2026-03-12', to: '2026-03-11' },
      { from: '2020-01-01', to: '2026-01-01' },
      { from: '2020-01-01' },
      { range: 5 },
    ])
      expect((await log(lin, bad)).status, JSON.stringify(bad)).toBe(400)
  })

  it('[CALL-20~] folds tries in a row that nobody answered, and knows what was called back', async () => {
    await call({ at: '2026-03-12T01:00:00Z', rung: [lin.mid] })
    await call({ at: '2026-03-12T01:10:00Z', rung: [lin.mid] })
    const third = await call({ at: '2026-03-12T01:20:00Z', rung: [lin.mid] })
    const back = await call({ at: '2026-03-12T01:30:00Z', direction: 'outbound', state: 'missed', caller: lin.mid })
    const again = await call({ at: '2026-03-12T01:40:00Z', rung: [lin.mid] })
    const other = await call({ at: '2026-03-12T01:15:00Z', pid: members.zhang, rung: [lin.mid] })
    const told = async (body: object = {}) =>
      (await log(lin, body)).rows.map(({ callID, tries, calledBack }) => [callID, tries, calledBack])
    expect(await told()).toEqual([
      [again, 1, false],
      [back, 1, null],
      [third, 3, true],
      [other, 1, false],
    ])
    expect(await told({ missed: true })).toEqual([
      [again, 1, false],
      [other, 1, false],
    ])
    // A colleague who is reached counts, though one does not see the colleague's calls otherwise.
    await call({
      at: '2026-03-12T01:50:00Z',
      pid: members.zhang,
      direction: 'outbound',
      state: 'ended',
      caller: chen.mid,
      seconds: 9,
    })
    expect(await told({ missed: true })).toEqual([[again, 1, false]])
  })

  it('[CALL-20~] narrows by outcome, direction, kind, staff, patient and a part of name or number', async () => {
    const one = await call({ at: '2026-03-12T01:00:00Z', rung: [lin.mid], video: false })
    const two = await call({
      at: '2026-03-12T01:10:00Z',
      pid: members.zhang,
      direction: 'outbound',
      state: 'ended',
      seconds: 5,
      caller: lin.mid,
    })
    const ids = async (body: object) => (await log(lin, body)).rows.map(({ callID }) => callID)
    expect(await ids({ outcome: 'missed' })).toEqual([one])
    expect(await ids({ direction: 'outbound' })).toEqual([two])
    expect(await ids({ kind: 'voice' })).toEqual([one])
    expect(await ids({ who: chen.mid })).toEqual([])
    expect(await ids({ pid: members.zhang })).toEqual([two])
    expect(await ids({ q: 'chang' })).toEqual([two])
    expect(await ids({ q: '345305' })).toEqual([one])
    expect(await ids({ q: '%' })).toEqual([])
    expect(await ids({ q: "'; drop table call; --" })).toEqual([])
    expect(await ids({ sort: 'length' })).toEqual([two, one])
    expect(await ids({ pageSize: 1, page: 2 })).toEqual([one])
  })

  it('[CALL-20~] is of one’s own calls and queue where the right says so, of the unit where it says all, and never of elsewhere', async () => {
    const own = await call({ at: '2026-03-12T01:00:00Z', rung: [lin.mid] })
    const qid = await book(clinic.data.db, { did: lin.mid, pid: members.zhang, time: '15:00' })
    const queue = await call({
      at: '2026-03-12T01:10:00Z',
      pid: members.zhang,
      qid,
      direction: 'outbound',
      caller: wang.mid,
      state: 'missed',
    })
    const others = await call({
      at: '2026-03-12T01:20:00Z',
      pid: members.li,
      direction: 'outbound',
      caller: wang.mid,
      state: 'missed',
    })
    await call({ at: '2026-03-12T01:30:00Z', pid: members.other, unit: 3, rung: [lin.mid] })
    await call({ at: '2026-03-12T01:40:00Z', pid: members.foreign, unit: 90, partner: 32, rung: [lin.mid] })
    const ids = async (who: Staff) => (await log(who)).rows.map(({ callID }) => callID)
    expect(await ids(lin)).toEqual([queue, own])
    // Bound to the doctor, the nurse has the doctor's queue.
    expect(await ids(chen)).toEqual([queue])
    expect(await ids(await secretary())).toEqual([others, queue, own])
    // Who may not look at calls at all; and what a suspended membership keeps is nobody's.
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update member_unit set status = 'disabled' where pid = ${members.zhang}`),
    )
    expect(await ids(lin)).toEqual([own])
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update member_unit set status = 'active' where pid = ${members.zhang}`),
    )
    const kao = await clinic.staff('agent.kao')
    expect((await log(kao)).status).toBe(403)
  })

  it('[CALL-20~] says by which visit of today a patient is called back, and that there is none', async () => {
    await call({ at: '2026-03-12T01:00:00Z', pid: members.li, rung: [lin.mid] })
    expect((await log(lin)).rows[0]?.callBy).toBeNull()
    const qid = await book(clinic.data.db, { did: lin.mid, pid: members.li, time: '16:00' })
    expect((await log(lin)).rows[0]?.callBy).toBe(qid)
  })

  it('[CALL-20~] is audited, hears of each call of the unit, and leaves as a file with masked numbers', async () => {
    // Signed in anew: of a person one session lives.
    wang = await clinic.staff('dr.wang')
    const line = await wang.line()
    const patient = await clinic.patient()
    await lin.online()
    const page = await patient.line()
    const callID = (await patient.post('calls', {})).data.call?.callID ?? ''
    await line.waitFor('call.logged', ({ id }) => id === callID)
    expect(line.heard.some(({ type }) => type === 'call.state')).toBe(false)
    await lin.act(callID, 'reject')
    await chen.act(callID, 'reject')
    const { rows } = await log(lin, { pid: members.wu })
    expect(rows[0]).toMatchObject({ callID, outcome: 'rejected' })
    const [kept] = await clinic.data.db.system.read(sql<{ act: string; pid: number; kind: string }>`
      select action as act, pid, kind from audit_log order by id desc limit 1`)
    expect(kept).toEqual({ act: 'POST /his/api/fetchCallLog', pid: members.wu, kind: 'read' })
    const file = await lin.request('/his/api/fetchCallLog?format=xlsx', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const cells = (await readXlsx(Buffer.from(await file.arrayBuffer()))).map((row) =>
      row.cells.map((cell) => cell?.text ?? ''),
    )
    expect(cells[1]?.join()).toMatch(/吳秀鳳,M-1,•••••••305,.*撥入.*已拒接/)
    expect(cells.join()).not.toContain('0912345305')
    page.close()
    line.close()
  })
})
