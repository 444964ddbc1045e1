import { expect, type Page, test } from '@playwright/test'
import type { TestServer } from './server.ts'
import { shot } from './shots.ts'
import { still } from './themes.ts'
import { atWorkTogether } from './two-at-work.ts'

/** What the staff write to their institution, what it tells of their data, and how the portal becomes an app. */
let server: TestServer
let chen: Page
let admin: Page
test.describe.configure({ mode: 'serial' })
atWorkTogether(
  [
    ['nurse.chen', '/setting/contact'],
    ['admin', '/setting/contact?of=all'],
  ],
  (own, pages) => {
    server = own
    ;[chen, admin] = pages as [Page, Page]
  },
)

test('[SET-03] the institution is reached and told, its privacy statement is read and accepted, and the portal becomes an app', async () => {
  await test.step(
    'feedback asks for title, remarks and suggestion, is seen by the administrator at once, and its answer by who wrote it',
    feedback,
  )
  await test.step('the statement is read in another language and accepted; a new version takes its place', statement)
  await test.step('the guide shows the steps of this browser, the others folded; manifest and icons are there', guide)
})

async function feedback(): Promise<void> {
  // Its telephone, which rings at a touch, and its hours, or that it has set none.
  const house = chen.locator('.contactcard')
  await expect(house.getByRole('link', { name: '02-2790-1234' })).toHaveAttribute('href', 'tel:0227901234')
  await expect(house).toContainText('未設定上班時間')
  await expect(admin.locator('#content')).toContainText('尚無回饋')
  await chen.getByRole('button', { name: '送出' }).click()
  await expect(chen.locator('.contactform').getByRole('alert')).toHaveText([
    '請輸入標題',
    '請輸入備註',
    '請輸入建議內容',
  ])
  await chen.getByLabel('標題').fill('列印')
  await chen.getByLabel('備註').fill('門診第三診間')
  await chen.getByLabel('建議內容').fill('希望可以一次列印多張處方。')
  // Half written, it survives a reload.
  await expect(chen.locator('.contactform[data-kept=true]')).toBeVisible()
  await chen.reload()
  await expect(chen.getByLabel('建議內容')).toHaveValue('希望可以一次列印多張處方。')
  await still(chen)
  await shot(chen, 'contact')
  await chen.getByLabel('建議內容').press('Control+Enter')
  await expect(chen.locator('.feedbacks')).toContainText('尚未答覆')
  await expect(chen.getByLabel('標題')).toHaveValue('')

  const row = admin.locator('.feedbacks > li')
  await expect(row).toContainText('門診第三診間')
  await row.getByRole('button', { name: '答覆' }).click()
  await row.getByLabel('答覆內容').fill('下個版本會加入。')
  await row.getByRole('button', { name: '送出答覆' }).click()
  await expect(chen.locator('.feedbacks .answer')).toContainText('下個版本會加入。')
}

async function statement(): Promise<void> {
  await chen.goto(`${server.url}/setting/privacy`)
  await expect(chen.locator('.statement')).toContainText('蒐集的資料')
  await chen.goto(`${server.url}/setting/privacy?lang=en`)
  await expect(chen.locator('.statement')).toContainText('What is collected')
  await admin.goto(`${server.url}/setting/privacy`)
  await admin.getByRole('button', { name: '發布新版本' }).click()
  const form = admin.getByRole('dialog')
  await form.getByLabel('標題', { exact: true }).fill('本院隱私權聲明')
  await form.getByRole('button', { name: '發布' }).click()
  await admin.getByRole('dialog', { name: '發布此版本？' }).getByRole('button', { name: '發布' }).click()
  await expect(admin.locator('.statement')).toContainText('本院隱私權聲明')
  await chen.goto(`${server.url}/setting/privacy`)
  await expect(chen.locator('.statement')).toContainText('本院隱私權聲明')
  await chen.getByRole('button', { name: '我已閱讀並同意' }).click()
  await expect(chen.locator('.statementacts')).toContainText('同意此版本')
  await shot(chen, 'privacy')
}

async function guide(): Promise<void> {
  await chen.goto(`${server.url}/setting/teach_install`)
  await expect(
    chen
      .getByRole('heading', { name: '電腦的 Chrome、Edge' })
      .or(chen.getByRole('button', { name: /安裝$/ }))
      .first(),
  ).toBeVisible()
  await expect(chen.locator('.installcard details')).not.toHaveCount(0)
  await expect(chen.locator('.installcard').first()).toContainText('已是最新版')
  await expect(chen.locator('.installcard').first()).toContainText('正確')
  await shot(chen, 'install')
  // What the browser offers is asked by the page, once.
  await chen.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        document.title = 'asked'
        return Promise.resolve({ outcome: 'accepted' })
      },
    })
    dispatchEvent(offer)
  })
  await chen.getByRole('button', { name: /安裝$/ }).click()
  await expect(chen).toHaveTitle('asked')
  await expect(chen.getByRole('button', { name: /安裝$/ })).toHaveCount(0)

  const manifest = await chen.request.get(`${server.url}/manifest.webmanifest`)
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons, display, start_url } = (await manifest.json()) as {
    icons: { src: string; sizes: string }[]
    display: string
    start_url: string
  }
  expect([display, start_url]).toEqual(['standalone', '/'])
  for (const { src, sizes } of icons) {
    const size = await chen.evaluate(async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob())
      return `${image.width}x${image.height}`
    }, src)
    expect(size).toBe(sizes)
  }
  expect(await chen.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest')
  await chen.setViewportSize({ width: 375, height: 740 })
  await still(chen)
  expect(await chen.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await shot(chen, 'install.phone')
}
