import type { Page } from '@playwright/test'

/** A path of no screen: the portal says so on a page without the frame, and what stood there is gone. */
const NOWHERE = '/no-such-screen'

/**
 * To a screen of the staff as a link of the running application leads there, begun anew. It is loaded where none runs
 * yet or something stands over it, which only a load takes away: a load costs the machine four times as much.
 */
export async function goInside(page: Page, url: string, path: string): Promise<void> {
  const led =
    page.url().startsWith(`${url}/`) &&
    (await page.evaluate(
      async ([nowhere, to]) => {
        const over = '.ant-modal,.ant-drawer,.notice,.callbox,.popover,dialog,.lock,[role=alertdialog]'
        const shown = (what: string) => [...document.querySelectorAll(what)].some((one) => one.checkVisibility())
        if (!document.querySelector('#content') || shown(over)) return false
        const until = async (done: () => boolean) => {
          const end = performance.now() + 5000
          // A question whether to leave is for a load to take away.
          while (!done() && !shown(over) && performance.now() < end)
            await new Promise((next) => requestAnimationFrame(next))
          return done()
        }
        const before = document.querySelector('#content > *')
        history.pushState({}, '', nowhere)
        if (!(await until(() => !before?.isConnected && document.querySelector('#content') === null))) return false
        history.pushState({}, '', to)
        return (await until(() => document.querySelector('#content > *') !== null)) && !shown(over)
      },
      [NOWHERE, path] as const,
    ))
  if (!led) await page.goto(url + path)
}
