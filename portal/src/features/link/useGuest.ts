import { getGuestPage } from '@teleward/contract/calls/guest-endpoints.ts'
import type { GuestView } from '@teleward/contract/calls/guest-schema.ts'
import { SAFETY_MS } from './look.ts'
import { type PageState, usePage } from './usePage.ts'

export type GuestState = PageState<GuestView>

const how = {
  look: (view: GuestView | undefined) => view?.step !== 'over' && SAFETY_MS,
  passed: ({ step }: GuestView) => step === 'agree' || step === 'ready',
}
/** A third party's link into a call. */
export const useGuest = (token: string): GuestState => usePage(token, getGuestPage, how)
