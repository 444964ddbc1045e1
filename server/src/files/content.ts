import { createHash } from 'node:crypto'
import { type FileFormat, mimeOf } from '@teleward/contract/core/file-kinds.ts'
import { PICTURE_MAX_MB } from '@teleward/contract/files/rules.ts'
import type { DicomSummary } from '@teleward/contract/files/dicom.ts'
import { HEADER_MAX_BYTES, parseWfdbHeader, SignalError, type WfdbHeader } from '@teleward/contract/files/wfdb.ts'
import { summaryOf } from '../dicom/summary.ts'
import { filmOf, isPdf, isPicture, isWave, pictureOf } from '../storage/formats.ts'
import type { Opened } from '../storage/index.ts'

/** What the bytes are, whatever they are called. */
export interface Content {
  format: FileFormat
  mime: string
  width: number | null
  height: number | null
  /** Of a picture: built anew from what makes the picture, with the way up a camera held it. */
  copy: Buffer | null
  /** What a DICOM file says of itself. */
  dicom: DicomSummary | null
}
/** `null`: none of the formats taken, or one that is broken. `tooLarge`: a picture of more pixels than are unpacked. */
export async function contentOf(file: Opened): Promise<Content | 'tooLarge' | null> {
  const head = await file.read(0, 512)
  const plain = (format: FileFormat): Content => ({
    format,
    mime: mimeOf[format],
    width: null,
    height: null,
    copy: null,
    dicom: null,
  })
  // Read whole to be built anew: one that calls itself a film may be as long as a film may be, and is no picture.
  if (isPicture(head)) {
    const picture = file.size > PICTURE_MAX_MB * 1_048_576 ? 'broken' : await pictureOf(await file.read(0, file.size))
    if (picture === 'tooLarge') return picture
    return picture === 'broken' ? null : { ...picture, dicom: null }
  }
  if (await isPdf(file, head)) return plain('pdf')
  const dicom = await summaryOf(file)
  if (dicom) return { ...plain('dcm'), dicom }
  if (await isWave(file, head)) return plain('wav')
  if (await isAnnotatedEcg(file, head)) return plain('xml')
  if (await headerOf(file)) return plain('hea')
  const film = await filmOf(file, head)
  return film ? plain(film) : null
}

/**
 * HL7's annotated ECG: its root stands first, but for remarks and instructions, and closes at the end. With a document type
 * before it, which could declare what it likes, it is none.
 */
async function isAnnotatedEcg(file: Opened, head: Buffer): Promise<boolean> {
  if (!/^\s*</.test(head.toString('latin1').replace(/^\xef\xbb\xbf/, ''))) return false
  const start = (await file.read(0, 16_384)).toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const root =
    /^\s*(?:<\?[^>]{0,2000}\?>\s*|<!--(?:(?!-->)[\s\S]){0,4000}-->\s*){0,40}<(?:([\w.-]{1,40}):)?AnnotatedECG[\s>]/.exec(
      start,
    )
  if (!root) return false
  const tail = (await file.read(Math.max(0, file.size - 4096), 4096)).toString('latin1')
  return tail
    .replace(/(?:\s|<!--(?:(?!-->)[\s\S])*-->)+$/, '')
    .endsWith(`</${root[1] ? `${root[1]}:` : ''}AnnotatedECG>`)
}

/** Says of itself that it is DICOM and nothing else, whether it can be read or not. */
export async function isDisc(file: Opened): Promise<boolean> {
  const head = file.size < 132 ? null : await file.read(0, 132)
  return head !== null && head.toString('latin1', 128) === 'DICM' && head.subarray(0, 128).every((byte) => byte === 0)
}

/** The header of a WFDB record, or `null`. */
export async function headerOf(file: Opened): Promise<WfdbHeader | null> {
  if (file.size > HEADER_MAX_BYTES) return null
  try {
    return parseWfdbHeader((await file.read(0, file.size)).toString('latin1'))
  } catch (error) {
    if (error instanceof SignalError) return null
    throw error
  }
}

const PIECE = 1024 * 1024
export async function hashOf(file: Opened): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < file.size; at += PIECE) hash.update(await file.read(at, PIECE))
  return hash.digest('hex')
}
