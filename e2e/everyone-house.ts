import { expect, type Page, test } from '@playwright/test'
import { figure } from '../proof/lib/figures.ts'
import { scansDone } from './axe.ts'
import { desk, PATIENT } from './bad-days.ts'
import { type Count, everyLook, type State } from './everyone.ts'
import { listen } from './looks.ts'
import { launch, type Party } from './media/launch.ts'
import { stopsSeen } from './stops.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'

export interface House {
  readonly server: TestServer
  readonly page: Page
  readonly link: DemoLink
  all(states: readonly State[]): Promise<void>
}

/** A server and a browser of a file's own, in which one state after the other is looked at; the figure at its end. */
export function house(name: string): House {
  test.describe.configure({ mode: 'serial' })
  // Hundreds of looks, each a copy of the page: what is found is told by name, and more than a trace would show.
  test.use({ trace: 'off' })
  // Half a hundred states in a dozen looks each.
  test.setTimeout(1_200_000)
  const count: Count = { states: 0, targets: 0 }
  let server: TestServer
  let staff: Party
  let link: DemoLink

  test.beforeAll(async () => {
    test.setTimeout(150_000)
    server = await startServer()
    staff = await launch('staff', {}, desk)
    staff.page.setDefaultTimeout(PATIENT)
    await listen(staff.page)
    link = await server.link({ doctor: 'dr.lin' })
  })
  test.afterAll(async () => {
    figure(`everyone, ${name}`, {
      states: count.states,
      scans: scansDone(),
      targets: count.targets,
      stops: stopsSeen(),
    })
    await staff?.close()
    await server?.remove()
  })
  return {
    get server() {
      return server
    },
    get page() {
      return staff.page
    },
    get link() {
      return link
    },
    async all(states) {
      for (const state of states)
        expect.soft(await test.step(state.name, () => everyLook(staff.page, state, count)), state.name).toEqual([])
    },
  }
}
