// First: the day that is played, in this process, in its workers, and in the pages.
import '../scripts/lib/day.mjs'
import '../scripts/lib/shift.cjs'
import { defineConfig } from '@playwright/test'
import './page-clock.ts'
import { gate } from '../scripts/lib/scope.mjs'
import { LIGHT } from './media/launch.ts'
import { projects } from './phases.ts'
import { zone } from './zone.ts'

const phase = process.env.E2E_PHASE ?? 'chosen'
// Pictures for people prove nothing: only on demand, those of the README by `PICTURES=1 npm run e2e -- pictures`, those of
// every screen by `PICTURES=1 npm run e2e -- screens.e2e`. What holds in every look is asked by `everyone`.
const ignored = process.env.PICTURES ? [] : ['**/pictures.e2e.ts', '**/screens.e2e.ts']

export default defineConfig({
  testDir: '.',
  testMatch: phase === 'tasks' ? '*.tasks.ts' : '*.e2e.ts',
  globalSetup: './server.ts',
  projects:
    phase === 'tasks'
      ? [{ name: 'tasks' }]
      : projects.map((one) => ({ ...one, testIgnore: [...ignored, ...(one.testIgnore ?? [])] })),
  // The gate has each story from its beginning to its end once, and each screen once. What has this in its title is the proof's
  // (docs/proof.md): further courses of a story, its refusals and looks, and what takes minutes.
  ...(gate ? { grepInvert: /@proof/ } : {}),
  outputDir: `../test-results/e2e/${phase}`,
  // Patience, not a measure: what hangs is told, and a machine on which others work is not.
  timeout: 600_000,
  expect: { timeout: 45_000 },
  // Of files chosen by name; all of them come in phases (`phases.ts`).
  workers: 2,
  fullyParallel: false,
  // A test that passes at the second try has found something.
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: `../test-results/e2e-${phase}.json` }]],
  use: {
    launchOptions: {
      executablePath: LIGHT,
      args: ['--no-sandbox'],
    },
    ...zone,
    // What moves is measured in \`weight\`. Elsewhere nothing does: who is faster than a dialog's way in presses on a place
    // that it leaves. A film of everything costs a quarter of the time: on demand, \`TRACE=1 npm run e2e -- booking\`.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
