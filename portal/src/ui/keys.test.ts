import { afterEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

afterEach(() => vi.unstubAllGlobals())

it('[SHELL-15~] a key that is held down does once what is to be done once, and goes on with everything else', async () => {
  vi.resetModules()
  const { listeners } = stubBrowser()
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('HTMLInputElement', class {})
  Object.assign(document, { querySelectorAll: () => [] })
  const { bindKeys } = await import('./keys.ts')
  const done: string[] = []
  const key = (keys: string, once: boolean) => ({ keys, label: keys, once, run: () => void done.push(keys) })
  const free = bindKeys([key('a', true), key('j', false)])
  const press = (letter: string, repeat: boolean) => {
    const event = { key: letter, repeat, defaultPrevented: false, target: null, preventDefault: vi.fn() }
    listeners.get('keydown')?.(event)
    return event.preventDefault.mock.calls.length
  }
  for (const letter of ['a', 'j']) for (const repeat of [false, true, true]) expect(press(letter, repeat)).toBe(1)
  expect(done).toEqual(['a', 'j', 'j', 'j'])
  free()
  expect(press('a', false)).toBe(0)
})
