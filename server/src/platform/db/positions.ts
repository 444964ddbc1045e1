import { CompiledQuery } from 'kysely'
import type { Driver } from './driver.ts'
import { sessionSettings } from './scope.ts'

/** Where the primary stands in its log, and which database it is. */
export interface Place {
  lsn: string
  /** Of the cluster and of the database in it: a standby has the same. */
  identity: string
}

const identity = `(select system_identifier from pg_control_system())::text || '/' ||
  (select oid from pg_database where datname = current_database())::text as identity`
/** Whoever was told of a commit was told once it was flushed; with asynchronous commits, once it was written. */
const PRIMARY = CompiledQuery.raw(`select ${identity}, clock_timestamp() as now,
  (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as lsn`)
export const STANDBY = CompiledQuery.raw(`select ${identity}, pg_is_in_recovery() as standby,
  pg_last_wal_replay_lsn()::text as lsn, pg_last_xact_replay_timestamp() as replayed_at`)

/** `16/B374D848` → a number that grows with the log. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

const MOST = 2000

export type Positions = ReturnType<typeof createPositions>

/**
 * Asks the primary where it stands. Callers of one moment share an answer, but nobody gets one to a question that was put
 * before the caller came: what was committed by then lies before it.
 */
export function createPositions(primary: Driver) {
  let asking: Promise<unknown> = Promise.resolve()
  let next: Promise<Place> | undefined
  /** When the primary was first seen at a place, oldest first. By the clock of this process alone. */
  const seen: { at: number; lsn: bigint }[] = []
  let begun: { at: number; now: Date } | undefined

  async function ask(): Promise<Place> {
    const { rows } = await primary.read(sessionSettings('system'), PRIMARY)
    const { lsn, identity, now } = rows[0] as Place & { now: Date }
    const at = performance.now()
    begun ??= { at, now }
    const position = positionOf(lsn)
    const last = seen.at(-1)
    // Another one has become the primary, which had less: what was seen of the one before says nothing of it.
    if (last && last.lsn > position) seen.length = 0
    if (last?.lsn !== position) seen.push({ at, lsn: position })
    if (seen.length > MOST) seen.splice(0, seen.length, ...seen.filter((_, nth) => nth % 2 === 0))
    return { lsn, identity }
  }
  return {
    now(): Promise<Place> {
      next ??= asking.then(() => {
        next = undefined
        const asked = ask()
        asking = asked.catch(() => undefined)
        return asked
      })
      return next
    },
    /**
     * Seconds since the primary has been further than a replica that has replayed so much. What it did before this
     * process began is told by the time of the last commit replayed, and both times are the primary's own.
     */
    since(replayed: bigint, replayedAt: Date | null): number {
      const nth = seen.findIndex(({ lsn }) => lsn > replayed)
      const first = seen[nth]
      if (!first || !begun) return 0
      const measured = (performance.now() - first.at) / 1000
      if (nth > 0 || !replayedAt) return measured
      return measured + Math.max(0, (begun.now.getTime() - replayedAt.getTime()) / 1000)
    },
  }
}
