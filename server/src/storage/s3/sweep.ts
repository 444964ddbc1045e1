import type { Named } from '../../platform/storage.ts'
import type { Bucket, Listed } from './bucket.ts'
import { COMING, comingPieces, keyOfPiece } from './pieces.ts'
import { type Damaged, OBJECTS, SUMS, wholeObjects } from './whole.ts'

export interface Swept {
  /** Files that no row names, and uploads that nobody goes on with. */
  files: number
  /** Objects that never became a file, and uploads in parts that were broken off. */
  rests: number
}
interface Candidate {
  key: string
  object: boolean
  sums: boolean
}
/** A question to the database reads whole tables. */
const MANY = 5000

/**
 * What crashes and broken lines leave behind goes: only what is older than `before`, and only below the words that a domain answers
 * for. A file is there before its row, so what is young is left alone.
 */
export async function sweepBucket(
  bucket: Bucket,
  named: ReadonlyMap<string, Named>,
  before: Date,
  damaged: Damaged,
): Promise<Swept> {
  const swept: Swept = { files: 0, rests: await bucket.abandon(OBJECTS, before) }
  for (const [prefix, who] of named) {
    await sweepFiles(bucket, { prefix, who, before, damaged }, swept)
    await sweepComing(bucket, { prefix, who, before, damaged }, swept)
  }
  return swept
}
interface Of {
  prefix: string
  who: Named
  before: Date
  damaged: Damaged
}

async function sweepFiles(bucket: Bucket, { prefix, who, before, damaged }: Of, swept: Swept): Promise<void> {
  const whole = wholeObjects(bucket, damaged)
  const pieces = comingPieces(bucket, damaged)
  let held: Candidate[] = []
  const judge = async () => {
    const keep = new Set(await who(held.map(({ key }) => key)))
    for (const { key, object, sums } of held) {
      if (keep.has(key)) {
        if (!object) damaged(key, 'the object is gone')
        // While it is being made of its pieces, what it adds up to is still to come.
        if (!sums && !(await pieces.chain(key)).length) damaged(key, 'its sums are gone')
        continue
      }
      await whole.remove(key)
      if (sums) swept.files += 1
      else swept.rests += 1
    }
    held = []
  }
  for await (const one of both(bucket, prefix, before)) if (held.push(one) >= MANY) await judge()
  await judge()
}

/** Objects and what they add up to, side by side: both lists come in the order of their keys. */
async function* both(bucket: Bucket, prefix: string, before: Date): AsyncGenerator<Candidate> {
  const [objects, sums] = [OBJECTS, SUMS].map((root) => bucket.list(`${root}${prefix}/`)[Symbol.asyncIterator]())
  if (!objects || !sums) return
  const next = async (list: AsyncIterator<Listed>, root: string) => {
    const { value, done } = await list.next()
    return done ? undefined : { key: value.key.slice(root.length), at: value.at }
  }
  let [object, sum] = [await next(objects, OBJECTS), await next(sums, SUMS)]
  while (object || sum) {
    const key = !sum || (object && object.key < sum.key) ? (object?.key ?? '') : sum.key
    const [here, said] = [object?.key === key ? object : undefined, sum?.key === key ? sum : undefined]
    if ([here, said].every((one) => !one || one.at < before)) yield { key, object: !!here, sums: !!said }
    if (here) object = await next(objects, OBJECTS)
    if (said) sum = await next(sums, SUMS)
  }
}

async function sweepComing(bucket: Bucket, { prefix, who, before, damaged }: Of, swept: Swept): Promise<void> {
  const pieces = comingPieces(bucket, damaged)
  const newest = new Map<string, number>()
  for await (const { key: name, at } of bucket.list(`${COMING}${prefix}/`)) {
    const key = keyOfPiece(name)
    newest.set(key, Math.max(newest.get(key) ?? 0, at.getTime()))
  }
  const old = [...newest].filter(([, at]) => at < before.getTime()).map(([key]) => key)
  for (let at = 0; at < old.length; at += MANY) {
    const some = old.slice(at, at + MANY)
    const keep = new Set(await who(some))
    for (const key of some) {
      // Of a file that is there whole they are what a crash left.
      if (keep.has(key) && !(await bucket.get(SUMS + key))) continue
      await pieces.discard(key)
      swept.files += 1
    }
  }
}
