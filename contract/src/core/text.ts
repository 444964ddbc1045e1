/** Full-width ASCII and the ideographic space, as input methods leave them, to their half-width forms. */
export function toHalfWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ')
}

/**
 * What nobody sees: blanks, and what Unicode means to be ignored, fillers among them that count as letters (U+3164, U+115F); the
 * empty cell of braille is drawn as a blank.
 */
const UNSEEN = /[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** What can be seen of it. */
export const visible = (text: string): string => text.replace(UNSEEN, '')

/** Is there a letter or a figure to be seen in it? A full stop is no reason, and nothing that was done. */
export const saysSomething = (text: string): boolean => /[\p{L}\p{N}]/u.test(visible(text))

/** Firefox before 125 has none: then by what usually hangs together, which is enough to cut a name. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('und', { granularity: 'grapheme' }) : null
const CLUSTER = /\p{RI}\p{RI}|\r\n|.(?:\p{M}|\p{EMod}|\u200c|\u200d\p{ExtPict})*/gsu

/** What a reader calls characters: an emoji of several code points, or a letter with its marks, is one. */
export function graphemes(text: string): string[] {
  if (!segmenter) return text.match(CLUSTER) ?? []
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

export const SUBTITLE_LENGTH = 8

/** At most `max` characters; what is cut ends in an ellipsis beyond them. */
export function nameSubtitle(name: string, max = SUBTITLE_LENGTH): string {
  const all = graphemes(name.trim())
  return all.length <= max ? all.join('') : `${all.slice(0, max).join('').trimEnd()}…`
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const filler = '○'

function maskWord(word: string): string {
  const [first = '', ...rest] = graphemes(word)
  return first + filler.repeat(Math.max(rest.length, 1))
}

/**
 * 王小明 → 王○明, 王明 → 王○, 司馬中原 → 司○○原; John Smith → J○○○ S○○○○.
 * A name never comes back whole, and one of a single character says nothing at all.
 */
export function maskName(name: string): string {
  const trimmed = toHalfWidth(name).trim().replace(/\s+/g, ' ')
  if (!trimmed) return ''
  if (wide.test(trimmed) && !trimmed.includes(' ')) {
    const all = graphemes(trimmed)
    if (all.length === 1) return filler
    const [first = ''] = all
    const last = all.at(-1) ?? ''
    return all.length === 2 ? first + filler : first + filler.repeat(all.length - 2) + last
  }
  return trimmed
    .split(' ')
    .map((word) => (graphemes(word).length === 1 && !trimmed.includes(' ') ? filler : maskWord(word)))
    .join(' ')
}

/** Only the last `shown` digits stay: 0912345678 → •••••••678. Short numbers lose everything but one digit. */
export function maskPhone(phone: string, shown = 3): string {
  const digits = toHalfWidth(phone).replace(/\D/g, '')
  if (!digits) return ''
  const keep = digits.length > shown + 2 ? shown : 1
  return '•'.repeat(Math.max(digits.length - keep, 2)) + digits.slice(-keep)
}
