// The day that the tests play on: one for all of a run's processes, whatever day it is asked on.
import { fileURLToPath } from 'node:url'

/**
 * A Wednesday in the middle of a month, without a holiday near it, as the demo institutions have it. It has passed: whoever
 * judges by a clock that is not the run's finds tokens and credentials ended, today as in ten years.
 */
const DAY = '2026-11-18'
const HOUR = '10:00'
/** Taipei has no summer time. */
const OFFSET = '+08:00'

/** The instant of `2026-12-31 23:50` or `2026-12-31` in the institutions' time; undefined: the machine's own day (`now`). */
function instantOf(text) {
  if (text === 'now') return undefined
  const [, day, hour = HOUR] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text) ?? []
  const at = Date.parse(`${day}T${hour}:00${OFFSET}`)
  if (Number.isNaN(at))
    throw new Error(`--date is a day or a minute in Taipei ("2026-12-31 23:50"), or now: not "${text}"`)
  return at
}

const word = '--date='
/** The arguments of a command without those that are this file's. */
export const words = process.argv.slice(2).filter((one) => !one.startsWith(word))

/** The day as it was asked for. */
export const day = process.argv.find((one) => one.startsWith(word))?.slice(word.length) ?? process.env.TEST_DATE ?? DAY

/** What a process needs to be of the run's day, where it does not inherit the environment. */
export const carried = () => ({
  TEST_SHIFT_MS: process.env.TEST_SHIFT_MS ?? '0',
  NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
})

// The first process decides, those that it starts inherit it: theirs is one clock, and goes on as the machine's does.
if (process.env.TEST_SHIFT_MS === undefined) {
  const asked = day === DAY ? undefined : day
  // The clock of a database server that somebody else started is its own.
  const given = process.env.TEST_DATABASE_URL !== undefined
  if (given && asked && asked !== 'now')
    throw new Error('A day is played on the tests’ own PostgreSQL, not on TEST_DATABASE_URL')
  const at = instantOf(asked ?? (given ? 'now' : DAY))
  // Whole seconds: what PostgreSQL is told and what JavaScript reckons are the same to the millisecond.
  const ms = at === undefined ? 0 : Math.round((at - Date.now()) / 1000) * 1000
  process.env.TEST_SHIFT_MS = String(ms)
  if (ms) {
    const preload = fileURLToPath(new URL('./shift.cjs', import.meta.url))
    process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require=${JSON.stringify(preload)}`.trim()
  }
}
