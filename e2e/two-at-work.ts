import { type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { listen } from './themes.ts'

export interface TwoAtWork {
  server: TestServer
  /** dr.lin. */
  doctor: Page
  /** nurse.chen. */
  nurse: Page
}

/** People on a server of the file's own, each in a browser of their own and signed in at a screen. */
export function atWorkTogether(
  people: readonly (readonly [account: string, at: string])[],
  ready: (server: TestServer, pages: Page[]) => void,
): void {
  let server: TestServer | undefined
  let pages: Page[] = []
  test.beforeAll(async ({ browser }) => {
    const own = await startServer()
    server = own
    pages = await Promise.all(people.map(async () => (await browser.newContext(desk)).newPage()))
    await Promise.all(
      people.map(async ([account, at], index) => {
        const page = pages[index] as Page
        page.setDefaultTimeout(PATIENT)
        await listen(page)
        await signIn(page, own, account, at)
      }),
    )
    ready(own, pages)
  })
  test.afterAll(async () => {
    await Promise.all(pages.map((page) => page.context().close()))
    await server?.remove()
  })
}

/** A doctor and a nurse. */
export const twoAtWork = (ready: (work: TwoAtWork) => void, doctorAt = '/', nurseAt = '/'): void =>
  atWorkTogether(
    [
      ['dr.lin', doctorAt],
      ['nurse.chen', nurseAt],
    ],
    (server, pages) => {
      const [doctor, nurse] = pages as [Page, Page]
      ready({ server, doctor, nurse })
    },
  )
