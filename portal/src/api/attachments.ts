import { patchChatFile, postChatFile } from '@teleward/contract/chat/endpoints.ts'
import type { AttachmentKind } from '@teleward/contract/chat/rules.ts'
import type { AttachmentCome } from '@teleward/contract/chat/schema.ts'
import { CHUNK_BYTES } from '@teleward/contract/files/rules.ts'
import { pieceSize } from '../lib/piece-size.ts'
import { putBytes, sendPiece } from './bytes.ts'
import { call } from './client.ts'
import { ApiError } from './errors.ts'
import { thumbOf } from './thumbs.ts'

/** A picture, a file or a voice that is to hang on a message. */
export interface Attached {
  kind: AttachmentKind
  name: string
  bytes: number
  wave: number[]
  durationMs?: number
}
type Begin = Attached & { fileId: string; thumb?: string }
export interface Way {
  begin(ask: Begin): Promise<AttachmentCome>
  piece(id: string, offset: number, bytes: Uint8Array): Promise<AttachmentCome>
}
export const staffWay = (conversation: number): Way => ({
  begin: ({ durationMs: _, ...ask }) => call(postChatFile, { body: { ...ask, id: conversation } }),
  piece: (id, offset, bytes) =>
    putBytes(patchChatFile, { params: { id } }, bytes, { headers: { 'Upload-Offset': String(offset) } }),
})

/**
 * Until the server has all of it: from where it stands, also after a line that was lost. Throws its refusal, and UPLOAD_GONE
 * where the bytes are neither here (`blob` null: the page was loaded anew) nor there.
 */
export async function deliver(
  way: Way,
  fileId: string,
  file: Attached,
  blob: Blob | null,
  onSent: (bytes: number) => void,
): Promise<void> {
  const thumb = blob && file.kind !== 'voice' ? await thumbOf(new File([blob], file.name, { type: blob.type })) : null
  let come = await way.begin({ ...file, fileId, ...(thumb ? { thumb } : {}) })
  const size = pieceSize(CHUNK_BYTES)
  while (come.state === 'coming') {
    if (!blob) throw new ApiError('UPLOAD_GONE', '', 410)
    onSent(come.received)
    const from = come.received
    try {
      come = await sendPiece(size, blob, from, (bytes) => way.piece(fileId, from, bytes))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'UPLOAD_OFFSET') throw error
      // The answer to an earlier piece was lost: on from where the server stands.
      come = { ...come, received: (error.data as { offset: number }).offset }
    }
  }
  onSent(file.bytes)
  if (come.state === 'rejected') throw new ApiError(come.reason ?? 'UPLOAD_CONTENT', '', 415, [], come.reasonData)
}
