import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { type App, createApp } from '../app.ts'
import { systemClock, testClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { sql } from '../platform/db/index.ts'
import type { Heartbeat } from '../platform/sockets/index.ts'
import { testDatabase, type TestDatabase } from '../platform/testing/database.ts'
import { redisOfTests } from '../platform/testing/redis-server.ts'
import { quickHash } from '../platform/testing/password.ts'

/** Two institutions that may not know of each other, and whoever the tests of sign-in need. */
export interface TestApp {
  app: App
  base: string
  data: TestDatabase
  clock: ReturnType<typeof testClock>
  mids: Record<string, number>
  post(path: string, body: unknown, token?: string, headers?: Record<string, string>): Promise<Reply>
  get(path: string, token?: string): Promise<Reply>
  send(method: string, path: string, body?: unknown, token?: string): Promise<Reply>
  /** A fresh sign-in on a device of its own. */
  signIn(account: string, more?: Record<string, unknown>): Promise<SignedIn>
  connect(
    token: string,
    options?: { namespace?: string; cursor?: number; sinceMs?: number; headers?: Record<string, string> },
  ): Promise<TestSocket>
  stop(): Promise<void>
}
export interface Reply {
  status: number
  body: Body
  headers: Headers
}
export type Body = Record<string, unknown> & { status?: string; data?: Record<string, unknown> }
export interface SignedIn {
  token: string
  refresh_token: string
  device_token: string
  status: string
}
export interface TestSocket {
  socket: Socket
  received: { type: string; payload: Record<string, unknown>; cursor: number }[]
  resume: { mode: string; cursor: number }
  /** What the server said the socket's id is. */
  id: string
  closing: Promise<string>
}

export const PASSWORD = 'demo1234'

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** The same bytes: 32 of them end in a character with two spare bits, so that its three neighbours decode alike. */
export const otherSpellings = (token: string): string[] =>
  [1, 2, 3].map((n) => `${token.slice(0, -1)}${BASE64URL[BASE64URL.indexOf(token.at(-1) ?? '') + n]}`)

const people = [
  { account: 'dr.lin', type: 1, kind: 'doctor', partner: 1, units: [2], phone: '0912345678' },
  { account: 'dr.wang', type: 1, kind: 'doctor', partner: 1, units: [2, 3] },
  { account: 'nurse.chen', type: 2, kind: 'nurse', partner: 1, units: [2] },
  { account: 'admin', type: 5, kind: 'admin', partner: 1, units: [1, 2, 3] },
  { account: 'dr.far', type: 1, kind: 'doctor', partner: 1, units: [3] },
  { account: 'dr.hua', type: 1, kind: 'doctor', partner: 32, units: [320] },
  { account: 'dr.unverified', type: 1, kind: 'doctor', partner: 1, units: [2], mobilecode: 0 },
  { account: 'dr.review', type: 1, kind: 'doctor', partner: 1, units: [2], review: 'inReview' },
  { account: 'dr.cancelled', type: 1, kind: 'doctor', partner: 1, units: [2], review: 'cancelled' },
  { account: 'dr.closed', type: 1, kind: 'doctor', partner: 1, units: [2], status: 'closed' },
  { account: 'dr.nowhere', type: 1, kind: 'doctor', partner: null, units: [] },
] as const

async function plant(data: TestDatabase, hash: string): Promise<Record<string, number>> {
  return data.db.system.tx(async (tx) => {
    await tx.run(sql`insert into partner (id, name) values (0, '營運'), (1, '禾安'), (32, '海岸')`)
    await tx.run(
      sql`insert into unit (id, main_id, partner_id, name) values (1, null, 1, '總院'), (2, 1, 1, '內湖'), (3, 1, 1, '新店'), (320, null, 32, '花蓮')`,
    )
    const mids: Record<string, number> = {}
    for (const person of people) {
      const { mid } = await tx.one(sql<{ mid: number }>`
        insert into staff (account, phone, name, mobilecode, status)
        values (${person.account}, ${'phone' in person ? person.phone : null}, ${person.account}, ${'mobilecode' in person ? person.mobilecode : 1}, ${'status' in person ? person.status : 'active'})
        returning mid`)
      mids[person.account] = mid
      await tx.run(sql`insert into staff_credential (mid, password_hash) values (${mid}, ${hash})`)
      if (person.partner === null) continue
      await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype, review, privileges)
        values (${mid}, ${person.partner}, ${person.type}, ${person.kind}, ${'review' in person ? person.review : 'onBoard'}, '{medical_decision,audit.read}')`)
      for (const unit of person.units)
        await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, ${person.partner}, ${unit})`)
    }
    return mids
  })
}

let hashed: Promise<string> | undefined

export interface TestAppOptions {
  at?: string | 'real'
  rate?: number
  dist?: string
  heartbeat?: Heartbeat
  /** Of the configuration, beside what every house has. */
  env?: Record<string, string>
}
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.at === 'real' ? movable() : testClock(options.at ?? '2026-03-02T01:00:00Z')
  const data = await testDatabase({ clock })
  hashed ??= quickHash(PASSWORD)
  const mids = await plant(data, await hashed)
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'teleward-')),
    ...redisOfTests(),
    ...options.env,
  })
  const app = await createApp({
    config,
    db: data.db,
    clock,
    rate: options.rate ?? 100_000,
    ...(options.dist ? { dist: options.dist } : {}),
    ...(options.heartbeat ? { heartbeat: options.heartbeat } : {}),
  })
  const base = (await app.listen()).replace('[::1]', '127.0.0.1')
  const lines: Socket[] = []

  const send: TestApp['send'] = async (method, path, body, token) => request(base, method, path, body, token)
  const testApp: TestApp = {
    app,
    base,
    data,
    clock,
    mids,
    send,
    post: (path, body, token, headers) => request(base, 'POST', path, body, token, headers),
    get: (path, token) => send('GET', path, undefined, token),
    signIn: async (account, more = {}) => {
      const { status, body } = await testApp.post('/his/user/login', { id: account, pwd: PASSWORD, ...more })
      if (status !== 200) throw new Error(`sign-in of ${account}: ${status} ${JSON.stringify(body)}`)
      return body as unknown as SignedIn
    },
    connect: async (token, more = {}) => {
      const socket = io(`${base}${more.namespace ?? '/staff'}`, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        auth: { token, cursor: more.cursor, sinceMs: more.sinceMs },
        ...(more.headers ? { extraHeaders: more.headers } : {}),
      })
      lines.push(socket)
      return testSocketOf(socket)
    },
    stop: async () => {
      for (const socket of lines) socket.disconnect()
      await app.close()
      await data.close()
    },
  }
  return testApp
}

/** Real time that can be pushed forward. */
function movable(): ReturnType<typeof testClock> {
  let ahead = 0
  return {
    now: () => new Date(systemClock.now().getTime() + ahead),
    set: (to) => {
      ahead = new Date(to).getTime() - Date.now()
    },
    advance: (ms) => {
      ahead += ms
    },
  }
}

async function request(
  base: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: (text.startsWith('{') ? JSON.parse(text) : { text }) as Body,
  }
}

export async function testSocketOf(socket: Socket): Promise<TestSocket> {
  const received: TestSocket['received'] = []
  socket.on('receive_message', (event: TestSocket['received'][number]) => received.push(event))
  const closing = once(socket as unknown as NodeJS.EventEmitter, 'closing').then(
    ([message]) => (message as { code: string }).code,
  )
  const resume = new Promise<TestSocket['resume']>((resolve, reject) => {
    socket.once('resume', resolve)
    socket.once('connect_error', (error) => reject(error))
  })
  let id = ''
  socket.once('id', (said: string) => {
    id = said
  })
  return { socket, received, resume: await resume, id, closing }
}

export async function until<T>(look: () => T | Promise<T>, what: string, ms = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found) return found as NonNullable<T>
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
