import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { listen } from './themes.ts'

/** Who rang and was not answered is called back from the log; a television shows who waits, by an address alone. */

let server: TestServer
let doctor: Page
let admin: Page
let wall: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const person = async (how: object = desk) => (await browser.newContext(how)).newPage()
  doctor = await person()
  admin = await person()
  wall = await person({ viewport: { width: 1920, height: 1080 } })
  for (const page of [doctor, admin, wall]) page.setDefaultTimeout(PATIENT)
  await Promise.all([doctor, admin, wall].map(listen))
  await Promise.all([signIn(doctor, server, 'dr.lin'), signIn(admin, server, 'admin')])
})
test.afterAll(async () => {
  await Promise.all([doctor, admin, wall].map((page) => page?.context().close()))
  await server?.remove()
})

test('[CALL-20] missed calls stand on top, are narrowed to, and are called back by one click; weeks and days are chosen', async () => {
  await doctor.goto(`${server.url}/calllog`)
  const rows = doctor.locator('tr[data-row]')
  await expect(rows.first()).toBeVisible()
  for (const column of ['時間', '姓名', '電話', '方向', '結果', '長度', '錄影'])
    await expect(doctor.getByRole('columnheader', { name: column })).toBeVisible()
  const band = doctor.getByRole('status').filter({ hasText: '尚未回撥' })
  await expect(band).toContainText('2 通未接')
  await shot(doctor, 'call-desk.log')
  await band.getByRole('button', { name: '只看這些' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('未接')
  await expect(rows.first()).toContainText('2 次')
  // Three signs of the number at most; the whole of it for who may read members, on hover.
  await expect(rows.first().locator('td').nth(2).locator('span[title]')).toHaveAttribute('title', /^09\d{8}$/)
  await expect(rows.first().locator('td').nth(2)).toHaveText(/^•+\d{3}$/)
  // The patient's page is not open: the call is tried by one click, and the link is offered.
  const asked = doctor.waitForResponse(/\/his\/api\/callout$/)
  await rows.first().getByRole('button', { name: '回撥' }).click()
  expect((await asked).status()).toBe(409)
  await expect(doctor.getByText('病人不在線上').first()).toBeVisible()
  // Without the filter a month has more than a week, and a day of long ago none.
  // Of a long list a window of rows is drawn: how many there are stands above it.
  const found = async () => Number(/\d+/.exec((await doctor.getByText(/^符合 \d+ 筆$/).textContent()) ?? '')?.[0])
  await doctor.goto(`${server.url}/calllog`)
  await expect(rows.first()).toBeVisible()
  const week = await found()
  await doctor.locator('.stepper').getByText('30 天').click()
  await expect.poll(found).toBeGreaterThan(week)
  await doctor.goto(`${server.url}/calllog?from=2020-01-01&to=2020-01-02`)
  await expect(doctor.getByText('2020/1/1 至 2020/1/2 沒有通話')).toBeVisible()
})

test('[CALL-21] a television shows who waits without a session, comes back after the network does, and goes dark when its address is revoked', async () => {
  await admin.goto(`${server.url}/admin/partners`)
  const card = admin.getByRole('region', { name: '候診看板' })
  await card.getByLabel('電視所在位置').fill('一樓候診區')
  await card.getByRole('button', { name: '建立網址' }).click()
  const address = await card.locator('code').innerText()
  expect(new URL(address).pathname).toBe('/pages/monitor')
  await wall.goto(`${server.url}/pages/monitor${new URL(address).search}`)
  const first = wall.locator('.walldoctor').first()
  await expect(first).toContainText('林書妍')
  await expect(wall.getByRole('heading', { level: 1 })).toHaveText('禾安遠距照護中心')
  // Bare: nothing of the portal's frame stands around it.
  await expect(wall.getByRole('navigation')).toHaveCount(0)
  await expect(wall.locator('.topbar')).toHaveCount(0)
  await expect(first.locator('li').first()).toContainText(/\d+.○.*\d\d:\d\d 起/)
  await shot(wall, 'call-desk.wall')
  expect(await wall.evaluate(() => localStorage.getItem('jwt'))).toBeNull()
  // The line is lost: what is known stays. Back again, it asks at once.
  await wall.context().setOffline(true)
  const back = wall.waitForResponse(/waitingboards/)
  await wall.context().setOffline(false)
  expect((await back).status()).toBe(200)
  await expect(first).toContainText('林書妍')
  await admin.reload()
  await expect(card).toContainText('最近連線')
  await expect(card.locator('code')).toHaveCount(0)
  await card.getByRole('button', { name: '撤銷' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '撤銷' }).click()
  await expect(card).toContainText('尚未建立看板網址')
  await wall.reload()
  await expect(wall.getByRole('heading', { name: '這個看板網址已失效' })).toBeVisible()
  await expect(wall.locator('.walldoctor')).toHaveCount(0)
  await shot(wall, 'call-desk.revoked')
})
