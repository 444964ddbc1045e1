import { expect, type Page, test } from '@playwright/test'
import { type ScreenId, SCREENS } from '../portal/src/shell/screens.ts'
import { isAdminScreen } from './admin-states.ts'
import { atWork, type Work } from './at-work.ts'
import { registered } from './everyone.ts'
import { goInside } from './inside.ts'
import { still } from './themes.ts'
import { goOnline, signIn } from './people.ts'
import { dayOf } from './states.ts'

/**
 * Whose screens are gone over: the doctor's, with a record; the cases as who manages them sees them, where a doctor has few of
 * their own or none; and the administration's.
 */
export const PEOPLE = ['dr.lin', 'case.tsai', 'admin'] as const
export type Person = (typeof PEOPLE)[number]

export interface ScreenTour extends Work {
  /** Goes on as that person, and answers the screens of theirs that need no record; of the doctor's, a record besides. */
  of(person: Person): Promise<[name: string, path: string][]>
  /** Shows one of them, all of it there. */
  show(path: string): Promise<void>
}

/** Cards of the record's left column ask for what they show once they are seen: all of it is there before it is gone through. */
async function allSeen(page: Page): Promise<void> {
  const column = page.locator('.col-hist')
  if ((await column.count()) === 0) return
  await column.first().evaluate(async (box) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let top = 0; top < box.scrollHeight; top += Math.max(100, box.clientHeight / 2)) {
      box.scrollTop = top
      await frame()
      await frame()
    }
    box.scrollTop = 0
  })
  await still(page)
}

/** Every screen of the route table, one after the other, as the doctor on line and as an administrator. */
export function screenTour(): ScreenTour {
  const work = atWork('dr.lin', '/')
  let record = ''
  let now: Person = 'dr.lin'
  test.beforeAll(async () => {
    await work.server.link({ doctor: 'dr.lin' })
    await goOnline(work.page)
    // What would be asked about something half done: it is left.
    work.page.on('dialog', (one) => void one.accept())
    const { open } = await dayOf(work.page)
    record = `/emr2/${open.pid}/${open.qid}`
  })
  return {
    get server() {
      return work.server
    },
    get page() {
      return work.page
    },
    async of(person) {
      const { page, server } = work
      const mine = (id: ScreenId) =>
        person === 'case.tsai' ? id === 'crm' : isAdminScreen(id) === (person === 'admin')
      if (person !== now) {
        now = person
        await page.context().clearCookies()
        await page.evaluate(() => localStorage.clear())
        await signIn(page, server, person)
      }
      const own = await registered()
      const plain = SCREENS.filter(({ id, layout, path }) => own[id] && layout === 'main' && !/\{\w+\}/.test(path))
        .filter(({ id }) => mine(id))
        .map(({ id, path }): [string, string] => [id, path.replace(/\/\{\w+\?\}/g, '')])
      return person === 'dr.lin' ? [...plain, ['emr2', record]] : plain
    },
    async show(path) {
      const { page, server } = work
      await goInside(page, server.url, path)
      await expect(page.locator('#content > *').first()).toBeVisible()
      await still(page)
      await allSeen(page)
    },
  }
}
