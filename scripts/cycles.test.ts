import { describe, expect, it } from 'vitest'
import { bareComposing } from './lib/composing.mjs'
import { cycles } from './lib/cycles.mjs'
import { folderCycles, upward } from './lib/layers.mjs'
import { retiredIn } from './lib/terms.mjs'

const graph = (edges: Record<string, readonly string[]>) => new Map(Object.entries(edges))

describe('cycles of imports', () => {
  it('are found whole, the largest first, each once', () => {
    expect(cycles(graph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'], f: ['a'] }))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
  })
  it('are none where two ways lead to the same file', () => {
    expect(cycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [], e: ['not ours'] }))).toEqual([])
  })
  it('are found at the end of a chain deeper than the call stack', () => {
    const chain = new Map(Array.from({ length: 50_000 }, (_, at) => [`${at}`, [`${at + 1}`]]))
    chain.set('50000', ['49999'])
    expect(cycles(chain)).toEqual([['49999', '50000']])
  })
})

describe('layers of folders', () => {
  const packages = [{ root: 'app/src', layers: [['core'], ['calls', 'visits/rooms'], ['features/*'], ['.']] }]
  const fine = {
    'app/src/main.ts': ['app/src/features/a/page.ts'],
    'app/src/features/a/page.ts': ['app/src/calls/ring.ts', 'elsewhere/x.ts'],
    'app/src/calls/ring.ts': ['app/src/visits/rooms/hub.ts', 'app/src/core/text.ts'],
    'app/src/visits/rooms/hub.ts': ['app/src/core/text.ts'],
    'app/src/core/text.ts': [],
  }
  const checked = (more: Record<string, readonly string[]>) => {
    const made = graph({ ...fine, ...more })
    return { upward: upward(packages, made), cycles: folderCycles(packages, made) }
  }
  it('let a folder import from its own layer and from those below', () => {
    expect(checked({})).toEqual({ upward: [], cycles: [] })
  })
  it('refuse an import of a layer above, and say which', () => {
    expect(checked({ 'app/src/core/dates.ts': ['app/src/features/a/page.ts'] }).upward).toEqual([
      'app/src/core/dates.ts imports app/src/features/a/page.ts: app/src/features/a is a layer above app/src/core',
    ])
  })
  it('refuse folders of one layer that lead back to each other, though no file does', () => {
    const { upward, cycles } = checked({ 'app/src/visits/rooms/bell.ts': ['app/src/calls/ring.ts'] })
    expect(upward).toEqual([])
    expect(cycles).toEqual([
      {
        folders: ['app/src/calls', 'app/src/visits/rooms'],
        imports: [
          'app/src/calls/ring.ts imports app/src/visits/rooms/hub.ts',
          'app/src/visits/rooms/bell.ts imports app/src/calls/ring.ts',
        ],
      },
    ])
  })
  it('refuse a folder that no layer names', () => {
    expect(checked({ 'app/src/new/thing.ts': [] }).upward).toEqual([
      'app/src/new stands in no layer: name it in scripts/zones.mjs',
    ])
  })
})

describe('words that were given up', () => {
  it('are refused as exported names, with the term of the field', () => {
    expect(retiredIn('export async function untangled() {}\nconst held = 1\nexport const canSeeNote = 1')).toEqual([
      'untangled: the term is withDeadlockRetry',
    ])
    expect(retiredIn('export const reachesNote = 1\nexport interface Pen {}')).toEqual([
      'reachesNote: the term is canSee…',
      'Pen: the term is NoteEditor',
    ])
  })
})

describe('the Enter of an input method', () => {
  it('[V13] is asked for in one place, which knows both orders of events', () => {
    const asks = (text: string, file = 'portal/src/features/chat/Composer.tsx') => bareComposing(file, text)
    expect(asks('if (event.nativeEvent.isComposing) return')).toBe(true)
    expect(asks('if (event.keyCode === 229) return')).toBe(true)
    expect(asks('<Input onPressEnter={send} />')).toBe(true)
    expect(asks('<Input onPressEnter={onEnter(send)} />')).toBe(false)
    expect(asks('if (composing(event)) return')).toBe(false)
    expect(asks('event.isComposing', 'server/src/chat/typing.ts')).toBe(false)
  })
})
