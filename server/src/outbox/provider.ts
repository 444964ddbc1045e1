import type { OutboxChannel } from '@teleward/contract/outbox/rules.ts'

export interface Outgoing {
  /** The message's own: a provider that knows it already does nothing twice. */
  id: string
  to: string
  subject: string | null
  text: string
}
export type Sent =
  | { ok: true; providerId: string | null }
  /** `temporary`: worth another try. `reason`: a code of the catalogue, or the provider's own word without personal data. */
  | { ok: false; temporary: boolean; reason: string }

/** Everything that takes a message out of the house stands behind this. It never throws for what the other side does. */
export interface Provider {
  readonly name: string
  send(message: Outgoing): Promise<Sent>
}
export type Providers = Readonly<Partial<Record<OutboxChannel, Provider>>>
