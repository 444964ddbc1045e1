import { z } from 'zod'
import { asked, id, singleLine, prose, version } from '../core/scalars.ts'

/** Characters as a reader counts them: an emoji or a letter with its marks is one. */
export const PHRASE_MAX = 300
/** Counted from here on the screen shows how many are left. */
export const PHRASE_COUNTER_FROM = 250

/** `memop` is staff advice; its label is memo. */
export const wordTypes = ['s', 'o', 'a', 'p', 'memop', 'note', 'service', 'wd', 'diet'] as const
export const wordType = z.enum(wordTypes)
export type WordType = z.output<typeof wordType>

export const word = z.object({
  id,
  type: wordType,
  /** Short code that a dot calls up. */
  code: z.string().nullable(),
  word: z.string(),
  sort: z.number().int(),
  version,
})
export type Word = z.output<typeof word>

// Length and emptiness of a phrase have codes of their own (PHRASE_TOO_LONG, FIELD_EMPTY): the schema only keeps a lid on.
const phrase = prose(10_000)
/** What can be typed behind a dot in one go: letters, digits, `_` and `-`. */
export const SHORT_CODE = /^[\p{L}\p{N}_-]{1,20}$/u
const shortCode = singleLine(20).nullish()

export const newWord = z.object({ type: wordType, word: asked(phrase), code: shortCode })
export const wordChange = z.union([
  z.object({ id, version, word: phrase.optional(), code: shortCode }),
  /** The whole type in its new order. */
  z.object({ type: wordType, order: z.array(id).min(1).max(1000) }),
])
