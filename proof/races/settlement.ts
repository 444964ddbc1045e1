import { randomUUID } from 'node:crypto'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Answer, Person, World } from '../lib/world.ts'
import { type Contest, crowd, judge, row } from './contest.ts'

const MONTH = '2026-01'
const OPENING = 100_000
interface Month {
  admins: [Person, Person]
  id: string
}
/** A month of a doctor of this situation that is over, and two who settle. */
async function over(world: World): Promise<Month> {
  const doctor = await world.person()
  const admins: [Person, Person] = [
    await world.person({ doctortype: 'admin', staffType: 6 }),
    await world.person({ doctortype: 'admin', staffType: 6 }),
  ]
  const statement = randomUUID()
  await world.run(sql`
    insert into settlement_statement (id, partner_id, mid, month, currency, state, settle_on, calculated_at)
    values (${statement}::uuid, 1, ${doctor.mid}, '2026-01-01', 'TWD', 'calculated', '2026-02-10', now())`)
  await world.run(sql`
    insert into settlement_line (id, statement_id, partner_id, mid, kind, adjustment, reason, by_mid, at)
    values (${randomUUID()}::uuid, ${statement}::uuid, 1, ${doctor.mid}, 'correction', ${OPENING}, 'x', ${admins[0].mid}, now())`)
  // Written down: it is no forecast.
  await world.run(
    sql`insert into settlement_month (partner_id, month, closed_at) values (1, '2026-01-01', now()) on conflict do nothing`,
  )
  return { admins, id: `${MONTH}-${doctor.mid}-TWD` }
}

interface Read {
  version: number
  payout: number
}
/** Reads it and confirms what was read. */
async function confirm(world: World, who: Person, id: string, process: number): Promise<Answer<Read>> {
  const path = `/his/api/statements/${id}`
  const { data } = await world.as<Read>(who, 'GET', path, undefined, { process })
  const body = { action: 'confirm', version: data.version, payout: data.payout }
  return world.as<Read>(who, 'PUT', path, body, { process })
}

/** Corrections come while it is confirmed: what is confirmed is the sum of its lines, each of which was served. */
const confirming: Contest = {
  name: '[FEE-03~] a statement corrected by six while two confirm it',
  crowd: 8,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const { admins, id } = await over(world)
    const [confirmed, corrected] = await Promise.all([
      crowd(2, (at) => confirm(world, admins[at] ?? admins[0], id, at)),
      crowd(6, (at) =>
        world.as(
          admins[at % 2] ?? admins[0],
          'POST',
          `/his/api/statements/${id}/corrections`,
          { id: randomUUID(), amount: 100, reason: '補差額' },
          { process: at },
        ),
      ),
    ])
    const seen = judge()
    seen.among(confirmed, ['OK', 'VERSION_STALE', 'SETTLE_CLOSED'])
    seen.among(corrected, ['OK', 'SETTLE_CLOSED'])
    const mid = Number(id.split('-')[2])
    const stands = await row(
      world,
      sql<{ state: string; total: number | null; lines: number; sum: number }>`
        select s.state, s.total, count(l.id)::int as lines, sum(l.adjustment)::int as sum
        from settlement_statement s join settlement_line l on l.statement_id = s.id where s.mid = ${mid} group by s.id`,
    )
    const served = corrected.filter(({ code }) => code === 'OK').length
    const won = confirmed.filter(({ code }) => code === 'OK').length
    seen.holds(
      won <= 1 &&
        stands.state === (won === 1 ? 'confirmed' : 'calculated') &&
        stands.lines === served + 1 &&
        stands.sum === OPENING + served * 100 &&
        (won === 0 || stands.total === stands.sum),
      () => `${won} confirmed it, ${served} corrections were served, and it stands as ${JSON.stringify(stands)}`,
    )
    return { attempts: 8, violations: seen.violations }
  },
}

export const settlementContests: readonly Contest[] = [confirming]
