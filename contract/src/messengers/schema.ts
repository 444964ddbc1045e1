import { z } from 'zod'
import { instant } from '../core/scalars.ts'

export const messengerChannel = z.enum(['line', 'wechat'])
export type MessengerChannel = z.output<typeof messengerChannel>

/** So long a code waits to be sent to the account. */
export const MESSENGER_REQUEST_MS = 600_000

const messenger = z.object({
  /** The institution's account there is set up, and tells of what is written to it. */
  offered: z.boolean(),
  /** The member's own account; null: none is bound. The name is theirs there, and masked. */
  bound: z.object({ name: z.string(), at: instant }).nullable(),
})
export const memberMessengers = z.object({ line: messenger, wechat: messenger })
export type MemberMessengers = z.output<typeof memberMessengers>

export const messengerOfferBody = z.object({
  channel: messengerChannel,
  /** In development nobody has to have an account there: the code, sent back, is its answer. */
  code: z.string().max(20).optional(),
})
export const messengerOffer = z.object({
  state: z.enum(['waiting', 'bound']),
  /** What the member is to send to the institution's account. */
  code: z.string().nullable(),
  expiresAt: instant.nullable(),
  account: z.string().nullable(),
  /** Opens a conversation with the account, the code typed already; null where the channel knows none. */
  address: z.string().nullable(),
  development: z.boolean(),
})
export type MessengerOffer = z.output<typeof messengerOffer>
