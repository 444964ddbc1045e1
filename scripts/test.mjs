// npm test: everything CI runs, on a fresh clone, browsers and database servers included.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import './lib/day.mjs'
import { ready } from './lib/machine.mjs'
import { buildTools, leftOut } from './lib/tools.mjs'
import { built, environment, fail, installed, node, root } from './lib/setup.mjs'

const out = join(root, 'test-results')
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

ready()
installed()
buildTools()

const began = Date.now()
const clock = () => `${Math.round((Date.now() - began) / 1000)} s`
let passed = 0
let failed = 0
const broken = []
/** What did not pass, by name: whoever reads only the end of the log knows where to look. */
const names = []

function step(name, args, { report } = {}) {
  console.log(`\n── ${name} (${clock()})`)
  const result = spawnSync(node(), args, {
    cwd: root,
    stdio: 'inherit',
    env: environment({ CI: process.env.CI ?? 'true', NO_COLOR: '1' }),
  })
  const counts = report?.()
  if (counts) {
    passed += counts.passed
    failed += counts.failed
    if (counts.passed + counts.failed === 0) broken.push(`${name} ran no test`)
  }
  if (result.status !== 0) broken.push(name)
}
const bin = (path) => join(root, 'node_modules', path)
const json = (name) => (existsSync(join(out, name)) ? JSON.parse(readFileSync(join(out, name), 'utf8')) : null)

/** Steps that print little and share nothing, two at a time: each waits for the disk and the collector in between. */
async function together(steps) {
  const left = [...steps]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, args] = next
      const child = spawn(node(), args, { cwd: root, env: environment({ CI: 'true', NO_COLOR: '1' }) })
      let said = ''
      const hear = (part) => {
        said += part
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      const [status] = await once(child, 'close')
      console.log(`\n── ${name} (${clock()})\n${said.trimEnd()}`)
      if (status !== 0) broken.push(name)
    }
  }
  await Promise.all([work(), work()])
}
const projects = ['server', 'portal', 'e2e', 'proof', 'contract', 'bench']
await together([
  ['lint', [bin('@biomejs/biome/bin/biome'), 'check', '--max-diagnostics=40', '.']],
  ...projects.map((project) => [`types: ${project}`, [bin('typescript/bin/tsc'), '-p', project]]),
  ['zones', ['scripts/zones.mjs']],
])

/** A failed test and the first words of why. */
const line = (name, why) =>
  `${name}: ${String(why ?? 'not run')
    .split('\n')
    .slice(0, 3)
    .join(' ')
    .slice(0, 400)}`

/** The tests of Playwright's report that did not pass, each with its file. */
function unexpected(suites, path = '') {
  for (const one of suites ?? []) {
    for (const spec of one.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'expected') continue
        const why = test.results?.at(-1)?.errors?.[0]?.message
        names.push(line(`${one.file} › ${path}${spec.title} (${test.status})`, why))
      }
    }
    unexpected(one.suites, one.title === one.file ? '' : `${path}${one.title} › `)
  }
}

/** What each file took, in ms: a screen or an endpoint that costs the run more than its share is seen here. */
const took = []
const durationOf = ({ specs = [], suites = [] }) =>
  [...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)), ...suites].reduce(
    (sum, one) => sum + (one.duration ?? durationOf(one)),
    0,
  )

/** A run of vitest over some of its projects, counted. */
function suite(name, file, ...projects) {
  const report = () => {
    const told = json(file)
    for (const one of told?.testResults ?? []) {
      took.push([one.name.slice(root.length + 1), one.endTime - one.startTime])
      const bad = (one.assertionResults ?? []).filter(({ status }) => status !== 'passed')
      for (const { fullName, failureMessages } of bad) names.push(line(fullName, failureMessages?.[0]))
      if (one.status === 'failed' && bad.length === 0) names.push(line(one.name.slice(root.length + 1), one.message))
    }
    return {
      passed: told?.numPassedTests ?? 0,
      failed: (told?.numFailedTests ?? 0) + (told?.numPendingTests ?? 0),
    }
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(out, file)}`]
  step(name, [bin('vitest/vitest.mjs'), 'run', ...projects.map((one) => `--project=${one}`), ...reporters], { report })
}
suite('unit and server tests', 'unit.json', '!proof*')

built()
step('weight', ['scripts/budget.mjs'])

step('journeys', ['e2e/run.ts'], {
  report: () => {
    const counts = { passed: 0, failed: 0 }
    for (const name of readdirSync(out).filter((one) => /^e2e-\w+\.json$/.test(one))) {
      const { suites, errors, stats } = json(name)
      unexpected(suites)
      for (const { message } of errors ?? []) names.push(line('journeys', message))
      counts.passed += stats?.expected ?? 0
      counts.failed += (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) + (stats?.skipped ?? 0)
      for (const one of suites ?? []) took.push([`e2e/${one.file}`, durationOf(one)])
    }
    return counts
  },
})

// After the journeys, when nothing else runs: these are the storms.
suite('proof', 'proof.json', 'proof*')
const figures = join(out, 'figures.jsonl')
if (existsSync(figures)) {
  console.log('\n── what the harnesses did')
  for (const line of readFileSync(figures, 'utf8').trim().split('\n')) {
    const { harness, ...numbers } = JSON.parse(line)
    const told = Object.entries(numbers).map(([name, value]) => `${name} ${value}`)
    console.log(`proof ${harness}: ${told.join(', ')}`)
  }
}

console.log('\n── the ten dearest files')
for (const [name, ms] of took.sort(([, a], [, b]) => b - a).slice(0, 10))
  console.log(`${String(Math.round(ms / 1000)).padStart(4)} s  ${name}`)

console.log(`\nAll of it took ${clock()}.`)
if (broken.length) console.log(`Not green: ${broken.join(', ')}`)
for (const name of names) console.log(`- ${name}`)
const missing = leftOut()
if (missing.length) console.log('Left out:')
for (const one of missing) console.log(`- ${one}`)
// A step without tests of its own (types, lint) that fails counts as one failure.
if (broken.length && !failed) failed = broken.length
console.log(`${passed} passed, ${failed} failed`)
if (failed || !passed) fail('Not all tests passed.')
