import { createHash, randomUUID } from 'node:crypto'
import { PHOTO_MAX_BYTES, PHOTO_MAX_SIDE, type PhotoKind, photoKinds } from '@teleward/contract/profile/rules.ts'
import { extensionOf, namedAs } from '@teleward/contract/core/file-kinds.ts'
import { audience } from '@teleward/contract/core/event.ts'
import type { Photo, Profile } from '@teleward/contract/profile/schema.ts'
import { staffReviewed } from '@teleward/contract/registration/events.ts'
import { type Compilable, type Db, sql, type Tx } from '../platform/db/index.ts'
import { AppError, isAppError } from '../platform/errors.ts'
import { cleanImage, ImageError } from '../storage/image.ts'
import type { Storage } from '../storage/index.ts'
import { addressOf, type Signer } from '../storage/tickets.ts'

type Read = <T>(query: Compilable<T>) => Promise<T[]>

export interface PhotoRow {
  id: string
  kind: PhotoKind
  key: string
  width: number
  height: number
  bytes: number
  created_at: Date
}

export interface Viewer {
  mid: number
  partnerId: number
}

export const photoPath = (photo: string): string => `/his/api/staffphotos/${photo}`
/** Shown to whom the database shows the picture then, until its time is over. */
export function photoAddress(signer: Signer, photo: string) {
  const { url, expiresAt } = addressOf(signer, photoPath(photo))
  return { url: `${signer.photosAt ?? ''}${url}`, expiresAt }
}

/** The own pictures in force, by kind. */
export async function ownPhotos(read: Read, signer: Signer, who: Viewer): Promise<Record<PhotoKind, Photo | null>> {
  const rows = await read(sql<PhotoRow>`select id, kind, key, width, height, bytes, created_at from staff_photo
    where mid = ${who.mid} and state = 'inForce'`)
  const one = (kind: PhotoKind): Photo | null => {
    const row = rows.find((candidate) => candidate.kind === kind)
    if (!row) return null
    const { id, width, height, bytes } = row
    return {
      id,
      kind,
      width,
      height,
      bytes,
      ...photoAddress(signer, id),
      uploadedAt: row.created_at.toISOString(),
    }
  }
  return Object.fromEntries(photoKinds.map((kind) => [kind, one(kind)])) as Record<PhotoKind, Photo | null>
}

/** UPLOAD_EMPTY, UPLOAD_TOO_LARGE, UPLOAD_PIXELS, UPLOAD_IMAGE_ONLY (no JPEG, no PNG), UPLOAD_CONTENT (one that is broken). */
export async function imageOf(data: string, name: string) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) throw new AppError('UPLOAD_CONTENT')
  const bytes = Buffer.from(data, 'base64')
  if (!bytes.length) throw new AppError('UPLOAD_EMPTY')
  const tooLarge = new AppError('UPLOAD_TOO_LARGE', { data: { max: PHOTO_MAX_BYTES / 1_048_576 } })
  if (bytes.length > PHOTO_MAX_BYTES) throw tooLarge
  try {
    const image = await cleanImage(bytes, PHOTO_MAX_SIDE, { upright: true })
    // Which picture it is the content says; a name that says it is none is a mistake at best.
    if (extensionOf(name) && namedAs(name, image.mime === 'image/png' ? 'png' : 'jpg') === null)
      throw new AppError('UPLOAD_IMAGE_ONLY')
    return image
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    const codes = { notAnImage: 'UPLOAD_IMAGE_ONLY', broken: 'UPLOAD_CONTENT', tooLarge: 'UPLOAD_PIXELS' } as const
    const data = { side: PHOTO_MAX_SIDE, max: PHOTO_MAX_SIDE ** 2 / 1_000_000 }
    throw new AppError(codes[error.why], { cause: error, ...(error.why === 'tooLarge' ? { data } : {}) })
  }
}
type Image = Awaited<ReturnType<typeof imageOf>>

const COLUMNS: Record<PhotoKind, string | null> = {
  avatar: null,
  licenseImage: 'license_image',
  bankImage: 'bank_image',
  personsign: 'person_sign',
}

export interface Proposal {
  number: string | null
  expires: string | null
}
/** Another licence: it waits until somebody has looked at it, and those who look hear of it. */
async function propose(tx: Tx, who: Viewer, photo: string, { number, expires }: Proposal, now: Date): Promise<void> {
  const { version } = await tx.one(sql<{ version: number }>`
    insert into staff_change as c (mid, partner_id, photo, licence_number, licence_expires, submitted_at)
    values (${who.mid}, ${who.partnerId}, ${photo}::uuid, ${number}::text, ${expires}::date, ${now}::timestamptz)
    on conflict (mid, partner_id) do update set photo = excluded.photo, licence_number = excluded.licence_number,
      licence_expires = excluded.licence_expires, state = 'waiting', submitted_at = excluded.submitted_at, decided_at = null,
      decided_by = null, reason = null, version = c.version + 1
    returning version`)
  const reviewers = await tx.many(sql<{ mid: number }>`
    select mid from staff_partner where partner_id = ${who.partnerId} and doctortype = 'admin' and status = 'active' and review = 'onBoard'`)
  const hearers = [...new Set([who.mid, ...reviewers.map(({ mid }) => mid)])]
  await tx.emit(staffReviewed, hearers.map(audience.staff), { id: who.mid, version, at: now.toISOString() })
}

interface ChangeRow extends Omit<PhotoRow, 'kind' | 'key'> {
  state: 'waiting' | 'returned'
  number: string | null
  expires: string | null
  submitted_at: Date
  reason: string | null
}
/** The licence that waits, or the answer to the last one. */
export async function licenceChange(read: Read, signer: Signer, who: Viewer): Promise<Profile['licenceChange']> {
  const [row] = await read(sql<ChangeRow>`
    select c.state, c.licence_number as number, c.licence_expires::text as expires, c.submitted_at, c.reason,
      p.id, p.width, p.height, p.bytes, p.created_at
    from staff_change c join staff_photo p on p.id = c.photo
    where c.mid = ${who.mid} and c.partner_id = ${who.partnerId} and c.state <> 'approved'`)
  if (!row) return null
  const { id, width, height, bytes } = row
  const kind = 'licenseImage' as const
  const uploadedAt = row.created_at.toISOString()
  return {
    state: row.state,
    photo: row.state === 'waiting' ? { id, kind, width, height, bytes, ...photoAddress(signer, id), uploadedAt } : null,
    number: row.number,
    expires: row.expires,
    submittedAt: row.submitted_at.toISOString(),
    reason: row.reason,
  }
}

/** Of these keys, those of pictures: one that was replaced is kept. */
export const namedPhotos = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (
    await db.system.read(sql<{ key: string }>`select p.key from staff_photo p where p.key = any (${[...keys]}::text[])`)
  ).map(({ key }) => key)

/** The file is on disk before the row says so. The one before is kept, replaced. */
export async function keepPhoto<T>(
  storage: Storage,
  who: Viewer,
  photo: { kind: PhotoKind; image: Image; now: Date; proposed?: Proposal | undefined },
  inTx: (work: (tx: Tx) => Promise<string>) => Promise<T>,
): Promise<T> {
  const id = randomUUID()
  const { kind, image, now } = photo
  const key = `staff/${who.mid}/${id}.${image.mime === 'image/png' ? 'png' : 'jpg'}`
  await storage.put(key, image.bytes)
  const state = photo.proposed ? 'proposed' : 'inForce'
  try {
    return await inTx(async (tx) => {
      await tx.run(sql`update staff_photo set state = 'replaced', replaced_at = ${now}
        where mid = ${who.mid} and kind = ${kind} and state = ${state}`)
      await tx.run(sql`insert into staff_photo (id, mid, partner_id, kind, key, mime, bytes, width, height, sha256, created_at, state)
        values (${id}, ${who.mid}, ${who.partnerId}, ${kind}, ${key}, ${image.mime}, ${image.bytes.length}, ${image.width}, ${image.height},
          ${createHash('sha256').update(image.bytes).digest('hex')}, ${now}, ${state})`)
      if (photo.proposed) {
        await propose(tx, who, id, photo.proposed, now)
        return id
      }
      const column = COLUMNS[kind]
      if (column) await tx.run(sql`update staff_profile set ${sql.ref(column)} = ${id} where mid = ${who.mid}`)
      else await tx.run(sql`update staff set avatar = ${id} where mid = ${who.mid}`)
      return id
    })
  } catch (error) {
    // Refused: nothing of it stays. With a line that broke nobody knows whether the row stands; a file too many harms nobody.
    // Nor does what it was refused for give way to a store that cannot take it back now.
    if (isAppError(error)) await storage.remove(key).catch(() => undefined)
    throw error
  }
}
