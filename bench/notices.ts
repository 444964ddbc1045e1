import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase, sql } from '../server/src/platform/db/index.ts'
import { DOCTOR } from './data.ts'
import type { Figure } from './table.ts'

const NOTICES = 1000
const LIMIT_MS = 5000
/** From the writing to the second in which they are due. */
const AHEAD_MS = 4000
/** Between two looks at how many are handed over: the figure is that much too high at most. */
const LOOK_MS = 100
const PATIENCE_MS = 60_000

/**
 * A thousand notices whose hour falls into one second, each to a colleague and a patient by SMS: from the end of that second until
 * the last is handed over (the entry in the bell, the conversation and the outbox), and whether anything is there twice.
 */
export async function noticeFigures(
  databaseUrl: string,
  spent: () => Promise<{ server: number; database: number }>,
  wanted: (name: string) => boolean,
): Promise<Figure[]> {
  const row = '1,000 notices due in one second: the last handed over, ms after its end'
  if (!wanted(row)) return []
  const { db, close } = await openDatabase({
    databaseUrl,
    dataDir: mkdtempSync(join(tmpdir(), 'teleward-bench-notices-')),
    clock: systemClock,
    onAfterCommitError: console.error,
  })
  try {
    const ids = Array.from({ length: NOTICES }, () => randomUUID())
    const from = Date.now() + AHEAD_MS
    const at = ids.map((_, n) => new Date(from + (n * 1000) / NOTICES).toISOString())
    await db.system.tx(async (tx) => {
      const author = await tx.one(sql<{ mid: number; unit: number; partner: number }>`
        select su.mid, su.unit_id as unit, su.partner_id as partner from staff s join staff_unit su on su.mid = s.mid
        where s.account = ${DOCTOR} order by su.unit_id limit 1`)
      await tx.run(sql`
        insert into notice (id, partner_id, at_unit, author_mid, content, audience, channels, send_at, created_at, updated_at)
        select x.id, ${author.partner}, ${author.unit}, ${author.mid}, '{name}，明日量血壓', '[]', '{sms}', x.at, now(), now()
        from unnest(${ids}::uuid[], ${at}::timestamptz[]) x(id, at)`)
      await tx.run(sql`
        insert into notice_recipient (notice_id, partner_id, mid, channel)
        select x, ${author.partner}, ${author.mid}, 'portal' from unnest(${ids}::uuid[]) x`)
      await tx.run(sql`
        insert into notice_recipient (notice_id, partner_id, to_pid, of_unit, channel)
        select x.id, ${author.partner}, p.pid, ${author.unit}, 'sms' from unnest(${ids}::uuid[]) with ordinality x(id, n)
          join (select mu.pid, row_number() over (order by mu.pid) as n from member_unit mu join member m on m.pid = mu.pid
            where mu.unit_id = ${author.unit} and mu.status = 'active' and m.mobile is not null limit ${NOTICES}) p on p.n = x.n`)
      await tx.run(sql`
        insert into timer (kind, key, due_at) select 'notice.send', x.id::text, x.at from unnest(${ids}::uuid[], ${at}::timestamptz[]) x(id, at)`)
    })
    const before = await spent()
    const left = async () =>
      (
        await db.system.read(
          sql<{ n: number }>`select count(*)::int as n from notice where id = any (${ids}::uuid[]) and state <> 'sent'`,
        )
      )[0]?.n ?? 0
    while ((await left()) > 0) {
      if (Date.now() > from + PATIENCE_MS) throw new Error(`${await left()} notices were never sent`)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    const took = Date.now() - from - 1000
    const after = await spent()
    const [twice] = await db.system.read(sql<{ entries: number; messages: number }>`
      select (select count(*)::int - count(distinct subject_id)::int from notification where what = 'notice.arrived' and subject_id = any (${ids}::text[])) as entries,
        (select count(*)::int - count(distinct origin_id)::int from outbox_message where origin_kind = 'notice' and origin_id = any (${ids}::text[])) as messages`)
    const doubled = (twice?.entries ?? 0) + (twice?.messages ?? 0)
    return [
      {
        row,
        load: `${NOTICES} × 2`,
        value: String(took),
        serverCpu: (after.server - before.server) / NOTICES,
        databaseCpu: (after.database - before.database) / NOTICES,
        reach: `≤ ${LIMIT_MS}, none twice`,
        reached: took <= LIMIT_MS && doubled === 0,
        ...(doubled ? { note: `${doubled} twice` } : {}),
      },
    ]
  } finally {
    await close()
  }
}
