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
  // Years, months and days together are somebody's, whoever's: of births, of visits, of the dead.
  /(?:19|20)\d{2}[./年-]\s?\d{1,2}[./月-]\s?\d{1,2}日?/g,
  /(?:民國|民国)\s?\d{1,3}\s?年(?:\s?\d{1,2}\s?月)?(?:\s?\d{1,2}\s?日)?/g,
  /(?:\+?\d[\s()-]{0,2}){8,}/g,
  // An address as it is written in Taiwan and in China, from its county or road down to its floor.
  /(?:\p{Script=Han}{2,3}[縣市县])?(?:\p{Script=Han}{1,3}[區鄉鎮市区乡镇])?(?:\p{Script=Han}{1,3}[村里])?\p{Script=Han}{1,5}(?:路|街|大道)(?:\s?[一二三四五六七八九十\d]+\s?段)?(?:\s?\d+\s?巷)?(?:\s?\d+\s?弄)?\s?\d+(?:[之-]\d+)?\s?[號号](?:\s?\d+\s?[樓楼](?:之\d+)?)?/gu,
]

/** A day of birth as people write it: with other signs, in Chinese, and by the years of the Republic. */
export function birthdayForms(birthday: string | null): string[] {
  const [year, month, day] = (birthday ?? '').split('-').map(Number)
  if (!year || !month || !day) return []
  const two = (n: number) => String(n).padStart(2, '0')
  const pairs = [
    [String(month), String(day)],
    [two(month), two(day)],
  ] as const
  return (
    [year, year - 1911]
      .filter((one) => one > 0)
      .flatMap((one) => [
        ...pairs.flatMap(([m, d]) => [
          `${one}年${m}月${d}日`,
          ...['-', '/', '.', ''].map((sign) => [one, m, d].join(sign)),
        ]),
      ])
      // As a bare number a short one is anything: a dose, a count.
      .filter((form) => form.length > 5)
  )
}

/** Digits and letters as wide as a Chinese character, as an input method leaves them, are the same ones. */
const narrow = (text: string) =>
  text.replace(/[０-９Ａ-Ｚａ-ｚ－＋]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0)).replace(/[‐‑]/g, '-')

/** A text without who it is about: their names, as people write them, and everything that looks like a number of a person's. */
export function withoutIdentifiers(text: string, people: readonly KnownBy[]): string {
  let said = narrow(text)
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
