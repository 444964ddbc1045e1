import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from '@teleward/contract/calls/schema.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { consentTexts } from '@teleward/contract/links/schema.ts'
import { io, type Socket } from 'socket.io-client'
import { type App, type AppOptions, createApp } from '../../app.ts'
import { book, type Entry, NOW, seed } from '../../appointments/fixture.ts'
import { quickHash } from '../../platform/testing/password.ts'
import { issueLink } from '../../visit-links/links.ts'
import { testClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { sql } from '../../platform/db/index.ts'
import { type TestDatabase, testDatabase } from '../../platform/testing/database.ts'
import { redisOfTests } from '../../platform/testing/redis-server.ts'

/** A whole server with a doctor, a bound nurse, strangers near and far, and patients who hold links. */
export interface Clinic {
  app: App
  base: string
  data: TestDatabase
  clock: ReturnType<typeof testClock>
  dataDir: string
  staff(account: string): Promise<Staff>
  /** A visit of today with a fresh link; `at` says how far the patient has come on it. */
  patient(
    at?: 'fresh' | 'identified' | 'waiting',
    entry?: Entry & { recording?: boolean; record?: boolean; expiresAt?: Date },
  ): Promise<Patient>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  connect(namespace: string, auth: Record<string, string>, cookie?: string): Promise<TestSocket>
  /** Moves the clock and fires what is due by then. */
  pass(ms: number): Promise<void>
  /** The server again on the same data, as after a crash of the process; `change`: with other settings from then on. */
  restart(change?: Record<string, string>): Promise<void>
  close(): Promise<void>
}
export interface Reply<T = Record<string, unknown>> {
  status: number
  code: string
  data: T
  headers: Headers
  text: string
}
export interface Staff {
  mid: number
  token: string
  post<T = Record<string, unknown>>(path: string, body?: unknown): Promise<Reply<T>>
  get<T = Record<string, unknown>>(path: string): Promise<Reply<T>>
  request(path: string, init: RequestInit): Promise<Response>
  act(callID: string, action: string): Promise<Reply<Call>>
  online(): Promise<TestSocket>
  line(): Promise<TestSocket>
}
export interface Patient {
  qid: number
  token: string
  linkId: string
  cookie: string
  view(): Promise<Reply<LinkView>>
  post(step: string, body?: unknown, cookie?: string): Promise<Reply<LinkView>>
  /** Passes the identity check as this browser, or as another one. */
  identify(): Promise<string>
  line(cookie?: string): Promise<TestSocket>
}
/** A connected socket and what it has heard. */
export interface TestSocket {
  socket: Socket
  heard: { type: string; payload: Record<string, unknown>; at: number }[]
  waitFor(type: string, fits?: (payload: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  emit(name: string, payload: unknown): Promise<{ ok: boolean; data?: Record<string, unknown>; code?: string }>
  /** Messages under their own names. */
  messages: { name: string; payload: Record<string, unknown> }[]
  close(): void
}

const PASSWORD = 'demo1234'
let hashed: Promise<string> | undefined
export const BIRTHDAY = '1958-01-02'
export const LAST4 = '6527'
export const devices = { camera: 'ok', microphone: 'ok', speaker: 'ok' }

async function reply<T>(response: Response): Promise<Reply<T>> {
  const text = await response.text()
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as { status?: string; data?: T }
  return { status: response.status, code: body.status ?? '', data: body.data as T, headers: response.headers, text }
}

async function lineOf(socket: Socket): Promise<TestSocket> {
  const heard: TestSocket['heard'] = []
  const messages: TestSocket['messages'] = []
  const waiting = new Set<() => void>()
  socket.on('receive_message', (event: { type: string; payload: Record<string, unknown> }) => {
    heard.push({ type: event.type, payload: event.payload, at: performance.now() })
    for (const look of waiting) look()
  })
  socket.onAny((name: string, payload: Record<string, unknown>) => {
    if (name !== 'receive_message') messages.push({ name, payload })
    if (name.startsWith('room.')) heard.push({ type: `signal:${name}`, payload, at: performance.now() })
    for (const look of waiting) look()
  })
  const refused = once(socket as unknown as NodeJS.EventEmitter, 'connect_error').then(([error]) => {
    throw new Error((error as Error).message)
  })
  await Promise.race([once(socket as unknown as NodeJS.EventEmitter, 'connect'), refused])
  refused.catch(() => undefined)
  return {
    socket,
    heard,
    messages,
    waitFor: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`${type} never came; heard ${heard.map((event) => event.type).join(', ')}`))
        }, 4000)
        const look = () => {
          const found = heard.find((event) => event.type === type && fits(event.payload))
          if (!found) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found.payload)
        }
        waiting.add(look)
        look()
      }),
    emit: (name, payload) => socket.timeout(4000).emitWithAck(name, payload),
    close: () => socket.disconnect(),
  }
}

export async function openClinic(
  env: Record<string, string> = {},
  more: Pick<AppOptions, 'logTo'> = {},
): Promise<Clinic> {
  const clock = testClock(NOW)
  const data = await testDatabase({ clock })
  await seed(data.db)
  hashed ??= quickHash(PASSWORD)
  const hash = await hashed
  await data.db.system.tx(async (tx) => {
    await tx.run(sql`update staff set mobilecode = 1`)
    await tx.run(sql`insert into staff_credential (mid, password_hash) select mid, ${hash} from staff`)
    await tx.run(sql`insert into nurse_binding (partner_id, did, mid) values (1, 101, 103)`)
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'teleward-calls-'))
  const own = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DEMO: '1', ...redisOfTests(), ...env }
  const lines: Socket[] = []
  const start = () => createApp({ config: readConfig(own), db: data.db, clock, rate: 1_000_000, ...more })
  let app = await start()
  let base = (await app.listen()).replace('[::1]', '127.0.0.1')

  const connect = (namespace: string, auth: Record<string, string>, cookie?: string) => {
    const socket = io(`${base}${namespace}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth,
      ...(cookie ? { extraHeaders: { cookie } } : {}),
    })
    lines.push(socket)
    return lineOf(socket)
  }
  const send = (path: string, init: RequestInit = {}) => fetch(base + path, init)
  const post = async <T>(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply<T>> =>
    reply<T>(
      await send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )

  const staff = async (account: string): Promise<Staff> => {
    const signed = await send('/his/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: account, pwd: PASSWORD }),
    })
    const { token } = (await signed.json()) as { token: string }
    const bearer = { authorization: `Bearer ${token}` }
    const [row] = await data.db.system.read(sql<{ mid: number }>`select mid from staff where account = ${account}`)
    const person: Staff = {
      mid: row?.mid ?? 0,
      token,
      post: (path, body) => post(path, body, bearer),
      get: async (path) => reply(await send(path, { headers: bearer })),
      request: (path, init) => send(path, { ...init, headers: { ...bearer, ...init.headers } }),
      act: (callID, action) => post('/his/api/updatecallinfostatus', { callID, action }, bearer),
      line: () => connect('/staff', { token }),
      online: async () => {
        const line = await connect('/staff', { token })
        await post('/his/api/doctorstatus', { doctorStatus: 1000 }, bearer)
        return line
      },
    }
    return person
  }

  const patient: Clinic['patient'] = async (at = 'waiting', entry = {}) => {
    const qid = await book(data.db, { time: '11:30', ...entry })
    const { linkId, token } = await data.db.system.tx((tx) =>
      issueLink(
        tx,
        { qid, ...(entry.expiresAt ? { expiresAt: entry.expiresAt, alarms: app.deps.timers } : { expiresAt: null }) },
        clock.now(),
      ),
    )
    const path = `/his/api/links/${token}`
    const holder: Patient = {
      qid,
      token,
      linkId,
      cookie: '',
      view: async () => reply(await send(path, { headers: { cookie: holder.cookie } })),
      post: (step, body, cookie) => post(`${path}/${step}`, body, { cookie: cookie ?? holder.cookie }),
      identify: async () => {
        const passed = await post(`${path}/identity`, { birthday: BIRTHDAY, last4: LAST4 })
        holder.cookie = (passed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
        return holder.cookie
      },
      line: (cookie) => connect('/patient', { token }, cookie ?? holder.cookie),
    }
    if (at === 'fresh') return holder
    await holder.post('open')
    await holder.identify()
    if (at === 'identified') return holder
    const { recording = true, record = true } = entry
    await holder.post('consents', { consultation: true, recording, record, texts: consentTexts })
    // What opens a record is judged by the database's clock, for which the year of this test's clock is over one day.
    await data.db.system.tx((tx) =>
      tx.run(
        sql`update consent set ends_at = '2099-01-01' where qid = ${qid} and kind = 'record' and state = 'active'`,
      ),
    )
    const arrived = await holder.post('arrivals', devices)
    if (arrived.status !== 200) throw new Error(`no arrival: ${arrived.text}`)
    return holder
  }

  const clinic: Clinic = {
    get app() {
      return app
    },
    get base() {
      return base
    },
    data,
    clock,
    dataDir,
    staff,
    patient,
    post,
    connect,
    pass: async (ms) => {
      clock.advance(ms)
      await app.deps.timers.runDue()
    },
    restart: async (change = {}) => {
      Object.assign(own, change)
      for (const socket of lines.splice(0)) socket.disconnect()
      await app.close()
      app = await start()
      base = (await app.listen()).replace('[::1]', '127.0.0.1')
    },
    close: async () => {
      for (const socket of lines) socket.disconnect()
      await app.close()
      await data.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return clinic
}

export const instance = () => randomUUID()
/** Enters a room by its socket, with the token the server gave. */
export async function enter(line: TestSocket, token: { token: string; roomID: string }, page = instance()) {
  const answer = await line.emit('room.join', {
    roomId: token.roomID,
    token: token.token,
    instance: page,
    media: { mic: true, cam: true },
  })
  return { ...answer, instance: page }
}
/** Asks again until it is so; patience, not a measure. */
export async function until<T>(look: () => Promise<T | undefined | false>, ms = 15_000): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) throw new Error('it never came to be')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
