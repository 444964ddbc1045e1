import { toHalfWidth } from '@teleward/contract/core/text.ts'
import { foldingColumns, seedRows } from './seeds.ts'

const FIRST = 0x3400
const LAST = 0x9fff
let table: Uint16Array | undefined

/** Simplified form of each character of the plane that the shipped data is written in. */
function folding(): Uint16Array {
  if (!table) {
    table = new Uint16Array(LAST - FIRST + 1)
    for (const [from = '', into = ''] of seedRows('han-folding.tsv', foldingColumns))
      table[from.charCodeAt(0) - FIRST] = into.charCodeAt(0)
  }
  return table
}

/** Traditional and simplified characters, and those written in two ways, as one; a character stays one character. */
export function foldHan(text: string): string {
  const forms = folding()
  let out = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const into = code >= FIRST && code <= LAST ? (forms[code - FIRST] ?? 0) : 0
    if (!into) continue
    out += text.slice(from, at) + String.fromCharCode(into)
    from = at + 1
  }
  return from === 0 ? text : out + text.slice(from)
}

/** What is compared in every search: half width, small letters, one way of writing each character. */
export const normalise = (text: string) => foldHan(toHalfWidth(text).normalize('NFC').toLowerCase())
