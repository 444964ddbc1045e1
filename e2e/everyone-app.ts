import { expect, test } from '@playwright/test'
import { gate } from '../scripts/lib/scope.mjs'
import { figure } from '../proof/lib/figures.ts'
import { atWork, type Work } from './at-work.ts'
import { scansDone } from './axe.ts'
import { type Count, everyLook, type State } from './everyone.ts'
import { listen } from './themes.ts'
import { focusStopsSeen } from './focus-order.ts'
import { goOnline, signIn } from './people.ts'
import type { DemoLink } from './server.ts'
import { type Day, dayOf } from './states.ts'

export interface ScreenedApp extends Work {
  readonly link: DemoLink
  /** Goes on as the doctor of the story, on line, and answers the kinds of visits of the day. */
  doctor(): Promise<Day>
  all(states: readonly State[]): Promise<void>
}

/** A server and a browser of a file's own, in which one state after the other is looked at; the figure at its end. */
export function screenedApp(name: string): ScreenedApp {
  const work = atWork()
  // Half a hundred states in a dozen looks each.
  test.setTimeout(1_200_000)
  const count: Count = { states: 0, targets: 0 }
  let link: DemoLink
  const shown = new Set<string>()
  /** In the gate each screen and each layer once: a state that shows nothing but what others have shown is the proof's. */
  const wanted = ({ shows }: State) => {
    const fresh = shows.some((one) => !shown.has(one))
    for (const one of shows) shown.add(one)
    return fresh || !gate
  }
  // Both count for the worker, which may have had other files before.
  const before = { scans: scansDone(), stops: focusStopsSeen() }

  test.beforeAll(async () => {
    await listen(work.page)
    link = await work.server.link({ doctor: 'dr.lin' })
  })
  test.afterAll(() => {
    figure(`everyone, ${name}`, {
      states: count.states,
      scans: scansDone() - before.scans,
      targets: count.targets,
      stops: focusStopsSeen() - before.stops,
    })
  })
  return {
    get server() {
      return work.server
    },
    get page() {
      return work.page
    },
    get link() {
      return link
    },
    async doctor() {
      await signIn(work.page, work.server, 'dr.lin')
      await goOnline(work.page)
      return dayOf(work.page)
    },
    async all(states) {
      for (const state of states.filter(wanted))
        expect.soft(await test.step(state.name, () => everyLook(work.page, state, count)), state.name).toEqual([])
    },
  }
}
