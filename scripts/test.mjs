// npm test, the gate: what CI runs at each commit, on a fresh clone, browsers and database servers included.
// npm run test:all [-- PART …], the proof: all there is to ask, or some of its parts; what passed on the same tree is not asked
// again (docs/proof.md).
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { day, words as typed } from './lib/day.mjs'
import { ready } from './lib/machine.mjs'
import { keptParts } from './lib/parts.mjs'
import { playwrightReports, vitestReport } from './lib/reports.mjs'
import { buildTools, leftOut } from './lib/tools.mjs'
import { built, environment, fail, installed, node, root } from './lib/setup.mjs'
import { daysWaiting, faultsOfList, MOST_WAITING, nameOf, toAskAgain, verdict } from './lib/verdict.mjs'

const words = typed.filter((word) => !word.startsWith('--'))
const all = process.argv.includes('--all')
process.env.TEST_SCOPE = all ? 'all' : 'gate'

const out = join(root, 'test-results')
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

ready()
installed()
buildTools()

const began = Date.now()
const secondsGone = () => Math.round((Date.now() - began) / 1000)
const clock = () => `${secondsGone()} s`
/** Processor time that was used and that there was, ms, since the machine started. */
function processorTime() {
  const sum = { used: 0, all: 0 }
  for (const { times } of cpus()) {
    const every = Object.values(times).reduce((a, b) => a + b)
    sum.all += every
    sum.used += every - times.idle
  }
  return sum
}
const processorsAtStart = processorTime()

/** Steps that have no tests of their own (types, lint), and those that ended badly without a word of which test. */
const broken = []
/** What each test answered the first time, and when its file was asked again. */
const first = []
const again = []
/** What each file took, in ms: a screen or an endpoint that costs the run more than its share is seen here. */
const took = []

const bin = (path) => join(root, 'node_modules', path)
const environ = (extra = {}) => environment({ CI: process.env.CI ?? 'true', NO_COLOR: '1', ...extra })
function step(name, args, env) {
  console.log(`\n── ${name} (${clock()})`)
  return spawnSync(node(), args, { cwd: root, stdio: 'inherit', env: environ(env) }).status === 0
}

/** Steps that print little and share nothing, two at a time: each waits for the disk and the collector in between. */
async function together(steps) {
  const left = [...steps]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, args] = next
      const child = spawn(node(), args, { cwd: root, env: environ() })
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

/** Runs vitest over some of its projects, or over some of their files one after the other; answers what each test said. */
function vitest(name, file, kind, { projects, files = [], alone = false }) {
  const report = join(out, `${file}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = [...projects.map((one) => `--project=${one}`), ...files, ...(alone ? ['--maxWorkers=1'] : [])]
  const green = step(name, [bin('vitest/vitest.mjs'), 'run', ...chosen, ...reporters])
  return { green, ...vitestReport(report, kind, root), errors: [] }
}
function journeys(name, pattern, args, env) {
  for (const old of readdirSync(out).filter((one) => pattern.test(one))) rmSync(join(out, old))
  const green = step(name, args, env)
  return { green, ...playwrightReports(out, pattern, 'journeys', root) }
}

const escaped = (file) => file.replaceAll('.', '\\.')
/** How each kind is asked: all of it, and some of its files alone. */
const KINDS = {
  unit: {
    all: () => vitest('unit and server tests', 'unit', 'unit', { projects: ['!proof*'] }),
    some: (files) =>
      vitest('again: unit and server tests', 'unit-again', 'unit', { projects: ['!proof*'], files, alone: true }),
  },
  journeys: {
    all: (part) => journeys('journeys', /^e2e-(?!again)\w+\.json$/, ['e2e/run.ts'], { E2E_PART: part ?? '' }),
    some: (files) =>
      journeys(
        'again: journeys',
        /^e2e-again\.json$/,
        [
          bin('@playwright/test/cli.js'),
          ...['test', '-c', 'e2e/playwright.config.ts', '--workers=1'],
          ...files.map((file) => `/${escaped(file)}$`),
        ],
        { E2E_PHASE: 'again' },
      ),
  },
  proof: {
    all: (part) =>
      vitest('proof', `proof${part ? `-${part}` : ''}`, 'proof', {
        projects: ['proof*'],
        files: part ? [`proof/${part}/`] : [],
      }),
    some: (files) => vitest('again: proof', 'proof-again', 'proof', { projects: ['proof*'], files, alone: true }),
  },
}

/** Kinds of vitest that ended badly without a word of which test (a worker that died): all of them is asked again. */
const wordless = new Set()
function ask(kind, part) {
  const { green, tests, took: times, errors } = KINDS[kind].all(part)
  first.push(...tests)
  took.push(...times)
  for (const message of errors) broken.push(`${kind}: ${message}`)
  if (!tests.length) broken.push(`${kind} ran no test`)
  else if (!green && tests.every(({ ok }) => ok)) {
    if (kind === 'journeys') broken.push(kind)
    else wordless.add(kind)
  }
}

const projects = ['server', 'portal', 'e2e', 'proof', 'contract', 'bench']
const PARTS = {
  checks: () =>
    together([
      ['lint', [bin('@biomejs/biome/bin/biome'), 'check', '--max-diagnostics=40', '.']],
      ...projects.map((project) => [`types: ${project}`, [bin('typescript/bin/tsc'), '-p', project]]),
      ['zones', ['scripts/zones.mjs']],
    ]),
  unit: () => ask('unit'),
  weight() {
    built()
    if (!step('weight', ['scripts/budget.mjs'])) broken.push('weight')
  },
  journeys() {
    built()
    ask('journeys', all ? 'journeys' : undefined)
  },
  looks() {
    built()
    ask('journeys', 'looks')
  },
  // After the journeys, when nothing else runs: these are the storms.
  matrix: () => ask('proof', 'matrix'),
  fuzz: () => ask('proof', 'fuzz'),
  races: () => ask('proof', 'races'),
  models: () => ask('proof', 'models'),
  death: () => ask('proof', 'death'),
}
const unknown = words.filter((word) => !(word in PARTS))
if (unknown.length) fail(`No such part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`)

/** So many files that fail at once are no bad luck, and CI ends a run at 90 minutes: a few of them take ten. */
const MOST_FILES_AGAIN = 20
const lastBegin = (files) => (files <= 5 ? 77 : 65) * 60
/** What failed is asked once more, alone, with nothing beside it. */
function askAgain(tests) {
  const files = toAskAgain(tests, waiting)
  for (const kind of wordless) files.set(kind, new Set())
  const count = [...files.values()].reduce((sum, { size }) => sum + size, 0)
  const late = count > MOST_FILES_AGAIN || secondsGone() > lastBegin(count)
  if (late && !all) {
    console.log(`\nNot asked again: ${count} files after ${clock()}.`)
    broken.push(...wordless)
    return
  }
  for (const [kind, some] of files) {
    const { green, tests: answers, errors } = KINDS[kind].some([...some])
    again.push(...answers)
    if (wordless.has(kind) && !green && answers.every(({ ok }) => ok)) broken.push(kind)
    for (const message of errors) console.log(`Outside of the tests: ${message}`)
  }
  wordless.clear()
}

const waiting = JSON.parse(readFileSync(join(root, 'scripts/waiting.json'), 'utf8'))
broken.push(...faultsOfList(waiting))
if (all) {
  const kept = keptParts(day)
  for (const name of words.length ? words : Object.keys(PARTS)) {
    const before = words.includes(name) ? undefined : kept.of(name)
    if (before) {
      console.log(`\n── ${name}: passed on this tree at ${before.at}, not asked again`)
      continue
    }
    const from = { first: first.length, again: again.length, broken: broken.length, seconds: secondsGone() }
    await PARTS[name]()
    askAgain(first.slice(from.first))
    const { passed, failed, unsteady } = verdict(first.slice(from.first), again.slice(from.again), waiting)
    const green = failed === 0 && broken.length === from.broken
    kept.put(name, { green, passed, failed, unsteady: unsteady.length, seconds: secondsGone() - from.seconds })
  }
  console.log(`\n── the parts of the proof\n${kept.table(Object.keys(PARTS))}`)
} else {
  await PARTS.checks()
  PARTS.unit()
  PARTS.weight()
  PARTS.journeys()
  ask('proof')
  askAgain(first)
}

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

const told = verdict(first, again, waiting)
writeFileSync(join(out, 'verdict.json'), JSON.stringify(told, null, 2))

/** The first words of why a test failed. */
const brief = (why) =>
  String(why ?? 'passed')
    .split('\n')
    .slice(0, 3)
    .join(' ')
    .slice(0, 400)
const lines = (title, tests, more = () => '') => {
  if (tests.length) console.log(`\n${title}`)
  for (const test of tests)
    console.log(`- ${nameOf(test)}: ${brief(test.why)}${more(test)}\n    asked again: ${brief(test.whyAgain)}`)
}
const now = processorTime()
const busy = Math.round((100 * (now.used - processorsAtStart.used)) / (now.all - processorsAtStart.all))
console.log(`\nAll of it took ${clock()}; the processors were busy for ${busy} % of it.`)
if (waiting.length) console.log(`\nThe waiting list, ${waiting.length} of ${MOST_WAITING}:`)
for (const one of waiting)
  console.log(`- ${one.name}: for ${daysWaiting(one, Date.now())} days, issue ${one.issue}: ${one.why}`)
lines('Failed, and on the waiting list:', told.waiting)
lines('Failed twice:', told.red)
lines('Unsteady, failed once and passed once:', told.unsteady)
if (broken.length) console.log(`\nNot green: ${broken.join(', ')}`)
const missing = leftOut()
if (missing.length) console.log('\nLeft out:')
for (const one of missing) console.log(`- ${one}`)

// A step without tests of its own (types, lint) that fails counts as one failure.
const failed = told.failed + broken.length
if (told.unsteady.length || told.waiting.length)
  console.log(`\n${told.unsteady.length} of the passed are unsteady, ${told.waiting.length} failed that wait`)
console.log(`${told.passed} passed, ${failed} failed`)
if (failed || !(told.passed || all)) fail('Not all tests passed.')
