import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from '../../server/src/platform/db/kysely.ts'
import type { Scope } from '../../server/src/platform/db/types.ts'
import { figure } from '../lib/figures.ts'
import { conditions, openConditions, readings, rows, sheets, visits } from './busy.ts'
import { askers } from './rls.ts'
import { openWorld, type World } from './world.ts'

let world: World
let all: { pids: number[]; qids: number[]; accounts: string[] }
const everyOf = ['y', 'o', '-'] as const
beforeAll(async () => {
  const provided = inject('database')
  if (provided.kind !== 'postgres') throw new Error('the harnesses run on a PostgreSQL server')
  world = await openWorld(provided.template)
  // Everybody has a condition, too.
  await world.db.system.tx((tx) =>
    tx.run(sql`insert into member_history (id, pid, partner_id, unit_id, kind, note) overriding system value
      select 1000000 + h.id, h.pid, h.partner_id, h.unit_id, 'person_sick', 'c' || h.pid from member_history h`),
  )
  const read = world.db.system.read
  const [found] = await read(sql<{ pids: number[]; qids: number[]; accounts: string[] }>`select
    (select array_agg(pid order by pid) from member) as pids, (select array_agg(qid order by qid) from appointment) as qids,
    (select array_agg(distinct account) from member where account is not null) as accounts`)
  if (!found) throw new Error('nothing is planted')
  all = found
}, 120_000)
afterAll(() => world?.close())

/** Everybody of the matrix; beside them every mixture of rights, in units and institutions of all kinds. */
function scopes(): { name: string; scope: Scope }[] {
  const base = askers(world)[0]?.scope
  if (!base) throw new Error('nobody asks')
  const mids = [base.mid, 500, 590, 99_999]
  const places: Partial<Scope>[] = [
    { unitIds: [2] },
    { unitIds: [2, 5] },
    { unitIds: [1, 2, 3, 4, 5] },
    { unitIds: [3, 90] },
    { partnerId: 32, unitIds: [90] },
    { partnerId: 32, unitIds: [2] },
    { partnerId: 99, unitIds: [2] },
  ]
  const mixed = places.flatMap((place) =>
    everyOf.flatMap((emr) =>
      everyOf.flatMap((appt) =>
        everyOf.map((monitor, at) => ({
          name: JSON.stringify({ ...place, emr, appt, monitor }),
          scope: { ...base, ...place, emr, appt, monitor, mid: mids[(at + emr.charCodeAt(0)) % mids.length] } as Scope,
        })),
      ),
    ),
  )
  return [...askers(world), ...mixed]
}

describe('what the busiest screens read by functions of the database', () => {
  it('[MEMB-05~] [API-06~] shows everybody what the policies show, and nobody more', async () => {
    const now = new Date()
    let compared = 0
    for (const { name, scope } of scopes()) {
      const read = <T>(query: Parameters<typeof world.db.read<T>>[1]) => world.db.read<T>(scope, query)
      const staff = scope.kind === 'staff'
      for (const [what, [shown, asked]] of Object.entries({
        visits: await visits(read, all.qids),
        rows: await rows(read, all.pids, now),
        conditions: await conditions(read, all.pids),
        'conditions of everybody': await openConditions(read),
        sheets: await sheets(read, all.accounts),
      })) {
        compared += asked.size
        expect(shown, `${what} of ${name}`).toEqual(staff ? asked : new Map())
      }
      for (const pid of all.pids.slice(0, 40)) {
        const [shown, asked] = await readings(read, pid)
        compared += asked.length
        if (shown) expect(shown, `readings of ${pid} for ${name}`).toEqual(asked)
        if (!staff) expect(shown, `readings of ${pid} for ${name}`).toBeUndefined()
      }
    }
    figure('busy reads', { askers: scopes().length, 'records compared': compared })
    expect(compared).toBeGreaterThan(2000)
  }, 600_000)
})
