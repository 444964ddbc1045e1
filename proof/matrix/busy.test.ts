import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from '../../server/src/platform/db/kysely.ts'
import type { Scope } from '../../server/src/platform/db/types.ts'
import { gate } from '../../scripts/lib/scope.mjs'
import { figure } from '../lib/figures.ts'
import {
  conditions,
  lastReadings,
  messages,
  openConditions,
  originals,
  readings,
  rows,
  sheets,
  visits,
} from './busy.ts'
import { principals } from './rls.ts'
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
  // And some a second membership that is suspended, with something measured there: newer than what is shown.
  await world.db.system.tx(async (tx) => {
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id, status)
      select mu.pid, mu.partner_id, 5, 'disabled' from member_unit mu where mu.unit_id = 2 and mu.pid % 3 = 0 on conflict do nothing`)
    await tx.run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
      select mu.pid, mu.partner_id, 5, 'temperature', 40, 'Cel', now(), now(), 'device', 'temperature', (select min(mid) from staff)
      from member_unit mu where mu.unit_id = 5 and mu.status = 'disabled'`)
    await tx.run(sql`update reading set original = '{"value": "104", "unit": "F"}' where id % 3 > 0`)
  })
  // Colleagues talk to each other, two by two and in groups; some have left theirs.
  await world.db.owner(`
    insert into chat_conversation (kind, partner_id, low_mid, high_mid, last_seq, created_at)
      select 'staff', partner_id, mid, next, 1, now()
      from (select partner_id, mid, lead(mid) over (partition by partner_id order by mid) as next from staff_partner) pair
      where next is not null on conflict do nothing;
    insert into chat_conversation (kind, partner_id, name, last_seq, created_at)
      select 'group', partner_id, 'vq group', 1, now() from staff_partner group by partner_id;
    insert into chat_participant (conversation_id, mid, left_at)
      select c.id, s.mid, case when s.n % 4 = 0 then now() end
      from chat_conversation c join (select *, row_number() over (order by partner_id, mid) as n from staff_partner) s using (partner_id)
      where c.name = 'vq group' and s.n % 2 = 0;
    insert into chat_message (conversation_id, seq, partner_id, author_mid, client_id, body, sent_at)
      select c.id, c.last_seq, c.partner_id, coalesce(c.low_mid, (select min(mid) from staff_partner s where s.partner_id = c.partner_id)),
        gen_random_uuid(), 'vq talk', now()
      from chat_conversation c where (c.kind = 'staff' or c.name = 'vq group')
        and not exists (select 1 from chat_message m where m.conversation_id = c.id and m.seq = c.last_seq)`)
  const read = world.db.system.read
  const [found] = await read(sql<{ pids: number[]; qids: number[]; accounts: string[] }>`select
    (select array_agg(pid order by pid) from member) as pids, (select array_agg(qid order by qid) from appointment) as qids,
    (select array_agg(distinct account) from member where account is not null) as accounts`)
  if (!found) throw new Error('nothing is planted')
  all = found
}, 120_000)
afterAll(() => world?.close())

/** Every mixture of three rights; in the gate a third of them, in which each two values still meet. */
const mixtures = everyOf.flatMap((emr, e) =>
  everyOf.flatMap((appt, a) =>
    everyOf.map((monitor, m) => ({ emr, appt, monitor, m, kept: !gate || (e + a + m) % 3 === 0 })),
  ),
)

/** Everybody of the matrix; beside them these mixtures of rights, in units and institutions of all kinds. */
function scopes(): { name: string; scope: Scope }[] {
  const base = principals(world)[0]?.scope
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
    mixtures
      .filter(({ kept }) => kept)
      .map(({ emr, appt, monitor, m }) => ({
        name: JSON.stringify({ ...place, emr, appt, monitor }),
        scope: {
          ...base,
          ...place,
          'emr.read': emr,
          'appointment.read': appt,
          'monitor.read': monitor,
          'chat.patient': monitor,
          mid: mids[(m + emr.charCodeAt(0)) % mids.length] ?? base.mid,
        } satisfies Scope,
      })),
  )
  return [...principals(world), ...mixed]
}

describe('what the busiest screens read by functions of the database', () => {
  it('[MEMB-05~] [API-06~] shows everybody what the policies show, and nobody more', async () => {
    const now = new Date()
    let compared = 0
    let lasts = 0
    for (const { name, scope } of scopes()) {
      const read = <T>(query: Parameters<typeof world.db.read<T>>[1]) => world.db.read<T>(scope, query)
      const staff = scope.kind === 'staff'
      for (const [what, [shown, asked]] of Object.entries({
        visits: await visits(read, all.qids),
        rows: await rows(read, all.pids, now),
        conditions: await conditions(read, all.pids),
        'conditions of everybody': await openConditions(read),
        sheets: await sheets(read, all.accounts),
        'messages by their pairs': await messages(read, 0),
        'the newest messages': await messages(read, 1000),
      })) {
        compared += asked.size
        expect(shown, `${what} of ${name}`).toEqual(staff ? asked : new Map())
      }
      for (const pid of all.pids.slice(0, 40)) {
        const [shown, asked] = await readings(read, pid)
        compared += asked.length
        if (shown) expect(shown, `readings of ${pid} for ${name}`).toEqual(asked)
        if (!staff) expect(shown, `readings of ${pid} for ${name}`).toBeUndefined()
        const [sent, stored] = await originals(read, pid)
        expect(sent, `what was sent of ${pid} for ${name}`).toEqual(shown ? stored : [])
        const [last, under] = await lastReadings(read, pid)
        lasts += last?.length ?? 0
        if (last) expect(last, `last readings of ${pid} for ${name}`).toEqual(under)
        if (!staff || !shown) expect(last, `last readings of ${pid} for ${name}`).toBeUndefined()
      }
    }
    figure('busy reads', { askers: scopes().length, 'records compared': compared })
    expect(compared).toBeGreaterThan(2000)
    expect(lasts).toBeGreaterThan(100)
  }, 600_000)
})
