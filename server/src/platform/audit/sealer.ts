import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Db, json, sql } from '../db/index.ts'
import { type AuditRow, GENESIS, type Seal, sealOf } from './chain.ts'

const BATCH = 500
const EVERY_MS = 1000
/** Advisory lock of the one that seals, whatever number of processes there are. */
const LOCK = 726_375
/** A row may be committed after others with higher ids; it is looked for this far back. */
const LOOK_BACK = 10_000
const LOOK_EVERY = LOOK_BACK / 4

/** Seals what is not sealed yet; answers how many. Another sealer at work means there is nothing to do. */
export async function sealBatch(db: Db, clock: Clock): Promise<number> {
  return db.system.tx(async (tx) => {
    const { mine } = await tx.one(sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`)
    if (!mine) return 0
    const last = await tx.maybe(
      sql<Seal>`select seq, audit_id, prev_hash, hash from audit_seal order by seq desc limit 1`,
    )
    const newest = sql`(select coalesce(max(audit_id), 0) from audit_seal)`
    const rows = await tx.many(
      sql<AuditRow>`select l.* from audit_log l where l.id > ${newest} order by l.id limit ${BATCH}`,
    )
    // To look for those that came late reads what has been sealed long ago: where nothing else waits, and on the way
    // through a long queue often enough that none falls behind.
    const due = Math.floor((last?.seq ?? 0) / LOOK_EVERY) !== Math.floor(((last?.seq ?? 0) + BATCH) / LOOK_EVERY)
    if (rows.length < BATCH || due)
      rows.unshift(
        ...(await tx.many(sql<AuditRow>`
          select l.* from audit_log l
          where l.id <= ${newest} and l.id > ${newest} - ${LOOK_BACK}::bigint
            and not exists (select 1 from audit_seal s where s.audit_id = l.id)
          order by l.id limit ${BATCH}`)),
      )
    if (!rows.length) return 0
    let { seq, hash } = last ?? { seq: 0, hash: GENESIS }
    const seals = rows.map((row) => {
      const prev_hash = hash
      seq += 1
      hash = sealOf(seq, prev_hash, row)
      return { seq, audit_id: row.id, prev_hash, hash, at: clock.now() }
    })
    // However many there are, it is one statement: each number of rows as one of its own would be planned and kept.
    await tx.run(sql`
      insert into audit_seal (seq, audit_id, prev_hash, hash, at)
      select seq, audit_id, prev_hash, hash, at
      from jsonb_to_recordset(${json(seals)}) as s(seq bigint, audit_id bigint, prev_hash text, hash text, at timestamptz)`)
    return rows.length
  })
}

export interface Sealer {
  start(): void
  stop(): Promise<void>
}

export function createSealer({
  db,
  clock,
  log,
}: {
  db: Db
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
}): Sealer {
  let timer: NodeJS.Timeout | undefined
  let atWork: Promise<void> | undefined
  let running = false
  const round = async () => {
    try {
      while (running && (await sealBatch(db, clock)) >= BATCH);
    } catch (error) {
      log.error({ err: error }, 'the audit log could not be sealed')
    }
    if (running) schedule()
  }
  const schedule = () => {
    timer = setTimeout(() => {
      atWork = round()
    }, EVERY_MS)
    timer.unref()
  }
  return {
    start: () => {
      running = true
      schedule()
    },
    stop: async () => {
      running = false
      clearTimeout(timer)
      await atWork
      // The last run seals every row that was written before the stop.
      while ((await sealBatch(db, clock)) >= BATCH);
    },
  }
}
