import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../platform/config.ts'
import type { Metrics } from '../platform/observe/index.ts'
import type { Named, Storage, Storages } from '../platform/storage.ts'
import { incomingObjects } from './incoming.ts'
import { localStorage } from './local.ts'
import { type Bucket, openBucket } from './s3/bucket.ts'
import { objectStorage } from './s3/storage.ts'
import type { Damaged } from './s3/whole.ts'

export type { Opened, Storage } from '../platform/storage.ts'
export { refuseKey } from './keys.ts'
export { localStorage } from './local.ts'

export interface Opening {
  storages: Storages
  /** Undefined: a folder of this machine. */
  bucket: Bucket | undefined
  named: ReadonlyMap<string, Named>
  /** Told and counted. */
  damaged: Damaged
  close(): void
}

/**
 * Where this installation's files lie, by its configuration. @throws in words where the object store answers that there is no such
 * bucket, or lets nobody in by these keys. One that does not answer at all is waited for by each who asks.
 */
export async function openStorages(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  { metrics, log }: { metrics: Metrics; log: Pick<FastifyBaseLogger, 'error' | 'warn'> },
): Promise<Opening> {
  const named = new Map<string, Named>()
  const naming = (prefix: string, who: Named) => void named.set(prefix, who)
  if (!s3) {
    const none = () => undefined
    const storages = { files: localStorage(dataDir), answers: undefined, incoming: none, named: naming }
    return { storages, bucket: undefined, named, damaged: () => undefined, close: () => undefined }
  }
  const took = metrics.histogram('teleward_storage_duration_seconds', 'Time taken by calls of the object store.', [
    'operation',
    'outcome',
  ])
  const damages = metrics.counter('teleward_storage_damaged_total', 'Files that are not what was stored.', [])
  const bucket = await openBucket(s3, (operation, outcome, seconds) => took.observe(seconds, { operation, outcome }))
  const damaged: Damaged = (key, what) => {
    damages.add()
    log.error({ key, what }, 'a file is not what was stored')
  }
  const files: Storage = objectStorage(bucket, damaged)
  try {
    const wrong = await bucket.look()
    if (wrong) throw new Error(`The configuration is not usable:\n  S3_BUCKET: ${wrong}`)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('The configuration')) {
      bucket.close()
      throw error
    }
    log.warn({ err: error }, 'the object store does not answer; files are refused until it does')
  }
  const answers = () =>
    bucket.look().then(
      (wrong) => wrong === undefined,
      () => false,
    )
  const incoming = (word: string) => incomingObjects(bucket, word)
  return { storages: { files, answers, incoming, named: naming }, bucket, named, damaged, close: () => bucket.close() }
}
