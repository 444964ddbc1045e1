import { type AttachmentFormat, attachmentMime } from '@teleward/contract/chat/rules.ts'
import type { ChatAttachment, ChatMessage, LinkAttachment } from '@teleward/contract/chat/schema.ts'
import { sql } from '../platform/db/index.ts'
import { addressOf, type Signer } from '../storage/tickets.ts'

/** What hangs on a message, as statements bring it. */
export interface AttachmentRow extends Omit<ChatAttachment, 'mime' | 'thumb'> {
  format: AttachmentFormat
  hasThumb: boolean
}
export type MessageRow = Omit<ChatMessage, 'attachment'> & { attachment: AttachmentRow | null }

export const attachedKind = (message: 'm' | 'r') => {
  const id = sql.ref(`${message}.attachment_id`)
  return sql`case when ${id} is null then null else (select t.kind from chat_attachment t where t.id = ${id}) end`
}
export const attachmentFields = sql`jsonb_build_object('id', t.id, 'kind', t.kind, 'name', t.name, 'format', t.format, 'bytes', t.bytes,
  'width', t.width, 'height', t.height, 'durationMs', t.duration_ms, 'wave', to_jsonb(t.wave), 'hasThumb', t.thumb_key is not null)`
export const attachmentOf = sql`case when m.attachment_id is null then null else
  (select ${attachmentFields} from chat_attachment t where t.id = m.attachment_id) end`

export const contentPath = (id: string): string => `/his/api/chatfiles/${id}/content`
export function shownAttachment(signer: Signer, { format, hasThumb, ...row }: AttachmentRow): ChatAttachment {
  const thumb = hasThumb ? addressOf(signer, contentPath(row.id), 'thumb') : null
  return { ...row, mime: attachmentMime(format), thumb }
}
/** As the caller gets it: a picture with the address of its small one. */
export const shown = (signer: Signer, { attachment, ...message }: MessageRow): ChatMessage => ({
  ...message,
  attachment: attachment && shownAttachment(signer, attachment),
})
export const linkShown = ({ format, ...row }: AttachmentRow): LinkAttachment => ({
  ...row,
  mime: attachmentMime(format),
})
