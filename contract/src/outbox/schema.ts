import { z } from 'zod'
import { date, instant, singleLine, uuid, version } from '../core/scalars.ts'
import { sortBy } from '../core/paging.ts'
import { outboxChannels, outboxStates } from './rules.ts'

export const outboxMessage = z.object({
  id: uuid,
  version,
  /** Where it is another's: of an institution that nobody administers yet, shown to the operator. */
  institution: z.object({ id: z.number().int(), name: z.string(), nameEn: z.string().nullable() }).nullable(),
  channel: z.enum(outboxChannels),
  /** Masked: enough to tell two apart. */
  to: z.string(),
  kind: z.string(),
  origin: z.object({ kind: z.string(), id: z.string() }).nullable(),
  state: z.enum(outboxStates),
  tries: z.number().int(),
  nextAt: instant.nullable(),
  notAfter: instant.nullable(),
  reason: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** In development alone. */
  text: z.string().nullable(),
  link: z.string().nullable(),
  again: z.boolean(),
  cancel: z.boolean(),
})
export type OutboxMessage = z.output<typeof outboxMessage>
export const outboxSort = sortBy('channel', 'state', 'tries', 'at')
export const outboxQuery = z.object({
  channel: z.enum(outboxChannels).optional(),
  state: z.enum(outboxStates).optional(),
  kind: z.string().max(40).optional(),
  origin: z.string().max(80).optional(),
  from: date.optional(),
  to: date.optional(),
  /** Those alone that failed and can be sent once more: what is over-due is not. */
  again: z.enum(['1']).optional(),
  /** Unless told: failed ones first, then the newest. */
  sort: outboxSort.optional(),
})
export const outboxAct = z.object({ version, action: z.enum(['again', 'cancel']) })
/** One channel in one hour. */
export const outboxTotal = z.object({
  channel: z.enum(outboxChannels),
  hour: instant,
  sent: z.number().int(),
  failed: z.number().int(),
  waiting: z.number().int(),
})
/** Everything that reaches somebody or something outside. */
export const providerKinds = [...outboxChannels.filter((channel) => channel !== 'webhook'), 'ai'] as const
export const provider = z.object({
  kind: z.enum(providerKinds),
  /** What stands behind it: `development` keeps messages here; null: nothing, and sending fails. */
  name: z.string().nullable(),
})
export const providerTest = z.object({
  channel: z.enum(providerKinds),
  /** Where the account knows no address of its own: an e-mail address, a WeChat openid, a push subscription. */
  to: singleLine(2000)
    .optional()
    .describe('an address of the channel; it has to be there where the account knows none'),
})
/** The message that is on its way, or what the model said. */
export const providerTested = z.object({
  message: uuid.nullable(),
  answer: z.string().nullable(),
  model: z.string().nullable(),
})

export const outboxOverview = z.object({
  development: z.boolean(),
  /** Channels through which something can leave. */
  channels: z.array(z.enum(outboxChannels)),
  providers: z.array(provider),
  totals: z.array(outboxTotal),
})
export const outboxId = z.object({ id: uuid })
