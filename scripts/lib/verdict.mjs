// What a run's tests come to: told by their first answers, by those of the files that were asked again, and by the waiting list.

/** As many as may wait at once: a longer list is a suite that nobody believes. */
export const MOST_WAITING = 15
const DAY_MS = 86_400_000

/**
 * One line for all answers of a test: a test that two projects of vitest ask (two databases) has as many, and is right where
 * all of them are.
 */
function gathered(tests) {
  const all = new Map()
  for (const { kind, file, title, ok, why } of tests) {
    const key = `${kind} ${file} ${title}`
    const one = all.get(key) ?? { kind, file, title, ok: true, count: 0, failed: 0, why: undefined }
    one.count += 1
    if (!ok) Object.assign(one, { ok: false, failed: one.failed + 1, why: one.why ?? why })
    all.set(key, one)
  }
  return all
}

/** The name by which a test stands in the run's output and on the waiting list. */
export const nameOf = ({ file, title }) => `${file} › ${title}`

/**
 * Whether a test waits: an entry names it, or its whole file (a journey whose tests are told one after the other fails at one
 * of them today and at the next one tomorrow).
 */
const waitsFor = (test, waiting) => waiting.find(({ name }) => name === nameOf(test) || name === test.file)

/**
 * A test that failed in the first run and passed when it was asked again, alone, is `unsteady`, and passed; so is one that only
 * failed the second time. What passed neither time is red, unless it is on the waiting list.
 *
 * @param first   what each test answered: `{ kind, file, title, ok, why }`, `why` where it is not ok
 * @param again   the same of the files that were asked once more
 * @param waiting entries `{ name, since, why, issue }`
 */
export function verdict(first, again, waiting = []) {
  const second = gathered(again)
  const told = { passed: 0, failed: 0, unsteady: [], waiting: [], red: [] }
  const once = gathered(first)
  // A file that could not be read the first time has its tests in the second run alone.
  for (const [key, test] of second) if (!once.has(key)) once.set(key, test)
  const wholeFileIsRight = (file) => {
    const tests = [...second.values()].filter((one) => one.file === file)
    return tests.length > 0 && tests.every(({ ok }) => ok)
  }
  for (const [key, test] of once) {
    const next = second.get(key)
    // A file that broke as a whole has no test of that name when it is asked again.
    const right = next ? next.ok : test.title === WHOLE_FILE && wholeFileIsRight(test.file)
    if (test.ok && (!next || next.ok)) told.passed += test.count
    else if (test.ok || right) {
      if (test.title !== WHOLE_FILE) told.passed += test.count
      told.unsteady.push({ ...test, why: test.why, whyAgain: next?.why })
    } else {
      const waits = waitsFor(test, waiting)
      if (waits) told.waiting.push({ ...test, whyAgain: next?.why, waits })
      else {
        told.failed += test.failed
        told.red.push({ ...test, whyAgain: next ? next.why : 'not asked' })
      }
    }
  }
  return told
}

/** A file that told of no test of its own: it could not be read, or its process ended. */
export const WHOLE_FILE = '(the whole file)'

/** The files to be asked again, by the kind of what runs them: not for a test that waits, which turns nothing red. */
export function toAskAgain(tests, waiting = []) {
  const files = new Map()
  for (const test of tests)
    if (!test.ok && !waitsFor(test, waiting)) files.set(test.kind, (files.get(test.kind) ?? new Set()).add(test.file))
  return files
}

/** What is wrong with the waiting list itself, a sentence each. */
export function faultsOfList(waiting) {
  const faults = []
  if (waiting.length > MOST_WAITING)
    faults.push(`${waiting.length} tests wait, ${MOST_WAITING} may: mend some before another is added`)
  for (const { name, since, why, issue } of waiting) {
    if (!name || !why || !issue || !/^\d{4}-\d{2}-\d{2}$/.test(since ?? ''))
      faults.push(
        `an entry of the waiting list lacks name, since (a date), why or issue: ${name ?? JSON.stringify(why)}`,
      )
  }
  return faults
}

/** Since how many whole days an entry waits. */
export const daysWaiting = ({ since }, now) => Math.floor((now - Date.parse(since)) / DAY_MS)
