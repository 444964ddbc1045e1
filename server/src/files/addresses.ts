import { extensionsOf, type FileFormat, mimeOf } from '@teleward/contract/core/file-kinds.ts'
import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import type { RawReply } from '../platform/http/index.ts'
import type { Storage } from '../storage/index.ts'
import { fileReply } from '../storage/reply.ts'
import { addressOf, type Signer, signerOf } from '../storage/tickets.ts'
import { type FileRow, numberOf, type UploadRow } from './repo.ts'

/** `data`: of a WFDB pair, what the header speaks of. */
export type Shape = 'view' | 'original' | 'thumb' | 'data'
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
  dataKey: string | null
  dataName: string | null
  sha256: string
  dataSha256: string | null
}
/** Of the formats a browser takes apart itself, and none of them a page. What else there is, is handed out to be saved. */
const inPlace: readonly FileFormat[] = ['jpg', 'png', 'pdf', 'mp4', 'mov', 'wav']

/** Shown or saved, in the shape asked for. */
export async function contentReply(
  storage: Storage,
  file: Place,
  as: Shape,
  range: string | undefined,
): Promise<RawReply> {
  const picture = file.copyKey !== null
  const key =
    as === 'thumb' ? file.thumbKey : as === 'data' ? file.dataKey : as === 'view' && picture ? file.copyKey : file.key
  if (key === null) throw new AppError('NOT_FOUND')
  const extension =
    as === 'thumb' ? (/\.(\w+)$/.exec(key)?.[1] ?? 'jpg') : as === 'data' ? 'dat' : (extensionsOf[file.format][0] ?? '')
  return fileReply(
    storage,
    {
      key,
      extension,
      name: as === 'data' && file.dataName ? file.dataName : file.name,
      shown: as !== 'original' && as !== 'data' && inPlace.includes(file.format),
      mime: as === 'thumb' ? (extension === 'png' ? 'image/png' : 'image/jpeg') : mimeOf[file.format],
      sha256: key === file.key ? file.sha256 : key === file.dataKey ? (file.dataSha256 ?? undefined) : undefined,
    },
    range,
  )
}
