import { fileURLToPath } from 'node:url'
import { cached } from './disk-cache.ts'
import { seedPath, seedRows, synonymColumns } from './seeds.ts'
import { type Synonym, type SynonymKind, type SynonymParts, Synonyms, synonymParts } from './synonyms.ts'

const seed = 'synonyms.tsv'
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
/** Every file that the tables of terms hang on: a change of one makes them anew. */
export const termsMadeOf: readonly string[] = [
  ...[seed, 'han-folding.tsv'].map(seedPath),
  ...[
    'synonyms.ts',
    'edit.ts',
    'fold.ts',
    'lines.ts',
    'select.ts',
    'seeds.ts',
    '../../../contract/src/core/text.ts',
  ].map(here),
]

function shipped(): Record<'icd' | 'drug', SynonymParts> {
  const all = seedRows(seed, synonymColumns).map(
    ([term = '', , kind = '', target = '']): Synonym => ({ term, kind: kind as SynonymKind, target }),
  )
  return {
    icd: synonymParts(all.filter(({ kind }) => kind !== 'drug')),
    drug: synonymParts(all.filter(({ kind }) => kind === 'drug')),
  }
}

let read: Record<'icd' | 'drug', Synonyms> | undefined
/** The shipped terms (server/seeds/SOURCES.md), for diagnoses and for drugs. */
export function shippedSynonyms(which: 'icd' | 'drug'): Synonyms {
  if (!read) {
    const parts = cached('terms', termsMadeOf, shipped, here('../../../node_modules/.cache/teleward'))
    read = { icd: new Synonyms(parts.icd), drug: new Synonyms(parts.drug) }
  }
  return read[which]
}
