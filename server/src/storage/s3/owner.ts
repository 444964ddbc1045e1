import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../platform/db/index.ts'
import { isAppError } from '../../platform/errors.ts'
import { installationSecret } from '../../platform/secret.ts'
import type { Bucket } from './bucket.ts'

export const OWNER = 'teleward.json'
/** There while a restore fills the bucket. */
export const RESTORING = 'restoring'

/** Tells installations apart, and nothing of them: the same after a restore, which brings the secret back. */
const idOf = async (db: Db): Promise<string> =>
  createHmac('sha256', await installationSecret(db, 'addresses'))
    .update('bucket')
    .digest('hex')

/** Why a bucket is not this installation's, in words. */
export type NotOurs = string
const OTHERS = 'the bucket belongs to another installation of Teleward; nothing in it is read or changed'
const HALF = `a restore into the bucket did not finish; restore again into an empty database, or take away its object "${RESTORING}" if all files are there`

/**
 * A bucket is of one installation: what no row of its database names is swept away. Undefined: of this one; FILES_UNAVAILABLE where
 * the store does not answer.
 */
export async function claim(bucket: Bucket, db: Db): Promise<NotOurs | undefined> {
  const installation = await idOf(db)
  const ours = await isOf(bucket, installation)
  if (ours !== undefined) return ours ? undefined : OTHERS
  // The next restore takes away what it finds: nobody begins beside it.
  if (await bucket.get(RESTORING)) return HALF
  // From now on a restore finds somebody here. Of two who come at once one is the first.
  await bucket.putNew(OWNER, Buffer.from(JSON.stringify({ installation })))
  return claim(bucket, db)
}
/** The same, and nothing is written: of nobody it is not ours either. */
export const owns = async (bucket: Bucket, db: Db): Promise<boolean> => (await isOf(bucket, await idOf(db))) === true

/** Undefined: of nobody yet. */
async function isOf(bucket: Bucket, installation: string): Promise<boolean | undefined> {
  const there = await bucket.get(OWNER)
  return there && installationIn(there.toString('utf8')) === installation
}
/** Undefined: nothing of ours wrote this. */
function installationIn(text: string): unknown {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? Reflect.get(said, 'installation') : undefined
  } catch {
    return undefined
  }
}

const AGAIN_MS = 5000
/** The same, once the store answers; undefined: not before `stopped`. */
export async function claimed(
  bucket: Bucket,
  db: Db,
  stopped: AbortSignal,
): Promise<{ wrong: NotOurs | undefined } | undefined> {
  while (!stopped.aborted) {
    try {
      return { wrong: await claim(bucket, db) }
    } catch (error) {
      if (!isAppError(error, 'FILES_UNAVAILABLE')) throw error
      await sleep(AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined)
    }
  }
  return undefined
}
