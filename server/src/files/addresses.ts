import { extensionsOf, type FileFormat, mimeOf } from '@teleward/contract/files/kinds.ts'
import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Db } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { RawReply } from '../platform/http/index.ts'
import { rangeOf } from '../recordings/playback.ts'
import { installationSecret, seal, unseal } from '../rooms/token.ts'
import type { Storage } from '../storage/index.ts'
import { type FileRow, numberOf, type UploadRow } from './repo.ts'

/** Long enough to look and to seek; a viewer that is open longer asks for another one. */
const SECONDS = 10 * 60
export type Shape = 'view' | 'original' | 'thumb'
export interface Ticket {
  file: string
  as: Shape
  /** Of the session it was made for. */
  sid: string
  exp: number
}
export interface Signer {
  secret: Buffer
  who: StaffActor
  now: Date
}

const secrets = new WeakMap<Db, Promise<Buffer>>()
/** Made once, kept for the process; the same in all of them. */
export function fileSecret(db: Db): Promise<Buffer> {
  const known = secrets.get(db)
  if (known) return known
  const made = installationSecret(db, 'medical.files')
  secrets.set(db, made)
  // A failure must not be remembered.
  made.catch(() => secrets.delete(db))
  return made
}

export function addressOf({ secret, who, now }: Signer, file: string, as: Shape): { url: string; expiresAt: string } {
  // Whole minutes, so that a small picture keeps its address for a while, and a browser keeps the picture.
  const exp = Math.ceil((now.getTime() / 1000 + SECONDS) / 60) * 60
  const ticket: Ticket = { file, as, sid: who.sid, exp }
  return {
    url: `/his/api/files/${file}/content?ticket=${seal(secret, ticket)}`,
    expiresAt: new Date(exp * 1000).toISOString(),
  }
}
export function openTicket(secret: Buffer, ticket: string, file: string, now: Date): Ticket {
  const claims = unseal<Ticket>(secret, ticket, now)
  if (claims?.file !== file || typeof claims.sid !== 'string') throw new AppError('FILE_LINK_EXPIRED')
  return claims
}

/** As the caller gets it: with what opens it, where the right to files is there. */
export function shownFile(signer: Signer, { mid: _, hasThumb, updatedAt: __, ...row }: FileRow): MedicalFile {
  const opens = row.state !== 'withdrawn' && signer.who.rights['file.read'] !== '-'
  return {
    ...row,
    number: numberOf(row.kind),
    mime: mimeOf[row.format],
    opens,
    thumb: opens && hasThumb ? addressOf(signer, row.id, 'thumb') : null,
  }
}
export const shownUpload = (signer: Signer, { file, ...row }: UploadRow): Upload => ({
  ...row,
  file: file && shownFile(signer, file),
})

export interface Place {
  id: string
  format: FileFormat
  name: string
  key: string
  copyKey: string | null
  thumbKey: string | null
}
/** Of the formats a browser takes apart itself, and none of them a page. What else there is, is handed out to be saved. */
const inPlace: readonly FileFormat[] = ['jpg', 'png', 'pdf', 'mp4', 'mov', 'wav']

/**
 * The file, or the part asked for. It is shown or saved, never run: its type is what its bytes were found to be, no browser
 * guesses another one, and nothing in it may load, run or be framed by others.
 */
export async function contentReply(
  storage: Storage,
  file: Place,
  as: Shape,
  range: string | undefined,
): Promise<RawReply> {
  const picture = file.copyKey !== null
  const key = as === 'thumb' ? file.thumbKey : as === 'view' && picture ? file.copyKey : file.key
  const whole = key === null ? undefined : await storage.get(key)
  if (key === null || !whole) throw new AppError('NOT_FOUND')
  // One look at how long it is; the stream of it is opened again for the part asked for.
  whole.stream.destroy()
  const { size } = whole
  const extension = as === 'thumb' ? (/\.(\w+)$/.exec(key)?.[1] ?? 'jpg') : extensionsOf[file.format][0]
  const shown = as !== 'original' && inPlace.includes(file.format)
  const mime = as === 'thumb' ? (extension === 'png' ? 'image/png' : 'image/jpeg') : mimeOf[file.format]
  const headers = {
    'content-type': mime,
    // The name in the address bar and on the disk: of letters that mean nothing to a path or a header.
    'content-disposition': `${shown ? 'inline' : 'attachment'}; filename="file.${extension}"; filename*=UTF-8''${encodeURIComponent(
      `${file.name.replace(/\.[^.]*$/, '')}.${extension}`,
    ).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    'x-content-type-options': 'nosniff',
    // A browser shows a PDF by a part of its own, which a sandbox would keep out; in a PDF nothing of ours runs.
    'content-security-policy':
      file.format === 'pdf' && shown ? "default-src 'none'; frame-ancestors 'self'" : "default-src 'none'; sandbox",
    ...(file.format === 'pdf' && shown ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': as === 'thumb' ? 'private, max-age=300' : 'private, no-store',
    'accept-ranges': 'bytes',
  }
  const part = rangeOf(range, size)
  if (part === 'unsatisfiable') return new RawReply('', { ...headers, 'content-range': `bytes */${size}` }, 416)
  const found = await storage.get(key, part ?? undefined)
  if (!found) throw new AppError('NOT_FOUND')
  return part
    ? new RawReply(
        found.stream,
        {
          ...headers,
          'content-length': String(part.end - part.start + 1),
          'content-range': `bytes ${part.start}-${part.end}/${size}`,
        },
        206,
      )
    : new RawReply(found.stream, { ...headers, 'content-length': String(size) })
}
