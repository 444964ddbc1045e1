import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { uuid } from '../core/scalars.ts'
import {
  notice,
  noticeAct,
  noticeBody,
  noticeChange,
  noticeDetail,
  noticeQuery,
  recipientChoices,
  recipientsBody,
  recipientsPreview,
} from './schema.ts'
import { noticeSheet } from './sheet.ts'

const one = z.object({ id: uuid })

export const getNotices = endpoint({
  method: 'GET',
  path: '/his/api/notices',
  summary: "Scheduled notices: the caller's units' own for who sends them, and those that came to the caller",
  permission: 'setting.own',
  audit: 'read',
  replica: true,
  query: noticeQuery,
  response: notice,
  list: true,
  sheet: noticeSheet,
  tags: ['notices', 'notifications'],
})

export const getNotice = endpoint({
  method: 'GET',
  path: '/his/api/notices/{id}',
  summary: 'One notice; for its senders with each recipient and what became of it',
  permission: 'setting.own',
  audit: 'read',
  params: one,
  response: noticeDetail,
  errors: ['NOT_FOUND'],
  tags: ['notices', 'notifications'],
})

const write = {
  permission: 'notice.send',
  audit: 'write',
  idempotent: true,
  response: noticeDetail,
  tags: ['notices', 'notifications'],
} as const

export const postNotice = endpoint({
  method: 'POST',
  path: '/his/api/notices',
  summary: 'Write a notice that is sent at its time',
  body: noticeBody,
  errors: ['RECIPIENT_REQUIRED', 'CONTENT_REQUIRED', 'SEND_TIME_PAST', 'VALUE_INVALID', 'NOT_FOUND'],
  ...write,
})

export const putNotice = endpoint({
  method: 'PUT',
  path: '/his/api/notices/{id}',
  summary: 'Change a notice that the sender has not taken',
  params: one,
  body: noticeChange,
  errors: [
    'NOT_FOUND',
    'NOTICE_LOCKED',
    'NOTICE_ILLEGAL_STEP',
    'VERSION_STALE',
    'RECIPIENT_REQUIRED',
    'CONTENT_REQUIRED',
    'SEND_TIME_PAST',
    'VALUE_INVALID',
  ],
  ...write,
})

export const deleteNotice = endpoint({
  method: 'DELETE',
  path: '/his/api/notices/{id}',
  summary: 'Cancel a notice that the sender has not taken',
  params: one,
  errors: ['NOT_FOUND', 'NOTICE_LOCKED', 'NOTICE_ILLEGAL_STEP'],
  ...write,
})

export const postNoticeRetry = endpoint({
  method: 'POST',
  path: '/his/api/notices/{id}/retry',
  summary: 'Send it again to those whom it did not reach',
  params: one,
  body: noticeAct,
  errors: ['NOT_FOUND', 'NOTICE_ILLEGAL_STEP', 'VERSION_STALE'],
  ...write,
})

export const postNoticeRecipients = endpoint({
  method: 'POST',
  path: '/his/api/noticerecipients',
  summary: 'Who would get a notice, and by which way, before it is sent',
  permission: 'notice.send',
  audit: 'read',
  body: recipientsBody,
  response: recipientsPreview,
  errors: ['NOT_FOUND'],
  tags: ['members'],
})

export const getNoticeChoices = endpoint({
  method: 'GET',
  path: '/his/api/noticerecipients',
  summary: 'Colleagues, units, groups and care groups that a notice can be sent to',
  permission: 'notice.send',
  audit: 'none',
  response: recipientChoices,
  tags: ['session', 'admin', 'chat'],
})
