import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { partnerId } from '../core/scalars.ts'
import * as s from './schema.ts'

const params = z.object({ partnerid: partnerId })

export const getUiConfigs = endpoint({
  method: 'GET',
  path: '/his/api/uiconfigs/{partnerid}',
  summary: 'Versions of an institution’s interface, its draft, and who has which screen open',
  permission: 'admin.ui',
  audit: 'none',
  params,
  response: s.uiConfigs,
  tags: ['uiconfig'],
})

export const putUiConfig = endpoint({
  method: 'PUT',
  path: '/his/api/uiconfigs/{partnerid}',
  summary: 'Save the draft of the interface, or throw it away',
  permission: 'admin.ui',
  audit: 'write',
  params,
  body: s.draftBody,
  response: s.draftAnswer,
  errors: ['CONFIG_INVALID', 'VERSION_STALE'],
  tags: ['uiconfig'],
})

export const publishUiConfig = endpoint({
  method: 'POST',
  path: '/his/api/uiconfigs/{partnerid}/publish',
  summary: 'Publish the draft: open sessions follow',
  permission: 'admin.ui',
  audit: 'write',
  params,
  body: s.publishBody,
  response: s.publishAnswer,
  idempotent: true,
  errors: ['CONFIG_INVALID', 'VERSION_STALE'],
  tags: ['uiconfig', 'session'],
})

export const rollbackUiConfig = endpoint({
  method: 'POST',
  path: '/his/api/uiconfigs/{partnerid}/rollback',
  summary: 'Publish the contents of an earlier version anew',
  permission: 'admin.ui',
  audit: 'write',
  params,
  body: s.rollbackBody,
  response: s.publishAnswer,
  idempotent: true,
  errors: ['CONFIG_INVALID', 'VERSION_STALE'],
  tags: ['uiconfig', 'session'],
})
