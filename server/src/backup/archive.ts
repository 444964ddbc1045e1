import { z } from 'zod'
import { schemaOf } from './rows.ts'

/*
 * An archive is a tar, packed by Zstandard and encrypted by age: `age -d | zstd -d | tar x` opens it without this program.
 * `manifest.json` comes first; `rows/TABLE/N.ndjson` in pieces; `sequences.json`; `files/…`; at last `sums.json`, without which
 * it is not whole.
 */
export const manifestOf = z.object({
  format: z.literal(1),
  /** When it was begun. */
  at: z.iso.datetime(),
  schema: schemaOf,
})
export type Manifest = z.output<typeof manifestOf>
export const sumsOf = z.object({
  tables: z.record(z.string(), z.object({ rows: z.int(), sum: z.string() })),
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
})
export type Sums = z.output<typeof sumsOf>
