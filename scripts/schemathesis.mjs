// npm run schemathesis [-- OPTIONS]: what an outside tool says of the API's description, asked of a server of its own with the
// demo in it. schemathesis 4 (https://schemathesis.io) has to be there: `pip install 'schemathesis>=4,<5'`, or say where it is
// by SCHEMATHESIS. No part of `npm test`, which holds the same by tests of its own (server/src/product/description.test.ts).
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { served } from './lib/engine.mjs'
import { environment, fail, installed, node, root } from './lib/setup.mjs'

const tool = process.env.SCHEMATHESIS ?? 'schemathesis'
const found = spawnSync(tool, ['--version'], { encoding: 'utf8' })
if (found.status !== 0 || !/version 4\./.test(found.stdout))
  fail(
    `schemathesis 4 is not here (asked for \`${tool}\`): nothing was checked.\n` +
      "Install it by `pip install 'schemathesis>=4,<5'`, or set SCHEMATHESIS to where it is.",
  )
installed()

const home = mkdtempSync(join(tmpdir(), 'teleward-schemathesis-'))
const BY = process.env.SCHEMATHESIS_BY ?? 'admin'
/** Calls that end the session the others need. */
const NOT_THESE = 'logout|changepw|/sessions|/lock'
/** A method that an address does not know is answered 404 as the address itself would be: which there are is nobody's to learn. */
const NOT_ASKED = 'unsupported_method,positive_data_acceptance'
const CASES = [
  '--phases',
  'examples,coverage,fuzzing',
  '--max-examples',
  '20',
  '--workers',
  '2',
  '--continue-on-failure',
]
const LONGEST_START_MS = 180_000

const server = spawn(node(), served, {
  cwd: root,
  env: environment({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(home, 'data'),
    DATABASE_URL: '',
    DEMO: '1',
    OUTBOX: 'development',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '1000000',
  }),
})
const end = async () => {
  const gone = server.exitCode === null && new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
  rmSync(home, { recursive: true, force: true })
}
const address = () =>
  new Promise((resolve, reject) => {
    let said = ''
    const hear = (part) => {
      said += part
      const url = /Teleward is at (\S+)/.exec(said)?.[1]
      if (url) resolve(url)
    }
    for (const stream of [server.stdout, server.stderr]) stream.on('data', hear)
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said.slice(-2000)}`)))
    setTimeout(() => reject(new Error(`the server did not start:\n${said.slice(-2000)}`)), LONGEST_START_MS).unref()
  })

function configuration(url) {
  const path = join(home, 'schemathesis.toml')
  const text = JSON.stringify
  writeFileSync(
    path,
    [
      `base-url = ${text(url)}`,
      `hooks = ${text(join(root, 'proof/description/hooks.py'))}`,
      // Declared where it is answered: what an institution has not set up, and a server that stops.
      '[checks.not_a_server_error]',
      'expected-statuses = ["2xx", "3xx", "4xx", "503"]',
      '[auth.dynamic.openapi.bearer]',
      'path = "/his/user/login"',
      'method = "post"',
      `payload = { id = ${text(BY)}, pwd = "demo1234" }`,
      'extract_from = "body"',
      'extract_selector = "/token"',
    ].join('\n'),
  )
  return path
}

let status = 1
try {
  const url = await address()
  const own = process.argv.slice(2)
  const args = ['--config-file', configuration(url), 'run', `${url}/his/openapi.json`, ...CASES]
  args.push('--exclude-path-regex', NOT_THESE, '--exclude-checks', NOT_ASKED, ...own)
  const checker = spawn(tool, args, { cwd: home, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => checker.kill(signal))
  status = await new Promise((resolve, reject) => {
    checker.once('error', reject)
    checker.once('exit', (code) => resolve(code ?? 1))
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
} finally {
  await end()
}
process.exit(status)
