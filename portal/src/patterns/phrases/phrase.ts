import { blanksIn } from '@teleward/contract/snippets/blanks.ts'

/** Canned words while one types: `;` opens their list, `.code` and Tab puts one in. */
export interface CannedWord {
  id: number
  code: string | null
  word: string
}

export interface Trigger {
  /** Where the sign stands; the text from there to the cursor is replaced. */
  from: number
  query: string
}
const MAX_QUERY = 20

/** The `;` (or the input method's `；`) before the cursor, and what was typed after it. */
export function listTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - MAX_QUERY - 1), caret)
  const found = /[;；]([^\s;；,，。、]*)$/u.exec(before)
  if (!found) return null
  return { from: caret - found[0].length, query: found[1] ?? '' }
}

/** `.code` right before the cursor, not within a word or a number: 3.5 is none. Chinese has no blanks between words. */
export function codeTrigger(
  text: string,
  caret: number,
  words: readonly CannedWord[],
): { from: number; word: CannedWord } | null {
  const found = /(?:^|[^\p{L}\p{N}.]|\p{Script=Han})[.．]([\p{L}\p{N}_-]{1,20})$/u.exec(
    text.slice(Math.max(0, caret - MAX_QUERY - 2), caret),
  )
  const code = found?.[1]?.toLowerCase()
  const word = code && words.find((one) => one.code?.toLowerCase() === code)
  return word ? { from: caret - code.length - 1, word } : null
}

/** Exact codes first, then codes that begin so, then words that contain it. */
export function matching<W extends CannedWord>(words: readonly W[], query: string): W[] {
  const wanted = query.trim().toLowerCase()
  if (!wanted) return [...words]
  const rank = ({ code, word }: W) => {
    const short = code?.toLowerCase()
    if (short === wanted) return 0
    if (short?.startsWith(wanted)) return 1
    return word.toLowerCase().includes(wanted) ? 2 : 3
  }
  return words
    .map((word) => ({ word, rank: rank(word) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ word }) => word)
}

export interface Edit {
  from: number
  to: number
  text: string
  /** What is selected afterwards, counted from `from`: the first blank to fill, else the end. */
  select: [start: number, end: number]
}

/** How a word goes in at the cursor: apart from the sentence before it, and its first blank ready to be filled. */
export function insertion(text: string, from: number, to: number, word: string): Edit {
  const put = separator(text.slice(0, from), word) + word
  const blank = blanksIn(put)[0]
  const select: [number, number] = blank ? [blank.from, blank.to] : [put.length, put.length]
  return { from, to, text: put, select }
}

const wide = /\p{Script=Han}/u
function separator(before: string, word: string): string {
  const last = before.at(-1)
  if (!last || /[\s\p{P}\p{S}]/u.test(last)) return ''
  return wide.test(last) || wide.test(word) ? '，' : ', '
}
