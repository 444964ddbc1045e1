import { graphemes } from '@teleward/contract/core/text.ts'
import { PHRASE_MAX, SHORT_CODE, type Word, type WordType } from '@teleward/contract/snippets/schema.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'

/** Letters with a hundred marks each are no phrase: what the database takes at most, in code points. */
const CODE_POINTS_MAX = 4800

/** A phrase as it is kept. 300 are counted as a reader counts: an emoji or a rare character is one. */
export function fitPhrase(text: string): string {
  const phrase = text.trim().toWellFormed()
  const fault = faultOf(phrase)
  if (fault) throw new AppError(fault, { fields: [{ path: 'word', code: fault }] })
  return phrase
}
/** What a trimmed phrase is refused for. */
export function faultOf(phrase: string): 'FIELD_EMPTY' | 'PHRASE_TOO_LONG' | undefined {
  if (!phrase) return 'FIELD_EMPTY'
  return [...phrase].length > CODE_POINTS_MAX || graphemes(phrase).length > PHRASE_MAX ? 'PHRASE_TOO_LONG' : undefined
}
/** A code that cannot be typed in one go behind a dot is none. */
function fitCode(code: string | null | undefined): string | null {
  const short = code?.trim() || null
  if (short !== null && !SHORT_CODE.test(short))
    throw new AppError('VALUE_INVALID', { fields: [{ path: 'code', code: 'VALUE_INVALID' }] })
  return short
}

const columns = sql`w.id, w.type, w.code, w.word, w.sort, w.version`
// The policy shows everybody only their own words of this institution.
export const words = (read: Read, type?: WordType): Promise<Word[]> =>
  read(
    sql<Word>`select ${columns} from word w where ${type ?? null}::text is null or w.type = ${type ?? null}::text order by w.type, w.sort, w.id`,
  )

async function refuseTwice(tx: Tx, type: string, phrase: string, code: string | null, except = 0): Promise<void> {
  const twice = await tx.maybe(sql<{ same: boolean }>`
    select md5(w.word) = md5(${phrase}::text) as same from word w
    where w.type = ${type} and w.id <> ${except} and (md5(w.word) = md5(${phrase}::text) or lower(w.code) = lower(${code}::text)) limit 1`)
  if (twice)
    throw new AppError('PHRASE_DUPLICATE', {
      fields: [{ path: twice.same ? 'word' : 'code', code: 'PHRASE_DUPLICATE' }],
    })
}

/** One writer of a person's words at a time: order and 'no phrase twice' are decided over all of a type. */
export const takeTurns = (tx: Tx, who: StaffActor) => tx.run(sql`select pg_advisory_xact_lock(7266, ${who.mid})`)

export async function addWord(
  tx: Tx,
  who: StaffActor,
  ask: { type: WordType; word: string; code?: string | null | undefined },
): Promise<Word> {
  const [phrase, code] = [fitPhrase(ask.word), fitCode(ask.code)]
  await takeTurns(tx, who)
  await refuseTwice(tx, ask.type, phrase, code)
  return tx.one(sql<Word>`
    insert into word as w (mid, partner_id, type, code, word, sort)
    select ${who.mid}, ${who.partnerId}, ${ask.type}, ${code}::text, ${phrase}, coalesce(max(o.sort) + 1, 0) from word o where o.type = ${ask.type}
    returning ${columns}`)
}

export type WordEdit = { id: number; version: number; word?: string | undefined; code?: string | null | undefined }
export async function editWord(tx: Tx, who: StaffActor, ask: WordEdit): Promise<Word[]> {
  await takeTurns(tx, who)
  const current = await held(tx, ask)
  const phrase = ask.word === undefined ? current.word : fitPhrase(ask.word)
  const code = ask.code === undefined ? current.code : fitCode(ask.code)
  await refuseTwice(tx, current.type, phrase, code, current.id)
  await tx.run(
    sql`update word set word = ${phrase}, code = ${code}::text, version = version + 1 where id = ${current.id}`,
  )
  return words(tx.many, current.type)
}

async function held(tx: Tx, ask: { id: number; version: number }): Promise<Word> {
  const current = await tx.one(sql<Word>`select ${columns} from word w where w.id = ${ask.id} for update`)
  if (current.version !== ask.version) throw new AppError('VERSION_STALE', { data: current })
  return current
}

/** All of a type in a new order; one that came or went meanwhile makes the order stale. */
export async function orderWords(
  tx: Tx,
  who: StaffActor,
  ask: { type: WordType; order: readonly number[] },
): Promise<Word[]> {
  await takeTurns(tx, who)
  const all = await words(tx.many, ask.type)
  const same =
    all.length === ask.order.length &&
    new Set(ask.order).size === all.length &&
    all.every(({ id }) => ask.order.includes(id))
  if (!same) throw new AppError('VERSION_STALE', { data: all })
  await tx.run(sql`
    update word w set sort = o.place - 1 from jsonb_array_elements_text(${json(ask.order)}) with ordinality as o(id, place)
    where w.id = o.id::int and w.sort <> o.place - 1`)
  return words(tx.many, ask.type)
}

export async function removeWord(
  tx: Tx,
  who: StaffActor,
  ask: { id: number; version: number },
): Promise<{ id: number }> {
  await takeTurns(tx, who)
  const current = await held(tx, ask)
  await tx.run(sql`delete from word where id = ${current.id}`)
  return { id: current.id }
}
