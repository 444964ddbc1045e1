import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id } from '../core/scalars.ts'
import { memberMessengers, messengerChannel, messengerOffer, messengerOfferBody } from './schema.ts'

const of = z.object({ pid: id })

export const getMemberMessengers = endpoint({
  method: 'GET',
  path: '/his/api/members/{pid}/messengers',
  summary: "Whether a member's accounts at LINE and WeChat are bound",
  permission: 'call.use',
  audit: 'read',
  params: of,
  response: memberMessengers,
  errors: ['NOT_FOUND'],
  tags: ['bindings'],
})

export const postMemberMessenger = endpoint({
  method: 'POST',
  path: '/his/api/members/{pid}/messengers',
  summary: "A code by which a member binds their account at LINE or WeChat, by sending it to the institution's",
  permission: 'call.use',
  audit: 'write',
  params: of,
  body: messengerOfferBody,
  response: messengerOffer,
  errors: ['NOT_FOUND', 'PROVIDER_MISSING', 'CODE_WRONG', 'CODE_EXPIRED'],
  tags: ['bindings'],
})

export const deleteMemberMessenger = endpoint({
  method: 'DELETE',
  path: '/his/api/members/{pid}/messengers/{channel}',
  summary: "A member's account at LINE or WeChat is not written to any more",
  permission: 'call.use',
  audit: 'write',
  params: of.extend({ channel: messengerChannel }),
  response: z.object({}),
  errors: ['NOT_FOUND'],
  tags: ['bindings'],
})
