import { hashPassword } from '../server/src/auth/passwords.ts'
import { people } from '../server/src/demo/people.ts'
import { random } from '../server/src/demo/random.ts'
import postgres from 'postgres'

export interface Sizes {
  members: number
  readings: number
  appointments: number
}
export const PASSWORD = 'demo1234'
/** The doctor who asks: of institution 1, in two of its units. */
export const DOCTOR = 'bench.doctor'
/** Who signs in, over and over. */
export const SIGNERS = 40

const INSTITUTIONS = 3
const UNITS = 4
const DOCTORS = 60
/** Messages of the conversation that has lasted for years. */
export const TALK = 100_000

/**
 * Institutions, units, staff, members with realistic names, appointments of half a year on both sides of today, readings
 * of some members over months. By COPY and set statements: a minute for 100,000 members. Deterministic, but for today.
 */
export async function generate(url: string, sizes: Sizes, tell: (line: string) => void): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const began = performance.now()
  try {
    await sql.unsafe('select setseed(0.42)')
    await institutions(sql)
    await members(sql, sizes.members)
    tell(`${sizes.members} members after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    await appointments(sql, sizes.appointments)
    await busyDay(sql)
    await patterns(sql)
    await readings(sql, sizes.readings)
    await conversation(sql)
    await sql.unsafe('vacuum analyze')
    tell(
      `${sizes.appointments} appointments and ${sizes.readings} readings after ${((performance.now() - began) / 1000).toFixed(1)} s`,
    )
  } finally {
    await sql.end()
  }
}

async function institutions(sql: postgres.Sql): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  await sql`insert into partner (id, name) select n, '機構' || n from generate_series(1, ${INSTITUTIONS}::int) n`
  await sql`insert into unit (id, main_id, partner_id, name)
    select p * 10 + u, case when u = 0 then null else p * 10 end, p, '院區' || p || '-' || u
    from generate_series(1, ${INSTITUTIONS}::int) p, generate_series(0, ${UNITS}::int - 1) u`
  // Doctors of each institution, each in two units; those who sign in; and the one who asks.
  await sql`insert into staff (account, name, mobilecode)
    select 'dr.' || n, '醫師' || n, 1 from generate_series(1, ${DOCTORS}::int) n
    union all select 'bench.signer.' || n, '登入' || n, 1 from generate_series(1, ${SIGNERS}::int) n
    union all select ${DOCTOR}, '林書妍', 1`
  await sql`insert into staff_credential (mid, password_hash) select mid, ${hash} from staff`
  await sql`insert into staff_partner (mid, partner_id, staff_type, doctortype)
    select mid, case when account like 'dr.%' then 1 + mid % ${INSTITUTIONS}::int else 1 end, 1, 'doctor' from staff`
  await sql`insert into staff_unit (mid, partner_id, unit_id)
    select sp.mid, sp.partner_id, sp.partner_id * 10 + case when s.account = ${DOCTOR} then u else (sp.mid / 3 + u) % ${UNITS}::int end
    from staff_partner sp join staff s on s.mid = sp.mid, generate_series(1, 2) u`
}

const columns = [
  'member_no',
  'account',
  'id_number',
  'name',
  'name_en',
  'gender',
  'birthday',
  'height',
  'weight',
  'nhi_card_number',
  'mobile',
  'mobilecode',
  'vip',
  'language',
  'emergency_contact',
] as const

/** Every other member has a name in Latin script, too. */
const FAMILY = [
  'Chen',
  'Lin',
  'Huang',
  'Chang',
  'Li',
  'Wang',
  'Wu',
  'Liu',
  'Tsai',
  'Yang',
  'Hsu',
  'Cheng',
  'Hsieh',
  'Kuo',
]
const SYLLABLES = [
  'Yi',
  'Chun',
  'Mei',
  'Hui',
  'Chih',
  'Wen',
  'Shu',
  'Fang',
  'Ting',
  'Hao',
  'Jung',
  'Ming',
  'Hsiang',
  'Ya',
]
const latin = (at: number, of: ReturnType<typeof random>) =>
  at % 2 ? null : `${of.pick(FAMILY)} ${of.pick(SYLLABLES)}-${of.pick(SYLLABLES)}`

const escaped = (value: unknown): string =>
  value === null
    ? '\\N'
    : (typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll('\\', '\\\\').replaceAll('\t', ' ')

async function members(sql: postgres.Sql, count: number): Promise<void> {
  const names = random(7)
  const all = people(random(20_260_312), count, 'B').map((one, at) => ({ ...one, name_en: latin(at, names) }))
  const into = await sql.unsafe(`copy member (${columns.join(', ')}) from stdin`).writable()
  const lines = all.map((person) => columns.map((name) => escaped(name === 'mobilecode' ? 1 : person[name])).join('\t'))
  await new Promise<void>((resolve, reject) => {
    into.once('error', reject).once('finish', () => resolve())
    into.end(`${lines.join('\n')}\n`)
  })
  // Most are of one unit, every tenth of a second one of the same institution.
  await sql`insert into member_unit (pid, partner_id, unit_id)
    select pid, 1 + pid % ${INSTITUTIONS}::int, (1 + pid % ${INSTITUTIONS}::int) * 10 + (pid / 3) % ${UNITS}::int from member
    union select pid, 1 + pid % ${INSTITUTIONS}::int, (1 + pid % ${INSTITUTIONS}::int) * 10 + (pid / 3 + 1) % ${UNITS}::int from member where pid % 10 = 0`
  await sql`insert into member_history (pid, partner_id, unit_id, kind, note, ename, severity)
    select mu.pid, mu.partner_id, mu.unit_id, k.kind, k.note, k.ename, k.severity
    from member_unit mu cross join (values ('sensitive_matters', 'Penicillin 類', 'Penicillins', 'moderate', 3),
      ('person_sick', '高血壓', 'Hypertension', null, 2), ('parents_sick', '糖尿病', 'Diabetes', null, 4)) k(kind, note, ename, severity, every)
    where mu.pid % k.every = 0`
  await sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
    select gen_random_uuid(), partner_id, unit_id, pid, 'record', 'active', '1', now() - interval '90 days' from member_unit where pid % 7 <> 0`
}

async function appointments(sql: postgres.Sql, count: number): Promise<void> {
  await sql`create temp table of_unit as select unit_id, partner_id, array_agg(pid) as pids from member_unit group by 1, 2`
  await sql`create temp table doctor as
    select su.mid, su.partner_id, su.unit_id, row_number() over (order by su.mid, su.unit_id) - 1 as at
    from staff_unit su join staff s on s.mid = su.mid where s.account like 'dr.%' or s.account = ${DOCTOR}`
  // Each doctor and unit in turn, by the day, eight to seventeen o'clock; past ones are over.
  await sql`insert into appointment (partner_id, unit_id, pid, did, booked_by, status, kind, "interval", date, start_at, queue_no,
      checked_in_at, started_at, finished_at, finished_by, consult_problem)
    select d.partner_id, d.unit_id, u.pids[1 + floor(random() * array_length(u.pids, 1))::int], d.mid, d.mid,
      case when e.date >= current_date then 'registered' when random() < 0.9 then 'finished' else 'cancelled' end, 'general',
      case when e.hour < 12 then 1 else 2 end, e.date, (e.date + make_interval(hours => e.hour, mins => (e.n / 7 % 4) * 15)) at time zone 'Asia/Taipei',
      e.n + 1, case when e.date < current_date then e.date + interval '2 hours' end, case when e.date < current_date then e.date + interval '2 hours' end,
      case when e.date < current_date then e.date + interval '3 hours' end, case when e.date < current_date then d.mid end, '追蹤血壓'
    from (select n, current_date - 180 + (n / (select count(*) from doctor)::int % 360) as date, 8 + n % 10 as hour
      from generate_series(0, ${count}::int - 1) n) e
    join doctor d on d.at = e.n % (select count(*) from doctor)
    join of_unit u on u.unit_id = d.unit_id`
}

/** Every doctor's mornings and afternoons of all days: what free times are computed from. */
async function patterns(sql: postgres.Sql): Promise<void> {
  await sql`insert into schedule_entry (partner_id, did, weekday, "interval", start_time, end_time, capacity, slot_minutes, valid_from)
    select distinct d.partner_id, d.mid, w, h.part, h.start_time, h.end_time, 500, 15, current_date - 400
    from doctor d cross join generate_series(1, 7) w
    cross join (values (1, '08:00'::time, '12:00'::time), (2, '12:00'::time, '18:00'::time)) h (part, start_time, end_time)`
}

/** The asker's own day, by the institution's clock: two hundred entries in all states of a day that runs. */
export const BUSY_DAY = 200
async function busyDay(sql: postgres.Sql): Promise<void> {
  await sql`insert into appointment (partner_id, unit_id, pid, did, booked_by, status, kind, "interval", date, start_at, queue_no,
      checked_in_at, started_at, finished_at, finished_by, consult_problem)
    select d.partner_id, d.unit_id, u.pids[1 + n % array_length(u.pids, 1)], d.mid, d.mid, e.status, 'general',
      case when n < 100 then 1 else 2 end, e.day, (e.day + interval '8 hours' + make_interval(mins => n * 3)) at time zone 'Asia/Taipei', 1000000 + n,
      case when e.status in ('checkedIn', 'finished') then now() - interval '40 minutes' end, case when e.status = 'finished' then now() - interval '20 minutes' end,
      case when e.status = 'finished' then now() - interval '10 minutes' end, case when e.status = 'finished' then d.mid end, '追蹤血壓'
    from generate_series(0, ${BUSY_DAY}::int - 1) n
    cross join lateral (select (array['finished', 'checkedIn', 'registered', 'registered'])[1 + n % 4] as status,
      (now() at time zone 'Asia/Taipei')::date as day) e
    join doctor d on d.mid = (select mid from staff where account = ${DOCTOR}) and d.at = (select min(x.at) from doctor x where x.mid = d.mid)
    join of_unit u on u.unit_id = d.unit_id`
}

async function readings(sql: postgres.Sql, count: number): Promise<void> {
  // Those who measure, measure for months: some seventy readings each.
  await sql`insert into reading (pid, partner_id, unit_id, kind, value, diastolic, pulse, unit, measured_at, received_at, source, data_type,
      device_name, device_type, recorded_by)
    select m.pid, m.partner_id, m.unit_id, k.kind, k.value + floor(random() * 20), case when k.kind = 'blood_pressure' then 70 + n % 20 end,
      case when k.kind = 'blood_pressure' then 60 + n % 30 end, k.unit, now() - make_interval(hours => (n / m.many * 30 + 1)::int, secs => (n % 3600)::int),
      now(), 'device', k.data_type, 'BP-7', 'cuff', m.mid
    from generate_series(0, ${count}::int - 1) n
    join (select mu.*, row_number() over (order by mu.pid) - 1 as at, count(*) over () as many, min(su.mid) as mid
      from member_unit mu join staff_unit su on su.unit_id = mu.unit_id
      where mu.pid <= (select min(pid) + ${Math.ceil(count / 70)}::int from member) group by mu.pid, mu.unit_id) m on m.at = n % m.many
    join (values (0, 'blood_pressure', 110, 'mmHg', 'blood_pressure'), (1, 'weight', 55, 'kg', 'weight'),
      (2, 'pulse', 60, '/min', 'heart_rate')) k(at, kind, value, unit, data_type) on k.at = (n / m.many) % 3
    on conflict do nothing`
}

/** One with a patient of the doctor who asks. The triggers give numbers one by one: here they stand already. */
async function conversation(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`with c as (
        insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, last_seq, last_at, answered_seq, created_by, created_at)
        select 'patient', mu.partner_id, mu.unit_id, mu.pid, mu.pid, ${TALK}::int, now(), ${TALK}::int - 1, s.mid, now() - interval '3 years'
        from staff s join staff_unit su on su.mid = s.mid join member_unit mu on mu.unit_id = su.unit_id and mu.status = 'active'
        where s.account = ${DOCTOR} order by mu.pid limit 1
        returning *)
      insert into chat_message (conversation_id, seq, partner_id, unit_id, pid, author_mid, client_id, body, sent_at)
      select c.id, n, c.partner_id, c.unit_id, c.pid, case when n % 3 = 0 then null else c.created_by end, gen_random_uuid(),
        '第' || n || '則訊息', now() - (${TALK}::int - n) * interval '10 minutes'
      from c, generate_series(1, ${TALK}::int) n`
  })
}
