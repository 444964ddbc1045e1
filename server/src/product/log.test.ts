import { randomUUID } from 'node:crypto'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BIRTHDAY,
  type Clinic,
  enter,
  LAST4,
  type TestSocket,
  openClinic,
  type Patient,
  type Staff,
  until,
} from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { writeXlsx } from '../platform/xlsx/write.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** What must stand in no line: the patient, what was said and written, and whatever opens a door. */
const secrets = new Set([
  '吳秀鳳',
  '秀鳳',
  'A223456527',
  '0912345305',
  BIRTHDAY,
  'Penicillin',
  'demo1234',
  '病人昏迷送醫',
])
const written = [
  '頭暈三天想吐',
  '血壓一五八',
  '疑似高血壓',
  '回家多休息',
  '備忘給櫃台',
  '改天再來',
  '我的片語',
  '騙子的名字',
]
for (const text of written) secrets.add(text)
const log: string[] = []
const keep = (secret: unknown) => {
  if (typeof secret !== 'string' || secret.length < 8) throw new Error(`no secret to look for: ${String(secret)}`)
  secrets.add(secret)
  return secret
}

let clinic: Clinic
let lin: Staff
let socket: TestSocket
beforeAll(async () => {
  clinic = await openClinic({ LOG_LEVEL: 'trace' }, { logTo: { write: (text) => void log.push(text) } })
  lin = await clinic.staff('dr.lin')
  keep(lin.token)
  socket = await lin.online()
})
afterAll(() => clinic.close())
const quiet = () => {
  const all = log.join('\n')
  return [...secrets].filter((secret) => all.includes(secret))
}

async function visit(): Promise<{ patient: Patient; note: Note; owner: { pid: number; qid: number } }> {
  const patient = await clinic.patient('waiting')
  keep(patient.token)
  keep(patient.cookie.split('=')[1])
  const owner = { pid: 201, qid: patient.qid }
  await patient.post('identity', { birthday: '1901-01-01', last4: LAST4, name: '吳秀鳳' })
  await lin.post('/his/user/login', { id: 'A223456527', pwd: 'demo1234' })
  const callID = (await patient.post('calls', {})).data.call?.callID ?? ''
  const roomID = String((await lin.act(callID, 'answer')).data.roomID)
  const ticket = (await lin.post<{ token: string; roomID: string }>('/comm/ds/token', { teamId: 1, roomId: roomID }))
    .data
  keep(ticket.token)
  await enter(socket, ticket)
  const begun = (await lin.post<Note>('/his/api/note', owner)).data
  const parts = { s: written[0], o: written[1], a: written[2], p: written[3] }
  const saved = await lin.request(`/his/api/notes/${begun.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, version: begun.version, ...parts }),
  })
  expect(saved.status).toBe(200)
  const coded = await lin.post<Note>('/his/api/upsertICD', { ...owner, noteId: begun.id, code: 'I10' })
  await lin.post('/his/api/words', { type: 's', word: written[6] })
  await lin.post('/his/api/queue', { qid: patient.qid, action: 'memo', memo: written[4], version: 0 })
  await lin.act(callID, 'hangup')
  await lin.post('/his/api/consents/201/emergency', { reason: '病人昏迷送醫' })
  const sign = { ...owner, id: begun.id, version: coded.data.version, password: 'demo1234' }
  const note = (await lin.post<Note>('/his/api/recordSignature', sign)).data
  expect(note.state).toBe('signed')
  return { patient, note, owner }
}

describe('the log, at its most talkative', () => {
  it('[SYS-03~] names nobody and opens nothing after a whole visit, its lies and its mistakes', async () => {
    const { patient, owner } = await visit()
    await patient.post('cancel', { reason: written[5] })
    // Shapes that are refused, with what they should not hold.
    await lin.post('/his/api/getEmrData', { pid: '吳秀鳳', qid: 'A223456527' })
    await lin.get('/his/api/getQueueDetailByQid/吳秀鳳?phone=0912345305')
    await lin.get(`/link/${patient.token}/nowhere`)
    await clinic.post('/his/api/getEmrData', owner, { authorization: `Bearer ${lin.token}x` })
    expect(log.length).toBeGreaterThan(20)
    expect(quiet()).toEqual([])
  })

  it('[SYS-03~] says which request a line belongs to, as its answer does', async () => {
    const answer = await lin.request('/his/api/words', {})
    const id = answer.headers.get('x-request-id') ?? ''
    expect(id).toMatch(UUID)
    const said = await until(async () => log.find((text) => text.includes(id)))
    expect(JSON.parse(said)).toMatchObject({
      requestId: id,
      method: 'GET',
      route: '/his/api/words',
      status: 200,
      mid: lin.mid,
    })
    // Whoever calls does not choose it.
    const chosen = await lin.request('/his/api/words', { headers: { 'x-request-id': '吳秀鳳'.replace(/./gu, 'x') } })
    expect(chosen.headers.get('x-request-id')).toMatch(UUID)
  })

  it('[SYS-03~] says of a socket that it lied or sent nonsense, and not what', async () => {
    const claim = { userId: '騙子的名字', socketId: socket.socket.id, token: lin.token }
    expect((await socket.emit('user_login', claim)).ok).toBe(false)
    expect((await socket.emit('join_room', { room: `patient:吳秀鳳` })).ok).toBe(false)
    await socket.emit('room.signal', { to: '吳秀鳳', data: '頭暈三天想吐' })
    await until(async () => log.some((text) => text.includes('a socket claimed to be somebody else')))
    expect(quiet()).toEqual([])
  })

  it('[SYS-03~] says where a request and a timer failed, and not on whom: the database quotes what it refuses', async () => {
    const { db } = clinic.data
    const { timers } = clinic.app.deps
    const { owner } = await visitAgain()
    await db.owner('alter table note rename column s to s_away')
    const broken = await lin.post('/his/api/updateSubjective', { ...owner, text: '頭暈三天想吐' })
    await db.owner('alter table note rename column s_away to s')
    expect([broken.status, broken.code]).toEqual([500, 'INTERNAL'])
    expect(broken.text).not.toMatch(/s_away|select|update note/i)
    const failed = await until(async () => log.find((text) => text.includes('"failed"')))
    expect(JSON.parse(failed)).toMatchObject({
      requestId: broken.headers.get('x-request-id'),
      route: '/his/api/updateSubjective',
    })

    timers.on('log.test', async () => {
      await db.system.tx((tx) =>
        tx.run(
          sql`insert into member (member_no, name, id_number, mobile, nhi_card_number) values ('X-1', '吳秀鳳', 'A223456527', '0912345305', 'A223456527')`,
        ),
      )
    })
    await db.system.tx((tx) => timers.set(tx, 'log.test', '吳秀鳳', clinic.clock.now(), { name: '吳秀鳳' }))
    await timers.runDue()
    const late = await until(async () => log.find((text) => text.includes('a timer failed')))
    expect(JSON.parse(late)).toMatchObject({ timer: 'log.test', err: { constraint: 'member_nhi_card_number_check' } })
    expect(quiet()).toEqual([])
  })

  it('[MEMB-05~] names no member who is added, changed, looked for, imported, merged or disabled, rightly or wrongly', async () => {
    const { db } = clinic.data
    for (const secret of ['新來的會員', '0987111222', 'F131104093', '000012345678', 'new@example.org', '匯入的會員'])
      secrets.add(secret)
    await db.system.tx((tx) => tx.run(sql`update staff_partner set doctortype = 'admin' where mid = 103`))
    const desk = await clinic.staff('nurse.chen')
    keep(desk.token)
    const send = (method: string, path: string, body?: unknown) =>
      desk.request(path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const person = { unitId: 2, name: '新來的會員', nhiCardNumber: '000012345678', email: 'new@example.org' }
    const add = (account: string) => desk.post<{ pid: number }>('/partner/addMember', { ...person, account })
    const first = await add('0987111222')
    expect([first.code, (await add('0987111222')).code]).toEqual(['OK', 'ERR_0011'])
    // Refused by the database in its own words, which quote the row.
    await db.owner(`alter table member add constraint nobody_new check (name <> '新來的會員') not valid`)
    expect((await add('F131104093')).status).toBe(500)
    await db.owner('alter table member drop constraint nobody_new')
    const second = await add('F131104093')
    const { pid } = first.data
    const sheet = await writeXlsx([
      {
        name: 'sheet1',
        titles: true,
        rows: [
          ['帳號', '姓名'],
          ['0987111222', '匯入的會員'],
          ['0987111223', '匯入的會員'],
        ],
      },
    ])
    const job = { importId: randomUUID(), unitId: 2, fileName: '匯入的會員.xlsx', file: sheet.toString('base64') }
    keep(job.file.slice(0, 60))
    const merge = { kept: pid, merged: second.data.pid, take: ['name'], keptVersion: 2, mergedVersion: 1 }
    const calls: [status: number, method: string, path: string, body?: unknown][] = [
      [
        200,
        'PUT',
        `/his/api/members/${pid}`,
        { version: 1, name: '新來的會員', email: 'new@example.org', height: 170 },
      ],
      [409, 'PUT', `/his/api/members/${pid}`, { version: 1, name: '匯入的會員' }],
      [200, 'GET', `/his/api/members/${pid}`],
      [404, 'GET', '/his/api/members/99999?name=新來的會員'],
      [200, 'POST', '/partner/searchmember', { q: 'F131104093' }],
      [400, 'POST', '/partner/searchmember', { q: 'F13110409' }],
      [200, 'POST', '/partner/getMemberList', { q: '新來' }],
      [200, 'POST', '/partner/memberlist?format=xlsx', { q: '0987111222' }],
      [200, 'POST', '/partner/getPatientByAccount', { account: '0987111222' }],
      [404, 'POST', '/partner/getPatientByAccount', { account: '新來的會員' }],
      [200, 'POST', '/his/api/members/imports', job],
      [200, 'POST', '/his/api/members/imports', { ...job, commit: true }],
      [415, 'POST', '/his/api/members/imports', { ...job, file: Buffer.from('0987111222').toString('base64') }],
      [200, 'PUT', `/his/api/members/${pid}/memberships`, { scope: 'unit', unitId: 2, status: 'disabled' }],
      [409, 'GET', `/his/api/members/${pid}`],
      [200, 'PUT', `/his/api/members/${pid}/memberships`, { scope: 'unit', unitId: 2, status: 'active' }],
      [403, 'POST', `/his/api/members/${pid}/memberships`, { unitId: 3, name: '新來的會員' }],
      [409, 'POST', '/his/api/members/merges', { ...merge, keptVersion: 1 }],
      [200, 'POST', '/his/api/members/merges', merge],
    ]
    const before = log.length
    for (const [status, method, path, body] of calls)
      expect([path, (await send(method, path, body)).status]).toEqual([path, status])
    expect(log.length).toBeGreaterThan(before + calls.length - 1)
    expect(quiet()).toEqual([])
  })
})

async function visitAgain() {
  const { qid } = await clinic.patient('waiting', { time: '16:00' })
  const owner = { pid: 201, qid }
  const note = (await lin.post<Note>('/his/api/note', owner)).data
  return { owner: { ...owner, id: note.id, version: note.version } }
}
