// npm run e2e -- main-job: one journey, or all without a name.
import { spawnSync } from 'node:child_process'
import { words } from './lib/day.mjs'
import { scratch } from './lib/scratch.mjs'
import { built, environment, installed, node, root } from './lib/setup.mjs'

installed()
built()
const some = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...words]
const result = spawnSync(node(), words.length ? some : ['e2e/run.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ TMPDIR: scratch() }),
})
process.exit(result.status ?? 1)
