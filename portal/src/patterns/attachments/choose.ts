import { type AttachmentKind, attachmentRefusal } from '@teleward/contract/chat/rules.ts'
import type { UiConfig } from '@teleward/contract/uiconfig/schema.ts'
import type { Attached } from '../../api/attachments.ts'
import { errorText } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notify.ts'

/** What was chosen, dropped or pasted: a picture goes as one, all else as a file. */
export const kindOf = (file: File): AttachmentKind => (/^image\/(?:jpeg|png)$/.test(file.type) ? 'image' : 'file')
/** A pasted picture has no name of its own. */
const named = ({ name, type }: File) => name || (type === 'image/png' ? 'image.png' : 'image.jpg')

/** Those that may go; of each other one is said why not. */
export function chosen(
  limits: UiConfig['uploads'] | null,
  files: Iterable<File>,
  take: (attached: Attached, blob: Blob) => void,
): void {
  for (const file of files) {
    const attached: Attached = { kind: kindOf(file), name: named(file).slice(-200), bytes: file.size, wave: [] }
    const refusal = limits && attachmentRefusal(limits, attached)
    if (refusal) notify({ kind: 'bad', title: attached.name, text: errorText(refusal.code, refusal.data) })
    else take(attached, file)
  }
}
