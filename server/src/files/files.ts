import { canReadFile, canSeeFile } from '../access/visible.ts'
import { randomUUID } from 'node:crypto'
import { formatsOf } from '@teleward/contract/core/file-kinds.ts'
import { fileRefusal } from '@teleward/contract/files/rules.ts'
import type { FileBody } from '@teleward/contract/files/schema.ts'
import { patientBrief, type Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import type { Place } from './addresses.ts'
import * as repo from './repo.ts'
import { tell } from './uploads.ts'

export async function oneFile(read: Read, id: string): Promise<repo.FileRow> {
  const [row] = await read(repo.fileById(id))
  if (!row) throw new AppError('NOT_FOUND')
  return row.file
}

/** The same, of one that may be gone. */
export const fileToShow = async (read: Read, id: string): Promise<repo.FileRow | undefined> =>
  (await read(repo.fileById(id)))[0]?.file

/** A file that the caller may open: neither withdrawn nor out of reach. */
export async function openable(read: Read, id: string): Promise<repo.FileRow> {
  const file = await oneFile(read, id)
  if (file.state === 'withdrawn') throw new AppError('NOT_FOUND')
  return file
}

/** Where its bytes lie, for who may look at it now; NOT_FOUND where it was withdrawn or has gone out of reach since. */
export async function placeOf(read: Read, id: string): Promise<Place & { pid: number | null; kind: string }> {
  const [row] = await read(sql<
    Place & { pid: number | null; kind: string }
  >`select f.id, f.format, f.name, f.key, f.copy_key as "copyKey",
      f.thumb_key as "thumbKey", f.data_key as "dataKey", f.data_name as "dataName", f.sha256, f.data_sha256 as "dataSha256", f.pid, f.kind
    from medical_file f where f.id = ${id} and f.state <> 'withdrawn' and ${canReadFile('f')}`)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** A member of the caller's units, as the person to whom a file goes. */
async function member(tx: Tx, ask: FileBody): Promise<{ pid: number; unitId: number }> {
  if (ask.pid === undefined) throw new AppError('MEMBER_NOT_FOUND', { fields: [{ path: 'pid', code: 'FIELD_EMPTY' }] })
  const found = await patientBrief(tx.many, ask.pid, ask.unitId)
  if (!found || (ask.unitId !== undefined && found.unitId !== ask.unitId)) throw new AppError('MEMBER_NOT_FOUND')
  return { pid: found.pid, unitId: found.unitId }
}

/**
 * A step of a file under its lock. NOT_FOUND, VERSION_STALE with the file as it is, FORBIDDEN, ILLEGAL_STEP, REASON_REQUIRED,
 * MEMBER_NOT_FOUND, UPLOAD_TYPE (a kind that does not take this format).
 */
export async function step(
  tx: Tx,
  who: StaffActor,
  now: Date,
  id: string,
  ask: FileBody,
  shown: (row: repo.FileRow) => unknown,
): Promise<repo.FileRow> {
  if (!(await tx.maybe(repo.lockFile(id)))) throw new AppError('NOT_FOUND')
  const file = await oneFile(tx.many, id)
  if (file.version !== ask.version) throw new AppError('VERSION_STALE', { data: shown(file) })
  const refused = fileRefusal(ask.action, who, file)
  if (refused) throw new AppError(refused)
  const reason = ask.reason ?? ''
  if ((ask.action === 'withdraw' || ask.action === 'wrongPatient') && reason === '')
    throw new AppError('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'REASON_REQUIRED' }] })
  const to =
    ask.action === 'assign' || (ask.action === 'wrongPatient' && ask.pid !== undefined) ? await member(tx, ask) : null
  if (ask.action === 'wrongPatient' && to?.pid === file.patient?.pid)
    throw new AppError('VALUE_INVALID', { fields: [{ path: 'pid', code: 'VALUE_INVALID' }] })
  const kind = ask.kind ?? file.kind
  if (!formatsOf[kind].includes(file.format))
    throw new AppError('UPLOAD_TYPE', { data: { types: formatsOf[kind].join(', ') } })

  let answered = id
  if (ask.action === 'withdraw' || ask.action === 'wrongPatient') {
    await tx.run(sql`update medical_file f set state = 'withdrawn', withdrawn_by = ${who.mid}, withdrawn_at = ${now}, withdrawn_reason = ${reason},
      wrong_patient = ${ask.action === 'wrongPatient'}, updated_at = ${now} where f.id = ${id} and ${canSeeFile('f')}`)
    // A file of another is no upload of mine: the row of who brought it follows by the trigger.
    if (ask.action === 'wrongPatient') answered = await moved(tx, who, now, id, to)
  } else {
    const eye = kind !== 'eye' ? null : ask.eye === undefined ? file.eye : ask.eye
    await tx.run(sql`update medical_file f set kind = ${kind}, eye = ${eye}::text, rotation = ${ask.rotation ?? file.rotation},
      name = ${ask.name ?? file.name}, remark = ${ask.remark ?? file.remark}, updated_at = ${now},
      pid = ${to?.pid ?? file.patient?.pid ?? null}::int, unit_id = ${to?.unitId ?? file.unitId}::int,
      state = ${to ? 'stored' : file.state}
      where f.id = ${id} and ${canSeeFile('f')}`)
  }
  const after = await oneFile(tx.many, answered)
  await tell(tx, { id, version: file.version + 1, mid: file.mid, unitId: file.unitId })
  if (to) await tell(tx, { id: answered, version: after.version, mid: after.mid, unitId: to.unitId })
  return after
}

/** The same bytes as a file of the right patient, or of nobody yet; a mark stays at the one it was taken from. */
async function moved(
  tx: Tx,
  who: StaffActor,
  now: Date,
  from: string,
  to: { pid: number; unitId: number } | null,
): Promise<string> {
  const id = randomUUID()
  await tx.run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, width, height, key, copy_key,
      thumb_key, data_key, data_name, data_bytes, data_sha256, eye, rotation, remark, state, moved_from, dicom, created_at, updated_at)
    select ${id}, f.partner_id, ${to?.unitId ?? null}::int, ${to?.pid ?? null}::int, ${who.mid}, f.kind, f.format, f.name, f.bytes, f.sha256, f.width,
      f.height, f.key, f.copy_key, f.thumb_key, f.data_key, f.data_name, f.data_bytes, f.data_sha256, f.eye, f.rotation, f.remark, ${to ? 'stored' : 'unassigned'}, f.id, f.dicom, ${now}, ${now}
    from medical_file f where f.id = ${from} and ${canSeeFile('f')}`)
  await tx.run(sql`insert into upload (id, partner_id, unit_id, pid, mid, kind, name, bytes, received, sha256, eye, state, reason, file_id, created_at, expires_at)
    select ${randomUUID()}, f.partner_id, f.unit_id, f.pid, f.mid, f.kind, f.name, f.bytes, f.bytes, f.sha256, f.eye, f.state,
      case when f.pid is null then 'UPLOAD_NAME' end, f.id, ${now}, ${now}
    from medical_file f where f.id = ${id} and ${canSeeFile('f')}`)
  return id
}

/** How many of one's own uploads are of nobody yet: the length of the list as it opens. */
export const unassigned = async (read: Read, mid: number): Promise<number> =>
  (await read(repo.uploadsOf(mid, { state: 'unassigned', page: 1, pageSize: 1 })))[0]?.total ?? 0
