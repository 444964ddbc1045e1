import type { AttachmentKind } from '@teleward/contract/chat/rules.ts'
import type { ChatHead, ChatPerson } from '@teleward/contract/chat/schema.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { addDays } from '@teleward/contract/core/dates.ts'
import { BUSY, ONLINE } from '@teleward/contract/staff/rules.ts'
import { type TextKey, t } from '../../i18n/i18n.ts'
import type { Presence } from '../../ui/Avatar.tsx'
import { formatDay, formatShortDate, formatTime, isoDay } from '../../ui/format.ts'

/** The person or group the conversation is with, as its heading names them. */
export function titleOf({ patient, colleague, group }: ChatHead): string {
  if (patient) return either(patient.pname, patient.pnameEn)
  if (colleague) return either(colleague.dname, colleague.dnameEn)
  return group?.name ?? ''
}
/** A colleague's on-line state by its code (`staff/rules.ts`), in the list and over the conversation. */
export function presenceOf(code: number): { dot: Presence; word: TextKey } {
  if (code === ONLINE) return { dot: 'ok', word: 'chat.online' }
  return code === BUSY ? { dot: 'warn', word: 'chat.busy' } : { dot: 'off', word: 'chat.offline' }
}
/** Who wrote: of the staff by name, else the patient of the conversation. */
export const authorOf = (from: ChatPerson | null, head: ChatHead) => (from ? nameOf(from) : titleOf(head))

/** In a list: the time of today, 'yesterday', the day before that. */
export function shortTime(time: string): string {
  const day = isoDay(time)
  if (day === isoDay()) return formatTime(time)
  return day === addDays(isoDay(), -1) ? t('chat.yesterday') : formatShortDate(time)
}
export function dayWord(time: string): string {
  const day = isoDay(time)
  if (day === isoDay()) return t('chat.today')
  return day === addDays(isoDay(), -1) ? t('chat.yesterday') : formatDay(time)
}

/** A message in a line: what hangs on it by its kind, before what was said with it. */
export function lineText({
  textContent,
  attached,
}: {
  textContent: string | null
  attached: AttachmentKind | null
}): string {
  if (textContent === null) return t('chat.recalled')
  return attached ? `[${t(`attachments.${attached}`)}] ${textContent}`.trim() : textContent
}
