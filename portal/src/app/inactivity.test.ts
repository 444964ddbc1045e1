import { expect, it } from 'vitest'
import { createInactivity, type LockWord, playsFile } from './inactivity.ts'

const LIMIT = 60_000
const idle = { call: false, playing: false }
const inCall = { ...idle, call: true }

/** Tabs of one browser: what one says all others hear; the lock is one cookie for all. */
function browser(...tabs: { call: boolean; playing: boolean }[]) {
  const rules = tabs.map(() => createInactivity(LIMIT, 0))
  const locked = tabs.map(() => false)
  let cookie = false
  const follow = (from: number, now: number, { tell, lock }: { tell?: LockWord; lock?: boolean }) => {
    if (lock !== undefined) {
      locked[from] = lock
      cookie = lock
    }
    if (!tell) return
    for (const [at, rule] of rules.entries()) if (at !== from) follow(at, now, rule.heard(tell, now, tabs[at] ?? idle))
  }
  return {
    locked,
    cookie: () => cookie,
    touch: (at: number, now: number) => follow(at, now, rules[at]?.touched(now) ?? {}),
    /** Each tab looks every two seconds; those named sleep meanwhile. */
    pass(from: number, to: number, asleep: readonly number[] = []) {
      for (let now = from; now <= to; now += 2000)
        for (const [at, rule] of rules.entries())
          if (!asleep.includes(at)) follow(at, now, rule.check(now, tabs[at] ?? idle, cookie))
    },
  }
}

it('a screen that nobody touches for the time set is locked, in all tabs', () => {
  const all = browser(idle, idle)
  all.touch(1, 30_000)
  all.pass(0, 88_000)
  expect([all.locked, all.cookie()]).toEqual([[false, false], false])
  all.pass(90_000, 92_000)
  expect([all.locked, all.cookie()]).toEqual([[true, true], true])
})

it('during a call no tab locks, also not one that does not have the call', () => {
  const all = browser(inCall, idle)
  all.pass(0, 600_000)
  expect([all.locked, all.cookie()]).toEqual([[false, false], false])
})

it('a tab that slept through the words of the call locks nobody out of it, nor a reload of it', () => {
  const all = browser(inCall, idle)
  // The other tab hears nothing for a while, as a tab that the browser froze, and wakes up.
  all.pass(0, 80_000, [1])
  const late = createInactivity(LIMIT, 0)
  expect(late.check(80_000, idle, false)).toEqual({ tell: 'locked', lock: true })
  expect(createInactivity(LIMIT, 0).heard('locked', 80_000, inCall)).toEqual({ tell: 'opened', lock: false })
  expect(late.heard('opened', 80_001, idle)).toEqual({ lock: false })
})

it('what plays from a file counts as a touch, and no longer once it has ended', () => {
  const tab = { ...idle, playing: true }
  const all = browser(tab)
  all.pass(0, 180_000)
  expect(all.locked).toEqual([false])
  tab.playing = false
  all.pass(182_000, 242_000)
  expect(all.locked).toEqual([true])
  const page = (...media: Partial<HTMLMediaElement>[]) => ({ querySelectorAll: () => media }) as unknown as ParentNode
  const film = { paused: false, ended: false, srcObject: null }
  expect([
    playsFile(page(film)),
    playsFile(page({ ...film, paused: true })),
    playsFile(page({ ...film, ended: true })),
    // One's own picture, and the other's, are no film.
    playsFile(page({ ...film, srcObject: {} as MediaStream })),
  ]).toEqual([true, false, false, false])
})
