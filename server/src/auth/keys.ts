import { randomBytes, randomUUID } from 'node:crypto'
import { ACCESS_TOKEN_MS } from '@teleward/contract/auth/rules.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/** A key signs for a day; its tokens are accepted until the last of them is over. */
export const KEY_MS = 24 * 3_600_000
const LOOK_AGAIN_MS = 1000

export interface SigningKey {
  kid: string
  secret: Uint8Array
  retiresAt: Date
}
interface Row {
  kid: string
  secret: string
  retires_at: Date
}

export interface Keys {
  /** The key to sign with now; made when there is none. Throws KEY_PROBLEM when it cannot be used. */
  current(): Promise<SigningKey>
  /** The key of a token, if it may still be one. */
  find(kid: string): Promise<SigningKey | undefined>
}

export function createKeys(db: Db, clock: Clock): Keys {
  let known = new Map<string, SigningKey>()
  let looked = 0

  async function load(): Promise<void> {
    const rows = await db.system.read(
      sql<Row>`select kid, secret, retires_at from signing_key order by retires_at desc`,
    )
    known = new Map(rows.map((row) => [row.kid, toKey(row)]))
    looked = clock.now().getTime()
  }
  const usable = () => {
    const now = clock.now()
    return [...known.values()].filter((key) => key.retiresAt > now).sort((a, b) => +b.retiresAt - +a.retiresAt)[0]
  }
  return {
    async current() {
      if (!usable()) await load()
      const chosen = usable() ?? (await renew(db, clock.now()))
      known.set(chosen.kid, chosen)
      if (chosen.secret.length < 32) throw new AppError('KEY_PROBLEM')
      return chosen
    },
    async find(kid) {
      // A key another process has made; asked for at most once a second, so that made-up kids cost nothing.
      if (!known.has(kid) && Math.abs(clock.now().getTime() - looked) >= LOOK_AGAIN_MS) await load()
      const key = known.get(kid)
      if (!key || key.secret.length < 32) return undefined
      return key.retiresAt.getTime() + ACCESS_TOKEN_MS >= clock.now().getTime() ? key : undefined
    },
  }
}

const toKey = (row: Row): SigningKey => ({
  kid: row.kid,
  secret: Buffer.from(row.secret, 'base64url'),
  retiresAt: row.retires_at,
})

/** Two processes may come here at once: the lock lets the second find the first one's key. */
function renew(db: Db, now: Date): Promise<SigningKey> {
  return db.system.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(726375)`)
    await tx.run(sql`delete from signing_key where retires_at < ${new Date(now.getTime() - KEY_MS)}`)
    const there = await tx.maybe(
      sql<Row>`select kid, secret, retires_at from signing_key where retires_at > ${now} order by retires_at desc limit 1`,
    )
    if (there) return toKey(there)
    const made = await tx.one(
      sql<Row>`insert into signing_key (kid, secret, created_at, retires_at)
        values (${randomUUID()}, ${randomBytes(32).toString('base64url')}, ${now}, ${new Date(now.getTime() + KEY_MS)})
        returning kid, secret, retires_at`,
    )
    return toKey(made)
  })
}
