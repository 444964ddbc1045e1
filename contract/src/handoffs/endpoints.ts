import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, uuid } from '../core/scalars.ts'
import {
  commentBody,
  handoff,
  handoffBody,
  handoffChange,
  handoffDetail,
  handoffQuery,
  handoffRecipients,
  handoffStatusBody,
  memberHandoff,
} from './schema.ts'
import { handoffSheet } from './sheet.ts'

const list = {
  permission: 'todo.use',
  audit: 'read',
  /** Whose list: one's own. */
  params: z.object({ id }),
  query: handoffQuery,
  response: handoff,
  list: true,
  sheet: handoffSheet,
  errors: ['NOT_FOUND'],
  tags: ['handoffs', 'members'],
} as const

export const toMeTodolist = endpoint({
  method: 'GET',
  path: '/his/api/tometodolist/{id}',
  summary: 'What was handed to the caller',
  ...list,
})

export const myTodolist = endpoint({
  method: 'GET',
  path: '/his/api/mytodolist/{id}',
  summary: 'What the caller handed to others, and what became of it',
  ...list,
})

const one = z.object({ id: uuid })
const write = {
  permission: 'todo.use',
  audit: 'write',
  idempotent: true,
  response: handoffDetail,
  tags: ['handoffs'],
} as const

export const postTodolist = endpoint({
  method: 'POST',
  path: '/his/api/todolist',
  summary: 'Hand a to-do to somebody, about a patient or none',
  body: handoffBody,
  errors: [
    'RECIPIENT_REQUIRED',
    'CONTENT_REQUIRED',
    'TODO_SERVICE_STAFF',
    'VALUE_INVALID',
    'FIELD_RELATED',
    'NOT_FOUND',
  ],
  ...write,
})

export const putTodolistStatus = endpoint({
  method: 'PUT',
  path: '/his/api/todoliststatus',
  summary: 'Mark a to-do complete, or unfinished again',
  body: handoffStatusBody,
  errors: ['NOT_FOUND', 'TODO_ILLEGAL_STEP', 'VERSION_STALE'],
  ...write,
})

export const getTodo = endpoint({
  method: 'GET',
  path: '/his/api/todos/{id}',
  summary: 'One to-do with its comments and its history',
  permission: 'todo.use',
  audit: 'read',
  params: one,
  response: handoffDetail,
  errors: ['NOT_FOUND'],
  tags: ['handoffs', 'members'],
})

export const putTodo = endpoint({
  method: 'PUT',
  path: '/his/api/todos/{id}',
  summary: 'Hand a to-do on to somebody else, change its day, or withdraw it',
  params: one,
  body: handoffChange,
  errors: [
    'NOT_FOUND',
    'RECIPIENT_REQUIRED',
    'TODO_SERVICE_STAFF',
    'TODO_ILLEGAL_STEP',
    'VALUE_INVALID',
    'VERSION_STALE',
  ],
  ...write,
})

export const postTodoComment = endpoint({
  method: 'POST',
  path: '/his/api/todos/{id}/comments',
  summary: 'Say something on a to-do',
  params: one,
  body: commentBody,
  errors: ['NOT_FOUND', 'CONTENT_REQUIRED', 'TODO_ILLEGAL_STEP'],
  ...write,
})

export const postTodoReminder = endpoint({
  method: 'POST',
  path: '/his/api/todos/{id}/reminders',
  summary: 'Remind whoever has it, once an hour',
  params: one,
  errors: ['NOT_FOUND', 'TODO_ILLEGAL_STEP', 'RATE_LIMITED'],
  ...write,
})

export const memberTodos = endpoint({
  method: 'GET',
  path: '/his/api/membertodos/{pid}',
  summary: "A patient's unfinished to-dos: the caller's own, and everybody's where the record is open",
  permission: 'todo.use',
  audit: 'read',
  params: z.object({ pid: id }),
  response: z.array(memberHandoff),
  errors: ['NOT_FOUND'],
  tags: ['handoffs'],
})

export const todoRecipients = endpoint({
  method: 'GET',
  path: '/his/api/todorecipients',
  summary: 'To whom one can hand something: colleagues of the own units, who is on line first',
  permission: 'todo.use',
  audit: 'none',
  query: z.object({
    /** Whom it is going to be about: answered as the form's header. */
    pid: id.optional(),
  }),
  response: handoffRecipients,
  errors: ['NOT_FOUND'],
  tags: ['presence', 'shifts', 'members'],
})
