// npm run tasks: ten daily tasks, played in the browser, with what each costs in clicks, keys and seconds.
import { spawnSync } from 'node:child_process'
import { words } from './lib/day.mjs'
import { built, environment, installed, node, root } from './lib/setup.mjs'

installed()
built()
const { status } = spawnSync(
  node(),
  ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--workers=1', ...words],
  { cwd: root, stdio: 'inherit', env: { ...environment(), E2E_PHASE: 'tasks' } },
)
process.exit(status ?? 1)
