import { canSeeMember, canSeeRow } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import { audience } from '@teleward/contract/core/event.ts'
import { normaliseId } from '@teleward/contract/core/identity.ts'
import { fileChanged } from '@teleward/contract/files/events.ts'
import { type FileKind, formatsOf, isOpenName, namedAs } from '@teleward/contract/core/file-kinds.ts'
import {
  batchName,
  canUpload,
  CHUNK_MAX_BYTES,
  KEPT_HOURS,
  limitsOf,
  openUploads,
  typeRefusal,
  uploadRefusal,
} from '@teleward/contract/files/rules.ts'
import type { UploadBody } from '@teleward/contract/files/schema.ts'
import { readUiConfig, type UiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { absence, patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { type Db, json, sql, type Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import type { Timers } from '../platform/timers/index.ts'
import { pixelsMax } from '../storage/formats.ts'
import type { Opened, Storage } from '../storage/index.ts'
import { thumbOf } from '../storage/thumb.ts'
import { type Known, matchesOf } from '../dicom/whose.ts'
import { type Content, contentOf, hashOf, isDisc } from './content.ts'
import * as repo from './repo.ts'

export interface FilesDeps {
  db: Db
  storage: Storage
  timers: Timers
  now: () => Date
}
/** Kept a day after its last piece; looked at again where a process died while it did. */
export const EXPIRE = 'upload.expire'
export const CHECK = 'upload.check'
const KEPT_MS = KEPT_HOURS * 3_600_000
const LEASE_MS = 30_000
const CHECK_AGAIN_MS = 120_000

export const keyOf = ({ partnerId, id }: { partnerId: number; id: string }) => `medical/${partnerId}/${id}.bin`
const besideKey = (what: 'view' | 'thumb', { partnerId, id }: { partnerId: number; id: string }, format: string) =>
  `medical/${partnerId}/${id}/${what}.${format}`

/** What the institution lets in, as it is published now. */
export async function uploadLimits(read: Read, partnerId: number): Promise<UiConfig['uploads']> {
  const [row] = await read(sql<{ config: unknown }>`select ui_config as config from partner where id = ${partnerId}`)
  return readUiConfig(row?.config).uploads
}

/** Whom the name of a batch means: a complete id or account of one person in one's own units; never a guess. */
async function patientOfName(
  read: Read,
  name: string,
  kind: FileKind,
): Promise<{ pid: number; unitId: number } | null> {
  const said = batchName(name, kind)
  if (!said) return null
  const found = await read(sql<{ pid: number; unitId: number }>`
    select m.pid, min(mu.unit_id) as "unitId" from member m join member_unit mu on mu.pid = m.pid and mu.status = 'active' and ${canSeeRow('mu')}
    where (m.account = ${said.who} or m.id_number = ${normaliseId(said.who)}) and ${canSeeMember('m')} group by m.pid limit 2`)
  return found.length === 1 ? (found[0] ?? null) : null
}

export type InTx = (work: (tx: Tx) => Promise<repo.UploadRow>) => Promise<repo.UploadRow>
/**
 * Begins one; the same file of the same patient that was begun and left goes on, under its id and with what has come.
 * MEMBER_DISABLED or NOT_FOUND where the patient is nobody's of the caller's; UPLOAD_* by name, size and number. */
export async function begin(deps: FilesDeps, inTx: InTx, who: StaffActor, ask: UploadBody): Promise<repo.UploadRow> {
  const id = randomUUID()
  const thumb = ask.thumb === undefined ? undefined : await thumbOf(ask.thumb)
  const thumbKey = thumb ? besideKey('thumb', { partnerId: who.partnerId, id }, thumb.format) : null
  // Before the transaction, which a slow store would hold up.
  if (thumb && thumbKey) await deps.storage.put(thumbKey, thumb.bytes)
  try {
    const row = await inTx((tx) => begun(deps, tx, who, ask, { id, thumbKey }))
    // What goes on has a small picture of its own.
    if (thumbKey && row.id !== id) await deps.storage.remove(thumbKey)
    return row
  } catch (error) {
    // Refused: nothing of it stays. A store that cannot take it back now does not stand for what it was refused for.
    if (thumbKey && isAppError(error)) await deps.storage.remove(thumbKey).catch(() => undefined)
    throw error
  }
}
async function begun(
  deps: FilesDeps,
  tx: Tx,
  who: StaffActor,
  ask: UploadBody,
  { id, thumbKey }: { id: string; thumbKey: string | null },
): Promise<repo.UploadRow> {
  const now = deps.now()
  const limits = await uploadLimits(tx.many, who.partnerId)
  const refusal = uploadRefusal(limits, ask.kind, ask.name, ask.bytes)
  if (refusal) throw new AppError(refusal.code, { data: refusal.data })
  // Two at once wait for each other here, so that the count holds.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${who.mid}`}, 0))`)
  let patient: { pid: number; unitId: number } | null | undefined
  if (ask.pid !== undefined) {
    patient = await patientBrief(tx.many, ask.pid, ask.unitId)
    if (!patient || (ask.unitId !== undefined && patient.unitId !== ask.unitId)) throw await absence(tx.many, ask.pid)
  } else patient = await patientOfName(tx.many, ask.name, ask.kind)

  const eye = ask.eye ?? (ask.pid === undefined ? batchName(ask.name, ask.kind)?.eye : null) ?? null
  const left = ask.sha256
    ? await tx.maybe(sql<{
        id: string
      }>`select x.id from upload x where x.mid = ${who.mid} and x.partner_id = ${who.partnerId}
        and x.state in ('queued', 'uploading') and x.expires_at > ${now} and x.kind = ${ask.kind} and x.name = ${ask.name}
        and x.bytes = ${ask.bytes} and x.sha256 = ${ask.sha256} and x.pid is not distinct from ${patient?.pid ?? null}::int
        and x.unit_id is not distinct from ${patient?.unitId ?? null}::int and x.eye is not distinct from ${eye}::text
        order by x.received desc, x.created_at limit 1`)
    : undefined
  if (left) return one(tx.many, who.mid, left.id)
  const open = await tx.one(sql<{ n: number }>`select count(*)::int as n from upload x where x.mid = ${who.mid}
    and x.partner_id = ${who.partnerId} and x.kind = ${ask.kind} and x.state in (${sql.join([...openUploads])}) and x.expires_at > ${now}`)
  const { atOnce } = limitsOf(limits, ask.kind)
  if (open.n >= atOnce) throw new AppError('UPLOAD_COUNT', { data: { max: atOnce } })
  const same =
    ask.sha256 && patient
      ? await tx.maybe(sql<{
          id: string
        }>`select f.id from medical_file f where f.pid = ${patient.pid} and f.sha256 = ${ask.sha256}
          and f.state = 'stored' order by f.created_at limit 1`)
      : undefined
  const expires = new Date(now.getTime() + KEPT_MS)
  await tx.run(sql`insert into upload (id, partner_id, unit_id, pid, mid, kind, name, bytes, sha256, eye, thumb_key, duplicate, created_at, expires_at)
    values (${id}, ${who.partnerId}, ${patient?.unitId ?? null}::int, ${patient?.pid ?? null}::int, ${who.mid}, ${ask.kind}, ${ask.name},
      ${ask.bytes}, ${ask.sha256 ?? null}::text, ${eye}::text, ${thumbKey}::text, ${same?.id ?? null}::uuid, ${now}, ${expires})`)
  await deps.timers.set(tx, EXPIRE, id, expires)
  return one(tx.many, who.mid, id)
}

export async function one(read: Read, mid: number, id: string): Promise<repo.UploadRow> {
  const [row] = await read(repo.uploadById(mid, id))
  if (!row) throw new AppError('NOT_FOUND')
  return row.upload
}

/** How much has come. UPLOAD_GONE: nobody went on with it for a day, or it is over. */
export async function offsetOf(
  read: Read,
  mid: number,
  id: string,
  now: Date,
): Promise<{ received: number; bytes: number }> {
  const row = await one(read, mid, id)
  if (
    row.state === 'failed' ||
    ((openUploads as readonly string[]).includes(row.state) && new Date(row.expiresAt) <= now)
  )
    throw new AppError('UPLOAD_GONE')
  return { received: row.received, bytes: row.bytes }
}

export interface Chunk {
  id: string
  offset: number
  bytes: Uint8Array
}
const misplaced = (received: number) =>
  new AppError('UPLOAD_OFFSET', { data: { offset: received }, headers: { 'upload-offset': String(received) } })

/**
 * A piece, at its place and only there. The row is leased while its bytes are written, so that two that come at once do not
 * write the same place; what is on the disk counts once the row says so. Answers whether that was the last one.
 */
export async function receive(
  deps: FilesDeps,
  inTx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  who: StaffActor,
  { id, offset, bytes }: Chunk,
): Promise<{ received: number; whole: boolean }> {
  if (bytes.byteLength === 0) throw new AppError('UPLOAD_EMPTY')
  if (bytes.byteLength > CHUNK_MAX_BYTES)
    throw new AppError('UPLOAD_TOO_LARGE', { data: { max: CHUNK_MAX_BYTES / 1_048_576 } })
  const now = deps.now()
  const lease = randomUUID()
  const held = await inTx(async (tx) => {
    const row = await tx.maybe(repo.lockUpload(who.mid, id))
    if (!row) throw new AppError('NOT_FOUND')
    if (!canUpload('receive', row.state)) {
      // The answer to the last piece was lost: it has come.
      if (row.state !== 'failed' && offset === row.bytes) return row
      if (row.state !== 'failed') throw misplaced(row.received)
      throw new AppError('UPLOAD_GONE')
    }
    if (row.expiresAt <= now) throw new AppError('UPLOAD_GONE')
    if (offset !== row.received || (row.leasedUntil !== null && row.leasedUntil > now)) throw misplaced(row.received)
    if (offset + bytes.byteLength > row.bytes)
      throw new AppError('UPLOAD_TOO_LARGE', { data: { max: row.bytes / 1_048_576 } })
    await tx.run(
      sql`update upload set lease = ${lease}, leased_until = ${new Date(now.getTime() + LEASE_MS)}, state = 'uploading' where id = ${id}`,
    )
    return row
  })
  if (!canUpload('receive', held.state)) return { received: held.received, whole: false }
  try {
    // A lease that ran out is of somebody who may still be writing: this goes on where they do not reach.
    if (held.leasedUntil !== null) await deps.storage.anew(keyOf(held), offset)
    await deps.storage.append(keyOf(held), offset, bytes)
  } catch (error) {
    await inTx((tx) =>
      tx.run(sql`update upload set lease = null, leased_until = null where id = ${id} and lease = ${lease}`),
    )
    throw isAppError(error) ? error : new AppError('UPLOAD_FAILED', { cause: error })
  }
  const received = offset + bytes.byteLength
  const whole = received === held.bytes
  const stands = await inTx(async (tx) => {
    const kept = await tx.run(sql`update upload set received = ${received}, lease = null, leased_until = null,
      state = ${whole ? 'checking' : 'uploading'}, expires_at = ${new Date(now.getTime() + KEPT_MS)} where id = ${id} and lease = ${lease}`)
    if (!kept) {
      const [row] = await tx.many(repo.lockUpload(who.mid, id))
      if (row?.state !== 'failed') throw misplaced(held.received)
      return false
    }
    if (whole) await deps.timers.set(tx, CHECK, id, new Date(now.getTime() + CHECK_AGAIN_MS))
    return true
  })
  if (!stands) {
    // Given up while these bytes were written: nobody comes for them any more.
    await deps.storage.discard(keyOf(held))
    throw new AppError('UPLOAD_GONE')
  }
  return { received, whole }
}

/** Looks at what has come, and stores it or says why not. Also of an upload whose process died meanwhile: done twice it is the same. */
export async function check(deps: FilesDeps, id: string): Promise<void> {
  const { db, storage } = deps
  const [row] = await db.system.read(repo.uploadAsItIs(id))
  if (row?.state !== 'checking') return
  const key = keyOf({ partnerId: row.partnerId, id })
  const file = await storage.open(key)
  const found = file && (await looked(file))
  const content = found && found.content !== 'tooLarge' ? found.content : null
  const view = content?.copy ? besideKey('view', { partnerId: row.partnerId, id }, content.format) : null
  if (content?.copy && view) await storage.put(view, content.copy)
  // Before the transaction, which a large file on its way would hold up; what is refused in it after all is thrown away.
  const read: Read = (query) => db.system.read(query)
  if (!refusalOf(await uploadLimits(read, row.partnerId), row, found)) await storage.finish(key, row.bytes)
  const outcome = await db.system.tx(async (tx) => {
    const upload = await tx.maybe(repo.anyUpload(id))
    if (upload?.state !== 'checking') return undefined
    await deps.timers.clear(tx, CHECK, id)
    await deps.timers.clear(tx, EXPIRE, id)
    const limits = await uploadLimits(tx.many, upload.partnerId)
    const refusal = refusalOf(limits, upload, found)
    if (refusal || !found || !content) {
      await tx.run(sql`update upload set state = 'rejected', reason = ${refusal?.code ?? 'UPLOAD_FAILED'}, reason_data = ${json(refusal?.data ?? {})}
        where id = ${id}`)
      return 'rejected'
    }
    await keep(deps, tx, upload, { ...found, content, key, view })
    return 'kept'
  })
  if (outcome === 'rejected') await thrownAway(storage, { partnerId: row.partnerId, id }, view)
}

async function looked(file: Opened) {
  try {
    const content = await contentOf(file)
    const broken = content === null && (await isDisc(file))
    return { content, broken, sha256: await hashOf(file), size: file.size }
  } finally {
    await file.close()
  }
}
type Looked = Awaited<ReturnType<typeof looked>>

/**
 * UPLOAD_CHECKSUM: not what was sent; UPLOAD_CONTENT: not what its name says; UPLOAD_BROKEN: of a disc, and damaged; UPLOAD_TYPE: what it is, this kind does not take;
 * UPLOAD_PIXELS: a picture of more than are unpacked.
 */
function refusalOf(limits: UiConfig['uploads'], upload: repo.LockedFile, found: Looked | undefined) {
  if (!found || found.size < upload.bytes) return { code: 'UPLOAD_FAILED', data: {} } as const
  const { content } = found
  const other = { code: 'UPLOAD_CONTENT', data: {} } as const
  if (upload.sha256 !== null && upload.sha256 !== found.sha256) return { code: 'UPLOAD_CHECKSUM', data: {} } as const
  if (content === 'tooLarge') return { code: 'UPLOAD_PIXELS', data: pixelsMax } as const
  if (found.broken) return { code: 'UPLOAD_BROKEN', data: {} } as const
  // A name that left open what it is has said nothing that the content could contradict.
  const taken = formatsOf[upload.kind]
  const open = isOpenName(upload.name, taken)
  // Nothing that the kind takes, whatever it is called.
  if (!content || !taken.includes(content.format)) return open ? typeRefusal(limits, upload.kind) : other
  const name = namedAs(upload.name, content.format)
  return name === null ? other : uploadRefusal(limits, upload.kind, name, upload.bytes)
}

async function keep(
  deps: FilesDeps,
  tx: Tx,
  upload: repo.LockedFile,
  found: Looked & { content: Content; key: string; view: string | null },
): Promise<void> {
  const now = deps.now()
  const { content } = found
  const id = randomUUID()
  // A fundus picture needs its eye, and a batch its patient: both are said by hand where the name does not.
  const state = upload.pid === null ? 'unassigned' : 'stored'
  const same =
    upload.pid === null
      ? undefined
      : await tx.maybe(sql<{ id: string }>`
    select f.id from medical_file f where f.pid = ${upload.pid} and f.sha256 = ${found.sha256} and f.state = 'stored' and f.unit_id = ${upload.unitId}
    order by f.created_at limit 1`)
  await tx.run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, width, height, key, copy_key,
      thumb_key, eye, state, duplicate, dicom, created_at, updated_at)
    values (${id}, ${upload.partnerId}, ${upload.unitId}::int, ${upload.pid}::int, ${upload.mid}, ${upload.kind}, ${content.format}, ${namedAs(upload.name, content.format) ?? upload.name},
      ${upload.bytes}, ${found.sha256}, ${content.width}::int, ${content.height}::int, ${found.key}, ${found.view}::text,
      ${upload.thumbKey}::text, ${upload.eye}::text, ${state}, ${same !== undefined},
      ${content.dicom ? json(content.dicom) : null}, ${now}, ${now})`)
  const reason =
    state === 'unassigned'
      ? 'UPLOAD_NAME'
      : upload.kind === 'eye' && upload.eye === null
        ? 'UPLOAD_EYE'
        : (await othersDicom(tx, upload.pid, content.dicom?.person.id))
          ? 'UPLOAD_PERSON'
          : same
            ? 'UPLOAD_DUPLICATE'
            : null
  await tx.run(
    sql`update upload set state = ${state}, file_id = ${id}, reason = ${reason}::text, duplicate = ${same?.id ?? null}::uuid where id = ${upload.id}`,
  )
  await tx.audit({
    action: 'file.stored',
    kind: 'write',
    target: { kind: 'file', id },
    pid: upload.pid,
    detail: { kind: upload.kind, format: content.format, bytes: upload.bytes },
  })
  await tell(tx, { id, version: 1, mid: upload.mid, unitId: upload.unitId })
}

/** The patient id inside a DICOM file is none of the numbers of the member it goes to; a file that says none is no other's. */
async function othersDicom(tx: Tx, pid: number | null, said: string | null | undefined): Promise<boolean> {
  if (pid === null || !said) return false
  const member =
    await tx.one(sql<Known>`select m.pid, m.name, m.name_en as "nameEn", m.account, m.id_number as "idNumber",
    m.member_no as "memberNo", m.birthday from member m where m.pid = ${pid}`)
  return matchesOf(member, { id: said, name: null, birthday: null, sex: null }).id === 'differs'
}

/** Who brought it, and the unit, whose readers look again under their own rights. */
export async function tell(
  tx: Tx,
  { id, version, mid, unitId }: { id: string; version: number; mid: number; unitId: number | null },
): Promise<void> {
  await tx.emit(fileChanged, [audience.staff(mid), ...(unitId === null ? [] : [audience.unit(unitId)])], {
    id,
    version,
  })
}

export async function thrownAway(
  storage: Storage,
  upload: { partnerId: number; id: string },
  view: string | null = null,
): Promise<void> {
  await storage.discard(keyOf(upload))
  await storage.remove(keyOf(upload))
  for (const key of [view, besideKey('thumb', upload, 'jpg'), besideKey('thumb', upload, 'png')])
    if (key) await storage.remove(key)
}

/** Given up by who began it: what has come goes. */
export async function giveUp(deps: FilesDeps, tx: Tx, who: StaffActor, id: string): Promise<repo.UploadRow> {
  const row = await tx.maybe(repo.lockUpload(who.mid, id))
  if (!row) throw new AppError('NOT_FOUND')
  if (!canUpload('giveUp', row.state)) throw new AppError('ILLEGAL_STEP')
  await fail(deps, tx, row)
  return one(tx.many, who.mid, id)
}
async function fail(deps: FilesDeps, tx: Tx, row: repo.LockedFile): Promise<void> {
  await tx.run(
    sql`update upload set state = 'failed', reason = 'UPLOAD_FAILED', lease = null, leased_until = null where id = ${row.id}`,
  )
  await deps.timers.clear(tx, EXPIRE, row.id)
  tx.afterCommit(() => thrownAway(deps.storage, row))
}

/** A day without a piece: over. A piece meanwhile: another day. */
export const timeCame = (deps: FilesDeps, id: string): Promise<void> =>
  deps.db.system.tx(async (tx) => {
    const row = await tx.maybe(repo.anyUpload(id))
    if (!row || !canUpload('giveUp', row.state)) return
    if (row.expiresAt > deps.now()) return deps.timers.set(tx, EXPIRE, id, row.expiresAt)
    await fail(deps, tx, row)
  })
