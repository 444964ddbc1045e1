import { defineConfig } from '@playwright/test'
import { LIGHT } from './media/launch.ts'
import { zone } from './zone.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './server.ts',
  // Pictures for people prove nothing: only on demand, those of the README by `PICTURES=1 npm run e2e -- pictures`, those of
  // every screen by `PICTURES=1 npm run e2e -- screens.e2e`. What holds in every look is asked by `everyone`.
  testIgnore: process.env.PICTURES ? [] : ['pictures.e2e.ts', 'screens.e2e.ts'],
  outputDir: '../test-results/e2e',
  // Patience, not a measure: what hangs is told, and a machine on which others work is not.
  timeout: 600_000,
  expect: { timeout: 45_000 },
  // Two files side by side: most of a journey is waiting. Figures are measured elsewhere, not here.
  workers: 2,
  fullyParallel: false,
  // A test that passes at the second try has found something.
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
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
