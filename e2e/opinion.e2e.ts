import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { PASSWORD, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { dayOf } from './states.ts'

/** Two doctors who work at the same time, each in a browser of their own. */

let server: TestServer
let inviter: Page
let invited: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const person = async () => (await browser.newContext(desk)).newPage()
  inviter = await person()
  invited = await person()
  for (const page of [inviter, invited]) page.setDefaultTimeout(PATIENT)
  await Promise.all([
    signIn(inviter, server, 'dr.lin', '/opinion?tab=inviting'),
    signIn(invited, server, 'dr.wang', '/opinion'),
  ])
})
test.afterAll(async () => {
  await Promise.all([inviter, invited].map((page) => page?.context().close()))
  await server?.remove()
})

const form = () => inviter.getByRole('dialog').filter({ hasText: '邀請會診' })
const row = (page: Page, text: string) => page.locator('#content tbody tr[data-row]').filter({ hasText: text })
const notice = (page: Page, text: string) => page.locator('.notice').filter({ hasText: text })
const waiting = (page: Page) => page.locator('nav.sider a[href="/opinion"] .cnt')
const answer = () => invited.locator('.opanswer textarea')

/** The record of a patient with signed notes; their name. */
async function record(): Promise<string> {
  const { signed } = await dayOf(inviter)
  await inviter.goto(`${server.url}/emr2/${signed.pid}/${signed.qid}?panel=history`)
  return (signed as unknown as { patient: { name: string } }).patient.name
}
async function invite(question: string): Promise<void> {
  await inviter.locator('.opinvite').click()
  await form().getByLabel('想請教的問題').fill(question)
  await form().getByLabel('受邀醫師').click()
  await form().getByLabel('受邀醫師').fill('王')
  await inviter.locator('.ant-select-item-option').filter({ hasText: '王' }).first().click()
  await form().locator('.oppick input[type=checkbox]').first().check()
  await expect(form().locator('.opseen')).toContainText('1 次就診病歷')
}
const send = () => form().getByRole('button', { name: '送出邀請' }).click()

test('[OPIN-01] [OPIN-02] what is picked is shown to the other doctor, and gone with the signed answer, which is in the record', async () => {
  const name = await record()
  const before = Number(await waiting(invited).textContent())
  await invite('這個劑量合適嗎？')
  await shot(inviter, 'opinion.invite')
  await send()
  await expect(notice(inviter, '已邀請')).toBeVisible()
  // Nobody touched the other's page.
  await expect(notice(invited, '有醫師邀請您提供意見')).toBeVisible()
  await expect(waiting(invited)).toHaveText(String(before + 1))
  await expect(row(invited, '這個劑量合適嗎')).toContainText('未提供姓名')
  await shot(invited, 'opinion')
  await row(invited, '這個劑量合適嗎').getByRole('button', { name: '開啟資料' }).click()
  await expect(invited).toHaveURL(/\/histemplate\/1\/[0-9a-f-]{36}$/)
  await expect(invited.locator('.opnote')).toHaveCount(1)
  await expect(invited.locator('#content')).not.toContainText(name)
  // Nothing typed is lost, and nothing is signed without a word or without the password.
  await invited.getByRole('button', { name: '簽署意見' }).click()
  await expect(invited.locator('.opanswer .help.err')).toHaveText('必填')
  await answer().fill('劑量合適，兩週後追蹤')
  await expect(invited.locator('.opanswer')).toContainText('草稿保留在這台電腦')
  await invited.reload()
  await expect(answer()).toHaveValue('劑量合適，兩週後追蹤')
  await shot(invited, 'opinion.shown')
  await invited.getByRole('button', { name: '簽署意見' }).click()
  await invited.locator('.opanswer input[type=password]').fill(PASSWORD)
  await invited.getByRole('button', { name: '簽署意見' }).click()
  await expect(invited.locator('#content')).toContainText('此會診已結束')
  await expect(invited.locator('.opnote')).toHaveCount(0)
  await expect(invited.locator('.opanswers')).toContainText('劑量合適，兩週後追蹤')
  await expect(waiting(invited)).toHaveText(String(before))
  await expect(notice(inviter, '會診意見已回覆')).toBeVisible()
  const inRecord = inviter.getByRole('region', { name: '會診意見' })
  // Those that run and those that are done are two answers of the server: for a moment it stands in both.
  await expect(inRecord.getByRole('button', { name: '這個劑量合適嗎' })).toHaveCount(1)
  await inRecord.getByRole('button', { name: '這個劑量合適嗎' }).click()
  await expect(inRecord.locator('.opanswers')).toContainText('劑量合適，兩週後追蹤')
  // In the lists of both it stands among those that are done.
  for (const [page, tab] of [
    [invited, 'invited'],
    [inviter, 'inviting'],
  ] as const) {
    await page.goto(`${server.url}/opinion?tab=${tab}&status=done`)
    await expect(row(page, '這個劑量合適嗎')).toHaveCount(1)
  }
})

test('[OPIN-02~] an invitation that is withdrawn closes the open page, and what was written stays with its author', async () => {
  await record()
  await invite('撤回前的問題')
  await send()
  await notice(invited, '有醫師邀請您提供意見').getByRole('button', { name: '查看' }).first().click()
  await invited.locator('.drawer a.btn.pri').click()
  await answer().fill('還沒寫完')
  await expect(invited.locator('.opanswer')).toContainText('草稿保留在這台電腦')
  await inviter.goto(`${server.url}/opinion?tab=inviting`)
  await row(inviter, '撤回前的問題').click()
  await inviter.locator('.drawer').getByRole('button', { name: '撤回邀請' }).click()
  await inviter
    .getByRole('dialog')
    .filter({ hasText: '撤回這個邀請' })
    .getByRole('button', { name: '撤回邀請' })
    .click()
  await expect(invited.locator('#content')).toContainText('邀請醫師已撤回')
  await expect(invited.locator('.opnote')).toHaveCount(0)
  await expect(invited.locator('.opanswer')).toContainText('還沒寫完')
})
