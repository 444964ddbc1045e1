import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { scratch } from '../scripts/lib/scratch.mjs'
import { PHASES } from './phases.ts'
import makeTemplate from './server.ts'

/** All journeys, or one part of them (`E2E_PART`), one phase after the other, over one database to copy from. Options are handed on to Playwright. */
const root = fileURLToPath(new URL('..', import.meta.url))
// Profiles of browsers and data of servers: all of it is gone with the run.
process.env.TMPDIR = scratch()
const remove = await makeTemplate()
let failed = false
try {
  for (const { name, projects, workers } of PHASES) {
    const began = Date.now()
    console.log(`\n── journeys, ${name}: ${workers} at a time`)
    const chosen = [...projects.map((one) => `--project=${one}`), `--workers=${workers}`, ...process.argv.slice(2)]
    const child = spawn(
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...chosen],
      { cwd: root, stdio: 'inherit', env: { ...process.env, E2E_PHASE: name } },
    )
    const [status] = await once(child, 'exit')
    // The others say all the same what they find.
    if (status !== 0) failed = true
    console.log(`journeys, ${name}: ${Math.round((Date.now() - began) / 1000)} s`)
  }
} finally {
  await remove()
}
process.exit(failed ? 1 : 0)
