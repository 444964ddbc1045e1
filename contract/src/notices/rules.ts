import type { ErrorCode } from '../core/errors.gen.ts'

/** The ways to a patient outside the portal. */
export const noticeChannels = ['sms', 'email', 'line', 'wechat'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** `sending`: taken by the sender, some of it still on its way. FHIR CommunicationRequest and Communication. */
export const noticeStates = ['waiting', 'sending', 'sent', 'read', 'failed', 'cancelled'] as const
export type NoticeState = (typeof noticeStates)[number]
export const recipientStates = ['waiting', 'sending', 'sent', 'read', 'failed'] as const
export type RecipientState = (typeof recipientStates)[number]

export const CONTENT_MAX = 1000
export const RECIPIENTS_MAX = 2000
/** So far ahead it can be set. */
export const AHEAD_DAYS = 366
/** Who is to be asked once more before something is sent: by the institution's clock. */
export const NIGHT = { from: 22, to: 7 } as const

export type NoticeAction = 'edit' | 'cancel' | 'retry'
type Refusal = Extract<ErrorCode, 'NOTICE_LOCKED' | 'NOTICE_ILLEGAL_STEP'>
const steps: Readonly<Record<NoticeAction, { from: readonly NoticeState[] }>> = {
  edit: { from: ['waiting'] },
  cancel: { from: ['waiting'] },
  retry: { from: ['failed'] },
}
/** State machine 10. The server checks it under the row's lock. `null`: yes; otherwise the code that says why not. */
export function noticeRefusal(action: NoticeAction, state: NoticeState): Refusal | null {
  if (steps[action].from.includes(state)) return null
  return action === 'retry' || state === 'cancelled' ? 'NOTICE_ILLEGAL_STEP' : 'NOTICE_LOCKED'
}

/** The one blank a content may have: whom it is sent to. */
export const NAME_BLANK = '{name}'
export const withName = (content: string, name: string): string => content.replaceAll(NAME_BLANK, name)
