import { type Browser, expect, type Page, test } from '@playwright/test'
import { findings } from './axe.ts'
import { desk, noSidewaysScroll, stored } from './bad-days.ts'
import { codeIn, readOutbox } from './outbox.ts'
import { goOnline, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** From the form to on board and the first sign-in, through the outbox and the review of an administrator. */
// The later stories are of the person of the first.
test.describe.configure({ mode: 'serial' })
test.use(desk)

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

const PHONE = '0987 654 321'
const PASSWORD = 'teleward88'

const administrator = async (browser: Browser): Promise<Page> => {
  const page = await (await browser.newContext(desk)).newPage()
  await signIn(page, server, 'admin')
  return page
}
async function readToTheEnd(page: Page): Promise<void> {
  for (const name of ['註冊同意書', '隱私權聲明']) {
    const box = page.getByRole('region', { name })
    await expect(box.getByRole('heading').first()).toBeVisible()
    await box.evaluate((node) => node.scrollTo(0, node.scrollHeight))
  }
  const boxes = page.getByRole('checkbox', { name: /我已閱讀並同意/ })
  await expect(boxes).toHaveCount(2)
  for (const at of [0, 1]) await boxes.nth(at).check()
}

test('[AUTH-07~] [AUTH-08~] registers, verifies the phone, hands in, is approved, and is on board', async ({
  page,
  browser,
}) => {
  await page.goto(`${server.url}/pages/login`)
  await page.getByRole('link', { name: '註冊' }).click()
  await page.getByLabel('帳號').fill('A123456788')
  await page.getByLabel('姓名').fill('周以安')
  await page.getByLabel('手機號碼').fill(PHONE)
  await page.getByLabel('院所').fill('禾安')
  await page.getByRole('button', { name: /禾安遠距照護中心/ }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('帳號須為身分證字號、居留證號或台灣手機號碼')).toBeVisible()
  await page.getByLabel('帳號').fill('A123456789')
  await expect(page.getByText('辨識為身分證字號')).toBeVisible()
  // What was typed is still there after a reload.
  await page.reload()
  await expect(page.getByLabel('姓名')).toHaveValue('周以安')
  await shot(page, 'register.account')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('新密碼').fill(PASSWORD)
  await page.getByLabel('再輸入一次').fill(PASSWORD)
  await shot(page, 'register.password')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('button', { name: '註冊並傳送驗證碼' })).toBeDisabled()
  await readToTheEnd(page)
  await shot(page, 'register.agree')
  await page.getByRole('button', { name: '註冊並傳送驗證碼' }).click()
  await expect(page).toHaveURL(/pages\/verify/)

  const admin = await administrator(browser)
  const code = codeIn(await readOutbox(admin, server, { kind: 'code', to: PHONE }))
  await shot(admin, 'outbox')
  // Nothing else opens yet.
  await page.goto(`${server.url}/apptmgmt`)
  await expect(page).toHaveURL(/pages\/verify/)
  const wrong = code.replace(/./, (digit) => String((Number(digit) + 1) % 10))
  await page.getByLabel('簡訊驗證碼').fill(wrong)
  await page.getByRole('button', { name: '驗證', exact: true }).click()
  await expect(page.getByText(/驗證碼錯誤/)).toBeVisible()
  await shot(page, 'verify.code')
  await page.getByLabel('簡訊驗證碼').fill(code)
  await page.getByRole('button', { name: '驗證', exact: true }).click()

  await expect(page.getByRole('heading', { name: '資格審核' })).toBeVisible()
  await page.getByLabel('服務單位').selectOption({ label: '內湖分站' })
  await page.getByLabel('證照字號').fill('醫字第012345號')
  await page.getByLabel('有效期限').fill('2031-12-31')
  await page.getByRole('button', { name: '送出審核' }).click()
  await expect(page.getByText('請上傳照片')).toBeVisible()
  const picture = { name: 'photo.png', mimeType: 'image/png', buffer: await page.screenshot() }
  // [I4] As a phone takes it: of more bytes than are taken, under the name of another format.
  const photo = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3000, 2250)
    const pen = canvas.getContext('2d')
    const pixels = new ImageData(3000, 2250)
    for (let at = 0; at < pixels.data.length; at += 65_536)
      crypto.getRandomValues(new Uint8Array(pixels.data.buffer, at, Math.min(65_536, pixels.data.length - at)))
    pen?.putImageData(pixels, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  expect(photo.length).toBeGreaterThan(2 * 1024 * 1024)
  const large = { name: 'IMG.HEIC', mimeType: 'image/heic', buffer: Buffer.from(photo) }
  const sent = page.waitForResponse((answer) => /uploadphoto/.test(answer.url()))
  await page.getByLabel('照片', { exact: true }).setInputFiles(large)
  expect((await sent).status()).toBe(200)
  await page.getByLabel('證照影本', { exact: true }).setInputFiles(picture)
  await expect(page.getByText('已上傳')).toHaveCount(2)
  await shot(page, 'verify.papers')
  await page.getByRole('button', { name: '送出審核' }).click()
  await expect(page.getByText('審核中', { exact: true })).toBeVisible()

  await admin.goto(`${server.url}/admin/review`)
  // The key that approves shows the papers first, and asks once they are there.
  await expect(admin.getByRole('row').filter({ hasText: '周以安' })).toBeVisible()
  await admin.keyboard.press('j')
  await admin.keyboard.press('y')
  await expect(admin.getByText('醫字第012345號')).toBeVisible()
  const pictures = admin.locator('.reviewpics img')
  await expect(pictures).toHaveCount(2)
  const there = () => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0))
  await expect.poll(there).toEqual([true, true])
  await shot(admin, 'review')
  await admin.keyboard.press('y')
  const sure = admin.getByRole('dialog').filter({ hasText: '核准 周以安' })
  await expect(sure).toContainText('醫字第012345號')
  await expect(page.getByText('審核中', { exact: true })).toBeVisible()
  await sure.getByRole('button', { name: '取消' }).click()
  await expect(sure).toBeHidden()
  await admin.getByRole('button', { name: '核准' }).click()
  await expect(admin.getByText('已核准').first()).toBeVisible()
  await expect(admin.getByText('沒有等待審核的人員').first()).toBeVisible()

  await expect(page.getByText('您已可以開始使用所有功能。')).toBeVisible()
  await page.getByRole('button', { name: '開啟主畫面' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByText('周以安').first()).toBeVisible()
  await page.goto(`${server.url}/apptmgmt`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${server.url}/logout`)
  await page.getByLabel('帳號或手機').fill('a123456789')
  await page.getByLabel('密碼', { exact: true }).fill(PASSWORD)
  await page.locator('.roles label').filter({ hasText: '醫師' }).click()
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('banner')).toBeVisible()
})

test('[AUTH-06~] [SYS-07~] a forgotten password is set anew by the code of the outbox, at 375 px too @proof', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`${server.url}/pages/login`)
  await page.getByRole('link', { name: '忘記密碼' }).click()
  await page.getByLabel('帳號或手機').fill('0987654321')
  await page.getByRole('button', { name: '傳送驗證碼' }).click()
  const admin = await administrator(browser)
  await expect(page.getByText(/驗證碼已傳送至/)).toBeVisible()
  await noSidewaysScroll(page, 'forgotten password')
  await shot(page, 'forget.code.375')
  let code = ''
  await expect
    .poll(async () => {
      const text = await readOutbox(admin, server, { kind: 'code', to: PHONE })
      code = codeIn(text)
      return code
    })
    .toMatch(/\d{6}/)
  await page.getByLabel('簡訊驗證碼').fill(code)
  await page.getByRole('button', { name: '驗證', exact: true }).click()
  await page.getByLabel('新密碼').fill('teleward99')
  await page.getByLabel('再輸入一次').fill('teleward99')
  await page.getByRole('button', { name: '設定新密碼' }).click()
  await expect(page.getByText('密碼已更新')).toBeVisible()

  // What stands behind each channel, and a message to oneself through one.
  await admin.goto(`${server.url}/admin/outbox`)
  await admin.getByText('對外服務').click()
  const services = admin.locator('.providers li')
  await expect(services).toHaveCount(6)
  await expect(services.filter({ hasText: 'AI 服務' })).toContainText('未設定')
  await shot(admin, 'outbox.providers')
  expect(await findings(admin)).toEqual([])
  await services.filter({ hasText: '電子郵件' }).getByRole('textbox').fill('it@hean.example')
  await services.filter({ hasText: '電子郵件' }).getByRole('button').click()
  const trial = admin.getByRole('row').filter({ hasText: '測試' }).first()
  await expect(trial).toContainText('已送出')
  await trial.click()
  await expect(admin.locator('.outtext')).toContainText('這是一則測試訊息')
  await admin.context().close()
})

// What comes before is the first story; the whole way by calls is
// server/src/registration/review.test.ts.
test('[AUTH-08~] a membership is cancelled for want of a licence: out at once, told why, and let back to the review @proof', async ({
  page,
  browser,
}) => {
  const enter = async (one: Page) => {
    await one.goto(`${server.url}/pages/login`)
    await one.locator('.roles label').filter({ hasText: '醫師' }).click()
    await one.getByLabel('帳號或手機').fill('A123456789')
    await one.getByLabel('密碼', { exact: true }).fill('teleward99')
    await one.getByRole('button', { name: '登入', exact: true }).click()
  }
  await enter(page)
  await goOnline(page)
  const admin = await administrator(browser)
  await admin.goto(`${server.url}/admin/review?state=onBoard`)
  await admin.getByRole('row').filter({ hasText: '周以安' }).click()
  await admin.getByRole('button', { name: '終止會籍' }).click()
  const dialog = admin.getByRole('dialog').filter({ hasText: '的原因' })
  await expect(dialog.getByText('之後無法登入')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '終止會籍' })).toBeDisabled()
  await dialog.getByRole('button', { name: '未持有有效證照' }).click()
  await shot(admin, 'review.cancel')
  await dialog.getByRole('button', { name: '終止會籍' }).click()
  await expect(admin.getByText('已終止').first()).toBeVisible()
  // Nothing answers any more, on the open page or a new one, and both say why.
  await expect(page.getByText('您的會員資格已被取消').first()).toBeVisible()
  await shot(page, 'membership.cancelled')
  const again = await (await browser.newContext(desk)).newPage()
  await enter(again)
  await expect(again.getByRole('alert')).toContainText('您的會員資格已被取消')
  expect(await stored(again, 'jwt')).toBeNull()

  await admin.goto(`${server.url}/admin/review?state=cancelled`)
  await admin.getByRole('row').filter({ hasText: '周以安' }).click()
  await expect(admin.getByText('未持有有效證照').first()).toBeVisible()
  await admin.getByRole('button', { name: '恢復審核' }).click()
  await expect(admin.getByText('已恢復審核').first()).toBeVisible()
  await enter(again)
  await expect(again.getByRole('banner')).toBeVisible()
  await expect(again.getByText('審核', { exact: false }).first()).toBeVisible()
  await again.goto(`${server.url}/membersmgmt`)
  await expect(again.locator('#content table')).toHaveCount(0)
  for (const one of [admin, again]) await one.context().close()
})
