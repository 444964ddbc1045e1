import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOneTab, type TabBrowser } from './one-tab.ts'

type Held = { done: () => void; reject: (error: unknown) => void }
type Waiting = { run: () => void; signal: AbortSignal | undefined }

/** The browser's lock of one name, over all tabs. */
function lockOfBrowser() {
  let held: Held | null = null
  let queue: Waiting[] = []
  const next = () => {
    const first = queue.shift()
    if (first) first.run()
  }
  const request = (_: string, options: LockOptions, grant: (lock: Lock | null) => unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const run = () => {
        const mine: Held = { done: () => {}, reject }
        held = mine
        void Promise.resolve(grant({} as Lock)).then(() => {
          if (held !== mine) return
          held = null
          resolve(undefined)
          next()
        })
      }
      if (options.ifAvailable && held) return resolve(grant(null))
      if (options.steal) {
        held?.reject(new DOMException('stolen', 'AbortError'))
        return run()
      }
      if (!held) return run()
      queue.push({ run, signal: options.signal })
      options.signal?.addEventListener('abort', () => {
        queue = queue.filter(({ signal }) => signal !== options.signal)
        reject(new DOMException('given up', 'AbortError'))
      })
    })
  return { request } as unknown as TabBrowser['locks']
}

/** A tab of that browser, in front or behind. */
function tab(locks: TabBrowser['locks'], { acted = false, visible = true } = {}) {
  const listeners = new Set<() => void>()
  let shown = visible
  const one = createOneTab('link', acted, {
    locks,
    visible: () => shown,
    onVisibility: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const show = (now: boolean) => {
    shown = now
    for (const listener of listeners) listener()
  }
  return { ...one, show }
}
const soon = () => vi.advanceTimersByTimeAsync(1000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('[CALL-15~] [CALL-18~] the tab that called or answered is in the call, and the one behind it is not', async () => {
  const locks = lockOfBrowser()
  const behind = tab(locks, { visible: false })
  const front = tab(locks, { acted: true })
  await soon()
  expect([front.get(), behind.get()]).toEqual(['here', 'deciding'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([front.get(), behind.get()]).toEqual(['here', 'elsewhere'])
})

it('[CALL-15~] [CALL-18~] nobody acted here (a page that was loaded anew): the one that is looked at', async () => {
  const locks = lockOfBrowser()
  const [behind, front] = [tab(locks, { visible: false }), tab(locks)]
  await soon()
  expect([front.get(), behind.get()]).toEqual(['here', 'deciding'])
  const alone = tab(lockOfBrowser(), { visible: false })
  await soon()
  expect(alone.get(), 'no camera of a page that nobody sees').toBe('deciding')
  await vi.advanceTimersByTimeAsync(3000)
  expect(alone.get(), 'unless it is the only one').toBe('here')
})

it('[CALL-15~] the call is taken over by hand, and comes back to the tab that is seen when the other one goes', async () => {
  const locks = lockOfBrowser()
  const first = tab(locks, { acted: true })
  const second = tab(locks)
  await soon()
  expect([first.get(), second.get()]).toEqual(['here', 'elsewhere'])
  first.show(false)
  second.take()
  await soon()
  expect([first.get(), second.get()]).toEqual(['elsewhere', 'here'])
  second.close()
  await soon()
  expect(first.get(), 'nobody looks at it').toBe('elsewhere')
  first.show(true)
  await soon()
  expect(first.get()).toBe('here')
})

it('[CALL-15~] what another phone took over comes back by hand alone', async () => {
  const one = tab(lockOfBrowser(), { acted: true })
  await soon()
  one.replaced()
  one.show(false)
  one.show(true)
  await soon()
  expect(one.get()).toBe('elsewhere')
  one.take()
  await soon()
  expect(one.get()).toBe('here')
})

it('[CALL-15~] a browser without locks goes by the word of the server', async () => {
  const [first, second] = [tab(undefined, { acted: true }), tab(undefined)]
  await soon()
  first.replaced()
  expect([first.get(), second.get()]).toEqual(['elsewhere', 'here'])
})
