import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { chatLink } from './chat-link.ts'
import { identify, signIn } from './people.ts'
import { type Line, lineTo } from './proxy.ts'
import { startServer, type TestServer } from './server.ts'
import { stallResponse } from './stall.ts'

/** What is taken back, and what is said while somebody is away: no page keeps the one or leaves out the other. */

let server: TestServer
let line: Line
let doctor: Page
let nurse: Page
let admin: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  line = await lineTo(server.url)
  const person = async (account: string, to: string) => {
    const page = await (await browser.newContext(desk)).newPage()
    page.setDefaultTimeout(PATIENT)
    await signIn(page, server, account, to)
    return page
  }
  doctor = await person('dr.lin', '/message/chat')
  nurse = await person('nurse.chen', '/message/chat')
  admin = await person('admin', '/')
})
test.afterAll(async () => {
  await Promise.all([doctor, nurse, admin].map((page) => page?.context().close()))
  await line?.close()
  await server?.remove()
})

const contact = (page: Page, name: string) => page.locator('.chatcontact').filter({ hasText: name }).first()
const field = (page: Page) => page.getByRole('textbox', { name: '輸入訊息' })
const said = (page: Page, text: string) => page.locator('.chatrow, .lk-said').filter({ hasText: text })
async function say(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}
async function facing() {
  await Promise.all([doctor, nurse].map((page) => page.goto(`${server.url}/message/chat?tab=1`)))
  await contact(doctor, '陳怡蓁').click()
  await contact(nurse, '林書妍').click()
  await Promise.all([expect(field(doctor)).toBeEnabled(), expect(field(nurse)).toBeEnabled()])
}
async function act(page: Page, text: string, item: string) {
  await said(page, text).hover()
  await said(page, text).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function recall(page: Page, text: string) {
  await act(page, text, '收回')
  await page.locator('.ant-modal').getByRole('button', { name: '收回' }).click()
}
/** By the call, as many as asked, in their order. */
const saySeveral = (page: Page, id: number, texts: string[]) =>
  page.evaluate(
    async ([id, texts]) => {
      for (const textContent of texts) {
        const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
        const body = JSON.stringify({ id, clientId: crypto.randomUUID(), textContent })
        const answer = await fetch('/his/api/savechatmsg', { method: 'POST', headers, body })
        if (!answer.ok) throw new Error(await answer.text())
      }
    },
    [id, texts] as const,
  )

test('[V8] a message that is taken back while somebody is about to answer it is read in their reply bar no more', async () => {
  await facing()
  await say(doctor, 'ALLERGY-1795876712549')
  await act(nurse, 'ALLERGY-1795876712549', '回覆')
  const bar = nurse.locator('.chatreply')
  await expect(bar).toContainText('ALLERGY-1795876712549')
  await recall(doctor, 'ALLERGY-1795876712549')
  await expect(nurse.locator('body')).not.toContainText('ALLERGY-1795876712549')
  await expect(bar).toContainText('回覆 林書妍')
  await expect(bar).toContainText('已收回')
  await bar.getByRole('button').click()
})

test('[Vw2] an own message that the server has taken stays on the page while what came before it is fetched', async () => {
  await facing()
  // Her page hears of nothing: the doctor's word takes the number before her own.
  const answer = await stallResponse(nurse, '**/his/api/messages/*?after=*')
  await say(doctor, '醫師先說的一句')
  await answer.asked
  await say(nurse, '護理師後說的一句')
  await expect(said(nurse, '護理師後說的一句')).toContainText('已送出')
  await expect(said(nurse, '醫師先說的一句')).toHaveCount(0)
  await answer.release()
  const both = nurse.locator('.chatrow').filter({ hasText: /說的一句/ })
  await expect(both).toContainText(['醫師先說的一句', '護理師後說的一句'])
  await expect(both).toHaveCount(2)
})

test('[Sw8] [V9] [Vw7] a patient who was away for 60 messages has them all, without what was taken back meanwhile, however old; what is being typed outlives a reload, and no call tells a proxy the link @proof', async ({
  browser,
}) => {
  await doctor.goto(`${server.url}/message/chat`)
  await contact(doctor, '吳秀鳳').click()
  await say(doctor, 'A1 先前的一句')
  await say(doctor, 'A2 傳錯人的一句')
  await expect(said(doctor, 'A2')).toContainText(/已送出|已讀/)
  await doctor.getByRole('button', { name: '傳送對話連結給病患' }).click()
  await expect(doctor.getByText(/已傳送連結到/)).toBeVisible()
  const { patient, who } = await chatLink(browser, { doctor, admin, server, url: line.url }, '吳秀鳳')
  await patient.getByRole('button', { name: '開始' }).or(patient.locator('.lk-foot .lk-btn')).first().click()
  await identify(patient, who)
  await expect(said(patient, 'A2')).toBeVisible()
  const typed = '醫師您好，我今天血壓 150/95，還沒打完'
  await patient.getByLabel('輸入訊息').fill(typed)
  const referers: string[] = []
  patient.on('request', (request) => referers.push(request.headers().referer ?? ''))
  await patient.reload()
  await expect(said(patient, 'A2')).toBeVisible()
  await expect(patient.getByLabel('輸入訊息')).toHaveValue(typed)
  expect(referers.length).toBeGreaterThan(3)
  expect(referers.filter((one) => one.includes('/link/'))).toEqual([])

  const id = await doctor.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}` }
    const { data } = (await (await fetch('/his/api/contacts', { headers })).json()) as {
      data: { patients: { pname: string; conversationId: number }[] }
    }
    return data.patients.find(({ pname }) => pname === '吳秀鳳')?.conversationId ?? 0
  })
  line.cut()
  const words = Array.from({ length: 60 }, (_, n) => `S${n + 1} 離線時說的`)
  await saySeveral(doctor, id, words.slice(0, 30))
  await saySeveral(nurse, id, words.slice(30))
  await recall(doctor, 'A2 傳錯人的一句')
  await expect(said(doctor, 'A2')).toHaveCount(0)
  line.mend()
  await expect(said(patient, 'S60 離線時說的')).toBeVisible()
  const there = patient.locator('.lk-said').filter({ hasText: '離線時說的' })
  await expect(there).toHaveCount(60)
  await expect(patient.locator('body')).not.toContainText('傳錯人')
  // With the line up, one that is older than the newest page.
  await recall(doctor, 'A1 先前的一句')
  await expect(patient.locator('body')).not.toContainText('先前的一句')
  await patient.context().close()
})
