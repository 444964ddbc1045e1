import {
  ATTACHMENT_KEPT_HOURS,
  ATTACHMENT_MAX_MB,
  type AttachmentFormat,
  type AttachmentKind,
  ATTACHMENTS_OPEN_MAX,
  attachmentRefusal,
  VOICE_MAX_MS,
} from '@teleward/contract/chat/rules.ts'
import type { AttachmentCome, attachmentBody } from '@teleward/contract/chat/schema.ts'
import { type FileFormat, namedAs } from '@teleward/contract/core/file-kinds.ts'
import { CHUNK_MAX_BYTES } from '@teleward/contract/files/rules.ts'
import { readUiConfig, type UiConfig } from '@teleward/contract/uiconfig/schema.ts'
import type { z } from 'zod'
import { voiceOf } from '../consultation/media/voice.ts'
import { type Compilable, type Db, json, type Runner, sql, type Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import { filmOf, isPdf, isPicture, isWave, pictureOf, pixelsMax } from '../storage/formats.ts'
import type { Opened, Storage } from '../storage/index.ts'
import type { Alone } from '../storage/queues.ts'
import { thumbOf } from '../storage/thumb.ts'

/** Of the staff, or the patient of the link: `mid` null. */
export interface Author {
  mid: number | null
  partnerId: number
}
export interface AttachmentDeps {
  db: Db
  storage: Storage
  timers: Timers
  /** Pieces of one file are written one after the other. */
  alone: Alone
  now: () => Date
}
/** What was not sent in its time, or was taken back, leaves no bytes. */
export const SWEEP = 'chatfile.sweep'

export interface StoredAttachment {
  id: string
  conversationId: number
  kind: AttachmentKind
  name: string
  format: AttachmentFormat | null
  bytes: number
  received: number
  state: AttachmentCome['state']
  reason: string | null
  reasonData: Record<string, unknown>
  copyKey: string | null
  thumbKey: string | null
}
const columns = sql`a.id, a.conversation_id as "conversationId", a.kind, a.name, a.format, a.bytes::float8 as bytes, a.received::float8 as received,
  a.state, a.reason, a.reason_data as "reasonData", a.copy_key as "copyKey", a.thumb_key as "thumbKey"`
const mineById = (
  who: Author,
  id: string,
  lock = false,
): Compilable<StoredAttachment> => sql<StoredAttachment>`select ${columns} from chat_attachment a
  where a.id = ${id}::uuid and a.partner_id = ${who.partnerId} and a.author_mid is not distinct from ${who.mid}::int and a.state <> 'gone'
  ${lock ? sql`for update of a` : sql``}`
/** One that hangs on a message of a conversation that the caller is let into by `within`. */
export const sentById = (
  id: string,
  within: ReturnType<typeof sql<boolean>>,
): Compilable<StoredAttachment & { pid: number | null }> => sql<
  StoredAttachment & { pid: number | null }
>`select ${columns}, c.pid from chat_attachment a join chat_conversation c on c.id = a.conversation_id
  where a.id = ${id}::uuid and a.state = 'sent' and ${within}`

export const keyOf = ({ id }: Pick<StoredAttachment, 'id'>) => `chat/${id}.bin`
const besideKey = (what: 'view' | 'thumb', id: string, format: string) => `chat/${id}/${what}.${format}`

export const come = ({ id, bytes, received, state, reason, reasonData }: StoredAttachment): AttachmentCome => ({
  ...{ id, bytes, received, state, reason, reasonData },
})

async function taken(read: Runner['many'], partnerId: number): Promise<UiConfig['uploads']> {
  const [row] = await read(sql<{ config: unknown }>`select ui_config as config from partner where id = ${partnerId}`)
  return readUiConfig(row?.config).uploads
}

/**
 * Into a conversation that the caller was let into. Asked for again it answers how far that one has come. NOT_FOUND where
 * the number is another's; UPLOAD_* by name, size and number.
 */
export async function begin(
  deps: AttachmentDeps,
  tx: Tx,
  who: Author,
  conversation: number,
  ask: z.output<typeof attachmentBody>,
  thumb: Thumb,
): Promise<StoredAttachment> {
  const { fileId: id, kind, name, bytes, wave } = ask
  // Of one person, so that two at once wait for each other: for the count, and for the one number of both.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`chatfiles:${who.mid ?? `c${conversation}`}`}, 0))`)
  const there = await tx.maybe(mineById(who, id))
  if (there) {
    if (there.conversationId !== conversation) throw new AppError('NOT_FOUND')
    return there
  }
  const refusal = attachmentRefusal(await taken(tx.many, who.partnerId), ask)
  if (refusal) throw new AppError(refusal.code, { data: refusal.data })
  const open = await tx.one(sql<{ n: number }>`select count(*)::int as n from chat_attachment a
    where a.author_mid is not distinct from ${who.mid}::int and a.state in ('coming', 'ready') and (${who.mid !== null} or a.conversation_id = ${conversation})`)
  if (open.n >= ATTACHMENTS_OPEN_MAX) throw new AppError('UPLOAD_COUNT', { data: { max: ATTACHMENTS_OPEN_MAX } })
  const thumbKey = thumb ? besideKey('thumb', id, thumb.format) : null
  const now = deps.now()
  const made =
    await tx.run(sql`insert into chat_attachment (id, conversation_id, partner_id, author_mid, kind, name, bytes, wave, thumb_key, created_at)
    values (${id}::uuid, ${conversation}, ${who.partnerId}, ${who.mid}::int, ${kind}, ${name}, ${bytes}, ${kind === 'voice' ? wave : []}::smallint[],
      ${thumbKey}::text, ${now}) on conflict do nothing`)
  // The number is another's, or of one that is gone.
  if (!made) throw new AppError('NOT_FOUND')
  await deps.timers.set(tx, SWEEP, id, new Date(now.getTime() + ATTACHMENT_KEPT_HOURS * 3_600_000))
  return tx.one(mineById(who, id))
}
type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

type Thumb = Awaited<ReturnType<typeof thumbOfAttachment>>
/** Looked at before there is a row. UPLOAD_CONTENT: no small picture. */
export const thumbOfAttachment = async ({ thumb, kind }: z.output<typeof attachmentBody>) =>
  thumb === undefined || kind === 'voice' ? undefined : await thumbOf(thumb)

/** Stores it once the row that names it stands, which no transaction waits for: whoever gets no answer asks again. */
export async function storeThumb({ storage }: AttachmentDeps, row: StoredAttachment, thumb: Thumb): Promise<void> {
  const key = thumb && besideKey('thumb', row.id, thumb.format)
  if (!key || key !== row.thumbKey || row.state !== 'coming' || (await storage.stat(key))) return
  await storage.put(key, thumb.bytes)
}

/**
 * A piece, at its place and only there. No transaction waits for its bytes: what is written counts once the row says so, and what
 * lies behind that is written over by the next piece. `allowed` is asked before anything is written: may the caller still?
 */
export async function receive(
  deps: AttachmentDeps,
  inTx: InTx,
  who: Author,
  piece: { id: string; offset: number; bytes: Uint8Array },
  allowed: (tx: Tx, conversation: number) => Promise<unknown>,
): Promise<AttachmentCome> {
  const { id, offset, bytes } = piece
  if (bytes.byteLength === 0) throw new AppError('UPLOAD_EMPTY')
  if (bytes.byteLength > CHUNK_MAX_BYTES)
    throw new AppError('UPLOAD_TOO_LARGE', { data: { max: CHUNK_MAX_BYTES / 1_048_576 } })
  const row = await deps.alone(id, async () => {
    const held = await inTx(async (tx) => {
      const found = await tx.maybe(mineById(who, id, true))
      if (!found) throw new AppError('NOT_FOUND')
      await allowed(tx, found.conversationId)
      return found
    })
    // The answer to the last piece was lost: it has come.
    if (held.received === held.bytes && offset === held.bytes) return held
    if (held.state !== 'coming' || offset !== held.received) throw misplaced(held)
    const received = offset + bytes.byteLength
    if (received > held.bytes) throw new AppError('UPLOAD_TOO_LARGE', { data: { max: held.bytes / 1_048_576 } })
    try {
      await deps.storage.append(keyOf(held), offset, bytes)
    } catch (error) {
      throw isAppError(error) ? error : new AppError('UPLOAD_FAILED', { cause: error })
    }
    const stands = await inTx(async (tx) => {
      const now = await tx.maybe(mineById(who, id, true))
      if (now?.state !== 'coming' || now.received !== offset) return now
      await tx.run(sql`update chat_attachment set received = ${received} where id = ${id}::uuid`)
      return { ...now, received }
    })
    if (stands?.received === received) return stands
    if (stands) throw misplaced(stands)
    // Taken back while these bytes were written: nobody comes for them any more.
    await deps.storage.discard(keyOf(held))
    throw new AppError('NOT_FOUND')
  })
  return look(deps, inTx, who, row)
}

const misplaced = ({ received }: StoredAttachment) =>
  new AppError('UPLOAD_OFFSET', { data: { offset: received }, headers: { 'upload-offset': String(received) } })

/** Once it is whole: what it is. Done twice it is the same, so that a process may die in the middle. */
export async function look(
  deps: AttachmentDeps,
  inTx: InTx,
  who: Author,
  row: StoredAttachment,
): Promise<AttachmentCome> {
  if (row.state !== 'coming' || row.received < row.bytes) return come(row)
  const key = keyOf(row)
  const file = await deps.storage.open(key)
  const found = file ? await foundIn(file, row).finally(() => file.close()) : null
  const copyKey = found?.copy ? besideKey('view', row.id, found.format) : null
  if (found?.copy && copyKey) await deps.storage.put(copyKey, found.copy)
  if (found && !found.refusal) await deps.storage.finish(key, row.bytes)
  const refusal = found ? found.refusal : { code: 'UPLOAD_CONTENT' as const, data: {} }
  const after = await inTx(async (tx) => {
    if (refusal)
      await tx.run(sql`update chat_attachment set state = 'rejected', reason = ${refusal.code}, reason_data = ${json(refusal.data)}
        where id = ${row.id}::uuid and state = 'coming'`)
    else if (found)
      await tx.run(sql`update chat_attachment set state = 'ready', format = ${found.format}, width = ${found.width}::int, height = ${found.height}::int,
        duration_ms = ${found.durationMs}::int, copy_key = ${copyKey}::text where id = ${row.id}::uuid and state = 'coming'`)
    return tx.one(mineById(who, row.id))
  })
  if (after.state === 'rejected') await remove(deps.storage, row.id)
  return come(after)
}

interface Found {
  format: AttachmentFormat
  copy: Uint8Array | null
  width: number | null
  height: number | null
  durationMs: number | null
  refusal: { code: 'UPLOAD_CONTENT' | 'UPLOAD_TOO_LARGE' | 'UPLOAD_PIXELS'; data: Record<string, unknown> } | null
}
const nothing = { copy: null, width: null, height: null, durationMs: null, refusal: null }
/** `null`: none of what a conversation takes, or not what its name says. */
async function foundIn(file: Opened, { kind, name }: StoredAttachment): Promise<Found | null> {
  const head = await file.read(0, 512)
  if (kind === 'voice') {
    const voice = await voiceOf(await file.read(0, file.size))
    if (!voice) return null
    const long = voice.durationMs > VOICE_MAX_MS + 1000
    return {
      ...nothing,
      format: voice.format,
      durationMs: voice.durationMs,
      copy: long ? null : voice.bytes,
      refusal: long ? { code: 'UPLOAD_TOO_LARGE', data: { max: ATTACHMENT_MAX_MB.voice } } : null,
    }
  }
  const found: (Found & { format: FileFormat }) | null = isPicture(head)
    ? pictureFound(await pictureOf(await file.read(0, file.size)))
    : kind === 'image'
      ? null
      : (await isPdf(file, head))
        ? { ...nothing, format: 'pdf' }
        : (await isWave(file, head))
          ? { ...nothing, format: 'wav' }
          : await filmOf(file, head).then((format) => format && { ...nothing, format })
  return found && (found.refusal || namedAs(name, found.format) !== null) ? found : null
}
function pictureFound(picture: Awaited<ReturnType<typeof pictureOf>>): (Found & { format: FileFormat }) | null {
  if (picture === 'broken') return null
  if (picture !== 'tooLarge') return { ...nothing, ...picture }
  return { ...nothing, format: 'jpg', refusal: { code: 'UPLOAD_PIXELS', data: pixelsMax } }
}

export async function remove(storage: Storage, id: string): Promise<void> {
  await storage.discard(keyOf({ id }))
  await storage.remove(keyOf({ id }))
  for (const what of ['view', 'thumb'] as const)
    for (const format of ['jpg', 'png', 'webm', 'm4a']) await storage.remove(besideKey(what, id, format))
}

/** Of these keys, those of attachments that have a row: what of them is not sent in its time goes by its own timer. */
export async function namedAttachments(db: Db, keys: readonly string[]): Promise<string[]> {
  const idOf = (key: string) => /^chat\/([0-9a-f-]{36})[/.]/.exec(key)?.[1]
  const ids = [...new Set(keys.map(idOf).filter((id) => id !== undefined))]
  const rows = await db.system.read(
    sql<{ id: string }>`select a.id::text as id from chat_attachment a where a.id = any (${ids}::uuid[])`,
  )
  const there = new Set(rows.map(({ id }) => id))
  return keys.filter((key) => there.has(idOf(key) ?? ''))
}

/** Its time came: taken back, or never sent. What hangs on a message stays. */
export async function sweep({ db, storage }: AttachmentDeps, id: string): Promise<void> {
  const over = await db.system.tx(async (tx) => {
    const row = await tx.maybe(
      sql<{ state: string }>`select a.state from chat_attachment a where a.id = ${id}::uuid for update of a`,
    )
    if (row && row.state !== 'sent' && row.state !== 'gone')
      await tx.run(sql`delete from chat_attachment where id = ${id}::uuid`)
    return row?.state !== 'sent'
  })
  if (over) await remove(storage, id)
}
