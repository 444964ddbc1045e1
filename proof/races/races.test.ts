import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gate } from '../../scripts/lib/scope.mjs'
import { figure } from '../lib/figures.ts'
import { size } from '../lib/size.ts'
import { openWorld, type World } from '../lib/world.ts'
import { bookingContests } from './bookings.ts'
import { callContests } from './calls.ts'
import { chatContests } from './chats.ts'
import { type Contest, runContest, type Tally } from './contest.ts'
import { dietContests } from './diet.ts'
import { entryContests } from './entry.ts'
import { fileContests } from './files.ts'
import { grantContests } from './grants.ts'
import { handoffContests } from './handoffs.ts'
import { keyContests } from './keys.ts'
import { memberContests } from './members.ts'
import { noteContests } from './notes.ts'
import { paymentContests } from './payments.ts'
import { alertContests } from './alerts.ts'
import { caseContests } from './cases.ts'
import { referralContests } from './referrals.ts'
import { sessionContests } from './sessions.ts'
import { settlementContests } from './settlement.ts'
import { shiftContests } from './shifts.ts'
import { visitContests } from './visits.ts'

const contests: readonly Contest[] = [
  // First: a letter goes to everybody of a unit, and each contest makes people of its own there.
  ...caseContests,
  ...alertContests,
  ...referralContests,
  ...callContests,
  ...chatContests,
  ...dietContests,
  ...fileContests,
  ...visitContests,
  ...bookingContests,
  ...noteContests,
  ...sessionContests,
  ...entryContests,
  ...keyContests,
  ...grantContests,
  ...handoffContests,
  ...shiftContests,
  ...memberContests,
  ...paymentContests,
  ...settlementContests,
]
const attempts = size('PROOF_RACES', 10_000, 600)
const shares = contests.reduce((sum, { share }) => sum + share, 0)
const shown = (violations: readonly string[]) => violations.slice(0, 12)

describe('who wants the same at once, on two processes', () => {
  let world: World
  const total: Tally = { situations: 0, attempts: 0, violations: [] }
  beforeAll(async () => {
    world = await openWorld({ processes: 2 })
  })
  afterAll(async () => {
    figure('races', {
      attempts: total.attempts,
      situations: total.situations,
      contests: contests.length,
      violations: total.violations.length,
    })
    await world.close()
  })
  it.for(contests)('$name', async (contest) => {
    const tally = await runContest(world, contest, (attempts * contest.share) / shares)
    total.situations += tally.situations
    total.attempts += tally.attempts
    total.violations.push(...tally.violations)
    expect({ violations: shown(tally.violations), failures: world.failures.splice(0).slice(0, 3) }).toEqual({
      violations: [],
      failures: [],
    })
  })
})

const guards = ['locks', 'indexes', 'locks and indexes', 'places', 'grants'] as const
/** What the contests say where the product's own guard is gone. Each has to notice; in the gate some of one guard's. */
describe.each(gate ? guards.slice(0, 1) : guards)('without the %s of the database', (without) => {
  const watching = contests.filter(({ falls }) => falls.includes(without)).slice(0, gate ? 5 : undefined)
  let world: World
  let noticed = 0
  beforeAll(async () => {
    world = await openWorld({ processes: 2, without })
  })
  afterAll(async () => {
    figure(`races without ${without}`, { contests: watching.length, noticed })
    await world.close()
  })
  it.for(watching)('$name is violated, and seen', async (contest) => {
    // A race that is lost now and then is lost within some situations; how many, the machine says.
    let found: string[] = []
    for (let tries = 0; tries < 80 && !found.length; tries += 1)
      found = (await runContest(world, contest, contest.crowd, 1)).violations
    expect(found).not.toEqual([])
    noticed += 1
  })
})
