import { sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isAppError } from '../platform/errors.ts'
import type { Opening } from './index.ts'
import { claim, claimed } from './s3/owner.ts'
import { type Swept, sweepBucket } from './s3/sweep.ts'

const TIMER = 'storage.sweep'
const EVERY_MS = 86_400_000
/** Longer than an upload may rest, and than anybody looks for what a restored database no longer names. */
const KEPT_MS = 3 * 86_400_000
/** Lists of a million objects take minutes. */
const LEASE_MS = 3_600_000

/**
 * Once a day, by one of the processes, where files lie in an object store. Answers what has to be done before anybody is let in.
 * @throws in words where the bucket is not this installation's
 */
export function keepTidy(
  { db, clock, timers, log, metrics, onStart, onStop }: Deps,
  { bucket, named, damaged }: Opening,
): () => Promise<void> {
  if (!bucket) return async () => undefined
  const counted = metrics.counter('teleward_storage_swept_total', 'Files and rests that nobody named any more.', [
    'what',
  ])
  const stop = new AbortController()
  let own = false
  const waited = async () => {
    const said = await claimed(bucket, db, stop.signal)
    if (!said) return
    own = said.wrong === undefined
    if (own) return
    bucket.shut()
    log.error(said.wrong)
  }
  timers.on(
    TIMER,
    async () => {
      if (own) told(await sweepBucket(bucket, named, new Date(clock.now().getTime() - KEPT_MS), damaged))
      await db.system.tx((tx) => timers.set(tx, TIMER, 'all', new Date(clock.now().getTime() + EVERY_MS)))
    },
    { lease: LEASE_MS },
  )
  const told = ({ files, rests }: Swept) => {
    counted.add({ what: 'files' }, files)
    counted.add({ what: 'rests' }, rests)
    log.info({ files, rests }, 'the object store was swept')
  }
  // One that is due stays so: a house that starts anew each day is swept as well.
  onStart(async () => {
    const next = new Date(clock.now().getTime() + EVERY_MS)
    await db.system.tx((tx) =>
      tx.run(sql`insert into timer (kind, key, due_at) values (${TIMER}, 'all', ${next}) on conflict do nothing`),
    )
  })
  onStop(() => stop.abort())
  return async () => {
    let wrong: string | undefined
    try {
      wrong = await claim(bucket, db)
    } catch (error) {
      if (!isAppError(error, 'FILES_UNAVAILABLE')) throw error
      void waited().catch((reason: unknown) => log.error({ err: reason }, 'the object store could not be looked at'))
      return
    }
    if (wrong) throw new Error(`The configuration is not usable:\n  S3_BUCKET: ${wrong}`)
    own = true
  }
}
