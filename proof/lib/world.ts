import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { type App, createApp } from '../../server/src/app.ts'
import { NOW, seed } from '../../server/src/appointments/fixture.ts'
import { hashPassword } from '../../server/src/auth/passwords.ts'
import { hashOf as tokenHash, secret } from '../../server/src/auth/tokens.ts'
import { SIGNATURE_HEADER } from '../../server/src/payments/provider.ts'
import { cookieName } from '../../server/src/visit-links/browser.ts'
import { freshSecret, hashOf } from '../../server/src/visit-links/links.ts'
import { testClock } from '../../server/src/platform/clock.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { createDb, type Db, sql } from '../../server/src/platform/db/index.ts'
import { openPostgres } from '../../server/src/platform/db/postgres.ts'
import { redisOfTests } from '../../server/src/platform/testing/redis-server.ts'
import { testDatabase } from '../../server/src/platform/testing/database.ts'
import { weakened, type Weakness, withoutGuards, withoutHeldGrants, withoutPlaces } from './weakened.ts'

export const PASSWORD = 'demo1234'
export const PATIENT = 201
const YEARS = 10 * 365 * 86_400_000
const DAY_MS = 86_400_000

export interface Answer<T = Record<string, unknown>> {
  status: number
  code: string
  data: T
  /** The body without the number of the request: what two answers to one question have in common. */
  text: string
}
export interface Person {
  mid: number
  account: string
  sid: string
  deviceToken: string
}
export interface Ask {
  token?: string
  cookie?: string
  key?: string
  /** Of a payment provider, over the body. */
  signature?: string
  /** Which of the processes is asked. */
  process?: number
  /** Where the piece of an upload belongs that the body is. */
  offset?: number
}
export interface Visit {
  qid: number
  did: number
  linkId: string
  token: string
  cookie: string
}
export interface WorldClock {
  now(): Date
  set(at: Date | string): void
  advance(ms: number): void
}

/** Several processes of the product on one database, and people by the dozen. Timers fire only when told to. */
export interface World {
  db: Db
  clock: WorldClock
  apps: App[]
  /** What the processes logged as failed, newest last. */
  failures: string[]
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown, by?: Ask): Promise<Answer<T>>
  /** A bearer that is good now. */
  bearer(person: Person): Promise<string>
  /** As a member of staff. */
  as<T = Record<string, unknown>>(
    person: Person,
    method: string,
    path: string,
    body?: unknown,
    by?: Omit<Ask, 'token'>,
  ): Promise<Answer<T>>
  /** As the patient of a visit, by the link. */
  patient<T = Record<string, unknown>>(
    visit: Visit,
    step: string,
    body?: unknown,
    by?: Omit<Ask, 'cookie'>,
  ): Promise<Answer<T>>
  /** Somebody new, signed in and on line. */
  person(kind?: { doctortype?: string; staffType?: number; partnerId?: number; unitId?: number }): Promise<Person>
  /** A doctor and nurses bound to this doctor alone. */
  team(nurses: number): Promise<{ doctor: Person; nurses: Person[] }>
  /** A visit of today whose patient holds a link, and sits in the waiting room with it. */
  visit(doctor: Person, more?: { status?: string; inHours?: number; link?: 'waiting' | 'sent' }): Promise<Visit>
  line(namespace: '/staff' | '/patient', auth: Record<string, string>, by?: Ask): Promise<Line>
  rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]>
  run(query: ReturnType<typeof sql>): Promise<number>
  /** Every process looks at its timers, at once. */
  fire(times?: number): Promise<void>
  close(): Promise<void>
}
export interface Line {
  socket: Socket
  emit(name: string, payload: unknown): Promise<{ ok: boolean; code?: string; data?: Record<string, unknown> }>
}

/** Without its locks the product runs into circles of waiting: a control need not wait a second for each. */
const soonUntangled = `do $$ begin
  execute format('alter database %I set deadlock_timeout = ''20ms''', current_database());
end $$`

/** People and patients who come through the front door get numbers that no harness gives out by hand. */
const numbersApart = `select setval(pg_get_serial_sequence('member', 'pid'), 1000000),
  setval(pg_get_serial_sequence('staff', 'mid'), 1000000)`

/** Who is added through the front door gets a number that no harness gives by hand. */
const farNumbers = `select setval(pg_get_serial_sequence('member', 'pid'), 100000), setval(pg_get_serial_sequence('staff', 'mid'), 1000000)`

let nextMid = 10_000
let nextNumber = 1
let hashed: Promise<string> | undefined

export async function openWorld(options: { processes?: number; without?: Weakness } = {}): Promise<World> {
  const clock = testClock(NOW)
  const data = await testDatabase({ clock, max: 4 })
  if (!data.url) throw new Error('the harnesses run on PostgreSQL')
  const { db, url } = data
  await seed(db)
  await db.owner(farNumbers)
  await db.owner(numbersApart)
  hashed ??= hashPassword(PASSWORD)
  const hash = await hashed
  if (options.without) await db.owner(soonUntangled)
  if (options.without === 'indexes' || options.without === 'locks and indexes') await db.owner(withoutGuards)
  if (options.without === 'places') await db.owner(withoutPlaces)
  if (options.without === 'grants') await db.owner(withoutHeldGrants)
  const dataDir = await mkdtemp(join(tmpdir(), 'teleward-proof-'))
  const failures: string[] = []
  const failed = (what: unknown) => void failures.push(String(what))
  const processes = await Promise.all(
    Array.from({ length: options.processes ?? 1 }, () =>
      startProcess({ url, clock, dataDir, without: options.without, failed }),
    ),
  )
  const apps = processes.map(({ app }) => app)
  const sockets: Socket[] = []
  const bearers = new Map<string, { token: string; until: number }>()
  const base = (process = 0) => processes[process % processes.length]?.base ?? ''

  const world: World = {
    db,
    clock,
    apps,
    failures,
    ask: (method, path, body, by = {}) => request(base(by.process), method, path, body, by),
    bearer: async ({ mid, sid }) => {
      const now = clock.now().getTime()
      const held = bearers.get(sid)
      if (held && held.until > now && held.until < now + DAY_MS) return held.token
      const token = await (apps[0] as App).auth.tokens.sign({ mid, sid })
      bearers.set(sid, { token, until: now + 10 * 60_000 })
      return token
    },
    as: async (person, method, path, body, by = {}) =>
      world.ask(method, path, body, { ...by, token: await world.bearer(person) }),
    patient: (visit, step, body, by = {}) =>
      world.ask('POST', `/his/api/links/${visit.token}/${step}`, body ?? {}, { ...by, cookie: visit.cookie }),
    person: (kind) => addPerson(db, hash, clock, kind),
    team: async (count) => {
      const doctor = await world.person()
      const nurses = await Promise.all(
        Array.from({ length: count }, () => world.person({ doctortype: 'nurse', staffType: 2 })),
      )
      for (const { mid } of nurses)
        await world.run(sql`insert into nurse_binding (partner_id, did, mid) values (1, ${doctor.mid}, ${mid})`)
      return { doctor, nurses }
    },
    visit: (doctor, more) => addVisit(db, clock, doctor, more),
    line: async (namespace, auth, by = {}) => {
      const socket = io(`${base(by.process)}${namespace}`, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        auth,
        ...(by.cookie ? { extraHeaders: { cookie: by.cookie } } : {}),
      })
      sockets.push(socket)
      await Promise.race([
        once(socket as unknown as NodeJS.EventEmitter, 'connect'),
        once(socket as unknown as NodeJS.EventEmitter, 'connect_error').then(([error]) => {
          throw error
        }),
      ])
      return { socket, emit: (name, payload) => socket.timeout(10_000).emitWithAck(name, payload) }
    },
    rows: (query) => db.system.read(query),
    run: (query) => db.system.tx((tx) => tx.run(query)),
    fire: async (times = 1) => {
      await Promise.all(apps.flatMap((app) => Array.from({ length: times }, () => app.deps.timers.runDue())))
    },
    close: async () => {
      for (const socket of sockets) socket.disconnect()
      for (const { app, own } of processes) {
        await app.close()
        await own.close()
      }
      await data.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return world
}

interface Start {
  url: string
  clock: WorldClock
  dataDir: string
  without: Weakness | undefined
  failed(what: unknown): void
}
async function startProcess({ url, clock, dataDir, without, failed }: Start) {
  const driver = openPostgres(url, { max: 16 })
  let begun = false
  const own = createDb({
    driver: without ? weakened(driver, without, () => begun) : driver,
    clock,
    onAfterCommitError: failed,
  })
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    DEMO: '0',
    CHECKOUT: 'development',
    ...redisOfTests(),
  })
  const app = await createApp({ config, db: own, clock, rate: 100_000_000, logTo: { write: failed } })
  const base = (await app.listen()).replace('[::1]', '127.0.0.1')
  // By hand from here on, so that a harness knows when they have fired.
  await app.deps.timers.stop()
  begun = true
  return { app, own, base }
}

async function request<T>(base: string, method: string, path: string, body: unknown, by: Ask): Promise<Answer<T>> {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(body === undefined
        ? {}
        : { 'content-type': body instanceof Uint8Array ? 'application/offset+octet-stream' : 'application/json' }),
      ...(by.offset === undefined ? {} : { 'upload-offset': String(by.offset) }),
      ...(by.token ? { authorization: `Bearer ${by.token}` } : {}),
      ...(by.cookie ? { cookie: by.cookie } : {}),
      ...(by.key ? { 'idempotency-key': by.key } : {}),
      ...(by.signature ? { [SIGNATURE_HEADER]: by.signature } : {}),
    },
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = (text.startsWith('{') ? JSON.parse(text) : {}) as { status?: string; data?: T }
  return {
    status: response.status,
    code: parsed.status ?? (response.status < 300 ? 'OK' : ''),
    data: (parsed.data ?? parsed) as T,
    text: text.replace(/,?"requestId":"[^"]+"/, ''),
  }
}

async function addPerson(
  db: Db,
  hash: string,
  clock: WorldClock,
  { doctortype = 'doctor', staffType = 1, partnerId = 1, unitId = 2 } = {},
): Promise<Person> {
  const mid = nextMid++
  const person = { mid, account: `${doctortype}.${mid}`, sid: randomUUID(), deviceToken: randomUUID() }
  const now = clock.now()
  await db.system.tx(async (tx) => {
    await tx.run(sql`insert into staff (mid, account, name, mobilecode) overriding system value
      values (${mid}, ${person.account}, ${person.account}, 1)`)
    await tx.run(
      sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}, ${partnerId}, ${staffType}, ${doctortype})`,
    )
    await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}, ${partnerId}, ${unitId})`)
    await tx.run(sql`insert into staff_credential (mid, password_hash) values (${mid}, ${hash})`)
    await tx.run(sql`insert into session (sid, mid, partner_id, device_token, draft_key, expires_at, refresh_secret)
      values (${person.sid}, ${mid}, ${partnerId}, ${person.deviceToken}, 'x', ${new Date(now.getTime() + YEARS)}, ${secret()})`)
    await tx.run(sql`insert into sign_confirmation (sid, at) values (${person.sid}, ${now})`)
    await tx.run(sql`insert into presence (mid, code, updated_at) values (${mid}, 1000, ${now})`)
  })
  return person
}

/** A refresh token of a person's session that nobody has used. */
export async function refreshToken(world: World, person: Person): Promise<string> {
  const token = secret()
  const expires = new Date(world.clock.now().getTime() + DAY_MS)
  await world.run(
    sql`insert into refresh_token (token_hash, sid, issued_at, expires_at) values (${tokenHash(token)}, ${person.sid}, ${world.clock.now()}, ${expires})`,
  )
  return token
}

async function addVisit(
  db: Db,
  clock: WorldClock,
  doctor: Person,
  { status = 'checkedIn', inHours = 2, link = 'waiting' as 'waiting' | 'sent' } = {},
): Promise<Visit> {
  const now = clock.now()
  const start = new Date(now.getTime() + inHours * 3_600_000)
  const [linkId, token, browser] = [randomUUID(), freshSecret(), freshSecret()]
  const qid = await db.system.tx(async (tx) => {
    const booked = await tx.one(sql<{ qid: number }>`
      insert into appointment (partner_id, unit_id, pid, did, status, "interval", date, start_at, queue_no, checked_in_at)
      values (1, 2, ${PATIENT}, ${doctor.mid}, ${status}, 1, (${now}::timestamptz at time zone 'Asia/Taipei')::date, ${start}, ${nextNumber++}::int,
        ${status === 'checkedIn' ? now : null}::timestamptz) returning qid`)
    await tx.run(sql`insert into video_link (link_id, token_hash, partner_id, unit_id, pid, qid, state, step, sent_at, joined_at, identity_at, browser_hash)
      values (${linkId}, ${hashOf(token)}, 1, 2, ${PATIENT}, ${booked.qid}, ${link === 'waiting' ? 'joined' : 'sent'}, ${link === 'waiting' ? 'waiting' : 'identity'}, ${now},
        ${link === 'waiting' ? now : null}::timestamptz, ${link === 'waiting' ? now : null}::timestamptz, ${hashOf(browser)})`)
    for (const kind of ['consultation', 'recording'])
      await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, qid, kind, state, text_version, starts_at, at)
        values (gen_random_uuid(), 1, 2, ${PATIENT}, ${booked.qid}, ${kind}, 'active', '2026-01', ${now}, ${now})`)
    return booked.qid
  })
  return {
    qid,
    did: doctor.mid,
    linkId,
    token,
    cookie: `${cookieName({ kind: 'link', id: linkId }, false)}=${browser}`,
  }
}
