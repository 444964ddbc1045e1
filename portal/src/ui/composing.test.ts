import { expect, it, vi } from 'vitest'
import { composing, onEnter } from './composing.ts'

it('[V13] an Enter is an input method’s in either order in which browsers tell of it, and one’s own otherwise', () => {
  const [chrome, safari, own] = [
    { isComposing: true, keyCode: 229 },
    { isComposing: false, keyCode: 229 },
    { isComposing: false, keyCode: 13 },
  ]
  expect([chrome, safari, own].map(composing)).toEqual([true, true, false])
  // React's events have the browser's inside.
  expect([chrome, safari, own].map((nativeEvent) => composing({ nativeEvent }))).toEqual([true, true, false])
  const run = vi.fn()
  for (const event of [chrome, safari]) onEnter(run)(event)
  expect(run).not.toHaveBeenCalled()
  onEnter(run)(own)
  expect(run).toHaveBeenCalledOnce()
})
