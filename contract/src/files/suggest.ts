/** The words of a file's name, as its parts between underscores, blanks and hyphens: what may be a number or a name. */
export const wordsOfName = (name: string): string[] =>
  name
    .normalize('NFKC')
    .replace(/\.[^.]*$/, '')
    .split(/[_\s]+/)
    .map((part) => part.trim())
    .filter((part) => part.length > 1)
    .slice(0, 6)

const NUMBER = /^[A-Z0-9.@-]{4,30}$/
const literal = (text: string) => text.replace(/[.\\^$*+?()[\]{}|-]/g, '\\$&')
/**
 * A pattern of PostgreSQL for what is one slip of the keyboard away from a number: the number itself, one sign wrong, missing
 * or too many, or two neighbours swapped. `null`: no number, or too short to tell anybody by.
 */
export function typoPattern(said: string): string | null {
  const text = said.toUpperCase()
  if (!NUMBER.test(text) || !/\d/.test(text)) return null
  const forms = new Set([literal(text)])
  for (let at = 0; at <= text.length; at += 1) {
    const [before, after] = [text.slice(0, at), text.slice(at)]
    forms.add(`${literal(before)}.${literal(after)}`)
    if (after === '') continue
    forms.add(`${literal(before)}.?${literal(after.slice(1))}`)
    if (after.length > 1) forms.add(literal(`${before}${after[1]}${after[0]}${after.slice(2)}`))
  }
  return `^(${[...forms].join('|')})$`
}
