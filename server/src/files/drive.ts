import { randomUUID } from 'node:crypto'
import { audience } from '@teleward/contract/core/event.ts'
import { formatOfName, isOpenName, namedAs } from '@teleward/contract/core/file-kinds.ts'
import {
  DRIVE_MAX_MB,
  type DriveFile,
  driveFormats,
  type getDriveFiles,
  type postDriveFile,
} from '@teleward/contract/files/drive-endpoints.ts'
import { fileChanged } from '@teleward/contract/files/events.ts'
import type { z } from 'zod'
import { canSeeDrive } from '../access/visible.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { inOrder, sql, staffBriefJson, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { addressOf, type Signer } from '../storage/tickets.ts'
import type { Opened, Storage } from '../storage/index.ts'
import type { Place } from './addresses.ts'
import { pixelsMax } from '../storage/formats.ts'
import { contentOf, hashOf } from './content.ts'

export const drivePath = (id: string): string => `/his/api/drivefiles/${id}/content`
type Row = Omit<DriveFile, 'url' | 'download' | 'createdAt'> & { createdAt: Date }
const row = sql`d.id, d.name, d.remark, d.format, d.bytes::float8 as bytes, d.at_unit as "unitId",
  (select u.name from unit u where u.id = d.at_unit) as "unitName", (select u.name_en from unit u where u.id = d.at_unit) as "unitNameEn",
  (select ${staffBriefJson('s')} from staff s where s.mid = d.mid) as by, d.created_at as "createdAt"`
const shown = (signer: Signer, { createdAt, ...rest }: Row): DriveFile => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  url: addressOf(signer, drivePath(rest.id), 'view').url,
  download: addressOf(signer, drivePath(rest.id), 'original').url,
})
const there = sql`d.removed_at is null and ${canSeeDrive('d')}`

const orders = { name: sql`d.name`, size: sql`d.bytes`, time: sql`d.created_at` }
export async function driveFiles(read: Read, signer: Signer, ask: z.output<typeof getDriveFiles.query>) {
  const { q, sort, page, pageSize } = ask
  const by = inOrder(sort, orders, sql`d.id`, sql`d.created_at desc, d.id`)
  const found = await read(sql<Row & { total: number }>`
    with hit as (select d.id, row_number() over (order by ${by}) as place from drive_file d where ${there}
      and (${q} = '' or strpos(lower(d.name || ' ' || d.remark), lower(${q})) > 0))
    select ${row}, (select count(*)::int from hit) as total from hit h join drive_file d on d.id = h.id
    where h.place > ${(page - 1) * pageSize}::int and h.place <= ${page * pageSize}::int order by h.place`)
  const data = found.map(({ total: _, ...one }) => shown(signer, one))
  return { data, page, pageSize, total: found[0]?.total ?? 0 }
}

const inMemory = (bytes: Buffer): Opened => ({
  size: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
  close: async () => undefined,
})
export interface Looked {
  bytes: Buffer
  format: DriveFile['format']
  /** With the ending of what it is. */
  name: string
  copy: Buffer | null
  sha256: string
}
/** What somebody sent, looked at before any transaction: its bytes count, not its name. UPLOAD_EMPTY, _TOO_LARGE, _TYPE, _CONTENT, _PIXELS. */
export async function lookedAt({ name, file }: z.output<typeof postDriveFile.body>): Promise<Looked> {
  const bytes = Buffer.from(file, 'base64')
  if (bytes.length === 0) throw new AppError('UPLOAD_EMPTY')
  if (bytes.length > DRIVE_MAX_MB * 1_048_576) throw new AppError('UPLOAD_TOO_LARGE', { data: { max: DRIVE_MAX_MB } })
  const other = new AppError('UPLOAD_TYPE', { data: { types: driveFormats.join(', ') } })
  const named = driveFormats.some((one) => one === formatOfName(name))
  if (!named && !isOpenName(name, driveFormats)) throw other
  const content = await contentOf(inMemory(bytes))
  if (content === 'tooLarge') throw new AppError('UPLOAD_PIXELS', { data: pixelsMax })
  const format = driveFormats.find((one) => one === content?.format)
  const as = format && namedAs(name, format)
  // A name that left open what it is has said nothing that the content could contradict.
  if (!content || !format || !as) throw named ? new AppError('UPLOAD_CONTENT') : other
  return { bytes, format, name: as, copy: content.copy, sha256: await hashOf(inMemory(bytes)) }
}

type Shared = Pick<z.output<typeof postDriveFile.body>, 'name' | 'remark' | 'unitId'>
interface Stored extends Looked {
  id: string
  key: string
  copyKey: string | null
}
/** NOT_FOUND: a unit of others. The bytes are stored before the row says so, and no transaction waits for them. */
export async function stored(storage: Storage, who: StaffActor, { unitId }: Shared, looked: Looked): Promise<Stored> {
  if (unitId !== null && !who.unitIds.includes(unitId)) throw new AppError('NOT_FOUND')
  const id = randomUUID()
  const key = `drive/${who.partnerId}/${id}.bin`
  const copyKey = looked.copy && `drive/${who.partnerId}/${id}/view.${looked.format}`
  await storage.put(key, looked.bytes)
  if (looked.copy && copyKey) await storage.put(copyKey, looked.copy)
  return { ...looked, id, key, copyKey }
}

export async function forget(storage: Storage, { key, copyKey }: Stored): Promise<void> {
  for (const one of [key, copyKey]) if (one) await storage.remove(one)
}

export async function share(
  tx: Tx,
  who: StaffActor,
  now: Date,
  { remark, unitId }: Shared,
  { id, key, copyKey, bytes, format, name, sha256 }: Stored,
): Promise<Row> {
  await tx.run(sql`insert into drive_file (id, partner_id, at_unit, mid, name, remark, format, bytes, sha256, key, copy_key, created_at)
    values (${id}, ${who.partnerId}, ${unitId}::int, ${who.mid}, ${name}, ${remark}, ${format}, ${bytes.length}, ${sha256}, ${key}, ${copyKey}::text, ${now})`)
  const made = await tx.one(sql<Row>`select ${row} from drive_file d where d.id = ${id} and ${there}`)
  await heard(tx, who, id, unitId)
  return made
}
export { shown as shownDriveFile }

const heard = (tx: Tx, who: StaffActor, id: string, unitId: number | null) =>
  tx.emit(fileChanged, [unitId === null ? audience.partner(who.partnerId) : audience.unit(unitId)], {
    id,
    version: 1,
  })

/** Off the list. FORBIDDEN: somebody else's, for who does not administer the institution. */
export async function unshare(tx: Tx, who: StaffActor, now: Date, id: string): Promise<void> {
  const file = await tx.maybe(
    sql<{
      mid: number
      unitId: number | null
    }>`select d.mid, d.at_unit as "unitId" from drive_file d where d.id = ${id} and ${there} for update`,
  )
  if (!file) throw new AppError('NOT_FOUND')
  if (file.mid !== who.mid && who.rights['admin.partner'] !== 'y') throw new AppError('FORBIDDEN')
  await tx.run(
    sql`update drive_file d set removed_at = ${now}, removed_by = ${who.mid} where d.id = ${id} and ${there}`,
  )
  await heard(tx, who, id, file.unitId)
}

export async function drivePlace(read: Read, id: string): Promise<Place> {
  const [found] = await read(sql<Pick<Place, 'id' | 'format' | 'name' | 'key' | 'copyKey' | 'sha256'>>`
    select d.id, d.format, d.name, d.key, d.copy_key as "copyKey", d.sha256 from drive_file d where d.id = ${id} and ${there}`)
  if (!found) throw new AppError('NOT_FOUND')
  return { ...found, thumbKey: null, dataKey: null, dataName: null, dataSha256: null }
}
