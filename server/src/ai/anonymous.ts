/** What a person is known by, as far as it is known. */
export interface KnownBy {
  name: string
  others: readonly (string | null | undefined)[]
}

const SOMEBODY = '○○'
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const cjk = /^[\p{Script=Han}]{2,4}$/u
/** Numbers and addresses that point at one person, whoever's they are: ids and permits, phones, cards, e-mail. */
const patterns = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\b[A-Za-z][A-Da-d1289]\d{8}\b/g,
  /\b\d{17}[\dXx]\b/g,
  /(?:\+?\d[\s-]?){8,}/g,
]

/** A text without who it is about: their names, as people write them, and everything that looks like a number of a person's. */
export function withoutIdentifiers(text: string, people: readonly KnownBy[]): string {
  let said = text
  for (const { name, others } of people) {
    const [surname = '', ...given] = Array.from(name)
    const words = cjk.test(name)
      ? [
          name,
          ...(given.length > 1 ? [given.join('')] : []),
          ...['先生', '女士', '小姐', '太太'].map((one) => surname + one),
        ]
      : [name, ...name.split(/\s+/).filter((part) => part.length > 2)]
    const known = [...words, ...others.filter((one): one is string => !!one && one.length > 2)]
    for (const word of known.toSorted((a, b) => b.length - a.length))
      said = said.replace(new RegExp(literally(word), 'gi'), SOMEBODY)
  }
  for (const pattern of patterns) said = said.replace(pattern, SOMEBODY)
  return said
}
