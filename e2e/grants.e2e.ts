import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { still, tour } from './themes.ts'
import { signIn } from './people.ts'
import type { TestServer } from './server.ts'
import { twoAtWork } from './two-at-work.ts'
import { shot } from './shots.ts'

/** Grants between staff in two browsers, and the own profile beside them. */

let server: TestServer
let doctor: Page
let nurse: Page
twoAtWork(
  (work) => {
    ;({ server, doctor, nurse } = work)
  },
  '/authorization',
  '/authorization?tab=received',
)

const choose = async (page: Page, field: string, name: string) => {
  await page.getByLabel(field).click()
  await page.getByLabel(field).fill(name)
  await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click()
}

test('[AUTHZ-01~] [AUTHZ-02~] a grant is there for the other at once, and gone at once when it is revoked', async () => {
  const [mine, hers] = [doctor, nurse]
  // Whoever may not grant sees why.
  await hers.goto(`${server.url}/authorization`)
  await expect(hers.getByRole('button', { name: '新增授權' })).toBeDisabled()
  await expect(hers.getByText('僅具醫療決策權限的醫師可以授權')).toBeVisible()
  await hers.goto(`${server.url}/authorization?tab=received`)
  await expect(hers.getByText('沒有收到授權')).toBeVisible()

  await mine.getByRole('button', { name: '新增授權' }).click()
  await choose(mine, '授權給', '陳怡蓁')
  await mine.getByRole('button', { name: '授權', exact: true }).click()
  const row = (page: Page) => page.locator('tbody tr[data-row]').filter({ hasText: '班表管理' })
  await expect(row(mine)).toContainText('有效')
  // Nobody touched her page.
  await expect(row(hers)).toContainText('有效')
  await expect(row(hers)).toContainText('林書妍')

  // The same again is refused at its field.
  await mine.getByRole('button', { name: '新增授權' }).click()
  await still(mine)
  await shot(mine, 'authorization.form')
  await choose(mine, '授權給', '陳怡蓁')
  await mine.getByRole('button', { name: '授權', exact: true }).click()
  await expect(mine.locator('.help.err')).toHaveText('已有相同的授權')
  await mine.getByRole('button', { name: '取消' }).click()
  await mine.getByRole('button', { name: '捨棄' }).click()

  await shot(mine, 'authorization.given')
  await row(hers).click()
  await expect(hers.locator('.drawer')).toContainText('可以代您調整排班')
  await row(mine).click()
  await mine.locator('.drawer').getByRole('button', { name: '撤銷' }).click()
  await mine.locator('.ant-modal').getByRole('button', { name: '撤銷' }).click()
  await expect(hers.locator('.drawer')).toContainText('已撤銷')
  await shot(hers, 'authorization.drawer')
  await expect(hers.locator('.drawer').getByRole('button', { name: '歸還' })).toHaveCount(0)
  await expect(row(hers)).toContainText('已撤銷')
})

test('[SET-01~] the own profile: a part is saved, a second tab hears that it is older, what was typed stays', async () => {
  const page = doctor
  await page.goto(`${server.url}/setting/profile`)
  const second = await page.context().newPage()
  await second.goto(`${server.url}/setting/profile`)
  await expect(second.getByLabel('職稱')).toBeVisible()
  await page.getByLabel('職稱').fill('副院長')
  await page.getByRole('button', { name: '儲存' }).click()
  await expect(page.getByText('已儲存', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '儲存' })).toBeDisabled()
  await second.reload()
  await expect(second.getByLabel('職稱')).toHaveValue('副院長')
  // Typed and not saved: still there after a reload.
  await second.getByLabel('英文姓名').fill('Lin S.')
  await expect(second.locator('.savebar[data-kept=true]')).toBeVisible()
  await second.reload()
  await expect(second.getByLabel('英文姓名')).toHaveValue('Lin S.')
  await second.getByRole('button', { name: '放棄修改' }).click()
  await second.close()
})

test('[SET-01~] a photo is chosen, sent clean and shown; what is no picture is refused before it leaves', async () => {
  const page = doctor
  await page.goto(`${server.url}/setting/profile?part=photos`)
  const card = page.getByRole('region', { name: '個人照片' })
  const file = card.locator('input[type=file]')
  await expect(card).toBeVisible()
  await file.setInputFiles({
    name: 'x.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  })
  await expect(card.getByRole('alert')).toHaveText('這個檔案不是 JPG 或 PNG 圖片')
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } })
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  const shown = card.locator('img')
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
  // The person's corner of the frame has it, too.
  await expect(page.locator('header .av img, .topbar .av img').first()).toBeVisible()
})

test('[SET-01~] another licence is sent, looked at beside the old one, and counts once it is approved', async ({
  browser,
}) => {
  const page = doctor
  await page.goto(`${server.url}/setting/profile?part=photos`)
  const card = page.getByRole('region', { name: '證照', exact: true })
  await card.getByLabel('證照字號').fill('醫字第 7 號')
  await card.getByLabel('有效期限').fill('2099-01-31')
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
  await card.locator('input[type=file]').setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: png })
  await expect(card.getByRole('status')).toContainText('新證照審核中')
  await expect(card.locator('.photobox.licenseImage img')).toHaveCount(0)
  await still(page)
  await shot(page, 'profile.licence')
  const context = await browser.newContext(desk)
  const reviewer = await context.newPage()
  reviewer.setDefaultTimeout(PATIENT)
  await signIn(reviewer, server, 'admin', '/admin/review')
  const row = reviewer.locator('tbody tr[data-row]').filter({ hasText: '林書妍' })
  await expect(row).toContainText('證照更新待審')
  await row.click()
  const drawer = reviewer.locator('.drawer')
  await expect(drawer).toContainText('醫字第 7 號')
  await still(reviewer)
  await shot(reviewer, 'review.licence')
  await drawer.getByRole('button', { name: '核准' }).click()
  await expect(row).toHaveCount(0)
  // Nobody touched the doctor's page.
  await expect(card.locator('.photobox.licenseImage img')).toBeVisible()
  await expect(card.getByRole('status')).toHaveCount(0)
  await context.close()
})

test('[SET-02~] a service that is booked says so before it closes; closing takes effect on the preview', async () => {
  const page = doctor
  await page.goto(`${server.url}/setting/service`)
  const video = page.getByRole('switch', { name: '視訊看診' })
  await expect(video).toBeVisible()
  if ((await video.getAttribute('aria-checked')) !== 'true') {
    await video.click()
    await expect(video).toHaveAttribute('aria-checked', 'true')
  }
  await video.click()
  await expect(page.locator('.ant-modal')).toContainText('筆預約')
  await page.locator('.ant-modal').getByRole('button', { name: '返回' }).click()
  await expect(video).toHaveAttribute('aria-checked', 'true')
})

test('[SET-01~, SET-02~] profile and services hold in every look @proof', async () => {
  for (const part of ['person', 'experience', 'languages', 'fees', 'bank', 'photos', 'security'] as const)
    await tour(doctor, {
      name: `profile.${part}`,
      url: server.url,
      brief: true,
      open: async (page) => {
        await page.goto(`${server.url}/setting/profile?part=${part}`)
        await expect(page.locator('.partpane .card').first()).toBeVisible()
        await still(page)
      },
    })
  await tour(doctor, {
    name: 'service',
    url: server.url,
    open: async (page) => {
      await page.goto(`${server.url}/setting/service`)
      await expect(page.locator('.switchrow').first()).toBeVisible()
      await still(page)
    },
  })
})

test('[AUTHZ-01~] the screen of grants holds in every look @proof', async () => {
  await tour(doctor, {
    name: 'authorization',
    url: server.url,
    open: async (page) => {
      await page.goto(`${server.url}/authorization`)
      await expect(page.locator('h1')).toBeVisible()
      await still(page)
    },
  })
})
