import { localTime } from '@teleward/contract/core/dates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDemoLink } from '../consultation/links/demo.ts'
import { sql } from '../platform/db/index.ts'
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts'
import { loadReference } from '../reference/load.ts'
import { longTerm } from './clinic.ts'
import { seedDemo } from './seed.ts'
import { problemsFor, yearsOf } from './suits.ts'

/** A newcomer starts the demo at any hour of any day: there is always somebody to see and a link to try. */
let world: TestDatabase
beforeAll(async () => {
  world = await testDatabase()
  await loadReference(world.driver)
})
afterAll(() => world?.close())

const open = (now: Date) =>
  world.db.system.read(sql<{ account: string; arrived: number; coming: number; emergencies: number }>`
    select s.account, count(*) filter (where a.status = 'checkedIn')::int as arrived,
      count(*) filter (where a.status = 'registered')::int as coming,
      count(*) filter (where a.kind = 'emergency')::int as emergencies
    from appointment a join staff s on s.mid = a.did join partner p on p.id = a.partner_id
    where a.date = (${now}::timestamptz at time zone p.time_zone)::date and s.account in ('dr.lin', 'dr.wang')
    group by 1 order by 1`)

describe('the demo', () => {
  it('has people who wait and people to come at every hour, on weekends too', async () => {
    // A Friday evening to a Monday evening, as a server that is never switched off lives through them.
    const start = Date.parse('2026-11-20T09:20:00Z')
    for (let hours = 0; hours < 73; hours += 3) {
      const now = new Date(start + hours * 3_600_000)
      await seedDemo(world.db, now)
      const [lin, wang] = await open(now)
      const at = now.toISOString()
      expect(lin?.arrived, at).toBeGreaterThanOrEqual(4)
      expect(lin?.coming, at).toBeGreaterThanOrEqual(3)
      expect(lin?.emergencies, at).toBeGreaterThanOrEqual(1)
      expect(wang?.coming, at).toBeGreaterThanOrEqual(3)
      expect((await freshDemoLink(world.db, now, 'http://localhost', { doctor: 'dr.wang' })).url, at).toMatch(
        /\/link\//,
      )
    }
  })

  it('has a session with a place for everybody who is to come', async () => {
    const outside = await world.db.system.read(sql`
      select a.qid, a.did, a.date, a."interval", a.start_at from appointment a
      left join schedule_sessions((select array_agg(distinct did) from appointment), '2026-09-01'::date, '2026-12-31'::date) s
        on s.did = a.did and s.date = a.date and s."interval" = a."interval" and s.partner_id = a.partner_id
      where a.kind <> 'emergency' and takes_place(a.status)
        and (s.closed is not null or s.start_at is null or a.start_at < s.start_at
          or a.start_at + a.duration_minutes * interval '1 minute' > s.end_at)`)
    expect(outside).toEqual([])
    const full = await world.db.system.read(sql`
      select s.did, s.date, s."interval", s.capacity, count(*) as booked from appointment a
      join schedule_sessions((select array_agg(distinct did) from appointment), '2026-09-01'::date, '2026-12-31'::date) s
        on s.did = a.did and s.date = a.date and s."interval" = a."interval" and s.partner_id = a.partner_id
      where a.kind <> 'emergency' and takes_place(a.status) group by 1, 2, 3, 4 having count(*) > s.capacity`)
    expect(full).toEqual([])
  })

  it('lets somebody else come when the day’s list was worked off, and nobody a second time', async () => {
    const now = new Date('2026-11-23T14:40:00Z')
    await seedDemo(world.db, now)
    await world.db.system.tx((tx) =>
      tx.run(sql`update appointment set status = 'finished' where status = 'registered'`),
    )
    await seedDemo(world.db, now)
    const twice = await world.db.system.read(sql`
      select pid from appointment where date = '2026-11-23' and start_at > ${new Date('2026-11-23T13:00:00Z')}
      group by pid, did having count(*) > 1`)
    expect(twice).toEqual([])
    expect((await open(now))[0]?.coming).toBeGreaterThanOrEqual(3)
  })

  it('lets those it made wait over midnight, and go home half a day later; whom somebody has touched stays', async () => {
    const waiting = async () =>
      (
        await world.db.system.read(sql<{ qid: number }>`
          select qid from appointment where date = '2026-11-24' and status = 'checkedIn' order by qid`)
      ).map(({ qid }) => qid)
    await seedDemo(world.db, new Date('2026-11-24T15:40:00Z'))
    const late = await waiting()
    expect(late.length).toBeGreaterThan(1)
    await world.db.system.tx((tx) => tx.run(sql`update appointment set version = 2 where qid = ${late[0] ?? 0}`))
    await seedDemo(world.db, new Date('2026-11-24T16:10:00Z'))
    expect(await waiting()).toEqual(late)
    await seedDemo(world.db, new Date('2026-11-25T04:30:00Z'))
    expect(await waiting()).toEqual(late.slice(0, 1))
  })

  it('tells when a target or the day of a to-do is about to be over, as of any other', async () => {
    const silent = await world.db.system.read(sql`
      select 'case' as what, c.sn::text as key from crm_case c where c.state = 'open' and c.done_warn > c.updated_at
        and not exists (select 1 from timer t where t.kind = 'case.target' and t.key = c.sn::text)
      union all select 'to-do', h.id::text from handoff h where h.status = 0 and h.due_on is not null and not h.late_told
        and not exists (select 1 from timer t where t.kind = 'handoff.due' and t.key = h.id::text)`)
    expect(silent).toEqual([])
    const [waiting] = await world.db.system.read(
      sql<{ n: number }>`select count(distinct kind)::int as n from timer where kind in ('case.target', 'handoff.due')`,
    )
    expect(waiting?.n).toBe(2)
  })

  it('lets nobody come for what their age and sex do not have', async () => {
    const entries = await world.db.system.read(sql<{
      problem: string
      kind: string
      date: string
      gender: string
      birthday: string
    }>`
      select a.consult_problem as problem, a.kind, a.date::text as date, m.gender, m.birthday::text as birthday
      from appointment a join member m on m.pid = a.pid`)
    expect(entries.length).toBeGreaterThan(500)
    const odd = entries.filter(({ problem, kind, date, gender, birthday }) => {
      const years = yearsOf(birthday, date)
      if (kind === 'emergency') return years < 40 && !problem.startsWith('呼吸喘')
      if (problem === longTerm.problem) return years < 18
      return !problemsFor({ gender }, years).includes(problem)
    })
    expect(odd).toEqual([])
    expect(entries.some(({ birthday, date }) => yearsOf(birthday, date) < 10)).toBe(true)
  })

  it('lies where it is told to, from the first start on', async () => {
    const elsewhere = await testDatabase()
    try {
      await loadReference(elsewhere.driver)
      const now = new Date('2026-11-22T02:00:00Z')
      await seedDemo(elsewhere.db, now, 'America/New_York')
      const starts = await elsewhere.db.system.read(
        sql<{
          at: Date
        }>`select start_at as at from appointment where kind = 'general' and interval = 1 and status = 'finished'`,
      )
      const hours = starts.map(({ at }) => localTime(at, 'America/New_York').hour)
      expect(Math.min(...hours)).toBe(9)
      expect(Math.max(...hours)).toBe(11)
    } finally {
      await elsewhere.close()
    }
  })
})
