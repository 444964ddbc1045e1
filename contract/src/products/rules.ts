import type { ErrorCode } from '../core/errors.gen.ts'
import type { ProductSending } from './schema.ts'

export const PRODUCT_NAME_MAX = 100
export const PRODUCT_TEXT_MAX = 1000
export const PRODUCT_QUANTITY_MAX = 999
/** As many as one person keeps. */
export const PRODUCTS_MAX = 100
/** As many as are sent at once. */
export const SENT_MAX = 10
/** The browser makes a picture this small before it sends it. */
export const PRODUCT_IMAGE_SIDE = 480
export const PRODUCT_IMAGE_BYTES = 64 * 1024

type State = ProductSending['state'] | 'none'
interface Step {
  from: readonly State[]
  to: State
}
/** Every step of a recommendation. `read` is said by the patient's page, and follows from how far they have read. */
export const sendingSteps = {
  choose: { from: ['none', 'chosen'], to: 'chosen' },
  remove: { from: ['chosen'], to: 'none' },
  send: { from: ['none', 'chosen'], to: 'sent' },
} as const satisfies Record<string, Step>
export type SendingAction = keyof typeof sendingSteps

/** `null`: yes. The server asks it under the row's lock, the portal to offer a button. */
export function sendingRefusal(
  action: SendingAction,
  state: State,
  items: number,
): Extract<ErrorCode, 'PRODUCT_SENT' | 'PRODUCT_REQUIRED'> | null {
  const step: Step = sendingSteps[action]
  if (state === 'sent' || state === 'read') return 'PRODUCT_SENT'
  if (!step.from.includes(state) || (action !== 'remove' && items === 0)) return 'PRODUCT_REQUIRED'
  return null
}
