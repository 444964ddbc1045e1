import type { CompiledQuery } from 'kysely'
import postgres from 'postgres'
import { queuesQuery } from '../contract/src/appointments/endpoints.ts'
import { permissionsOf, type Rights } from '../contract/src/core/access.ts'
import { memberListQuery } from '../contract/src/members/endpoints.ts'
import { partSearch } from '../contract/src/members/search.ts'
import { deviceReading, monitorQuery } from '../contract/src/monitoring/endpoints.ts'
import { understand } from '../contract/src/monitoring/rules.ts'
import * as appointments from '../server/src/appointments/repo.ts'
import * as members from '../server/src/members/repo.ts'
import type { Read } from '../server/src/patients/service.ts'
import * as monitoring from '../server/src/monitoring/repo.ts'
import { boundTo } from '../server/src/platform/db/bound.ts'
import { type Compilable, k, type Scope, type Tx } from '../server/src/platform/db/index.ts'
import { sessionSettings } from '../server/src/platform/db/scope.ts'
import { DOCTOR, PASSWORD, SIGNERS, TALK } from './data.ts'

/** A row of requests over HTTP, its own statement, and what it has to reach. */
export interface Row {
  name: string
  path: string
  /** Bodies, taken in turn; a row that creates needs a fresh one for every request. */
  bodies(count: number): unknown[]
  signedIn: boolean
  fresh: boolean
  /** The statement the endpoint runs for such a body. */
  statement?(body: never): Promise<CompiledQuery>
  reach: { perSecond?: number; p50?: number; p99?: number }
  connections: number[]
}

export interface Principal {
  mid: number
  partnerId: number
  unitIds: number[]
  rights: Rights
  scope: Scope
  /** As the policies and the functions see the asker. */
  settings: Record<string, string>
}

export async function principalOf(url: string): Promise<Principal> {
  const sql = postgres(url, { max: 1 })
  const [row] = await sql<{ mid: number; partner: number; units: number[] }[]>`
    select s.mid, min(su.partner_id) as partner, array_agg(su.unit_id order by su.unit_id) as units
    from staff s join staff_unit su on su.mid = s.mid where s.account = ${DOCTOR} group by s.mid`
  await sql.end()
  if (!row) throw new Error('the data have no doctor who asks')
  const rights = permissionsOf({ doctortype: 'doctor', onBoard: true })
  const scope: Scope = {
    ...{ kind: 'staff', mid: row.mid, partnerId: row.partner, unitIds: row.units, pid: null, qid: null },
    ...{ 'emr.read': 'y', 'appointment.read': 'y', 'monitor.read': 'y' },
  }
  const [, who, may] = sessionSettings(scope).parameters as string[]
  const settings = { 'app.asker': who ?? '', 'app.rights': may ?? '' }
  return { mid: row.mid, partnerId: row.partner, unitIds: row.units, rights, scope, settings }
}

/** What a repository would run, caught where it asks. */
async function caught(scope: Scope, work: (read: Read) => Promise<unknown>): Promise<CompiledQuery> {
  let query: CompiledQuery | undefined
  const read = async <T>(asked: Compilable<T>): Promise<T[]> => {
    query = boundTo(asked.compile(k), scope)
    return []
  }
  await work(read)
  if (!query) throw new Error('nothing was asked')
  return query
}

export async function rowsOf(url: string, asker: Principal): Promise<Row[]> {
  const sql = postgres(url, { max: 1 })
  const seen = sql`select distinct pid from member_unit where unit_id = any (${asker.unitIds}) and status = 'active'`
  const accounts = await sql<{ account: string }[]>`
    select account from member where pid in (${seen}) order by md5(account) limit 2000`
  const prefixes = await sql<{ part: string; many: number }[]>`
    select left(name, 2) as part, count(*)::int as many from member where pid in (${seen}) group by 1 having count(*) >= 10 order by 2 desc limit 200`
  const measured = await sql<{ pid: number }[]>`
    select r.pid from reading r join consent c on c.pid = r.pid and c.unit_id = any (${asker.unitIds})
    where r.unit_id = any (${asker.unitIds}) group by r.pid having count(*) >= 50 order by r.pid limit 400`
  const weeks = await sql<{ from: string; to: string; did: number }[]>`
    select to_char(w, 'YYYY-MM-DD') as from, to_char(w + interval '6 days', 'YYYY-MM-DD') as to, a.did
    from generate_series(current_date - 140, current_date + 140, interval '7 days') w
    join appointment a on a.unit_id = any (${asker.unitIds}) and a.date between w::date and (w + interval '6 days')::date
    group by w, a.did having count(*) >= 20 order by md5(w::text || a.did) limit 300`
  const patients = await sql<{ pid: number }[]>`select pid from (${seen}) s order by md5(pid::text) limit 2000`
  const talks = await sql<{ pid: number; seq: number }[]>`
    select pid, greatest(1, (last_seq * n / 50)) as seq from chat_conversation, generate_series(1, 50) n
    where unit_id = any (${asker.unitIds}) and last_seq >= ${TALK} order by md5(n::text)`
  await sql.end()
  for (const [what, found] of Object.entries({ accounts, prefixes, measured, weeks, patients, talks }))
    if (found.length < 3) throw new Error(`the data hold too few ${what}: ${found.length}`)
  const now = new Date()
  let second = 0
  const inTurn = <T>(list: readonly T[], count: number): T[] =>
    Array.from({ length: Math.min(count, list.length) }, (_, at) => list[at] as T)
  const monitor = (pageSize: number) => (count: number) =>
    inTurn(measured, count).map(({ pid }) => ({ pid, days: 0, pageSize }))
  const readings = (body: { pid: number }) =>
    caught(asker.scope, (read) => monitoring.ofMember(read, body.pid, now, monitorQuery.parse(body)))
  const rows: (Omit<Row, 'signedIn' | 'fresh' | 'connections'> & Partial<Row>)[] = [
    {
      name: 'one member',
      path: '/partner/getPatientByAccount',
      bodies: (count) => inTurn(accounts, count).map(({ account }) => ({ account })),
      statement: (body: { account: string }) => caught(asker.scope, (read) => members.byAccount(read, body.account)),
      reach: { perSecond: 5290, p99: 5.25 },
    },
    {
      name: 'member search, 10 rows',
      path: '/partner/getMemberList',
      bodies: (count) => inTurn(prefixes, count).map(({ part }) => ({ q: part })),
      statement: (body: { q: string }) => {
        const part = partSearch(body.q)
        if (!part) throw new Error('no word to search for')
        return caught(asker.scope, (read) => members.byPart(read, part, memberListQuery.parse(body), new Date()))
      },
      reach: { perSecond: 3110, p99: 13.3 },
    },
    {
      name: 'appointments of a week, 20 rows',
      path: '/his/api/getQueues',
      bodies: (count) => inTurn(weeks, count).map((week) => ({ tab: 'records', ...week, sort: 'time' })),
      statement: (body: Record<string, unknown>) =>
        caught(asker.scope, (read) => appointments.list(read, asker, now, queuesQuery.parse(body))),
      reach: { perSecond: 1420, p99: 16.25 },
    },
    {
      name: 'readings of a member, 5 rows',
      path: '/partner/monitordata',
      bodies: monitor(5),
      statement: readings,
      reach: { perSecond: 2710, p99: 7.75 },
    },
    {
      name: 'readings of a member, 50 rows',
      path: '/partner/monitordata',
      bodies: monitor(50),
      statement: readings,
      reach: { perSecond: 2010, p99: 12.5 },
    },
    {
      name: 'create a reading',
      path: '/his/api/devicereadings',
      // Each of its own second, so that none is a repeat.
      bodies: (count) =>
        Array.from({ length: count }, () => ({
          pid: patients[second++ % patients.length]?.pid,
          dataType: 'blood_pressure',
          systolic: 120 + (second % 30),
          diastolic: 80,
          pulse_rate: 70,
          unit: 'mmHg',
          timestamp: new Date(now.getTime() - second * 1000).toISOString(),
          deviceName: 'BP-7',
          deviceType: 'cuff',
        })),
      statement: (body: unknown) => {
        const said = deviceReading.parse(body)
        const measure = understand(said)
        if (!measure) throw new Error('not understood')
        return caught(asker.scope, (read) => {
          const tx = { maybe: async (query: Compilable<unknown>) => (await read(query))[0] } as unknown as Tx
          return monitoring.insert(tx, asker.mid, now, said, measure, false)
        })
      },
      reach: { perSecond: 1680, p99: 23 },
      fresh: true,
    },
    {
      name: `conversation of ${TALK}, the newest`,
      path: '/his/api/chatmsgbymid',
      bodies: (count) => inTurn(talks, count).map(({ pid }) => ({ pid })),
      reach: { p99: 200 },
      connections: [1, 10],
    },
    {
      name: `conversation of ${TALK}, around one of it`,
      path: '/his/api/chatmsgbymid',
      bodies: (count) => inTurn(talks, count).map(({ pid, seq }) => ({ pid, around: seq })),
      reach: { p99: 200 },
      connections: [1, 10],
    },
    {
      name: 'sign-in',
      path: '/his/user/login',
      bodies: () => Array.from({ length: SIGNERS }, (_, at) => ({ id: `bench.signer.${at + 1}`, pwd: PASSWORD })),
      reach: { p99: 32 },
      signedIn: false,
      connections: [1, 10],
    },
  ]
  return rows.map((row) => ({ signedIn: true, fresh: false, connections: [10, 50], ...row }))
}
