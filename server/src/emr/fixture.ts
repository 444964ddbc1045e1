import { randomUUID } from 'node:crypto'
import { permissionsOf } from '@teleward/contract/core/access.ts'
import { localDay } from '@teleward/contract/core/dates.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { book, members, people, seed } from '../appointments/fixture.ts'
import { quickHash } from '../platform/testing/password.ts'
import { register as registerConsents } from '../consents/routes.ts'
import { register as registerMembers } from '../members/routes.ts'
import type { StaffActor } from '../platform/actor.ts'
import { testClock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import type { AiEndpoint } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { createHttp, type Http } from '../platform/http/index.ts'
import { createTimers } from '../platform/timers/index.ts'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { reference } from '../reference/catalogue.ts'
import { register as registerWords } from '../snippets/routes.ts'
import { register as registerDocuments } from '../documents/routes.ts'
import { register as registerReferrals } from '../referrals/routes.ts'
import { register } from './routes.ts'

export { book, members, people } from '../appointments/fixture.ts'

export const PASSWORD = 'demo1234'

/** An answer, looked into by its test: `T` is what it is expected to carry. */
export interface Reply<T> {
  status: number
  code: string
  data: T
  body: {
    status: string
    data: T
    fields: { path: string; code: string }[]
    page: number
    pageSize: number
    total: number
  }
}

export interface Clinic {
  data: TestDatabase
  db: Db
  http: Http
  clock: ReturnType<typeof testClock>
  timers: ReturnType<typeof createTimers>
  /** A call as a person, by HTTP. */
  call<T = Note>(
    mid: number | undefined,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
  ): Promise<Reply<T>>
  post<T = Note>(mid: number | undefined, path: string, body?: unknown): Promise<Reply<T>>
  /** A draft of dr.lin with 吳秀鳳, unless told otherwise. */
  draft(visit?: { mid?: number; pid?: number; qid?: number; did?: number }): Promise<Note>
  save(note: Note, parts: Record<string, unknown>, mid?: number, version?: number): Promise<Reply<Note>>
  /** Complete, and signed with the password. */
  signed(visit?: { mid?: number; pid?: number; qid?: number }): Promise<Note>
  actor(mid: number): StaffActor
  stop(): Promise<void>
}

const types: Readonly<
  Record<number, readonly [doctortype: string, staffType: number, partner: number, units: readonly number[]]>
> = {
  [people.lin]: ['doctor', 1, 1, [2]],
  [people.wang]: ['doctor', 1, 1, [2]],
  [people.chen]: ['nurse', 2, 1, [2]],
  [people.kao]: ['agent', 7, 1, [2]],
  [people.far]: ['doctor', 1, 32, [90]],
  [people.away]: ['doctor', 1, 1, [3]],
}

/** `pharmacists`: these people are pharmacists, each in their units. */
export async function openClinic({
  pharmacists = [],
  ai,
}: {
  pharmacists?: readonly number[]
  ai?: AiEndpoint
} = {}): Promise<Clinic> {
  const data = await testDatabase()
  const { db } = data
  // The policies go by the database's clock, so the day is today.
  const clock = testClock(new Date())
  await seed(db)
  const sids = await plantSessions(db)
  // Before anybody waits for it.
  reference.warm()
  const actor = (mid: number): StaffActor => {
    const [usual, staffType, partnerId, unitIds] = types[mid] ?? ['doctor', 1, 1, [2]]
    const doctortype = pharmacists.includes(mid) ? 'pharmacist' : usual
    const facts = {
      kind: 'staff' as const,
      mid,
      sid: sids.get(mid) ?? randomUUID(),
      name: `p${mid}`,
      account: `a${mid}`,
      partnerId,
      unitIds,
      doctortype,
      staffType,
    }
    return {
      ...facts,
      rights: permissionsOf({ doctortype, onBoard: true }),
      privileges: [],
      unclaimed: false,
      verified: true,
      onBoard: true,
      review: 'onBoard',
      deviceType: 3,
      covered: false,
      secondStepMissing: false,
      deviceToken: '',
      timeZone: 'Asia/Taipei',
      bearer: '',
      closed: new Set<string>(),
    }
  }
  const http = await createHttp({
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
  const timers = createTimers({ db, clock, log: http.app.log })
  const deps = {
    http,
    db,
    clock,
    timers,
    config: { ai },
    onStart: () => undefined,
    onStop: () => undefined,
  } as unknown as Deps
  for (const domain of [
    register,
    registerDocuments,
    registerReferrals,
    registerWords,
    registerConsents,
    registerMembers,
  ])
    domain(deps)
  const call: Clinic['call'] = async <T>(
    mid: number | undefined,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
  ): Promise<Reply<T>> => {
    const answer = await http.app.inject({
      method,
      url: `/his/api/${path}`,
      headers: { ...(mid ? { authorization: `Bearer ${mid}` } : {}), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const parsed = answer.json<Reply<T>['body']>()
    return { status: answer.statusCode, code: parsed.status, data: parsed.data, body: parsed }
  }
  const post: Clinic['post'] = <T>(mid: number | undefined, path: string, body: unknown = {}) =>
    call<T>(mid, 'POST', path, body)
  const draft: Clinic['draft'] = async ({ mid = people.lin, pid = members.wu, qid, did } = {}) => {
    const visit =
      qid ?? (await book(db, { pid, did: did ?? mid, status: 'checkedIn', date: localDay(clock.now(), 'Asia/Taipei') }))
    const made = await post(mid, 'note', { pid, qid: visit })
    if (made.status !== 200) throw new Error(`no draft: ${made.code}`)
    return made.data
  }
  const save: Clinic['save'] = (note, parts, mid = note.author.mid, version = note.version) =>
    call(mid, 'PUT', `notes/${note.id}`, { pid: note.pid, qid: note.qid, version, ...parts })
  const signed: Clinic['signed'] = async (visit) => {
    const note = await draft(visit)
    const owner = { pid: note.pid, qid: note.qid }
    await save(note, { s: '頭暈三天', o: 'BP 158/94' })
    const coded = await post(note.author.mid, 'upsertICD', { ...owner, noteId: note.id, code: 'I10' })
    const answer = await post(note.author.mid, 'recordSignature', {
      ...owner,
      id: note.id,
      version: coded.data.version,
      password: PASSWORD,
    })
    if (answer.status !== 200) throw new Error(`not signed: ${answer.code}`)
    return answer.data
  }
  const stop = async () => {
    await http.app.close()
    await data.close()
  }
  return { data, db, http, clock, timers, call, post, draft, save, signed, actor, stop }
}

async function plantSessions(db: Db): Promise<Map<number, string>> {
  const hash = await quickHash(PASSWORD)
  const sids = new Map<number, string>()
  await db.system.tx(async (tx) => {
    await tx.run(sql`insert into nurse_binding (partner_id, did, mid) values (1, ${people.lin}, ${people.chen})`)
    for (const mid of Object.values(people)) {
      const sid = randomUUID()
      sids.set(mid, sid)
      await tx.run(sql`insert into staff_credential (mid, password_hash) values (${mid}, ${hash})`)
      await tx.run(sql`insert into session (sid, mid, partner_id, device_token, draft_key, expires_at, refresh_secret)
        values (${sid}, ${mid}, 1, 'x', 'x', now() + interval '1 day', '')`)
    }
  })
  return sids
}

/** The row that has to be there. */
export function rowAt<T>(rows: readonly T[], at = 0): T {
  const row = rows[at]
  if (row === undefined) throw new Error(`no row ${at} of ${rows.length}`)
  return row
}
