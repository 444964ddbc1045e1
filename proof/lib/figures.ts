import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../test-results', import.meta.url))

/**
 * What a harness did, in numbers (cells, requests, attempts, kills): printed at once, and gathered in
 * `test-results/figures.jsonl`, which `npm test` prints at its end.
 */
export function figure(harness: string, numbers: Record<string, number | string>): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, 'figures.jsonl'), `${JSON.stringify({ harness, ...numbers })}\n`)
  console.log(figureLine(harness, numbers))
}

export function figureLine(harness: string, numbers: Record<string, number | string>): string {
  const told = Object.entries(numbers).map(([name, value]) => `${name} ${value}`)
  return `proof ${harness}: ${told.join(', ')}`
}
