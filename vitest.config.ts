// First: the day that is played. This process makes databases, its workers inherit it.
import './scripts/lib/day.mjs'
import './scripts/lib/shift.cjs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { steady } from './scripts/lib/engine.mjs'
import { gate } from './scripts/lib/scope.mjs'

// Server suites run on a PostgreSQL server, and those whose subject is the database, its policies, its races and the demo on the
// embedded one besides, on which every journey runs. The gate asks there what the two engines could answer differently: the
// driver, transactions, policies, triggers and the demo; the proof the rest (docs/proof.md). With `BOTH=1` all of them run on
// both, at twice the time.
const ENGINE = [
  'server/src/platform/{audit,db,events,timers}/**/*.test.ts',
  'server/src/platform/http/idempotency.test.ts',
  'server/src/product/{access,access-layers,isolation}.test.ts',
  'server/src/demo/demo.test.ts',
  'server/src/appointments/booking.test.ts',
]
const ON_BOTH = gate
  ? ENGINE
  : [
      ...ENGINE,
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
  // As the server runs (`scripts/lib/engine.mjs`), for the embedded database's sake.
  execArgv: [steady],
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

const harness = {
  include: ['proof/**/*.test.ts'],
  globalSetup: './server/src/platform/testing/setup-postgres.ts',
  testTimeout: 1_800_000,
  hookTimeout: 300_000,
}

/** Minutes each, and asked by nothing quicker: whole files that the proof asks and the gate does not (docs/proof.md). */
const PROOF_ONLY = ['upgrade', 'power', 'failover', 'engines', 'processes', 'bad-days'].map(
  (name) => `proof/death/${name}.test.ts`,
)

const LONGEST = ['proof/matrix/matrix.test.ts', 'proof/death/kill.test.ts']
/** The others take their turns beside the longest: a clean machine has no times of an earlier run to sort by. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = ({ moduleId }: TestSpecification) => Number(LONGEST.some((one) => moduleId.endsWith(one)))
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return (await super.sort(files)).toSorted((a, b) => group(a) - group(b) || long(b) - long(a))
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // A process for each of a hundred small files is most of their time.
          isolate: false,
          // Properties run hundreds of cases, and the machine may be busy with a browser besides.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server-pglite',
          include: process.env.BOTH ? everyServerTest : ON_BOTH,
          // The embedded database is one connection in any case: there is nothing to share.
          exclude: ['server/src/platform/db/sharing.test.ts', 'server/src/product/replicas.test.ts'],
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
        // Servers that die, are cut off and come back in time: when nothing else runs, the kills beside the others.
        test: {
          ...harness,
          name: 'proof-death',
          include: ['proof/death/**/*.test.ts'],
          exclude: gate ? PROOF_ONLY : [],
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'portal', include: ['portal/src/**/*.test.{ts,tsx}'], pool: 'threads', testTimeout: 120_000 } },
    ],
  },
})
