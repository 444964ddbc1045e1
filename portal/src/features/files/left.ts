import { KEPT_HOURS } from '@teleward/contract/files/rules.ts'
import type { Upload } from '@teleward/contract/files/schema.ts'
import type { Sending } from '../../api/sendings.ts'

/** Another tab or computer may be sending it, and a piece on a slow line takes its time. */
const SILENT_MS = 30_000

/** Begun, and sent by nobody any more: the page that did was closed. Kept so long after its last piece says when that was. */
export function isLeft(
  { id, state, expiresAt }: Pick<Upload, 'id' | 'state' | 'expiresAt'>,
  here: readonly Pick<Sending, 'upload'>[],
  now: number,
): boolean {
  if ((state !== 'queued' && state !== 'uploading') || here.some(({ upload }) => upload?.id === id)) return false
  return now - (Date.parse(expiresAt) - KEPT_HOURS * 3_600_000) > SILENT_MS
}
