import { expect, type Page } from '@playwright/test'
import { look, type State } from './everyone.ts'
import { PASSWORD, signIn } from './people.ts'
import type { TestServer } from './server.ts'
import { click, going, loading, press, ready, steps } from './states.ts'

/** What surrounds every screen: menus, palette, bell, lock, the end of a session. */

export function frameStates(server: TestServer): State[] {
  const home = going(server)('/', 'h1')
  return [
    {
      name: 'menu of the person',
      own: '[role=menu]',
      shows: [],
      everyWidth: true,
      open: steps(home, click('.topbar .me'), ready('[role=menu]')),
    },
    {
      name: 'menu of the presence',
      own: '[role=menu]',
      shows: [],
      everyWidth: true,
      open: steps(home, click('.presence'), ready('[role=menu]')),
    },
    {
      name: 'palette',
      own: '.ant-modal',
      shows: ['app/Palette.tsx'],
      open: steps(home, press('Control+K'), ready('[role=combobox]')),
    },
    {
      name: 'palette without a hit',
      own: '.ant-modal',
      shows: [],
      open: steps(home, press('Control+K'), ready('[role=combobox]'), (page) => page.keyboard.type('zzzz')),
    },
    {
      name: 'colleagues to call',
      own: '.ant-modal',
      shows: ['features/calls/PeopleDialog.tsx'],
      open: steps(going(server)('/calllog', 'h1'), click('.logcall'), ready('.callpeople li')),
    },
    { name: 'keys', own: '.ant-modal', shows: ['app/KeysHelp.tsx'], open: steps(home, press('?'), ready('.keyshelp')) },
    {
      name: 'bell',
      own: '.ant-drawer',
      shows: ['features/notices/BellList.tsx'],
      open: steps(home, press('Alt+K'), ready('.ant-drawer-content, .ant-drawer-section')),
    },
    {
      name: 'menu of the phone',
      own: '.ant-drawer',
      shows: ['app/MainLayout.tsx'],
      widths: [375],
      open: steps(home, click('.bottombar button'), ready('.sheet')),
    },
    {
      name: 'no line to the server',
      own: '.band',
      shows: [],
      told: /ERR_INTERNET_DISCONNECTED/,
      open: async (page) => {
        await home(page)
        // The texts of a language are fetched when it is first chosen.
        for (const lang of ['en', 'zh-CN', 'zh-TW'] as const) await look(page, { lang, theme: 'light' })
        await page.context().setOffline(true)
        await expect(page.locator('.band').first()).toBeVisible({ timeout: 40_000 })
      },
      after: (page) => page.context().setOffline(false),
    },
  ]
}

/** As another window does it: what stood there before is beneath the cover, where nothing is asked for any more. */
export async function cover(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { mid } = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { mid: number }
    const channel = new BroadcastChannel('teleward-lock')
    channel.postMessage({ kind: 'locked', mid })
    channel.close()
  })
  await expect(page.locator('.lock')).toBeVisible()
}

export const locked = (server: TestServer): State => ({
  name: 'lock',
  own: '.lock',
  shows: ['app/LockScreen.tsx'],
  open: steps(loading(server)('/', 'h1'), cover),
  after: async (page) => {
    await page.locator('.lock input[type=password]').fill(PASSWORD)
    await page.locator('.lock button[type=submit]').click()
    await expect(page.locator('.lock')).toBeHidden()
  },
})

/** Said by the server of this session: it is over. One that went on elsewhere is a journey (`bad-days-session`). */
export const sessionEnds = (server: TestServer): State[] =>
  (['REFRESH_EXPIRED'] as const).map((code) => ({
    name: `session ${code}`,
    own: '.ant-modal',
    shows: ['app/SessionEndDialog.tsx'],
    open: async (page) => {
      await page.goto(server.url)
      await expect(page.locator('.topbar, .roles').first()).toBeVisible()
      // The one before has ended the session for good.
      if (await page.locator('.roles').isVisible()) await signIn(page, server, 'dr.lin')
      await expect(page.locator('#content h1')).toBeVisible()
      await page.route('**/his/**', (route) => {
        const status = route.request().url().includes('refresh') ? code : 'TOKEN_EXPIRED'
        return route.fulfill({ status: 401, json: { status, message: status } })
      })
      const link = page.locator('a[href^="/apptmgmt"]:visible').first()
      const dialog = page.locator('.ant-modal').first()
      // Without a pointer: a call in the background may have brought the dialog before it.
      await link.dispatchEvent('click')
      await expect(dialog).toBeVisible()
      // Nor does a change of page take it away that comes when the session is over already.
      await page.locator('a[href="/members"]').first().dispatchEvent('click')
      await expect(page).toHaveURL(/\/members/)
      await expect(dialog).toBeVisible()
    },
    after: (page) => page.unroute('**/his/**'),
  }))
