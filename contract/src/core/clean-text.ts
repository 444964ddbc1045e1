import { visible } from './text.ts'

/**
 * One cleaning of text that people type and paste, for the server, which does it wherever a text is read, and for the
 * portal, which compares its own text with what was stored. It changes what cannot be stored or seen and nothing else, and
 * doing it twice changes nothing more.
 */

const windows1252 = new TextDecoder('windows-1252')
/** The letter that Windows-1252 has where other encodings read a control character; none where it has none either. */
function letterOf(control: string): string {
  const letter = windows1252.decode(Uint8Array.of(control.charCodeAt(0)))
  return letter === control ? '' : letter
}

/** Word's soft line break, a page break, the breaks of other systems. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are replaced
const BREAKS = /\r\n|[\r\u000b\u000c\u0085\u2028\u2029]/g
const LEFTOVERS = /[\u0080-\u009f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g
const HALVES = /\p{Surrogate}/gu
const NONCHARACTERS = /\p{Noncharacter_Code_Point}/gu
/**
 * Not the CJK compatibility ideographs, which NFC would turn into the unified ones: a name is written with the one it is
 * written with.
 */
const COMPOSED = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu

/** A piece of a text of several lines, as `cleanText`: what it ends up in may have more. */
export const cleanPiece = (text: string): string =>
  text
    .replace(HALVES, '\ufffd')
    .replace(BREAKS, '\n')
    .replace(LEFTOVERS, letterOf)
    .replace(CONTROLS, '')
    .replace(NONCHARACTERS, '')
    .replace(COMPOSED, (run) => run.normalize('NFC'))
/** Nothing that can be seen is nothing: so no text is empty to the eye and full to a rule that asks for one. */
const seenOrNone = (text: string): string => (visible(text) === '' ? '' : text)
/** Text of several lines: every break is a line feed, tabs stay. Half of a character becomes U+FFFD, where it can be seen. */
export const cleanText = (text: string): string => seenOrNone(cleanPiece(text))

/**
 * Marks without a width that address books and web pages leave around what is copied, and that make a name another one than
 * it looks like: zero-width space, word joiner, byte order mark, and those that turn the direction. Joiners stay, which
 * scripts and emoji are written with.
 */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A piece of a text of one line, as `cleanLine`. */
export const cleanLinePiece = (text: string): string =>
  // The marks go first: letters that they stood between may compose.
  cleanPiece(text.replace(INVISIBLE, '')).replace(/[\n\t]/g, ' ')
/** Text of one line: what breaks or indents is a blank, and nothing in it is invisible. */
export const cleanLine = (text: string): string => seenOrNone(cleanLinePiece(text))

/** Whether PostgreSQL and JSON can hold it: no U+0000, no half of a character. */
export const storable = (text: string): boolean => text.search(HALVES) < 0 && !text.includes('\0')
