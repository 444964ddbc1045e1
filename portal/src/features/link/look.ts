import type { LinkView } from '@teleward/contract/links/schema.ts'

/** Asked again as a safety net beside the socket, whose events make the page current at once. */
export const SAFETY_MS = 20_000
/** While somebody pays. */
const PAYING_MS = 3_000
/** A little after the hour, so that the answer is past it. */
const AFTER_MS = 300

/**
 * When the page asks again, in milliseconds. A link nobody has acted on has no socket yet: that its 3 minutes are over
 * is asked for when they are, by the server's clock and not by the phone's.
 */
export function nextLook(
  view: (Pick<LinkView, 'now' | 'expiresAt'> & Partial<Pick<LinkView, 'payment'>>) | undefined,
): number {
  const payment = view?.payment
  // The provider tells the server, not this page: while it may, the page looks.
  if (payment?.state === 'due' && payment.checkout === 'open') return PAYING_MS
  const ends = view?.expiresAt ?? (payment?.state === 'due' ? payment.holdUntil : null)
  if (!view || !ends) return SAFETY_MS
  return Math.min(SAFETY_MS, Math.max(AFTER_MS, Date.parse(ends) - Date.parse(view.now) + AFTER_MS))
}
