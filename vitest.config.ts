import { defineConfig } from 'vitest/config'

// Server suites run on a PostgreSQL server, and those whose subject is the database, its walls, its races and the demo on the
// embedded one besides, on which every journey runs; with `BOTH=1` all of them do, at twice the time.
const ON_BOTH = [
  'server/src/platform/**/*.test.ts',
  'server/src/product/**/*.test.ts',
  'server/src/demo/**/*.test.ts',
  'server/src/appointments/booking*.test.ts',
]
const everyServerTest = ['server/src/**/*.test.ts']
const server = {
  // Each file opens a database and a server of its own; the modules, the seeds read into memory and PGlite's compiled
  // engine are read once for all of them: half the time of a run goes into these otherwise.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

const harness = {
  include: ['proof/**/*.test.ts'],
  globalSetup: './server/src/platform/testing/setup-postgres.ts',
  testTimeout: 1_800_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // Properties run hundreds of cases, and the machine may be busy with a browser besides.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server-pglite',
          include: process.env.BOTH ? everyServerTest : ON_BOTH,
          globalSetup: './server/src/platform/testing/setup-pglite.ts',
          ...server,
        },
      },
      {
        test: {
          name: 'server-postgres',
          include: everyServerTest,
          globalSetup: './server/src/platform/testing/setup-postgres.ts',
          ...server,
        },
      },
      {
        test: {
          // The harnesses against a real PostgreSQL server, minutes each. Two at a time, in databases of their own: in one
          // that asks a question after the other, either the server works or the database.
          ...harness,
          name: 'proof',
          exclude: ['proof/death/**'],
        },
      },
      {
        // Servers that die, are cut off and come back in time: alone, when nothing else runs.
        test: {
          ...harness,
          name: 'proof-death',
          include: ['proof/death/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'portal', include: ['portal/src/**/*.test.{ts,tsx}'], testTimeout: 120_000 } },
    ],
  },
})
