import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { madeOf } from './icd10.ts'
import { cached } from './disk-cache.ts'
import { termsMadeOf } from './terms.ts'

let folder: string
let source: string
let made: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'teleward-kept-'))
  source = join(folder, 'rows.tsv')
  writeFileSync(source, 'I10\t高血壓')
  made = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const cache = () => join(folder, 'cache')
const files = () => readdirSync(cache())
const get = (from = cache()) =>
  cached(
    'rows',
    [source],
    () => {
      made += 1
      return { text: readFileSync(source, 'utf8'), flags: new Uint8Array([1, 3]), families: new Map([['I10', 2]]) }
    },
    from,
  )

describe('what was made of files', () => {
  it('is made once, and the same when it is read', () => {
    const first = get()
    expect(get()).toEqual(first)
    expect(made).toBe(1)
  })
  it('is made again of other bytes', () => {
    get()
    writeFileSync(source, 'J00\t感冒')
    expect(get().text).toBe('J00\t感冒')
    expect(made).toBe(2)
    expect(files()).toHaveLength(1)
  })
  it('is made again where the file was cut off, and then is whole', () => {
    get()
    truncateSync(join(cache(), files()[0] ?? ''), 20)
    expect(get().families.get('I10')).toBe(2)
    expect(get().flags).toEqual(new Uint8Array([1, 3]))
    expect(made).toBe(2)
    expect(files()).toHaveLength(1)
  })
  it('is made each time where nothing can be written', () => {
    expect(get(join(source, 'no-folder')).text).toContain('高血壓')
    expect(get(join(source, 'no-folder')).text).toContain('高血壓')
    expect(made).toBe(2)
  })
})

/** Files of the house that this one imports, and theirs. */
function imported(file: string, found = new Set<string>()): Set<string> {
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/ from '([^']+)'$/gm)) {
    const contract = from.startsWith('@teleward/contract/')
    if (!contract && !from.startsWith('.')) continue
    const at = contract
      ? fileURLToPath(new URL(`../../../contract/src/${from.slice('@teleward/contract/'.length)}`, import.meta.url))
      : join(dirname(file), from)
    if (found.has(at)) continue
    found.add(at)
    imported(at, found)
  }
  return found
}

it('the tables of terms are made anew whenever a file changes that makes them', () => {
  const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  const code = [file('synonyms.ts'), ...imported(file('synonyms.ts')), ...imported(file('seeds.ts'))]
  expect(code.length).toBeGreaterThan(4)
  expect(code.filter((one) => !termsMadeOf.includes(one))).toEqual([])
})

it('the index of diagnoses is made anew whenever a file changes that makes it', () => {
  const search = fileURLToPath(new URL('icd-parts.ts', import.meta.url))
  const code = [...imported(search), search, ...imported(fileURLToPath(new URL('seeds.ts', import.meta.url)))]
  expect(code.length).toBeGreaterThan(4)
  expect(code.filter((file) => !madeOf.includes(file))).toEqual([])
})
