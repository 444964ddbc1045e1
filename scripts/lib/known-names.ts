import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** Of `config.ts`, by its own words. */
const declared = [...read('server/src/platform/config.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(
  ([, name]) => name ?? '',
)
export const variables = new Set(declared)
