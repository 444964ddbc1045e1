import { randomUUID } from 'node:crypto'
import type { Alert, MonitorMember } from '@teleward/contract/monitoring/alert-schema.ts'
import type { Rule } from '@teleward/contract/monitoring/group-rules.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** Two members of unit 2, the second without an authorisation. */
export const PID = 201
export const SHUT = 202
export const HOUR = 3_600_000

const ACCOUNTS = {
  lin: 'dr.lin',
  chen: 'nurse.chen',
  away: 'dr.away',
  care: 'care.su',
  admin: 'unit.admin',
} as const

/** As the database writes an instant. */
export const asReported = (instant: string) => instant.replace('.000Z', '+00:00')

export const limit = (more: Partial<Rule> = {}): Rule & { id: string } => ({
  id: randomUUID(),
  measure: 'systolic',
  test: 'above',
  value: 140,
  hours: null,
  severity: 'warning',
  fromHour: 0,
  toHour: 24,
  ...more,
})

export async function put<T>(who: Staff, path: string, body: unknown) {
  const response = await who.request(`/his/api/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = (await response.json()) as { status: string; data: T }
  return { status: response.status, code: said.status, data: said.data }
}

/** For a test file: a clinic whose nurse watches over members, empty of limits, readings and alerts before each test. */
export function watchedClinic() {
  let clinic: Clinic
  let group = ''
  const staff = Object.fromEntries(Object.keys(ACCOUNTS).map((name) => [name, {}])) as Record<
    keyof typeof ACCOUNTS,
    Staff
  >
  const run = (statement: ReturnType<typeof sql>) => clinic.data.db.system.tx((tx) => tx.run(statement))
  /** In place: whoever holds one of them goes on with the new session. */
  async function signAll() {
    for (const [name, account] of Object.entries(ACCOUNTS))
      Object.assign(staff[name as keyof typeof ACCOUNTS], await clinic.staff(account))
  }
  beforeAll(async () => {
    clinic = await openClinic()
    await run(sql`insert into staff (mid, account, name, mobilecode) overriding system value values
      (110, 'care.su', '蘇照服', 1), (111, 'unit.admin', '管理者', 1)`)
    await run(
      sql`insert into staff_credential (mid, password_hash) select m, password_hash from staff_credential, generate_series(110, 111) m where mid = 101`,
    )
    await run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype) values
      (110, 1, 3, 'caregiver'), (111, 1, 5, 'admin')`)
    await run(sql`insert into staff_unit (mid, partner_id, unit_id) values (110, 1, 2), (111, 1, 2)`)
    await signAll()
  })
  afterAll(() => clinic?.close())
  beforeEach(async () => {
    for (const table of ['monitor_alert', 'monitor_own', 'monitor_rule', 'monitor_group_member', 'monitor_group_staff'])
      await run(sql`delete from ${sql.table(table)}`)
    for (const table of ['monitor_group', 'monitor_off', 'last_measurement', 'reading'])
      await run(sql`delete from ${sql.table(table)}`)
  })

  /** A group of unit 2 with nurse.chen, both members and these limits. */
  async function watch(rules: readonly Rule[], members = [PID, SHUT]) {
    group = randomUUID()
    await run(sql`insert into monitor_group (id, partner_id, at_unit, name, created_by, created_at, updated_at)
      values (${group}::uuid, 1, 2, ${`血壓 ${group.slice(0, 6)}`}, 101, ${clinic.clock.now()}, ${clinic.clock.now()})`)
    await run(
      sql`insert into monitor_group_staff (group_id, partner_id, at_unit, mid) values (${group}::uuid, 1, 2, ${staff.chen.mid})`,
    )
    for (const pid of members)
      await run(sql`insert into monitor_group_member (group_id, pid, partner_id, unit_id, added_by, added_at)
        values (${group}::uuid, ${pid}, 1, 2, 101, ${clinic.clock.now()})`)
    for (const [place, rule] of rules.entries())
      await run(sql`insert into monitor_rule (id, group_id, partner_id, at_unit, place, measure, test, value, inclusive, direction, hours, severity, from_hour, to_hour)
        values (${randomUUID()}::uuid, ${group}::uuid, 1, 2, ${place}, ${rule.measure}, ${rule.test}, ${rule.value}::numeric,
          ${rule.inclusive ?? null}::boolean, ${rule.direction ?? null}::text, ${rule.hours}::int,
          ${rule.severity}, ${rule.fromHour}, ${rule.toHour})`)
  }
  const at = (minutesAgo: number) => new Date(clinic.clock.now().getTime() - minutesAgo * 60_000).toISOString()
  return {
    get clinic() {
      return clinic
    },
    /** The one that was made last. */
    get group() {
      return group
    },
    staff,
    run,
    watch,
    /** Every limit of the groups is critical from now on. */
    asCritical: () => sql`update monitor_rule set severity = 'critical'`,
    at,
    async later(ms: number) {
      await clinic.pass(ms)
      await signAll()
    },
    /** A reading five minutes old of the first member, unless said otherwise. */
    async give(systolic: number, more: Record<string, unknown> = {}) {
      const said = { pid: PID, dataType: 'blood_pressure', systolic, diastolic: 70, timestamp: at(5), ...more }
      const { code } = await staff.lin.post('/his/api/devicereadings', said)
      expect(code).toBe('OK')
    },
    alerts: async (who: Staff, query = '') => (await who.get<Alert[]>(`/his/api/alerts${query}`)).data,
    overview: async (who: Staff, body: object = {}) =>
      (await who.post<MonitorMember[]>('/his/api/monitormembers', body)).data,
  }
}
