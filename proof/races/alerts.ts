import { randomUUID } from 'node:crypto'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import { PATIENT, type Person, type World } from '../lib/world.ts'
import { type Contest, crowd, judge, row } from './contest.ts'

type Told = Alert & Record<string, unknown>

/** An alert of the patient, whose record is open to the unit. */
async function raised(world: World): Promise<string> {
  const id = randomUUID()
  await world.db.system.tx(async (tx) => {
    await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
      select gen_random_uuid(), 1, 2, ${PATIENT}, 'record', 'active', '2026-01', '2026-01-01'
      where not exists (select 1 from consent c where c.pid = ${PATIENT} and c.kind = 'record' and c.state = 'active' and c.unit_id = 2)`)
    await tx.run(sql`insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, measure, test, severity, limit_value, value,
        measured_at, raised_at, last_value, last_at)
      values (${id}, ${PATIENT}, 1, 2, ${randomUUID()}, 'group', 'systolic', 'above', 'warning', 140, 151, now(), now(), 151, now())`)
  })
  return id
}

/** Six acknowledge one alert: it is one's, the others are told whose. */
const taken: Contest = {
  name: '[MON-03~] one alert, acknowledged by six',
  crowd: 6,
  share: 1,
  falls: ['locks'],
  async situation(world) {
    const id = await raised(world)
    const people: Person[] = await Promise.all(Array.from({ length: 6 }, () => world.person()))
    const answers = await crowd(6, (at) =>
      world.as<Told>(
        people[at] as Person,
        'PUT',
        `/his/api/alerts/${id}`,
        { action: 'acknowledge', note: `字 ${at}` },
        { process: at },
      ),
    )
    const seen = judge()
    const won = seen.one(answers, ['ALERT_TAKEN'])
    const { by } = await row(
      world,
      sql<{ by: number | null }>`select acked_by as by from monitor_alert where id = ${id}`,
    )
    const told = (won?.data as Told | undefined)?.acknowledged?.by.mid
    seen.holds(by !== null && by === told, () => `${by} has the alert, ${told} was told`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const alertContests: readonly Contest[] = [taken]
