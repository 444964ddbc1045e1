/**
 * One cleaning of text that people type and paste, for the server, which does it wherever a text is read, and for the
 * portal, which compares its own text with what was stored. It changes what cannot be stored or seen and nothing else, and
 * doing it twice changes nothing more.
 */

/** What Windows-1252 has at 0x80-0x9F and other encodings read as control characters; 0x85 is Unicode's own line break. */
const WINDOWS_1252 =
  '\u20ac\0\u201a\u0192\u201e\0\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\0\u017d\0' +
  '\0\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\0\u017e\u0178'
const letterOf = (control: string) => {
  const letter = WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80)
  return letter === '\0' ? '' : letter
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

/** Text of several lines: every break is a line feed, tabs stay. Half of a character becomes U+FFFD, where it can be seen. */
export function cleanText(text: string): string {
  return text
    .replace(HALVES, '\ufffd')
    .replace(BREAKS, '\n')
    .replace(LEFTOVERS, letterOf)
    .replace(CONTROLS, '')
    .replace(NONCHARACTERS, '')
    .replace(COMPOSED, (run) => run.normalize('NFC'))
}

/**
 * Marks without a width that address books and web pages leave around what is copied, and that make a name another one than
 * it looks like: zero-width space, word joiner, byte order mark, and those that turn the direction. Joiners stay, which
 * scripts and emoji are written with.
 */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Text of one line: what breaks or indents is a blank, and nothing in it is invisible. */
export const cleanLine = (text: string): string =>
  // The marks go first: letters that they stood between may compose.
  cleanText(text.replace(INVISIBLE, '')).replace(/[\n\t]/g, ' ')

/** Whether PostgreSQL and JSON can hold it: no U+0000, no half of a character. */
export const storable = (text: string): boolean => text.search(HALVES) < 0 && !text.includes('\0')
