import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { singleLine, uuid } from '../core/scalars.ts'
import { boardAddress, boardAddressBody, boardParams, madeBoardAddress, waitingBoard } from './schema.ts'

export const getWaitingBoard = endpoint({
  method: 'GET',
  path: '/his/api/waitingboards/{token}',
  summary:
    'The waiting room for a wall display: who waits, for whom, since when; names masked. Unknown and revoked addresses answer alike',
  permission: 'public',
  audit: 'none',
  params: z.object({ token: singleLine(100) }),
  response: waitingBoard,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
  tags: [],
})
export const getBoardAddresses = endpoint({
  method: 'GET',
  path: '/his/api/boardaddresses/{partnerid}',
  summary: 'Addresses of wall displays of the institution',
  permission: 'admin.partner',
  audit: 'none',
  params: boardParams,
  response: z.array(boardAddress),
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})
export const postBoardAddress = endpoint({
  method: 'POST',
  path: '/his/api/boardaddresses/{partnerid}',
  summary: 'A new address for a wall display, told once; of the institution or of one of its units',
  permission: 'admin.partner',
  audit: 'write',
  params: boardParams,
  body: boardAddressBody,
  response: madeBoardAddress,
  errors: ['NOT_FOUND', 'VALUE_INVALID'],
  tags: ['admin'],
})
export const deleteBoardAddress = endpoint({
  method: 'DELETE',
  path: '/his/api/boardaddresses/{partnerid}/{id}',
  summary: 'Revoke an address: the display shows nothing any more',
  permission: 'admin.partner',
  audit: 'write',
  params: boardParams.extend({ id: uuid }),
  response: z.object({}),
  errors: ['NOT_FOUND'],
  tags: ['admin'],
})
