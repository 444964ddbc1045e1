import { type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { launch, LIGHT, type Party } from './media/launch.ts'
import { listen } from './themes.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'

export interface Work {
  readonly server: TestServer
  readonly page: Page
}

/**
 * One browser of the staff on a server of the file's own, from its first test to its last: somebody signed in at one screen,
 * or nobody yet.
 */
export function atWork(account?: string, path = '/'): Work {
  test.describe.configure({ mode: 'serial' })
  let server: TestServer
  let person: Party
  test.beforeAll(async () => {
    server = await startServer()
    person = await launch('staff', { executablePath: LIGHT }, desk)
    person.page.setDefaultTimeout(PATIENT)
    await listen(person.page)
    if (account) await signIn(person.page, server, account, path)
  })
  test.afterAll(async () => {
    await person?.close()
    await server?.remove()
  })
  return {
    get server() {
      return server
    },
    get page() {
      return person.page
    },
  }
}
