import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import * as s from './schema.ts'
import { outboxSheet } from './sheet.ts'

export const getOutboxMessages = endpoint({
  method: 'GET',
  path: '/his/api/outboxmessages',
  summary:
    'Messages out of the own units, failed ones first; for the operator also of institutions that nobody administers yet',
  permission: 'outbox.read',
  audit: 'read',
  replica: true,
  query: s.outboxQuery.extend(paging),
  response: s.outboxMessage,
  list: true,
  sheet: outboxSheet,
  tags: ['outbox'],
})

export const getOutboxOverview = endpoint({
  method: 'GET',
  path: '/his/api/outboxtotals',
  summary: 'What went out by channel and hour, and through which channels anything can',
  permission: 'outbox.read',
  audit: 'none',
  replica: true,
  response: s.outboxOverview,
  tags: ['outbox'],
})

export const putOutboxMessage = endpoint({
  method: 'PUT',
  path: '/his/api/outboxmessages/{id}',
  summary: 'Send a failed one again, or cancel one; administrators only',
  permission: 'outbox.read',
  audit: 'write',
  params: s.outboxId,
  body: s.outboxAct,
  response: s.outboxMessage,
  errors: ['OUTBOX_ILLEGAL_STEP', 'PROVIDER_MISSING', 'VERSION_STALE', 'NOT_FOUND', 'FORBIDDEN'],
  tags: ['outbox'],
})

export const postProviderTest = endpoint({
  method: 'POST',
  path: '/his/api/providertests',
  summary: 'Try a provider: one message to oneself, or one question to the model',
  permission: 'admin.partner',
  audit: 'write',
  body: s.providerTest,
  response: s.providerTested,
  errors: ['PROVIDER_MISSING', 'NO_CHANNEL', 'LINE_NOT_BOUND', 'FIELD_EMPTY', 'SEND_FAILED', 'CODE_SEND_LIMIT'],
  tags: ['outbox'],
})
