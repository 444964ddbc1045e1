import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { singleLine, uuid } from '../core/scalars.ts'
import { guest, guestBody, guestView, madeGuest } from './guest-schema.ts'
import { mediaToken } from './schema.ts'

const ofCall = z.object({ callID: uuid })

export const getGuests = endpoint({
  method: 'GET',
  path: '/his/api/calls/{callID}/guests',
  summary: 'Third parties invited by a link into the call one is in, and how far each has come',
  permission: 'call.use',
  audit: 'none',
  params: ofCall,
  response: z.object({ guests: z.array(guest) }),
  errors: ['NOT_FOUND'],
  tags: ['rooms'],
})
/** Not repeated by a key: the code stands in no table. */
export const postGuest = endpoint({
  method: 'POST',
  path: '/his/api/calls/{callID}/guests',
  summary: 'Invite somebody without an account into the running call one is in, by a link that is sent to them',
  permission: 'call.use',
  audit: 'write',
  params: ofCall,
  body: guestBody,
  response: madeGuest,
  errors: ['NOT_FOUND', 'CALL_OVER', 'ROOM_FULL', 'PHONE_INVALID', 'FIELD_EMPTY', 'VALUE_INVALID'],
  tags: ['rooms'],
})
export const deleteGuest = endpoint({
  method: 'DELETE',
  path: '/his/api/calls/{callID}/guests/{guest}',
  summary: 'Take the link back; who is in by it is put out',
  permission: 'call.use',
  audit: 'write',
  params: z.object({ callID: uuid, guest: uuid }),
  response: guest,
  errors: ['NOT_FOUND'],
  tags: ['rooms'],
})

const page = { permission: 'public', params: z.object({ token: singleLine(100) }), tags: [] } as const
const over = ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_DEAD', 'RATE_LIMITED'] as const
export const getGuestPage = endpoint({
  ...page,
  method: 'GET',
  path: '/his/api/guests/{token}',
  summary: 'What the link of a third party shows: who invites, and what stands between it and the call',
  audit: 'none',
  response: guestView,
  errors: ['LINK_INVALID', 'RATE_LIMITED'],
})
export const identifyGuest = endpoint({
  ...page,
  method: 'POST',
  path: '/his/api/guests/{token}/identity',
  summary: 'The end of the number, or the code that was told: this browser comes in by the link from now on',
  audit: 'auth',
  body: z.object({ code: singleLine(20) }),
  response: guestView,
  errors: [...over, 'IDENTITY_MISMATCH', 'IDENTITY_LOCKED'],
})
export const agreeAsGuest = endpoint({
  ...page,
  method: 'POST',
  path: '/his/api/guests/{token}/agreements',
  summary: 'What is said is confidential; and, where it may be recorded, that one is recorded with it',
  audit: 'write',
  body: z.object({
    confidential: z.boolean(),
    recording: z.boolean(),
    texts: z.object({ confidential: singleLine(20), recording: singleLine(20) }),
  }),
  response: guestView,
  errors: [...over, 'IDENTITY_MISMATCH', 'CONSENT_REQUIRED', 'VERSION_STALE'],
})
export const guestToken = endpoint({
  ...page,
  method: 'POST',
  path: '/his/api/guests/{token}/tokens',
  summary: "A media token of the call's room, for the browser that said the code and agreed",
  audit: 'none',
  response: mediaToken,
  errors: [...over, 'IDENTITY_MISMATCH', 'CONSENT_REQUIRED', 'ROOM_NOT_STARTED'],
})
