import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { uuid } from '../core/scalars.ts'
import {
  notification,
  notificationQuery,
  notificationsChange,
  notificationsChanged,
  pushState,
  pushSubscriptionBody,
} from './schema.ts'
import { notificationSheet } from './sheet.ts'

export const getNotifications = endpoint({
  method: 'GET',
  path: '/his/api/notifications',
  summary: 'What came for the caller, newest first, each with where it leads',
  permission: 'setting.own',
  audit: 'read',
  query: notificationQuery,
  response: notification,
  list: true,
  sheet: notificationSheet,
  tags: ['notifications', 'handoffs', 'notices'],
})

const write = { permission: 'setting.own', audit: 'write', tags: ['notifications', 'counts'] } as const

export const putNotification = endpoint({
  method: 'PUT',
  path: '/his/api/notifications/{id}',
  summary: 'Mark one read, or unread again',
  params: z.object({ id: uuid }),
  body: z.object({ read: z.boolean() }),
  response: notification,
  errors: ['NOT_FOUND'],
  ...write,
})

export const putNotifications = endpoint({
  method: 'PUT',
  path: '/his/api/notifications',
  summary: 'Mark all of a filter read, or undo that',
  body: notificationsChange,
  response: notificationsChanged,
  ...write,
})

export const getPushSubscription = endpoint({
  method: 'GET',
  path: '/his/api/pushsubscriptions',
  summary: 'Whether this session has a browser that is woken, and the key to subscribe one with',
  permission: 'setting.own',
  audit: 'none',
  response: pushState,
  tags: ['preferences'],
})

export const postPushSubscription = endpoint({
  method: 'POST',
  path: '/his/api/pushsubscriptions',
  summary: "This browser's web push (RFC 8030), for as long as the session lives",
  permission: 'setting.own',
  audit: 'write',
  body: pushSubscriptionBody,
  response: pushState,
  errors: ['PROVIDER_MISSING', 'VALUE_INVALID'],
  tags: ['preferences'],
})

export const deletePushSubscription = endpoint({
  method: 'DELETE',
  path: '/his/api/pushsubscriptions',
  summary: "End this session's web push",
  permission: 'setting.own',
  audit: 'write',
  response: pushState,
  tags: ['preferences'],
})
