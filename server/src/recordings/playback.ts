import { createReadStream } from 'node:fs'
import type { RecordingAddress } from '@teleward/contract/calls/schema.ts'
import { RECORDING_MIME } from '@teleward/contract/calls/schema.ts'
import { sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { RawReply } from '../platform/http/index.ts'
import { addressOf, type Signer } from '../storage/tickets.ts'
import type { RecordingFiles } from './files.ts'
import * as repo from './repo.ts'
import type { Read, RecordingRow } from './repo.ts'

/** The recording that this member of staff may play: own ones only, where the right is no more than that. */
export async function playable(
  read: Read,
  recordingId: string,
  right: string,
  mid: number,
): Promise<RecordingRow & { path: string }> {
  const [row] = await read(sql<RecordingRow>`
    select g.* from (${repo.byId(recordingId)}) g
    where ${right === 'y'} or exists (select 1 from recording g where g.recording_id = ${recordingId} and ${repo.tookPart(mid)})`)
  if (!row) throw new AppError('NOT_FOUND')
  if (row.state === 'failed') throw new AppError('RECORDING_FAILED')
  if (row.state !== 'ready' || !row.path) throw new AppError('ILLEGAL_STEP')
  return { ...row, path: row.path }
}

export const pathOf = (recordingId: string): string => `/his/api/recordings/${recordingId}/file`
export const address = (signer: Signer, { recordingId, durationMs, bytes }: RecordingRow): RecordingAddress => ({
  ...addressOf(signer, pathOf(recordingId)),
  mime: RECORDING_MIME,
  durationMs,
  bytes,
})

/** One range of bytes, as browsers ask for it; `undefined` for anything else, which gets the whole. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** The file, or the part asked for. It is shown or saved, never run: nothing in it may act as a page. */
export async function stream(files: RecordingFiles, path: string, range: string | undefined): Promise<RawReply> {
  const size = await files.size(path)
  if (size === 0) throw new AppError('NOT_FOUND')
  const headers = {
    'content-type': RECORDING_MIME,
    'content-disposition': 'inline; filename="consultation.webm"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  }
  const part = rangeOf(range, size)
  if (part === 'unsatisfiable') return new RawReply('', { ...headers, 'content-range': `bytes */${size}` }, 416)
  const { start, end } = part ?? { start: 0, end: size - 1 }
  const length = { 'content-length': String(end - start + 1) }
  const file = createReadStream(files.absolute(path), { start, end })
  return part
    ? new RawReply(file, { ...headers, ...length, 'content-range': `bytes ${start}-${end}/${size}` }, 206)
    : new RawReply(file, { ...headers, ...length })
}
