import type { Currency } from '@teleward/contract/appointments/booking.ts'

export interface CheckoutAsk {
  /** Ours. Asked for again under the same one, a provider answers the same page and takes the money once. */
  id: string
  /** Minor units. */
  amount: number
  currency: Currency
  /** What the page says it is for: where and when, never why or with whom. */
  title: string
  until: Date
  now: Date
}

/** What a provider says of a payment. */
export interface PaymentReport {
  /** The provider's own number of it. */
  payment: string
  checkout: string
  outcome: 'paid' | 'refused'
  amount: number
  currency: Currency
}

export interface RefundAsk {
  /** Ours: asked again under the same one, the money goes back once. */
  id: string
  payment: string
  amount: number
  currency: Currency
}

/**
 * A hosted checkout: the patient pays on the provider's page, and the provider tells by a signed call. Cards and accounts
 * never pass through here.
 */
export interface CheckoutProvider {
  name: string
  open(ask: CheckoutAsk): Promise<{ url: string }>
  /** Whether the text is the provider's, by the signature that came with it. */
  signed(text: string, signature: string | undefined): Promise<boolean>
  refund(ask: RefundAsk): Promise<{ ok: true; reference: string } | { ok: false; reason: string }>
}

/** Where the patient's browser comes back to: the same for all, so that no provider learns the secret of a link. */
export const RETURN_PATH = '/link/back'
/** The header a report's signature stands in. */
export const SIGNATURE_HEADER = 'x-payment-signature'
