import {
  CODE_HOUR_MS,
  CODE_PAUSE_MS,
  CODES_A_RANGE,
  CODES_AN_ADDRESS,
  CODES_AN_HOUR,
  LINE_ANSWERS_AN_HOUR,
  TRIALS_AN_HOUR,
} from '@teleward/contract/registration/rules.ts'
import { hashOf } from './tokens.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/** One more within a window that begins with the first: how many by now, and since when. */
export async function countWithin(
  db: Db,
  { kind, key, ms }: { kind: string; key: string; ms: number },
  now: Date,
): Promise<{ count: number; since: Date }> {
  const since = new Date(now.getTime() - ms)
  return db.system.tx((tx) =>
    tx.one(sql<{ count: number; since: Date }>`
      insert into address_limit as a (address, kind, window_start, count) values (${key}, ${kind}, ${now}::timestamptz, 1)
      on conflict (address, kind) do update set
        count = case when a.window_start <= ${since}::timestamptz then 1 else a.count + 1 end,
        window_start = case when a.window_start <= ${since}::timestamptz then excluded.window_start else a.window_start end
      returning count, window_start as since`),
  )
}

interface Way {
  kind: string
  key: string
  most: number
  pause: number
}

/**
 * Counts a send, or refuses it (CODE_SEND_LIMIT with the seconds to wait): a minute between two to one number, five in any
 * hour, and so many in any hour for an address and for a range of numbers. One that is refused counts nowhere.
 */
export async function countSend(
  { db, clock }: { db: Db; clock: Clock },
  { phone, ip }: { phone: string; ip: string },
): Promise<void> {
  // In this order for everybody, so that nobody waits for one who waits for them.
  await count(db, clock, [
    { kind: 'code.address', key: ip, most: CODES_AN_ADDRESS, pause: 0 },
    { kind: 'code.phone', key: hashOf(phone), most: CODES_AN_HOUR, pause: CODE_PAUSE_MS },
    { kind: 'code.range', key: hashOf(phone.slice(0, -3)), most: CODES_A_RANGE, pause: 0 },
  ])
}

/** The same for asking after an account, whether there is one or not: counted by what was typed. */
export async function countAsk(
  { db, clock }: { db: Db; clock: Clock },
  { account, ip }: { account: string; ip: string },
): Promise<void> {
  await count(db, clock, [
    { kind: 'code.address', key: ip, most: CODES_AN_ADDRESS, pause: 0 },
    { kind: 'code.account', key: hashOf(account), most: CODES_AN_HOUR, pause: CODE_PAUSE_MS },
  ])
}

/** Codes that one LINE account sends to be bound: nobody goes through them. */
export async function countAnswer({ db, clock }: { db: Db; clock: Clock }, key: string): Promise<void> {
  await count(db, clock, [{ kind: 'code.line', key, most: LINE_ANSWERS_AN_HOUR, pause: 0 }])
}

/** Messages to oneself to try a provider: each costs, and a model does. */
export async function countTrial({ db, clock }: { db: Db; clock: Clock }, key: string): Promise<void> {
  await count(db, clock, [{ kind: 'provider.trial', key, most: TRIALS_AN_HOUR, pause: 0 }])
}

async function count(db: Db, clock: Clock, ways: readonly Way[]): Promise<void> {
  const now = clock.now().getTime()
  const wait = await db.system.tx(async (tx) => {
    const counted: { way: Way; times: number[] }[] = []
    for (const way of ways) counted.push({ way, times: await claim(tx, way, new Date(now)) })
    const late = Math.max(...counted.map(({ way, times }) => waitFor(way, times, now)))
    if (late <= 0) for (const { way, times } of counted) await keep(tx, way, [...times, now])
    return late
  })
  if (wait <= 0) return
  const seconds = Math.ceil(wait / 1000)
  throw new AppError('CODE_SEND_LIMIT', { data: { seconds }, headers: { 'retry-after': String(seconds) } })
}

/** When in the last hour; the row stays locked until the transaction ends: of many at once each sees what the one before counted. */
async function claim(tx: Tx, { kind, key }: Way, now: Date): Promise<number[]> {
  const { times } = await tx.one(sql<{ times: number[] }>`
    insert into address_limit as a (address, kind, window_start, count) values (${key}, ${kind}, ${now}, 0)
    on conflict (address, kind) do update set window_start = excluded.window_start returning times`)
  return times.filter((at) => at > now.getTime() - CODE_HOUR_MS)
}

function waitFor({ most, pause }: Way, times: readonly number[], now: number): number {
  // As many as allowed: the oldest of the last `most` has to leave the window first.
  const full = times.length >= most ? (times.at(-most) ?? now) + CODE_HOUR_MS - now : 0
  return Math.max(full, (times.at(-1) ?? 0) + pause - now)
}

const keep = (tx: Tx, { kind, key }: Way, times: number[]) =>
  tx.run(
    sql`update address_limit set times = ${json(times)}, count = ${times.length} where address = ${key} and kind = ${kind}`,
  )
