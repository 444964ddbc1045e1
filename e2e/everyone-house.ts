import { expect, test } from '@playwright/test'
import { figure } from '../proof/lib/figures.ts'
import { atWork, type Work } from './at-work.ts'
import { scansDone } from './axe.ts'
import { type Count, everyLook, type State } from './everyone.ts'
import { listen } from './looks.ts'
import { stopsSeen } from './stops.ts'
import type { DemoLink } from './server.ts'

export interface House extends Work {
  readonly link: DemoLink
  all(states: readonly State[]): Promise<void>
}

/** A server and a browser of a file's own, in which one state after the other is looked at; the figure at its end. */
export function house(name: string): House {
  const work = atWork()
  // Half a hundred states in a dozen looks each.
  test.setTimeout(1_200_000)
  const count: Count = { states: 0, targets: 0 }
  let link: DemoLink

  test.beforeAll(async () => {
    await listen(work.page)
    link = await work.server.link({ doctor: 'dr.lin' })
  })
  test.afterAll(() => {
    figure(`everyone, ${name}`, {
      states: count.states,
      scans: scansDone(),
      targets: count.targets,
      stops: stopsSeen(),
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
    async all(states) {
      for (const state of states)
        expect.soft(await test.step(state.name, () => everyLook(work.page, state, count)), state.name).toEqual([])
    },
  }
}
