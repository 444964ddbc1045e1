import { type Browser, expect, type Page, test } from '@playwright/test'
import { desk } from './bad-days.ts'
import { codeIn, readOutbox } from './outbox.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** From the operator's form to the first administrator at work, on an installation that sends no text messages. */

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

const NAME = '晨光診所'
const MOBILE = '0955123456'
const PASSWORD = 'teleward88'

async function person(browser: Browser, account?: string, to = '/'): Promise<Page> {
  const page = await (await browser.newContext(desk)).newPage()
  if (account) await signIn(page, server, account, to)
  return page
}
const drawer = (page: Page) => page.getByRole('dialog', { name: '新增機構' })
async function fillIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新增機構' }).click()
  await drawer(page).getByLabel('名稱', { exact: true }).fill(NAME)
  await drawer(page).getByLabel('總院名稱').fill('本部')
}
/** As the staff screen invites the first administrator; answers the password that is shown once. */
const invite = (op: Page, name: string): Promise<string> =>
  op.evaluate(
    async ([name, mobile]) => {
      const call = async (method: string, path: string, body?: object) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('jwt')}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        }
        const answer = await fetch(`/his/api/${path}`, {
          method,
          headers,
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        return (await answer.json()).data
      }
      const [{ id: partner }] = await call('GET', `partners?q=${encodeURIComponent(name)}`)
      const [root] = await call('GET', `units?partner=${partner}`)
      const asked = { account: 'admin.chou', name: '周管理', mobile, doctortype: 'admin', units: [root.id] }
      return (await call('POST', 'staffaccounts', { partner, ...asked })).initialPassword as string
    },
    [name, MOBILE] as const,
  )

test('[I1] [I8] [I13] [Iw1] [Iw12~] an institution is founded once, its first administrator takes the account over, and the operator reads the code', async ({
  browser,
}) => {
  const op = await person(browser, 'op.shen', '/admin/partners')
  const sent: string[] = []
  op.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/his/api/partners')) sent.push(request.url())
  })
  await fillIn(op)
  await drawer(op).getByRole('button', { name: '新增機構' }).dblclick()
  await expect(drawer(op)).toHaveCount(0)
  await expect(op.locator('.pagehead')).toContainText(NAME)
  expect(sent).toHaveLength(1)
  // What comes next is said, and the form for it begins with whom the institution needs first.
  const steps = op.getByRole('region', { name: `${NAME} 開始看診前` })
  await expect(steps).toContainText('邀請醫師與同仁')
  await steps.getByRole('link', { name: '邀請第一位管理員' }).click()
  await op.getByRole('button', { name: '邀請人員' }).click()
  const form = op.getByRole('dialog', { name: '邀請人員' })
  await expect(form.locator('.ant-select').first()).toContainText('管理員')
  await form.getByLabel('類別', { exact: true }).fill('藥')
  await expect(op.getByRole('option', { name: '藥師' })).toBeAttached()
  await op.keyboard.press('Escape')
  await op.keyboard.press('Escape')
  await op.goto(`${server.url}/admin/partners`)

  await fillIn(op)
  await drawer(op).getByRole('button', { name: '新增機構' }).click()
  const asked = op.getByRole('dialog').filter({ hasText: '已有同名的機構' })
  await expect(asked).toContainText(NAME)
  await asked.getByRole('button', { name: '取消' }).click()
  await expect(asked).toHaveCount(0)
  await drawer(op).getByRole('button', { name: '取消' }).click()
  await op.getByRole('button', { name: '捨棄' }).click()
  await expect(drawer(op)).toHaveCount(0)

  const first = await person(browser)
  await first.goto(`${server.url}/pages/login`)
  await first.locator('.roles label').filter({ hasText: '管理員' }).click()
  await first.getByLabel('帳號或手機').fill('admin.chou')
  await first.getByLabel('密碼', { exact: true }).fill(await invite(op, NAME))
  await first.getByRole('button', { name: '登入', exact: true }).click()
  await expect(first.getByRole('heading', { name: '啟用帳號' })).toBeVisible()
  await expect(first.getByRole('button', { name: '下一步' })).toBeDisabled()
  for (const name of ['註冊同意書', '隱私權聲明']) {
    const box = first.getByRole('region', { name })
    await expect(box.getByRole('heading').first()).toBeVisible()
    await box.evaluate((node) => node.scrollTo(0, node.scrollHeight))
  }
  for (const at of [0, 1])
    await first
      .getByRole('checkbox', { name: /我已閱讀並同意/ })
      .nth(at)
      .check()
  await shot(first, 'setup.agree')
  await first.getByRole('button', { name: '下一步' }).click()
  await first.getByLabel('新密碼').fill(PASSWORD)
  await first.getByLabel('再輸入一次').fill(`${PASSWORD}9`)
  await first.getByRole('button', { name: '設定密碼' }).click()
  await expect(first.getByText('兩次輸入的密碼不一致')).toBeVisible()
  await first.getByLabel('再輸入一次').fill(PASSWORD)
  await first.getByRole('button', { name: '設定密碼' }).click()

  await expect(first.getByRole('heading', { name: '手機驗證' })).toBeVisible()
  await expect(first.getByText('貴機構尚無管理員，請向平台管理者索取')).toBeVisible()
  await first.getByRole('button', { name: '傳送驗證碼' }).click()
  await expect(first.getByLabel('簡訊驗證碼')).toBeVisible()
  const code = codeIn(await readOutbox(op, server, { kind: 'code', to: MOBILE }))
  await expect(op.locator('.outlines')).toContainText(NAME)
  await first.getByLabel('簡訊驗證碼').fill(code)
  await first.getByRole('button', { name: '驗證', exact: true }).click()
  await expect(first.getByText('已核准', { exact: true })).toBeVisible()
  await first.goto(`${server.url}/`)
  await expect(first.getByRole('region', { name: `${NAME} 開始看診前` })).toContainText('審核同仁的註冊與證照')
  // From now on the institution reads its own.
  await op.goto(`${server.url}/admin/outbox?kind=code`)
  await expect(op.getByText('沒有符合的資料')).toBeVisible()
  await first.goto(`${server.url}/admin/outbox`)
  await expect(
    first
      .getByRole('row')
      .filter({ hasText: MOBILE.slice(-3) })
      .first(),
  ).toBeVisible()
})
