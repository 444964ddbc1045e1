import { expect, type Locator, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'

/** An input method's Enter in Safari's order: the composition has ended when the key is told, and only its code says whose it is. */

let server: TestServer
let page: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'admin', '/admin/partners')
})
test.afterAll(async () => {
  await page?.context().close()
  await server?.remove()
})

async function composed(field: Locator, text: string) {
  await field.focus()
  await field.evaluate((one: HTMLInputElement, text) => {
    const key = { key: 'Enter', code: 'Enter', keyCode: 229, bubbles: true, cancelable: true }
    one.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(one, text)
    one.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }))
    one.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: text }))
    one.dispatchEvent(new KeyboardEvent('keydown', key))
    one.dispatchEvent(new KeyboardEvent('keyup', key))
  }, text)
  await expect(field).toHaveValue(text)
}

test('[V13] takes over a character and does nothing else: no command runs, no holiday is added, no unit is saved', async () => {
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname))
  await expect(page.locator('#content h1').first()).toBeVisible()
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('combobox', { name: '指令面板' })
  await expect(palette).toBeFocused()
  await composed(palette, '會員')
  await expect(page.locator('[role=option][aria-selected=true]')).toContainText('會員')
  await expect(page).toHaveURL(/admin\/partners/)
  // One's own Enter runs it.
  await palette.press('Enter')
  await expect(page).toHaveURL(/\/members/)

  await page.goto(`${server.url}/admin/partners`)
  const name = page.getByLabel('名稱，例如：中秋節')
  const holidays = page.getByRole('button', { name: /測試假/ })
  await composed(name, '測試假')
  await expect(name).toHaveValue('測試假')
  await expect(holidays).toHaveCount(0)
  await name.press('Enter')
  await expect(holidays).toHaveCount(1)

  await page.locator('.unittree button').first().click()
  // The holiday is not saved: it is asked about.
  await page.getByRole('button', { name: '捨棄', exact: true }).click()
  await page.getByRole('button', { name: '新增下層單位' }).click()
  const unit = page.locator('.ant-modal').getByLabel('名稱')
  await composed(unit, '測試分站')
  await expect(unit).toBeVisible()
  expect(asked.filter((path) => path.includes('unit'))).toEqual([])
})
