/** The element of the top bar in which the call's chip is shown while there is a call. */
export const CALL_SLOT_ID = 'topbar-call'
