import { describe, expect, it } from 'vitest'
import { daysWaiting, faultsOfList, MOST_WAITING, toAskAgain, verdict, WHOLE_FILE } from './lib/verdict.mjs'

const test = (title: string, ok: boolean, file = 'a.test.ts') => ({
  kind: 'unit',
  file,
  title,
  ok,
  ...(ok ? {} : { why: `${title} is not` }),
})
const waits = (name: string) => ({ name, since: '2026-11-28', why: 'the machine', issue: 24 })

describe('what a run comes to', () => {
  it('is what its tests said, where all of them passed', () => {
    const told = verdict([test('one', true), test('two', true)], [])
    expect(told).toMatchObject({ passed: 2, failed: 0, unsteady: [], waiting: [], red: [] })
  })

  it('counts what passed when it was asked again as passed, and names it with both answers', () => {
    const told = verdict([test('one', true), test('two', false)], [test('one', true), test('two', true)])
    expect(told).toMatchObject({ passed: 2, failed: 0, red: [] })
    expect(told.unsteady).toEqual([expect.objectContaining({ title: 'two', why: 'two is not', whyAgain: undefined })])
  })

  it('is red by what failed twice, and by what was not asked again', () => {
    expect(verdict([test('one', false)], [test('one', false)])).toMatchObject({ passed: 0, failed: 1 })
    expect(verdict([test('one', false)], [])).toMatchObject({ passed: 0, failed: 1 })
  })

  it('names what only failed the second time, behind another of its file', () => {
    const told = verdict([test('one', false), test('two', true)], [test('one', true), test('two', false)])
    expect(told).toMatchObject({ passed: 2, failed: 0 })
    expect(told.unsteady.map(({ title }) => title)).toEqual(['one', 'two'])
  })

  it('holds a test that two databases answer to both answers', () => {
    const told = verdict([test('one', true), test('one', false)], [test('one', true), test('one', true)])
    expect(told).toMatchObject({ passed: 2, failed: 0 })
    expect(told.unsteady).toHaveLength(1)
    expect(verdict([test('one', true), test('one', false)], [test('one', false), test('one', true)]).failed).toBe(1)
  })

  it('takes a file that broke as a whole for unsteady where all its tests pass alone', () => {
    const broke = test(WHOLE_FILE, false)
    const told = verdict([broke], [test('one', true), test('two', true)])
    expect(told).toMatchObject({ passed: 2, failed: 0, red: [] })
    expect(told.unsteady).toHaveLength(1)
    expect(verdict([broke], [test('one', true), test('two', false)])).toMatchObject({ passed: 1, failed: 2 })
    expect(verdict([broke], [broke])).toMatchObject({ passed: 0, failed: 1 })
  })

  it('lets nothing be red that waits by its name or by its file, and says which', () => {
    const first = [test('one', false), test('two', false, 'b.test.ts'), test('three', false)]
    const told = verdict(first, first, [waits('a.test.ts › one'), waits('b.test.ts')])
    expect(told).toMatchObject({ passed: 0, failed: 1 })
    expect(told.waiting.map(({ title }) => title)).toEqual(['one', 'two'])
    expect(told.red.map(({ title }) => title)).toEqual(['three'])
  })

  it('asks the files of what failed again, each once, by what runs them', () => {
    const asked = toAskAgain([
      test('one', false),
      test('two', false),
      test('three', true, 'b.test.ts'),
      { ...test('four', false, 'e2e/c.e2e.ts'), kind: 'journeys' },
    ])
    expect([...asked].map(([kind, files]) => [kind, [...files]])).toEqual([
      ['unit', ['a.test.ts']],
      ['journeys', ['e2e/c.e2e.ts']],
    ])
  })
  it('are not those whose tests wait: no minute of the run, and no place among the few that may fail, goes to them', () => {
    const tests = [test('one', false), test('two', false, 'b.test.ts'), test('three', false, 'c.test.ts')]
    const asked = toAskAgain(tests, [waits('a.test.ts'), waits('b.test.ts › two')])
    expect([...asked].map(([kind, files]) => [kind, [...files]])).toEqual([['unit', ['c.test.ts']]])
  })
})

describe('the waiting list', () => {
  it('is refused when it is too long, or when an entry does not say since when and why', () => {
    expect(faultsOfList(Array.from({ length: MOST_WAITING }, () => waits('a')))).toEqual([])
    expect(faultsOfList(Array.from({ length: MOST_WAITING + 1 }, () => waits('a')))).toHaveLength(1)
    expect(
      faultsOfList([
        { ...waits('a'), why: '' },
        { ...waits('b'), since: 'yesterday' },
      ]),
    ).toHaveLength(2)
  })

  it('tells the age of an entry in whole days', () => {
    expect(daysWaiting(waits('a'), Date.parse('2026-12-03T10:00:00Z'))).toBe(5)
  })
})
