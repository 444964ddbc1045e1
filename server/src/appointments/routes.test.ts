import { permissionsOf } from '@teleward/contract/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffActor } from '../platform/actor.ts'
import { testClock } from '../platform/clock.ts'
import { type LoggedEvent, sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { createHttp, type Http } from '../platform/http/index.ts'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { createTimers } from '../platform/timers/index.ts'
import { book, members, NOW, people, seed, room, TODAY } from './fixture.ts'
import { register } from './routes.ts'

interface Body {
  status: string
  message: string
  data: Record<string, unknown> & Record<string, unknown>[]
  fields?: { path: string }[]
  page: number
  pageSize: number
  total: number
}
const STRANGER = 999
const types: Record<number, [doctortype: string, partner: number, units: number[]]> = {
  [people.lin]: ['doctor', 1, [2]],
  [people.wang]: ['doctor', 1, [2]],
  [people.chen]: ['nurse', 1, [2]],
  [people.kao]: ['agent', 1, [2]],
  [people.far]: ['doctor', 32, [90]],
  [people.away]: ['doctor', 1, [3]],
  [STRANGER]: ['gardener', 1, [2]],
}
function actor(mid: number): StaffActor {
  const [doctortype, partnerId, unitIds] = types[mid] ?? []
  if (!doctortype || partnerId === undefined || !unitIds) throw new AppError('UNAUTHENTICATED')
  return {
    kind: 'staff',
    mid,
    partnerId,
    unitIds,
    doctortype,
    rights: permissionsOf({ doctortype, onBoard: true }),
    verified: true,
    onBoard: true,
    closed: new Set(),
  } as unknown as StaffActor
}

let database: TestDatabase
let http: Http
let timers: ReturnType<typeof createTimers>
let starts: (() => void | Promise<void>)[] = []
let events: LoggedEvent[] = []
const clock = testClock(NOW)
beforeAll(async () => {
  database = await testDatabase({ clock })
  const { db } = database
  await seed(db)
  db.onEvents((batch) => events.push(...batch))
  http = await createHttp({
    db,
    clock,
    version: 'test',
    logLevel: 'silent',
    rate: 1_000_000,
    authenticate: {
      staff: async (token) => actor(Number(token)),
      session: () => Promise.reject(new AppError('UNAUTHENTICATED')),
      link: () => Promise.reject(new AppError('LINK_INVALID')),
    },
  })
  const { log } = http.app
  timers = createTimers({ db, clock, log })
  register({
    http,
    db,
    clock,
    timers,
    log,
    onStart: (fn: () => void) => starts.push(fn),
    onStop: () => undefined,
  } as unknown as Deps)
})
afterAll(async () => {
  await http.app.close()
  await database.close()
})
const plan = (entry: Parameters<typeof book>[1] = {}) => book(database.db, entry)

async function call(mid: number | undefined, method: 'GET' | 'POST', path: string, payload?: unknown) {
  const answer = await http.app.inject({
    method,
    url: `/his/api/${path}`,
    headers: {
      ...(mid ? { authorization: `Bearer ${mid}` } : {}),
      'content-type': 'application/json',
      'accept-language': 'zh-TW',
    },
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
  return { http: answer.statusCode, ...answer.json<Body>() }
}
const get = (mid: number | undefined, path: string) => call(mid, 'GET', path)
const post = (mid: number | undefined, path: string, body: unknown = {}) => call(mid, 'POST', path, body)
const lin = people.lin
const place = `1/${lin}`

const reads: [method: 'GET' | 'POST', path: string, body?: unknown][] = [
  ['GET', `queue/${place}`],
  ['GET', `queueagent/${place}`],
  ['GET', `queueotherday/${place}?date=2026-03-13`],
  ['GET', `queueuia/${place}`],
  ['GET', `queuespec/${place}`],
  ['GET', `reservation/${place}`],
  ['POST', 'getQueues', {}],
  ['POST', 'getQueuesUndoneQuantity', {}],
  ['GET', `getQueueHistory/${members.wu}/1/1`],
  ['GET', 'weekqueuestatus'],
  ['GET', 'monthqueuestatus/2026/3'],
  ['GET', 'dashboards/home'],
  ['GET', 'queuefilters'],
]

describe('the calls of appointments', () => {
  it.each(reads)(
    '[API-02~] [APPT-03~] %s %s: 401 without a token, 403 without the permission, an answer with it',
    async (method, path, body) => {
      expect((await call(undefined, method, path, body)).http).toBe(401)
      expect(await call(STRANGER, method, path, body)).toMatchObject({ http: 403, status: 'FORBIDDEN' })
      expect(await call(lin, method, path, body)).toMatchObject({ http: 200, status: 'OK' })
    },
  )

  it('[API-11~] names what is wrong with bad input', async () => {
    expect(await post(lin, 'getQueues', { tab: 'yesterday', pageSize: 201, date: '2026-02-30' })).toMatchObject({
      http: 400,
      status: 'BAD_INPUT',
    })
    const { fields } = await post(lin, 'getQueues', { tab: 'yesterday', pageSize: 201, date: '2026-02-30' })
    expect(fields?.map(({ path }) => path).toSorted()).toEqual(['date', 'pageSize', 'tab'])
    for (const path of ['queue/1/x', 'queue/1/99999999999', 'monthqueuestatus/2026/13', 'getQueueDetailByQid/0'])
      expect((await get(lin, path)).http).toBe(400)
    for (const body of ['{', '[]', 'null', '{"qid":1,"action":"missed","version":1}', '{"qid":1,"action":"finish"}'])
      expect((await post(lin, 'queue', body)).http).toBe(400)
  })

  it('[API-04~] [APPT-03~] answers the lists of a doctor by their paths', async () => {
    const today = await plan()
    const tomorrow = await plan({ date: '2026-03-13' })
    const emergency = await plan({ kind: 'emergency', interval: 0 })
    const special = await plan({ kind: 'special', date: '2026-03-20' })
    const agent = await plan({ kind: 'agent', date: '2026-03-21' })
    await plan({ did: people.wang })
    const ids = async (path: string) => (await get(lin, path)).data.map(({ qid }) => qid)
    expect(await ids(`queue/${place}`)).toEqual([emergency, today])
    expect(await ids(`queueotherday/${place}?date=2026-03-13`)).toEqual([tomorrow])
    expect(await ids(`queueuia/${place}`)).toEqual([emergency])
    expect(await ids(`queuespec/${place}`)).toEqual([special])
    expect(await ids(`queueagent/${place}`)).toEqual([agent])
    expect(await ids(`reservation/${place}`)).toEqual([tomorrow, special, agent])
    expect(await get(lin, `queue/${place}?pageSize=1&page=2`)).toMatchObject({
      page: 2,
      pageSize: 1,
      total: 2,
      data: [{ qid: today }],
    })
    expect(await get(lin, `queue/${place}?page=9`)).toMatchObject({ http: 200, data: [], total: 2 })
  })

  it('[MEMB-05~] answers NOT_FOUND for another partner, another unit, and nobody’s doctor', async () => {
    const away = await plan({ unitId: 3, pid: members.other, did: people.away })
    for (const path of [
      `queue/32/${people.far}`,
      `queue/32/${lin}`,
      `queue/1/${people.far}`,
      `queue/1/${people.kao}`,
      `getQueueDetailByQid/${away}`,
      `getQueueHistory/${members.other}/1/1`,
      `getQueueHistory/${members.wu}/32/1`,
      `getQueueHistory/${members.foreign}/1/1`,
    ])
      expect(await get(lin, path), path).toMatchObject({ http: 404, status: 'NOT_FOUND' })
    expect(await post(lin, 'queue', { qid: away, action: 'checkIn', version: 1 })).toMatchObject({
      http: 404,
      status: 'NOT_FOUND',
    })
    expect((await post(lin, 'getQueues', { unit: 3, pageSize: 100 })).total).toBe(0)
    expect((await get(people.away, `getQueueDetailByQid/${away}`)).http).toBe(200)
  })

  it('[APPT-04~] [API-05~] takes a step, writes who did it into the audit log, and tells it without patient data', async () => {
    const qid = await plan()
    events = []
    const answer = await post(people.chen, 'queue', { qid, action: 'checkIn', version: 1, sneaked: 'x' })
    expect(answer).toMatchObject({ http: 200, data: { qid, status: 'checkedIn', version: 2 } })
    expect(events).toMatchObject([{ type: 'queue.changed', payload: { qid, version: 2, kind: 'checkIn' } }])
    const audit = await database.db.system.read(
      sql<{
        mid: number
        pid: number
        outcome: string
        detail: unknown
      }>`select mid, pid, outcome, detail from audit_log where action = 'POST /his/api/queue' and target_id = ${String(qid)}`,
    )
    expect(audit).toEqual([{ mid: people.chen, pid: members.wu, outcome: 'OK', detail: { step: 'checkIn' } }])
    const { data } = await get(lin, `getQueueDetailByQid/${qid}`)
    expect(data).toMatchObject({ mobile: '•••••••305', timeline: [{ action: 'checkIn', actorName: '陳護理師' }] })
    expect(JSON.stringify(data)).not.toContain('0912345305')
  })

  it('[APPT-02~] says in the caller’s words what the state is when a step is illegal', async () => {
    const qid = await plan({ status: 'finished', finishedAt: NOW, finishedBy: lin })
    const refused = await post(lin, 'queue', { qid, action: 'checkIn', version: 1 })
    expect(refused).toMatchObject({
      http: 409,
      status: 'APPT_ILLEGAL_STEP',
      data: { state: '已完成', status: 'finished' },
    })
    expect(refused.message).toContain('已完成')
    const talking = await plan({ status: 'checkedIn', checkedInAt: NOW })
    await room(database.db, talking, 'live')
    expect(await post(lin, 'queue', { qid: talking, action: 'finish', version: 1 })).toMatchObject({
      http: 409,
      status: 'APPT_IN_CALL',
    })
    expect(await post(lin, 'queue', { qid: talking, action: 'cancel', version: 1, reason: '不來了' })).toMatchObject({
      status: 'APPT_IN_CALL',
    })
    expect(await post(lin, 'queue', { qid: await plan(), action: 'cancel', version: 1 })).toMatchObject({
      http: 400,
      status: 'REASON_REQUIRED',
    })
  })

  it('[API-08~] refuses a stale version with the entry as it is now', async () => {
    const qid = await plan()
    await post(lin, 'queue', { qid, action: 'checkIn', version: 1 })
    const stale = await post(people.chen, 'queue', { qid, action: 'memo', memo: 'x', version: 1 })
    expect(stale).toMatchObject({
      http: 409,
      status: 'VERSION_STALE',
      data: { qid, version: 2, status: 'checkedIn', changedBy: { mid: lin } },
    })
  })

  it('[APPT-08~] [APPT-04~] leaves an agent the own bookings: no check-in, and others’ do not exist', async () => {
    const mine = await plan({ bookedBy: people.kao, proxy: true })
    const other = await plan({ pid: members.zhang })
    expect((await post(people.kao, 'getQueues', { pageSize: 100 })).data.map(({ qid }) => qid)).toEqual([mine])
    expect(await post(people.kao, 'queue', { qid: mine, action: 'checkIn', version: 1 })).toMatchObject({
      http: 403,
      status: 'FORBIDDEN',
    })
    expect(await post(people.kao, 'queue', { qid: other, action: 'cancel', version: 1, reason: 'x' })).toMatchObject({
      http: 404,
    })
    expect(await post(people.kao, 'queue', { qid: mine, action: 'cancel', version: 1, reason: '改期' })).toMatchObject({
      http: 200,
      data: { status: 'cancelled' },
    })
  })

  it('[SHELL-05~] counts for the menu whoever is signed in, and nothing for who may not read', async () => {
    await plan({ status: 'checkedIn', checkedInAt: NOW, did: people.wang })
    const mine = await get(people.wang, 'counts')
    expect(mine.data).toMatchObject({ waiting: 1 })
    const visits = { appointments: 0, waiting: 0, emergency: 0, todo: 0, opinion: 0 }
    const none = { ...visits, messages: 0, noti: 0, schedule: 0, alerts: 0 }
    expect((await get(people.kao, 'counts')).data).toEqual(none)
    expect((await get(STRANGER, 'counts')).data).toEqual(none)
  })

  it('[APPT-02~] ends the day by a timer at the partner’s midnight, also for days that passed while nobody ran', async () => {
    const yesterday = await plan({ date: '2026-03-11' })
    const now = await plan()
    for (const start of starts) await start()
    expect((await get(lin, `getQueueDetailByQid/${yesterday}`)).data).toMatchObject({
      status: 'cancelled',
      statusBy: 'timeout',
    })
    const due = await database.db.system.read(
      sql<{ due_at: Date }>`select due_at from timer where kind = 'appointments.dayEnd' and key = '1'`,
    )
    expect(due[0]?.due_at.toISOString()).toBe('2026-03-12T16:00:00.000Z')
    expect((await get(lin, `getQueueDetailByQid/${now}`)).data).toMatchObject({ status: 'registered', date: TODAY })
    starts = []
  })
})
