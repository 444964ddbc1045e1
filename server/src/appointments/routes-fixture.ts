import { permissionsOf } from '@teleward/contract/core/access.ts'
import type { StaffActor } from '../platform/actor.ts'
import { testClock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { createHttp } from '../platform/http/index.ts'
import { testDatabase } from '../platform/testing/database.ts'
import { createTimers } from '../platform/timers/index.ts'
import { NOW, people, seed } from './fixture.ts'
import { register } from './routes.ts'

interface Body {
  status: string
  data: Record<string, unknown> & Record<string, unknown>[]
  total: number
}
export interface Person {
  doctortype: string
  partnerId?: number
  unitIds?: readonly number[]
}
/** The routes of this domain over the world of `fixture.ts`: whoever asks is named by the bearer. */
export interface Desk {
  db: Db
  clock: ReturnType<typeof testClock>
  post(mid: number, path: string, body?: unknown): Promise<Body & { http: number }>
  get(mid: number, path: string): Promise<Body & { http: number }>
  /** A list as a file. */
  file(mid: number, path: string, body?: unknown): Promise<{ http: number; type: string; bytes: Buffer }>
  close(): Promise<void>
}
const known: Record<number, Person> = {
  [people.lin]: { doctortype: 'doctor' },
  [people.wang]: { doctortype: 'doctor' },
  [people.chen]: { doctortype: 'nurse' },
  [people.kao]: { doctortype: 'agent' },
  [people.far]: { doctortype: 'doctor', partnerId: 32, unitIds: [90] },
  [people.away]: { doctortype: 'doctor', unitIds: [3] },
}

export async function openDesk(more: Record<number, Person> = {}): Promise<Desk> {
  const clock = testClock(NOW)
  const database = await testDatabase({ clock })
  const { db } = database
  await seed(db)
  const all = { ...known, ...more }
  await db.system.tx(async (tx) => {
    for (const [mid, { doctortype, partnerId = 1, unitIds = [2] }] of Object.entries(more)) {
      if (known[Number(mid)]) continue
      await tx.run(
        sql`insert into staff (mid, account, name) overriding system value values (${mid}::int, ${`of.${mid}`}, ${doctortype})`,
      )
      await tx.run(
        sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values (${mid}::int, ${partnerId}, 3, ${doctortype})`,
      )
      for (const unit of unitIds)
        await tx.run(sql`insert into staff_unit (mid, partner_id, unit_id) values (${mid}::int, ${partnerId}, ${unit})`)
    }
  })
  const actor = (mid: number): StaffActor => {
    const person = all[mid]
    if (!person) throw new AppError('UNAUTHENTICATED')
    const { doctortype, partnerId = 1, unitIds = [2] } = person
    const rights = permissionsOf({ doctortype, onBoard: true, grants: ['contact.others'] })
    const base = {
      kind: 'staff',
      mid,
      name: doctortype,
      partnerId,
      unitIds,
      doctortype,
      rights,
      timeZone: 'Asia/Taipei',
    }
    return { ...base, verified: true, onBoard: true, closed: new Set() } as unknown as StaffActor
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
  const { log } = http.app
  const timers = createTimers({ db, clock, log })
  register({ http, db, clock, timers, log, onStart: () => undefined, onStop: () => undefined } as unknown as Deps)
  const call = async (mid: number, method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await http.app.inject({
      method,
      url: `/his/api/${path}`,
      headers: { authorization: `Bearer ${mid}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { payload: JSON.stringify(body ?? {}) } : {}),
    })
    return { http: answer.statusCode, ...answer.json<Body>() }
  }
  return {
    db,
    clock,
    post: (mid, path, body) => call(mid, 'POST', path, body),
    get: (mid, path) => call(mid, 'GET', path),
    file: async (mid, path, body) => {
      const answer = await http.app.inject({
        method: 'POST',
        url: `/his/api/${path}?format=xlsx`,
        headers: { authorization: `Bearer ${mid}`, 'content-type': 'application/json', 'accept-language': 'zh-TW' },
        payload: JSON.stringify(body ?? {}),
      })
      return { http: answer.statusCode, type: String(answer.headers['content-type']), bytes: answer.rawPayload }
    },
    close: async () => {
      await http.app.close()
      await database.close()
    },
  }
}
