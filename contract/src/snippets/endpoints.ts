import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { removal } from '../core/removal.ts'
import { newWord, word, wordChange, wordType } from './schema.ts'

const common = { permission: 'setting.own', tags: ['words'] } as const

export const getWords = endpoint({
  method: 'GET',
  path: '/his/api/words',
  summary: 'Own canned words, by type in their order',
  audit: 'none',
  query: z.object({ type: wordType.optional() }),
  response: z.array(word),
  ...common,
})
export const postWord = endpoint({
  method: 'POST',
  path: '/his/api/words',
  summary: 'Add a canned word at the end of its type',
  audit: 'write',
  idempotent: true,
  body: newWord,
  response: word,
  errors: ['PHRASE_TOO_LONG', 'PHRASE_DUPLICATE', 'FIELD_EMPTY', 'VALUE_INVALID'],
  ...common,
})
export const putWord = endpoint({
  method: 'PUT',
  path: '/his/api/words',
  summary: 'Change a canned word, or put a type into a new order; answers the type as it then stands',
  audit: 'write',
  body: wordChange,
  response: z.array(word),
  errors: ['PHRASE_TOO_LONG', 'PHRASE_DUPLICATE', 'FIELD_EMPTY', 'VALUE_INVALID', 'VERSION_STALE', 'NOT_FOUND'],
  ...common,
})
export const delWord = endpoint({
  ...removal,
  path: '/his/api/delword',
  summary: 'Remove a canned word; no note changes by it',
  ...common,
})
