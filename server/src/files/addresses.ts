import { extensionsOf, type FileFormat, mimeOf } from '@teleward/contract/files/kinds.ts'
import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { RawReply } from '../platform/http/index.ts'
import { rangeOf } from '../recordings/playback.ts'
import type { Storage } from '../storage/index.ts'
import { addressOf, type Signer, signerOf } from '../storage/tickets.ts'
import { type FileRow, numberOf, type UploadRow } from './repo.ts'

export type Shape = 'view' | 'original' | 'thumb'
/** Who gets addresses of files, and what opens to them. */
export interface FileSigner extends Signer {
  who: StaffActor
}
export const fileSigner = async ({ db, clock }: Deps, who: StaffActor): Promise<FileSigner> => ({
  ...(await signerOf(db, who, clock.now())),
  who,
})
export const pathOf = (file: string): string => `/his/api/files/${file}/content`
export const fileAddress = (signer: Signer, file: string, as: Shape) => addressOf(signer, pathOf(file), as)

/** As the caller gets it: with what opens it, where the right to files is there. */
export function shownFile(signer: FileSigner, { mid: _, hasThumb, updatedAt: __, ...row }: FileRow): MedicalFile {
  const opens = row.state !== 'withdrawn' && signer.who.rights['file.read'] !== '-'
  return {
    ...row,
    number: numberOf(row.kind),
    mime: mimeOf[row.format],
    opens,
    thumb: opens && hasThumb ? fileAddress(signer, row.id, 'thumb') : null,
  }
}
export const shownUpload = (signer: FileSigner, { file, ...row }: UploadRow): Upload => ({
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
