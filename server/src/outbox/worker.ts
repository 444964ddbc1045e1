import { nextTryAfter, SENDING_LEASE_MS } from '@teleward/contract/outbox/rules.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Provider, Providers, Sent } from './provider.ts'
import { SEND_TIMER } from './queue.ts'
import { postponedUntil } from './quiet.ts'
import { locked, type Message, step } from './steps.ts'

export interface WorkerDeps extends Pick<Deps, 'db' | 'clock' | 'timers'> {
  providers: Providers
  /** Texts of codes and links stay readable: a machine where somebody builds or tries the product. */
  development: boolean
}

/**
 * Sends what was left in the outbox. The alarm of a message is claimed by one process, and the step to `sending` is taken
 * under the row's lock: of any number of workers one sends. A process that dies while sending leaves the message to the
 * next after its lease, with the same id, by which a provider knows it.
 */
export function runOutbox(deps: WorkerDeps): void {
  deps.timers.on(SEND_TIMER, ({ key }) => sendOne(deps, key))
}

export async function sendOne(deps: WorkerDeps, id: string): Promise<void> {
  const taken = await deps.db.system.tx((tx) => take(deps, tx, id))
  if (!taken) return
  const provider = deps.providers[taken.channel]
  const sent: Sent = provider
    ? await provider.send({ id, to: taken.recipient, subject: taken.subject, text: taken.body ?? '' })
    : { ok: false, temporary: false, reason: 'PROVIDER_MISSING' }
  await deps.db.system.tx((tx) => settle(deps, tx, taken, sent, provider))
}

/** The message, if it is now this worker's to send. */
async function take(deps: WorkerDeps, tx: Tx, id: string): Promise<Message | undefined> {
  const message = await tx.maybe(locked(id))
  if (!message) return undefined
  const now = deps.clock.now()
  const over = message.not_after !== null && message.not_after <= now
  if (message.state === 'sending') {
    const free = (message.sending_since?.getTime() ?? 0) + SENDING_LEASE_MS
    if (free > now.getTime()) {
      await deps.timers.set(tx, SEND_TIMER, id, new Date(free))
      return undefined
    }
    // The process that was sending is gone, and it is unknown whether the provider received the message.
    const lost = await fail(deps, tx, message, { ok: false, temporary: true, reason: 'UNREACHABLE' })
    return lost.state === 'retrying' ? take(deps, tx, id) : undefined
  }
  if (message.state === 'failed' && over && message.secret && !deps.development) {
    await tx.run(sql`update outbox_message set body = null, link = null, subject = null where id = ${id}`)
    return undefined
  }
  if (message.state !== 'queued' && message.state !== 'retrying') return undefined
  if (over) {
    await step(tx, message, { action: 'cancel', at: now, reason: 'OVER', wipe: gone(deps, message) })
    return undefined
  }
  const { partner_id: partnerId, waits, not_after: notAfter } = message
  const postponed = await postponedUntil(tx, { partnerId, waits, notAfter }, now)
  if (postponed) {
    // No step: it waits as it did, and says until when.
    await tx.run(sql`update outbox_message set next_at = ${postponed} where id = ${id}`)
    await deps.timers.set(tx, SEND_TIMER, id, postponed)
    return undefined
  }
  return step(tx, message, { action: 'take', at: now, tries: message.tries + 1 })
}

async function settle(
  deps: WorkerDeps,
  tx: Tx,
  taken: Message,
  sent: Sent,
  provider: Provider | undefined,
): Promise<void> {
  const message = await tx.maybe(locked(taken.id))
  // Taken over meanwhile: the word of the one who came later counts.
  if (message?.state !== 'sending' || message.version !== taken.version) return
  if (!sent.ok) return void (await fail(deps, tx, message, sent))
  await step(tx, message, {
    action: 'accepted',
    at: deps.clock.now(),
    provider: provider?.name ?? null,
    providerId: sent.providerId,
    wipe: gone(deps, message),
  })
}

async function fail(deps: WorkerDeps, tx: Tx, message: Message, sent: Sent & { ok: false }): Promise<Message> {
  const at = deps.clock.now()
  const wait = sent.temporary ? nextTryAfter(message.tries) : null
  const next = wait === null ? null : new Date(at.getTime() + wait)
  const late = next !== null && message.not_after !== null && next > message.not_after
  if (next && !late) {
    await deps.timers.set(tx, SEND_TIMER, message.id, next)
    return step(tx, message, { action: 'temporary', at, reason: sent.reason, nextAt: next })
  }
  // The text is kept while it may still be sent again by hand, and no longer.
  if (message.secret && message.not_after && message.not_after > at)
    await deps.timers.set(tx, SEND_TIMER, message.id, message.not_after)
  const over = message.not_after !== null && message.not_after <= at
  return step(tx, message, { action: 'permanent', at, reason: sent.reason, wipe: over && gone(deps, message) })
}

const gone = ({ development }: WorkerDeps, { secret }: Message) => secret && !development
