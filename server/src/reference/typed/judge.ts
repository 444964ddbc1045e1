import { readFileSync } from 'node:fs'
import type { DrugIndex } from '../drugs.ts'
import type { IcdIndex } from '../search.ts'

/** What somebody types, and the answers that are right: beginnings of codes, or parts of the names of drugs. */
export interface Typed {
  typed: string
  kind: string
  category: string
  accepted: readonly string[]
}

/**
 * The third was written before its author looked at the search, its terms or these lists, the fourth before the third was
 * run (docs/search.md).
 */
export function typedList(name: 'first' | 'second' | 'third' | 'fourth'): Typed[] {
  const [, ...lines] = readFileSync(new URL(`${name}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [typed = '', kind = '', category = '', accepted = ''] = line.split('\t')
    return { typed, kind, category, accepted: accepted.split(kind === 'drug' ? '|' : ' ') }
  })
}

/** A third that was not looked at while the search was tuned, chosen by the text alone. */
export function heldOut(typed: string): boolean {
  let hash = 2_166_136_261
  for (const byte of Buffer.from(typed)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0
  return (hash >>> 8) % 3 === 0
}

const plain = (code: string) => code.replace('.', '')
/** Place of the first right answer among the first five; -1 where there is none. */
export function place({ typed, kind, accepted }: Typed, icd10: IcdIndex, drugs: DrugIndex): number {
  if (kind === 'icd')
    return icd10
      .search(typed, 5)
      .findIndex(({ code }) => accepted.some((begins) => plain(code).startsWith(plain(begins))))
  return drugs
    .search(typed, 5)
    .findIndex(({ nameEn, generic, nameZhTw }) =>
      accepted.some((part) => `${nameEn} ${generic ?? ''} ${nameZhTw}`.toLowerCase().includes(part)),
    )
}
