import type { RecordingAddress } from '@teleward/contract/calls/schema.ts'
import { sql } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { RawReply } from '../../platform/http/index.ts'
import { rangeOf } from '../../storage/reply.ts'
import { addressOf, type Signer } from '../../storage/tickets.ts'
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

/** What a browser records is WebM, what the egress service writes MP4. Where it lies is named alike, for whoever sweeps and moves. */
const formatOf = ({ recorder }: RecordingRow) => (recorder === 'egress' ? 'mp4' : 'webm')

export const pathOf = (recordingId: string): string => `/his/api/recordings/${recordingId}/file`
export const address = (signer: Signer, recording: RecordingRow): RecordingAddress => ({
  ...addressOf(signer, pathOf(recording.recordingId)),
  mime: `video/${formatOf(recording)}`,
  durationMs: recording.durationMs,
  bytes: recording.bytes,
})

/** The file, or the part asked for. It is shown or saved, never run: nothing in it may act as a page. */
export async function stream(
  files: RecordingFiles,
  recording: RecordingRow & { path: string },
  range: string | undefined,
): Promise<RawReply> {
  const whole = await files.joined(recording.path)
  if (!whole) throw new AppError('NOT_FOUND')
  const { size } = whole
  const headers = {
    'content-type': `video/${formatOf(recording)}`,
    'content-disposition': `inline; filename="consultation.${formatOf(recording)}"`,
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
  const file = await whole.read({ start, end })
  return part
    ? new RawReply(file, { ...headers, ...length, 'content-range': `bytes ${start}-${end}/${size}` }, 206)
    : new RawReply(file, { ...headers, ...length })
}
