import { fileURLToPath } from 'node:url'
import { cached } from './disk-cache.ts'
import { icdParts } from './icd-parts.ts'
import { type IcdIndex, icdIndex } from './search.ts'
import { icdColumns, seedPath, seedRows } from './seeds.ts'

const seed = 'icd10.tsv.gz'
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
/** Every file that the index hangs on: a change of one makes it anew. */
export const madeOf: readonly string[] = [
  seedPath(seed),
  seedPath('han-folding.tsv'),
  ...[
    'icd-parts.ts',
    'bigrams.ts',
    'fold.ts',
    'words.ts',
    'lines.ts',
    'seeds.ts',
    '../../../contract/src/core/text.ts',
  ].map(here),
]

/** The index of diagnoses, made once a version: beside the compiled code of `main.ts`. */
export const icd10 = (): IcdIndex =>
  icdIndex(
    cached('icd10', madeOf, () => icdParts(seedRows(seed, icdColumns)), here('../../../node_modules/.cache/teleward')),
  )
