import postgres from 'postgres'
import { type Ask, firstScreen } from '../server/src/emr/chart.fixture.ts'
import { dataOf } from './asking.ts'
import type { Principal } from './rows.ts'
import type { Figure } from './table.ts'
import { timed } from './timed.ts'

const VISITS = 1000
const READINGS = 100_000
const TIMES = 60
const WARM = 10
const LIMIT_MS = 150
const SAVED_MS = 30
const SAVED = 'autosave of a note, ms'
/** By itself, and with all that the screen asks for at the same moment; the trends once somebody wants them. */
const rowsOf = (
  pid: number,
  qid: number,
): readonly (readonly [what: string, asks: readonly Ask[], limit?: number])[] => [
  ['first screen', [['getEmrData', { pid, qid: 0 }]], LIMIT_MS],
  ['last measurements', [[`measurements/${pid}?days=1&record=1`]], LIMIT_MS],
  ['all of the first screen at once', firstScreen(pid, qid), LIMIT_MS],
  ['trends of 30 days', [[`measurements/${pid}?days=30&record=1`]]],
]
const rowOf = (what: string) => `chart of ${VISITS} visits, ${READINGS} readings: ${what}, ms`

/** A patient of half a lifetime: a signed note a visit with its diagnosis and drugs, a hundred readings a day. */
async function plant(url: string, { mid, partnerId, unitIds }: Principal): Promise<{ pid: number; qid: number }> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const unit = unitIds[0] ?? 0
  try {
    const [member] = await sql<
      { pid: number }[]
    >`insert into member (member_no, id_number, name, gender, birthday, height)
      values ('CHART-1', 'A800000014', '厚病歷', 'female', '1948-01-02', 158) returning pid`
    const pid = member?.pid ?? 0
    await sql`insert into member_unit (pid, partner_id, unit_id) values (${pid}, ${partnerId}, ${unit})`
    await sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at, ends_at)
      values (gen_random_uuid(), ${partnerId}, ${unit}, ${pid}, 'record', 'active', '1', now() - interval '1 day', now() + interval '1 year')`
    await sql`insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no, finished_at, finished_by)
      select ${partnerId}, ${unit}, ${pid}, ${mid}, 'finished', 'general', 1, current_date - n, now() - make_interval(days => n), 9000, now() - make_interval(days => n), ${mid}
      from generate_series(1, ${VISITS}::int) n`
    await sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, state, s, o, a, p, signed_at, signed_by, created_at)
      select gen_random_uuid(), a.partner_id, a.unit_id, a.pid, a.qid, a.did, 'signed', repeat('頭痛三天，', 60), repeat('血壓偏高，', 40), '高血壓', '追蹤', a.finished_at, a.did, a.finished_at
      from appointment a where a.pid = ${pid}`
    await sql`insert into diagnosis (id, note_id, partner_id, unit_id, pid, author_mid, code, name_en, name_zh_tw, sort)
      select gen_random_uuid(), n.id, n.partner_id, n.unit_id, n.pid, n.author_mid, 'I10', 'Essential hypertension', '高血壓', 0 from note n where n.pid = ${pid}`
    await sql`insert into reading (pid, partner_id, unit_id, kind, value, diastolic, pulse, unit, measured_at, received_at, source, data_type, recorded_by)
      select ${pid}, ${partnerId}, ${unit}, 'blood_pressure', 110 + n % 40, 70 + n % 15, 60 + n % 30, 'mmHg', now() - make_interval(mins => 14 * n),
        now() - make_interval(mins => 14 * n), 'device', 'blood_pressure', ${mid}
      from generate_series(1, ${READINGS}::int) n`
    await sql.unsafe('vacuum analyze reading, note, appointment, diagnosis, last_measurement')
    const [today] = await sql<{ qid: number }[]>`
      insert into appointment (partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no)
      values (${partnerId}, ${unit}, ${pid}, ${mid}, 'checkedIn', 'general', 1, current_date, now(), 9001) returning qid`
    return { pid, qid: today?.qid ?? 0 }
  } finally {
    await sql.end()
  }
}

/** One after the other, as one person opens it. */
export async function chartFigures(
  database: string,
  url: string,
  asker: Principal,
  signIn: () => Promise<string>,
  wanted: (name: string) => boolean,
): Promise<Figure[]> {
  if (!wanted(SAVED) && !rowsOf(0, 0).some(([what]) => wanted(rowOf(what)))) return []
  const { pid, qid } = await plant(database, asker)
  const token = await signIn()
  const one: One = ([path, body], method) =>
    dataOf(`${url}/his/api/${path}`, { token, ...(body ? { body } : {}), ...(method ? { method } : {}) })
  const figures: Figure[] = []
  for (const [what, asks, limit] of rowsOf(pid, qid)) {
    if (!wanted(rowOf(what))) continue
    const ask = () => Promise.all(asks.map((ask) => one(ask)))
    figures.push(await timed({ row: rowOf(what), times: TIMES, warm: WARM, median: limit }, ask))
  }
  if (wanted(SAVED))
    figures.push(await timed({ row: SAVED, times: TIMES, warm: WARM, median: SAVED_MS }, await writing(one, pid, qid)))
  return figures
}

type One = (ask: Ask, method?: string) => Promise<{ id?: string; version?: number }>
/** Somebody who writes: the text of a long note with a word more each time, against the version that stands. */
async function writing(one: One, pid: number, qid: number): Promise<() => Promise<void>> {
  const note = await one(['note', { pid, qid }])
  let version = note.version ?? 0
  let s = '頭痛三天，'.repeat(60)
  return async () => {
    s += '再'
    const saved = await one([`notes/${note.id}`, { pid, qid, version, s }], 'PUT')
    version = saved.version ?? 0
  }
}
