import postgres from 'postgres'
import { worker } from './children.ts'
import type { Job, Result } from './load.ts'
import { amid, quantile, sorted } from './noise.ts'
import type { Principal } from './rows.ts'
import type { Figure } from './table.ts'

const MILLIONS = 10
/** Who is watched by the asker's group, and as many others of the institution: each measures for three years. */
const WATCHED = 1000
const OTHERS = 1000
const EACH = (MILLIONS * 1_000_000) / (WATCHED + OTHERS)
const YEARS = 3
const BATCH = 100
const TIMES = 100
const WARM = 20
const RATE = 500
const SECONDS = 20
const rowOf = (what: string) => `${MILLIONS} million readings: ${what}`
const OVERVIEW = rowOf(`overview of ${WATCHED} members, the first page, ms`)
const PAGES = rowOf(`overview of ${WATCHED} members, all of them in pages of 200, ms`)
const YEAR = rowOf("a member's year, ms")
const TAKEN = rowOf(`${RATE} readings/s taken in, with limits and alerts`)

export interface Planted {
  watched: number[]
}

/** In the order of time, as readings come in: those of one member lie far apart. Nothing is made where it is there. */
export async function plantReadings(url: string, asker: Principal, tell: (line: string) => void): Promise<Planted> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const people = await sql<{ pid: number; unit: number }[]>`
      select mu.pid, min(mu.unit_id) as unit from member_unit mu
      join consent c on c.pid = mu.pid and c.unit_id = mu.unit_id and c.kind = 'record' and c.state = 'active'
      where mu.partner_id = ${asker.partnerId} and mu.status = 'active'
      group by mu.pid order by (min(mu.unit_id) = any (${asker.unitIds})) desc, mu.pid limit ${WATCHED + OTHERS}`
    if (people.length < WATCHED + OTHERS) throw new Error(`the data hold too few members: ${people.length}`)
    const watched = people.slice(0, WATCHED).map(({ pid }) => pid)
    const [there] = await sql<{ many: number }[]>`select count(*)::int as many from monitor_group where name = '千萬筆'`
    if (there?.many) return { watched }
    await sql`set session_replication_role = replica`
    const indexes = await sql<{ name: string; made: string }[]>`
      select indexname as name, indexdef as made from pg_indexes where tablename = 'reading' and indexname <> 'reading_pkey'`
    for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
    await sql`create temp table measures as select pid, unit, row_number() over (order by pid) as at
      from unnest(${people.map(({ pid }) => pid)}::int[], ${people.map(({ unit }) => unit)}::int[]) x(pid, unit)`
    for (let from = 0; from < EACH; from += BATCH)
      await sql`insert into reading (pid, partner_id, unit_id, kind, value, diastolic, pulse, unit, measured_at, received_at, source, data_type,
          device_name, device_type, recorded_by)
        select pid, ${asker.partnerId}, unit, kind, base + (n * 7 + at) % spread, case when kind = 'blood_pressure' then 60 + n % 30 end,
          case when kind = 'blood_pressure' then 60 + at % 30 end, unit_of, moment, moment, 'device', data_type, 'BP-7', 'cuff', ${asker.mid}
        from (select m.pid, m.unit, m.at, n, k.*, now() - interval '1 day' * ${365 * YEARS} * (${EACH}::int - n) / ${EACH}::int
            - make_interval(secs => m.at) as moment
          from generate_series(${from + 1}::int, ${from + BATCH}::int) n cross join measures m
          join (values (0, 'blood_pressure', 100, 50, 'mmHg', 'blood_pressure'), (1, 'weight', 50, 30, 'kg', 'weight'),
            (2, 'pulse', 55, 45, '/min', 'heart_rate'), (3, 'temperature', 36, 2, 'Cel', 'temperature'),
            (4, 'glucose_fasting', 80, 60, 'mg/dL', 'blood_glucose'), (5, 'glucose_before_meal', 80, 60, 'mg/dL', 'blood_glucose'),
            (6, 'glucose_after_meal', 90, 90, 'mg/dL', 'blood_glucose'), (7, 'blood_oxygen', 92, 8, '%', 'heart_rate'))
            k(nth, kind, base, spread, unit_of, data_type) on k.nth = n % 8 order by n, m.at) x`
    tell('the readings are in')
    for (const { made } of indexes) await sql.unsafe(made)
    await sql`insert into last_measurement (pid, partner_id, unit_id, kind, reading_id, measured_at, recorded_by)
      select l.pid, l.partner_id, l.unit_id, l.kind, l.id, l.measured_at, l.recorded_by from measures m
      cross join (select distinct kind from (select kind from reading limit 100000) x) k
      cross join lateral (select r.* from reading r where r.pid = m.pid and r.unit_id = m.unit and r.kind = k.kind
        order by r.measured_at desc, r.id desc limit 1) l
      on conflict (pid, unit_id, kind) do update set reading_id = excluded.reading_id, measured_at = excluded.measured_at`
    await group(sql, asker, people.slice(0, WATCHED))
    await sql.unsafe('vacuum analyze')
    return { watched }
  } finally {
    await sql.end()
  }
}

/** The asker cares for them; one in twenty of what comes in strikes a limit. */
async function group(
  sql: postgres.Sql,
  { mid, partnerId }: Principal,
  people: readonly { pid: number; unit: number }[],
) {
  for (const unit of new Set(people.map((one) => one.unit))) {
    const [made] = await sql<{ id: string }[]>`
      insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at)
      values (gen_random_uuid(), ${partnerId}, ${unit}, '千萬筆', ${mid}, now(), now()) returning id`
    const id = made?.id ?? ''
    await sql`insert into monitor_group_staff (group_id, partner_id, at_unit, mid) values (${id}, ${partnerId}, ${unit}, ${mid})`
    const pids = people.filter((one) => one.unit === unit).map(({ pid }) => pid)
    await sql`insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at)
      select ${id}, pid, ${partnerId}, ${unit}, ${mid}, now() from unnest(${pids}::int[]) x(pid)`
    await sql`insert into monitor_rule (id, group_id, partner_id, at_unit, place, measure, test, value, hours, severity, from_hour, to_hour)
      values (gen_random_uuid(), ${id}, ${partnerId}, ${unit}, 0, 'systolic', 'above', 147, null, 'warning', 0, 24),
        (gen_random_uuid(), ${id}, ${partnerId}, ${unit}, 1, 'systolic', 'below', 80, null, 'warning', 0, 24)`
  }
}

export async function readingFigures(
  database: string,
  server: { url: string; port: number },
  asker: Principal,
  signIn: () => Promise<string>,
  wanted: (name: string) => boolean,
): Promise<Figure[]> {
  if (![OVERVIEW, PAGES, YEAR, TAKEN].some(wanted)) return []
  const { watched } = await plantReadings(database, asker, console.log)
  let token = await signIn()
  const ask = async (path: string, body?: unknown) => {
    const began = performance.now()
    const answer = await fetch(`${server.url}/his/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    const took = performance.now() - began
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
    return { text, took }
  }
  const page = (pageSize: number, nth: number) =>
    ask('monitormembers', { whose: 'groups', days: 7, pageSize, page: nth })
  const whole = JSON.parse((await page(20, 1)).text) as { total: number; data: { last: unknown[] }[] }
  if (whole.total !== WATCHED || whole.data.some(({ last }) => last.length < 8))
    throw new Error(`the overview is not whole: ${whole.total}`)
  const someone = (n: number) => watched[(n * 7919) % watched.length] ?? 0
  const rows: [row: string, limit: number | undefined, once: (n: number) => Promise<number>][] = [
    [OVERVIEW, 100, async () => (await page(20, 1)).took],
    [
      PAGES,
      undefined,
      async () => {
        let took = 0
        for (let nth = 1; nth <= WATCHED / 200; nth += 1) took += (await page(200, nth)).took
        return took
      },
    ],
    [YEAR, 50, async (n) => (await ask(`measurements/${someone(n)}?days=365`)).took],
  ]
  const figures: Figure[] = []
  for (const [row, limit, once] of rows) {
    if (!wanted(row)) continue
    // A row may take longer than a session lasts.
    token = await signIn()
    const [warm, times] = row === PAGES ? [2, 10] : [WARM, TIMES]
    for (let n = 0; n < warm; n += 1) await once(n + 1000)
    const { value, noise } = await amid(async () => {
      const taken: number[] = []
      for (let n = 0; n < times; n += 1) taken.push(await once(n))
      return sorted(taken)
    })
    const p50 = quantile(value, 0.5)
    const reach = limit ? { reach: `median ≤ ${limit}`, reached: p50 <= limit } : {}
    figures.push({ row, load: '1', p50, p99: quantile(value, 0.99), ...reach, noise })
  }
  if (wanted(TAKEN)) figures.push(await takenIn(server.port, await signIn(), watched))
  return figures
}

/** By the clock, whatever the server does; each of the watched in turn, measured in the last minutes. */
async function takenIn(port: number, token: string, watched: readonly number[]): Promise<Figure> {
  const now = Date.now()
  const requests = Array.from({ length: RATE * (SECONDS + 10) }, (_, n) => {
    const text = JSON.stringify({
      ...{ pid: watched[n % watched.length], dataType: 'blood_pressure', unit: 'mmHg', diastolic: 80, pulse_rate: 70 },
      systolic: n % 20 ? 120 + (n % 20) : 150,
      timestamp: new Date(now - n * 10).toISOString(),
      deviceName: 'BP-9',
    })
    return `POST /his/api/devicereadings HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  })
  const client = worker('load.ts')
  try {
    const job: Job = { port, connections: 50, requests, warmMs: 5000, ms: SECONDS * 1000, rate: RATE }
    const { value, noise } = await amid(() => client.do<Result>(job))
    if (Object.keys(value.refused).length) throw new Error(`not all were taken in: ${JSON.stringify(value.refused)}`)
    const { perSecond, p50, p99 } = value
    const reached = perSecond >= RATE * 0.99 && p99 <= 1000
    return { row: TAKEN, load: `${RATE}/s`, perSecond, p50, p99, reach: `≥ ${RATE}/s, p99 ≤ 1000`, reached, noise }
  } finally {
    client.end()
  }
}
