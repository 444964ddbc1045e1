// npm run test:steady -- FILE [--times=20] [--date=…]: asks one file again and again, every second time beside a process that takes a
// processor, and says what failed how often. A test that is red one time in twenty is found so rather than guessed.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { words } from './lib/day.mjs'
import { playwrightReports, vitestReport } from './lib/reports.mjs'
import { built, environment, fail, installed, node, root } from './lib/setup.mjs'
import { nameOf } from './lib/verdict.mjs'

const file = words.find((word) => !word.startsWith('--'))
const times = Number(words.find((word) => word.startsWith('--times='))?.slice(8) ?? 20)
if (!file || !(times > 0)) fail('npm run test:steady -- FILE [--times=20]')
const browser = /\be2e\b/.test(file)
const out = join(root, 'test-results')
installed()
if (browser) built()
mkdirSync(out, { recursive: true })

function ask() {
  const env = environment({ CI: 'true', NO_COLOR: '1', E2E_PHASE: 'steady' })
  const report = join(out, browser ? 'e2e-steady.json' : 'steady.json')
  rmSync(report, { force: true })
  const args = browser
    ? ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--workers=1', file]
    : ['node_modules/vitest/vitest.mjs', 'run', file, '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`]
  const { status } = spawnSync(node(), args, { cwd: root, env, stdio: 'ignore' })
  const tests = browser
    ? playwrightReports(out, /^e2e-steady\.json$/, 'journeys', root).tests
    : vitestReport(report, 'unit', root).tests
  return { status, tests }
}

const failures = new Map()
let red = 0
for (let turn = 1; turn <= times; turn += 1) {
  const beside = turn % 2 === 0 ? spawn(process.execPath, ['-e', 'for (;;);']) : undefined
  const began = Date.now()
  const { status, tests } = ask()
  beside?.kill('SIGKILL')
  const bad = tests.filter(({ ok }) => !ok)
  if (status !== 0 || !tests.length) red += 1
  for (const test of bad) {
    const one = failures.get(nameOf(test)) ?? { count: 0, messages: new Set() }
    one.count += 1
    one.messages.add(String(test.why).split('\n').slice(0, 6).join('\n    '))
    failures.set(nameOf(test), one)
  }
  const seconds = Math.round((Date.now() - began) / 1000)
  const state = status === 0 && tests.length ? 'green' : `RED: ${bad.map(({ title }) => title).join('; ') || status}`
  console.log(
    `${turn} of ${times}${beside ? ', a processor taken' : ''}: ${seconds} s, ${tests.length} tests, ${state}`,
  )
}
for (const [name, { count, messages }] of failures) {
  console.log(`\n${name}: ${count} of ${times}`)
  for (const message of messages) console.log(`    ${message}`)
}
console.log(`\n${times - red} green, ${red} red`)
process.exit(red ? 1 : 0)
