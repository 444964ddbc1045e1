import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** `docs/security.md` promises tests: each of them has to be there, by file and title. */
const root = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(`${root}docs/security.md`, 'utf8')
const rowsOf = (heading: RegExp) =>
  text
    .split(/^##+ /m)
    .filter((part) => heading.test(part))
    .flatMap((part) => part.split('\n'))
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([first]) => !['id', 'line', 'name'].includes(first ?? ''))
const namesOf = (cell = '') => cell.split(' ').filter((name) => name !== '–')

const tests = rowsOf(/^The tests/)
const items = rowsOf(/^V\d+ /)
const lines = rowsOf(/^The lines of API and AUTH/)

describe('the security document', () => {
  it.each(tests)('%s: %s has a test of that title', (_name, file = '', title = '') => {
    const path = `${root}${file.replaceAll('`', '')}`
    expect(existsSync(path), file).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain(title)
  })

  it('names only tests of its list, and lists none that nothing points to', () => {
    const pointed = new Set([...items, ...lines].flatMap((row) => namesOf(row.at(-1))))
    expect([...pointed].toSorted()).toEqual(tests.map(([name]) => name).toSorted())
  })

  it('has every requirement once, with a state, and a proof or a reason', () => {
    const ids = items.map(([id]) => id)
    expect(ids.length).toBe(224)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [id = '', level = '', state = '', how = '', proofs = ''] of items) {
      expect(id).toMatch(/^v5\.0\.0-\d+\.\d+\.\d+$/)
      expect(['1', '2'], id).toContain(level)
      expect(['met', 'part', 'open', 'n/a'], id).toContain(state)
      expect(
        namesOf(proofs).length + how.replace('–', '').length,
        `${id} says neither how nor why not`,
      ).toBeGreaterThan(0)
    }
    for (const state of ['met', 'part', 'open', 'n/a'])
      expect(text).toContain(
        `${items.filter((row) => row[2] === state).length} ${{ met: 'met', part: 'in part', open: 'open', 'n/a': 'that do not apply' }[state]}`,
      )
  })

  it('answers for each line of API and AUTH that is our own', () => {
    const requirements = readFileSync(`${root}docs/requirements/01-platform.md`, 'utf8')
    const own = [...requirements.matchAll(/^- ((?:API|AUTH)-\d+) .*`\+`/gm)].map(([, id]) => id)
    expect(lines.map(([id]) => id)).toEqual(own)
  })
})
