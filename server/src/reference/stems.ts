const endings: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/(ss|sh|ch|x)es$/, '$1'],
  [/yses$/, 'ysis'],
  [/oses$/, 'osis'],
  [/ae$/, 'a'],
  [/([^sui])s$/, '$1'],
]
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ae/g, 'e'],
  [/oe/g, 'e'],
  [/our$/g, 'or'],
  [/isation$/g, 'ization'],
  [/tre$/g, 'ter'],
]

/** A plural's singular, where the word looks like one. */
export function singulars(word: string): string[] {
  if (word.length < 4) return []
  return endings.flatMap(([ending, into]) => (ending.test(word) ? [word.replace(ending, into)] : []))
}

/** The American spelling of a British word (haemorrhoids, oedema, tumour). */
export function american(word: string): string[] {
  const all = spellings.reduce((text, [from, into]) => text.replace(from, into), word)
  return all === word ? [] : [all]
}

/** Roman numbers as the titles have them, and the other way. */
export const numerals: Readonly<Record<string, string>> = { i: '1', ii: '2', iii: '3', iv: '4', v: '5' }
