import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { singleLine, uuid } from '../core/scalars.ts'
import { suggestion } from '../crm/schema.ts'
import { aiReadiness, owner } from './schema.ts'

/** What would leave the house, to the letter. */
export const aiQuestion = z.object({
  /** What the model is told to be. */
  system: z.string(),
  text: z.string(),
  /** Of both, by which the sender says what they have read. */
  digest: z.string(),
})
export const noteSuggestion = z.object({
  ai: aiReadiness,
  question: aiQuestion.nullable(),
  /** The caller's own last one of this note. */
  suggestion: suggestion.nullable(),
})
export type NoteSuggestion = z.output<typeof noteSuggestion>

/** Without `digest` nothing is sent: the answer shows what would be. */
export const aiSuggestion = endpoint({
  method: 'POST',
  path: '/his/api/aiSuggestion',
  summary:
    'What the AI provider would be asked about a note, without whom it is about; with the digest of it, its answer',
  permission: 'ai.suggest',
  audit: 'write',
  body: z.object({ ...owner, noteId: uuid, digest: singleLine(64).optional() }),
  response: noteSuggestion,
  errors: [
    'NOT_FOUND',
    'EMR_NOT_AUTHORISED',
    'MEMBER_DISABLED',
    'FIELD_RELATED',
    'NOTE_SIGNED',
    'NOTE_NOT_AUTHOR',
    'ILLEGAL_STEP',
    'VERSION_STALE',
    'AI_UNAVAILABLE',
    'AI_CONSENT',
    'SEND_FAILED',
  ],
  tags: [],
})
