import type { ErrorCode } from '../core/errors.gen.ts'
import type { LinkState } from './schema.ts'

type Who = 'staff' | 'patient' | 'system'
interface Step {
  from: readonly LinkState[]
  to: LinkState
  who: Who
}
/** Video and voice links. `return` is a reload or another device: the same room again as long as it lives. */
export const linkSteps = {
  send: { from: ['created'], to: 'sent', who: 'system' },
  giveUp: { from: ['created'], to: 'sendFailed', who: 'system' },
  open: { from: ['created', 'sent', 'opened'], to: 'opened', who: 'patient' },
  expire: { from: ['created', 'sent'], to: 'expired', who: 'system' },
  join: { from: ['opened', 'joined'], to: 'joined', who: 'patient' },
  return: { from: ['joined'], to: 'joined', who: 'patient' },
  kill: { from: ['created', 'sent', 'opened', 'joined', 'expired', 'sendFailed'], to: 'dead', who: 'system' },
} as const satisfies Record<string, Step>
export type LinkStepName = keyof typeof linkSteps

export function canLink(step: LinkStepName, state: LinkState): { ok: true } | { ok: false; code: ErrorCode } {
  if ((linkSteps[step].from as readonly LinkState[]).includes(state)) return { ok: true }
  if (state === 'expired') return { ok: false, code: 'LINK_EXPIRED' }
  return { ok: false, code: state === 'dead' || state === 'sendFailed' ? 'LINK_DEAD' : 'ILLEGAL_STEP' }
}
