import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id } from '../core/scalars.ts'
import { memberMarks } from './marks.ts'

/** As many as a page of a list may have. */
const MOST = 100
export const getMemberMarks = endpoint({
  method: 'POST',
  path: '/his/api/membermarks',
  summary: 'What stands beside members in the lists: conditions, care groups, unread messages, alerts, case managers',
  permission: 'member.read',
  audit: 'read',
  body: z.object({ pids: z.array(id).max(MOST) }),
  response: z.array(memberMarks),
  tags: ['members', 'consents', 'chat', 'alerts', 'cases', 'admin'],
})
