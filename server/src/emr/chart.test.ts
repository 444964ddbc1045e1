import { localDay } from '@teleward/contract/core/dates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { figure } from '../../../proof/lib/figures.ts'
import { asLin, book, members } from '../appointments/fixture.ts'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { measurements } from '../monitoring/trends.ts'
import { sql } from '../platform/db/index.ts'
import { firstScreen } from './chart.fixture.ts'

const VISITS = 1000
const READINGS = 100_000
/** Their times are printed: others are at work beside a test. On a quiet machine `npm run bench` measures them, too. */
const OPENINGS = 5
const MINUTES_APART = 14
/** Of the last 24 hours. */
const A_DAY = Math.floor((24 * 60 - 1) / MINUTES_APART)
const pid = members.wu

let clinic: Clinic
let lin: Staff
let qid: number
const run = (query: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(query))

/** A patient of half a lifetime: a signed note a visit with its diagnosis, a hundred readings a day. */
beforeAll(async () => {
  clinic = await openClinic()
  lin = await clinic.staff('dr.lin')
  const now = clinic.clock.now()
  const at = sql`${now.toISOString()}::timestamptz`
  qid = await book(clinic.data.db, { pid, status: 'checkedIn', date: localDay(now, 'Asia/Taipei') })
  await run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at)
    values (gen_random_uuid(), 1, 2, ${pid}, 'record', 'active', '1', '2020-01-01', '2099-01-01')`)
  await run(sql`insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no, finished_at, finished_by)
    select 1, 2, ${pid}, ${lin.mid}::int, 'finished', 'general', 1, ${at}::date - n, ${at} - make_interval(days => n), 9000, ${at} - make_interval(days => n), ${lin.mid}::int
    from generate_series(1, ${VISITS}::int) n`)
  await run(sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, state, s, o, a, p, signed_at, signed_by, created_at)
    select gen_random_uuid(), a.partner_id, a.unit_id, a.pid, a.qid, a.did, 'signed', repeat('頭痛三天，', 60), repeat('血壓偏高，', 40), '高血壓', '追蹤', a.finished_at, a.did, a.finished_at
    from appointment a where a.pid = ${pid} and a.status = 'finished'`)
  await run(sql`insert into diagnosis (id, note_id, partner_id, unit_id, pid, author_mid, code, name_en, name_zh_tw, sort)
    select gen_random_uuid(), n.id, n.partner_id, n.unit_id, n.pid, n.author_mid, 'I10', 'Essential hypertension', '高血壓', 0 from note n where n.pid = ${pid}`)
  await run(sql`insert into reading (pid, partner_id, unit_id, kind, value, diastolic, pulse, unit, measured_at, received_at, source, data_type, recorded_by)
    select ${pid}, 1, 2, 'blood_pressure', 110 + n % 40, 70 + n % 15, 60 + n % 30, 'mmHg', ${at} - make_interval(mins => ${MINUTES_APART}::int * n),
      ${at} - make_interval(mins => ${MINUTES_APART}::int * n), 'device', 'blood_pressure', ${lin.mid}::int
    from generate_series(1, ${READINGS}::int) n`)
  await clinic.data.db.owner('analyze reading, note, appointment, diagnosis, last_measurement')
})
afterAll(() => clinic?.close())

describe('a chart of 1,000 visits and 100,000 readings', () => {
  it('[EMR-18] is answered with all that its first screen asks for at once, and its readings are not gone through', async () => {
    const asks = firstScreen(pid, qid)
    const open = async () => {
      const began = performance.now()
      const answers = await Promise.all(
        asks.map(([path, body]) => (body ? lin.post(`/his/api/${path}`, body) : lin.get(`/his/api/${path}`))),
      )
      const took = performance.now() - began
      expect(answers.map(({ code }) => code)).toEqual(asks.map(() => 'OK'))
      return { took, answers }
    }
    const { answers } = await open()
    const [record, last] = answers
    expect(record?.data).toMatchObject({ access: 'authorised', visit: { qid }, records: { length: 10 } })
    expect(last?.data).toMatchObject({ last: [{ kind: 'blood_pressure' }] })
    const times: number[] = []
    while (times.length < OPENINGS) times.push((await open()).took)
    figure('a chart of 100,000 readings', { openings: OPENINGS, quickestMs: Math.round(Math.min(...times)) })

    if (clinic.data.db.kind === 'pglite') return
    // A quick machine goes through 100,000 rows in less: those of the last day and the last of the kind are looked at.
    const looked = await clinic.data.db.tx({ ...asLin, 'monitor.read': 'y' }, async (tx) => {
      const ask = { days: 1, compare: '0', record: '1' } as const
      const said = await measurements(tx.many, clinic.clock.now(), 'Asia/Taipei', pid, ask)
      expect(said.total).toBe(A_DAY)
      const [rows] = await tx.many(
        sql<{
          n: number
        }>`select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'reading'`,
      )
      return rows?.n
    })
    expect(looked).toBeGreaterThanOrEqual(A_DAY)
    expect(looked).toBeLessThan(A_DAY * 5)
  })
})
