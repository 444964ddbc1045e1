// What vitest's and Playwright's reports say of each test, in one form: `{ kind, file, title, ok, why }`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { WHOLE_FILE } from './verdict.mjs'

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** Reports of vitest: `tests`, and `took` as `[file, ms]`. */
export function vitestReport(path, kind, root) {
  const tests = []
  const took = []
  for (const one of read(path)?.testResults ?? []) {
    const file = relative(root, one.name)
    took.push([file, one.endTime - one.startTime])
    const answers = one.assertionResults ?? []
    for (const { fullName: title, status, failureMessages } of answers)
      tests.push({ kind, file, title, ok: status === 'passed', why: failureMessages?.[0] ?? status })
    // It could not be read, or a hook of the whole file failed.
    if (one.status === 'failed' && answers.every(({ status }) => status === 'passed'))
      tests.push({ kind, file, title: WHOLE_FILE, ok: false, why: one.message })
  }
  return { tests, took }
}

const durationOf = ({ specs = [], suites = [] }) =>
  [...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)), ...suites].reduce(
    (sum, one) => sum + (one.duration ?? durationOf(one)),
    0,
  )

function specsOf(suite, path = '') {
  const here = (suite.specs ?? []).map((spec) => ({ spec, title: path + spec.title }))
  return [...here, ...(suite.suites ?? []).flatMap((one) => specsOf(one, `${path}${one.title} › `))]
}

/** Reports of Playwright: those in the folder whose names the pattern has. What failed outside of any file is in `errors`. */
export function playwrightReports(folder, pattern, kind, root) {
  const tests = []
  const took = []
  const errors = []
  for (const name of readdirSync(folder).filter((one) => pattern.test(one))) {
    const report = read(join(folder, name))
    for (const { message, location } of report.errors ?? []) {
      // Outside of any test, as where a worker could not be ended: it says where, if it knows.
      if (location)
        tests.push({ kind, file: relative(root, location.file), title: WHOLE_FILE, ok: false, why: message })
      else errors.push(message)
    }
    for (const suite of report.suites ?? []) {
      took.push([`e2e/${suite.file}`, durationOf(suite)])
      for (const { spec, title } of specsOf(suite))
        for (const { status, results } of spec.tests) {
          // What stands behind a failed test of a serial file was not asked.
          const why = results?.at(-1)?.errors?.[0]?.message ?? status
          tests.push({ kind, file: `e2e/${suite.file}`, title, ok: status === 'expected', why })
        }
    }
  }
  return { tests, took, errors }
}
