import { formatOfName } from '@teleward/contract/core/file-kinds.ts'
import { uploadRefusal } from '@teleward/contract/files/rules.ts'
import { dataFileOf, fitsHeader } from '@teleward/contract/files/wfdb.ts'
import type { Read } from '../patients/service.ts'
import { json, sql, type Tx } from '../platform/db/index.ts'
import { isAppError } from '../platform/errors.ts'
import type { Opened, Storage } from '../storage/index.ts'
import { contentOf, hashOf, headerOf } from './content.ts'
import * as repo from './repo.ts'
import { CHECK, check, EXPIRE, type FilesDeps, keyOf, tell, thrownAway, uploadLimits } from './uploads.ts'

/** Looks at what has come. Data of a WFDB record are no file of their own: bare numbers, known by the header that came before. */
export async function checkUpload(deps: FilesDeps, id: string): Promise<void> {
  const [row] = await deps.db.system.read(
    sql<{
      partnerId: number
      name: string
    }>`select partner_id as "partnerId", name from upload where id = ${id} and state = 'checking'`,
  )
  if (!row) return
  try {
    await (formatOfName(row.name) === 'dat' ? attach(deps, row.partnerId, id) : check(deps, id))
  } catch (error) {
    // Its pieces went: another process looked at them meanwhile, and kept or refused what they make.
    const [now] = isAppError(error, 'NOT_FOUND') ? await deps.db.system.read(repo.uploadAsItIs(id)) : []
    if (!now || now.state === 'checking') throw error
  }
}

interface Data {
  size: number
  sha256: string
  /** It is something else that we know: a picture under another name. */
  other: boolean
}
async function dataOf(file: Opened): Promise<Data> {
  try {
    return { size: file.size, sha256: await hashOf(file), other: (await contentOf(file)) !== null }
  } finally {
    await file.close()
  }
}

async function attach(deps: FilesDeps, partnerId: number, id: string): Promise<void> {
  const { db, storage } = deps
  const read: Read = (query) => db.system.read(query)
  const [row] = await read(repo.uploadAsItIs(id))
  if (row?.state !== 'checking') return
  const key = keyOf({ partnerId, id })
  const file = await storage.open(key)
  const data = file && (await dataOf(file))
  const found = data && !(await refusalOf(read, row, data)) ? await headerFor(storage, read, row, data.size) : undefined
  // Before the transaction, which a slow store would hold up; what is refused in it after all is thrown away.
  if (found) await storage.finish(key, row.bytes)
  const outcome = await db.system.tx(async (tx) => {
    const upload = await tx.maybe(repo.anyUpload(id))
    if (upload?.state !== 'checking') return undefined
    const headers = found ? await tx.many(sql<repo.Header>`${repo.headersWithoutData(upload)} for update`) : []
    const header = headers.find((one) => one.id === found?.header.id)
    // Others that came at once have it by now: another header may still want these.
    if (found && !header) return 'again'
    await deps.timers.clear(tx, CHECK, id)
    await deps.timers.clear(tx, EXPIRE, id)
    const refusal = await refusalOf(tx.many, upload, data)
    if (refusal || !data || !found || !header) {
      const { code, data: about } = refusal ?? { code: 'UPLOAD_HEADER', data: {} }
      await tx.run(
        sql`update upload set state = 'rejected', reason = ${code}, reason_data = ${json(about)} where id = ${id}`,
      )
      return 'rejected'
    }
    await keepData(deps, tx, upload, { ...found, header, key, sha256: data.sha256 })
    return 'kept'
  })
  if (outcome === 'again') return attach(deps, partnerId, id)
  if (outcome === 'rejected') await thrownAway(storage, { partnerId, id })
}

async function refusalOf(read: Read, upload: repo.LockedFile, data: Data | undefined) {
  if (!data || data.size < upload.bytes) return { code: 'UPLOAD_FAILED', data: {} } as const
  if (data.other || (upload.sha256 !== null && upload.sha256 !== data.sha256))
    return { code: 'UPLOAD_CONTENT', data: {} } as const
  return uploadRefusal(await uploadLimits(read, upload.partnerId), upload.kind, upload.name, upload.bytes)
}

interface Found {
  header: repo.Header
  /** As the header calls the data. */
  name: string
}
/** The header that names these data and fits their length: no other makes numbers of them. */
async function headerFor(
  storage: Storage,
  read: Read,
  upload: repo.LockedFile,
  bytes: number,
): Promise<Found | undefined> {
  for (const header of await read(repo.headersWithoutData(upload))) {
    const file = await storage.open(header.key)
    if (!file) continue
    try {
      const said = await headerOf(file)
      const name = said && dataFileOf(said, upload.name)
      if (said && name && fitsHeader(said, name, bytes)) return { header, name }
    } finally {
      await file.close()
    }
  }
  return undefined
}

async function keepData(
  deps: FilesDeps,
  tx: Tx,
  upload: repo.LockedFile,
  { header, name, key, sha256 }: Found & { key: string; sha256: string },
): Promise<void> {
  const now = deps.now()
  const file = await tx.one(sql<{
    version: number
    unitId: number | null
  }>`update medical_file f set data_key = ${key}, data_name = ${name},
      data_bytes = ${upload.bytes}, data_sha256 = ${sha256}, version = f.version + 1, updated_at = ${now}
    where f.id = ${header.id} and f.data_key is null returning f.version, f.unit_id as "unitId"`)
  await tx.run(
    sql`update upload set state = ${header.state}, file_id = ${header.id}, reason = null where id = ${upload.id}`,
  )
  await tx.audit({
    action: 'file.stored',
    kind: 'write',
    target: { kind: 'file', id: header.id },
    pid: upload.pid,
    detail: { kind: upload.kind, format: 'dat', bytes: upload.bytes },
  })
  await tell(tx, { id: header.id, version: file.version, mid: upload.mid, unitId: file.unitId })
}
