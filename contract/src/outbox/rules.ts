import type { Permission } from '../core/permissions.gen.ts'

export const outboxChannels = ['sms', 'line', 'wechat', 'email', 'push', 'webhook'] as const
export type OutboxChannel = (typeof outboxChannels)[number]
export const outboxStates = ['queued', 'sending', 'sent', 'delivered', 'retrying', 'failed', 'cancelled'] as const
export type OutboxState = (typeof outboxStates)[number]

/** Waits before the second try, the third and so on. */
export const BACK_OFF_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000] as const
/** The first, and five more: then it has failed. */
export const OUTBOX_TRIES = BACK_OFF_MS.length + 1
/** A try that has said nothing for so long is over: its process is gone, and the next one takes it up. */
export const SENDING_LEASE_MS = 45_000

export interface OutboxTransition {
  from: readonly OutboxState[]
  to: OutboxState
  who: { staff?: Permission; system?: true; provider?: true }
}

/** State machine 23. The server checks each step under the message's row lock. */
export const outboxTransitions = {
  take: { from: ['queued', 'retrying'], to: 'sending', who: { system: true } },
  accepted: { from: ['sending'], to: 'sent', who: { system: true } },
  delivered: { from: ['sent'], to: 'delivered', who: { provider: true } },
  temporary: { from: ['sending'], to: 'retrying', who: { system: true } },
  permanent: { from: ['sending', 'retrying'], to: 'failed', who: { system: true } },
  /** A place was restored from a backup: what waited then may have gone since. */
  hold: { from: ['queued', 'sending', 'retrying'], to: 'failed', who: { system: true } },
  again: { from: ['failed'], to: 'queued', who: { staff: 'outbox.read' } },
  cancel: { from: ['queued', 'retrying', 'failed'], to: 'cancelled', who: { staff: 'outbox.read', system: true } },
} as const satisfies Record<string, OutboxTransition>
export type OutboxAction = keyof typeof outboxTransitions

/** What who sent it is told of it: on its way, gone, or not to come any more. */
export function sendingOf(state: OutboxState): 'waiting' | 'sent' | 'failed' {
  if (state === 'failed' || state === 'cancelled') return 'failed'
  return state === 'sent' || state === 'delivered' ? 'sent' : 'waiting'
}

/** Is the step possible from here; otherwise the code that says why not. */
export function canOutbox(action: OutboxAction, state: OutboxState): true | 'OUTBOX_ILLEGAL_STEP' {
  const from: readonly OutboxState[] = outboxTransitions[action].from
  return from.includes(state) ? true : 'OUTBOX_ILLEGAL_STEP'
}

/** When the next try is due after `tries` tries; null when that was the last. */
export const nextTryAfter = (tries: number): number | null =>
  tries >= OUTBOX_TRIES ? null : (BACK_OFF_MS[tries - 1] ?? null)

/** A number or an address as it is shown: enough to tell two apart, not enough to use. */
export function maskRecipient(channel: OutboxChannel, recipient: string): string {
  if (channel === 'email') {
    const [name = '', domain = ''] = recipient.split('@')
    return `${name.slice(0, 1)}…@${domain}`
  }
  return recipient.length <= 3 ? '…' : `…${recipient.slice(-3)}`
}
