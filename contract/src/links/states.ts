import { z } from 'zod'

// By themselves: the events name them, and every page reads the events.

export const linkState = z.enum(['created', 'sent', 'opened', 'joined', 'expired', 'dead', 'sendFailed'])
export type LinkState = z.output<typeof linkState>

/** What the page shows next. `start`: nothing has been done yet, and looking does nothing. */
export const linkStep = z.enum([
  'start',
  'identity',
  'consents',
  'devices',
  'waiting',
  'call',
  'pay',
  'chat',
  'authorise',
  'form',
  'ended',
])
export type LinkStep = z.output<typeof linkStep>
