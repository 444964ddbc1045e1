import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

/** What waits for somebody to do it, each the length of the list that it opens. */
export const todoKinds = [
  'alerts',
  'lateHandoffs',
  'handoffs',
  'referrals',
  'cases',
  'meals',
  'files',
  'reviews',
  'emergencies',
  'refunds',
  'messages',
  'chats',
] as const
export type TodoKind = (typeof todoKinds)[number]
export const todo = z.object({ kind: z.enum(todoKinds), count: z.number().int().min(0) })
export type Todo = z.output<typeof todo>

export const getTodos = endpoint({
  method: 'GET',
  path: '/his/api/dashboards/todos',
  summary:
    'What waits for the caller to do: open alerts, hand-offs and those that are late, letters, own cases near their target, meals without advice, own uploads of nobody, reviews, emergency accesses, refunds, messages that failed, unread words',
  permission: 'setting.own',
  audit: 'none',
  response: z.array(todo),
  // What is to be given back comes with a visit that is called off.
  errors: ['NOT_FOUND'],
  tags: [
    'alerts',
    'handoffs',
    'referrals',
    'cases',
    'diet',
    'files',
    'reviews',
    'logs',
    'payments',
    'outbox',
    'appointments',
    'chat',
  ],
})
