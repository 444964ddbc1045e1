import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test, type Request } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { desk, PATIENT, phone } from './bad-days.ts'
import { held } from './held.ts'
import { listen, still } from './looks.ts'
import { readOutbox } from './outbox.ts'
import { identify, signIn } from './people.ts'
import { type Line, lineTo } from './proxy.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** Doctor, nurse and patient write to each other, in three browsers; the doctor's line can be cut. */

let server: TestServer
let line: Line
let doctor: Page
let nurse: Page
let admin: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  line = await lineTo(server.url)
  const person = async () => {
    const page = await (await browser.newContext(desk)).newPage()
    page.setDefaultTimeout(PATIENT)
    await listen(page)
    return page
  }
  ;[doctor, nurse, admin] = [await person(), await person(), await person()]
  await Promise.all([
    signIn(doctor, { ...server, url: line.url }, 'dr.lin', '/message/chat'),
    signIn(nurse, server, 'nurse.chen', '/message/chat'),
    signIn(admin, server, 'admin', '/'),
  ])
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
/** To the list of contacts, whatever was open before: each test begins there. */
async function contacts(page: Page, at: string, tab: 0 | 1 | 2 = 0) {
  await page.goto(`${at}/message/chat?tab=${tab}`)
  await expect(page.locator('.chatcontact').first()).toBeVisible()
}
/** Doctor and nurse, each with the conversation with the other before them. */
async function facing() {
  await Promise.all([contacts(doctor, line.url, 1), contacts(nurse, server.url, 1)])
  await contact(doctor, '陳怡蓁').click()
  await contact(nurse, '林書妍').click()
  await Promise.all([expect(field(doctor)).toBeEnabled(), expect(field(nurse)).toBeEnabled()])
}
/** A service that takes no messages until it is back; what it takes then. What was written waits. */
async function serviceAway(of: Page | BrowserContext) {
  const service = { away: true, sent: [] as string[] }
  await of.route('**/his/api/savechatmsg', (route) => {
    if (service.away) return route.fulfill({ status: 503, json: { status: 'UNAVAILABLE', message: '' } })
    service.sent.push(route.request().postData() ?? '')
    return route.continue()
  })
  return service
}
/** In the menu: what is unread in all. */
const menuCount = (page: Page) => page.locator('.sider').getByRole('link', { name: '訊息' }).locator('.count, .cnt')

test('[CHAT-03~] [CHAT-02~] [CHAT-07~] what one writes the other reads at once, and the first sees that it was read', async () => {
  await Promise.all([contacts(doctor, line.url), contacts(nurse, server.url)])
  await expect(contact(doctor, '吳秀鳳')).toBeVisible()
  await shot(doctor, 'chat.list')
  await expect(menuCount(nurse)).toHaveText(/^[1-9]\d*$/)
  const before = Number(await menuCount(nurse).textContent())
  await doctor.getByRole('tab', { name: /同仁/ }).click()
  await contact(doctor, '陳怡蓁').click()
  await expect(field(doctor)).toBeEnabled()
  await still(doctor)
  const fetched: string[] = []
  const note = (request: Request) => fetched.push(new URL(request.url()).pathname)
  doctor.on('request', note)
  await say(doctor, '三號診間可以了')
  await expect(said(doctor, '三號診間可以了')).toContainText('已送出')
  // Nobody touched her page: the tab and the menu count it.
  await expect(menuCount(nurse)).toHaveText(String(before + 1))
  doctor.off('request', note)
  // The sender's page has it from the answer.
  expect(fetched.filter((path) => path.startsWith('/his/api/messages/'))).toEqual([])
  await nurse.getByRole('tab', { name: /同仁/ }).click()
  await contact(nurse, '林書妍').click()
  await expect(said(nurse, '三號診間可以了')).toBeVisible()
  await expect(said(doctor, '三號診間可以了')).toContainText('已讀')
  await expect(menuCount(nurse)).not.toHaveText(String(before + 1))

  // Whoever types is seen typing.
  await field(nurse).pressSequentially('好')
  await expect(doctor.getByText('陳怡蓁 正在輸入')).toBeVisible()
  await field(nurse).press('Shift+Enter')
  await field(nurse).pressSequentially('馬上來')
  await field(nurse).press('Enter')
  await expect(said(doctor, '馬上來')).toBeVisible()

  // The whole of it as a file.
  const [file] = await Promise.all([
    doctor.waitForEvent('download'),
    doctor.getByRole('button', { name: '匯出 Excel' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^對話紀錄-\d{4}-\d{2}-\d{2}\.xlsx$/)
  const sheet = strFromU8(unzipSync(readFileSync(await file.path()))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  for (const words of ['三號診間可以了', '馬上來']) expect(sheet).toContain(words)
})

test('[CHAT-03~] what is said while a conversation is being opened stands in it, as what is said while it is asked for again', async () => {
  const ask = async (path: string, begin: () => Promise<unknown>, text: string, unread: number) => {
    const before = Number(await menuCount(nurse).textContent())
    const answer = await held(nurse, path)
    await begin()
    await answer.asked
    await say(doctor, text)
    // The event has reached her page, and the answer that is older than it has not.
    await expect(menuCount(nurse)).toHaveText(String(before + unread))
    await answer.release()
    await expect(said(nurse, text)).toBeVisible()
    await expect(menuCount(nurse)).toHaveText(String(before))
  }
  await contacts(nurse, server.url, 1)
  await contacts(doctor, line.url, 1)
  await contact(doctor, '陳怡蓁').click()
  await expect(field(doctor)).toBeEnabled()
  await expect(menuCount(nurse)).toHaveText(/^[1-9]\d*$/)
  await ask('**/his/api/chatdoctormsgbymid', () => contact(nurse, '林書妍').click(), '開啟時說的話', 1)
  await ask('**/his/api/messages/*?after=*', () => say(doctor, '更新前說的話'), '更新時說的話', 2)
})

test('[CHAT-08~] what is written without a line waits, in its order, and leaves once when the line is back', async () => {
  await facing()
  line.cut()
  await say(doctor, '斷線第一句')
  await say(doctor, '斷線第二句')
  await expect(said(doctor, '斷線第一句')).toContainText(/離線，待送出|送出中/)
  await shot(doctor, 'chat.offline')
  line.mend()
  await expect(said(nurse, '斷線第二句')).toBeVisible()
  await expect(said(doctor, '斷線第二句')).toContainText(/已送出|已讀/)
  for (const page of [doctor, nurse]) {
    await expect(said(page, '斷線第一句')).toHaveCount(1)
    const both = page.locator('.chatrow').filter({ hasText: /斷線第[一二]句/ })
    await expect(both).toContainText(['斷線第一句', '斷線第二句'])
  }
})

test('[CHAT-08~] what waits is its author’s: who signs in after them on the same page does not send it', async ({
  browser,
}) => {
  const page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  const service = await serviceAway(page)
  await signIn(page, server, 'dr.wang', '/message/chat?tab=1')
  await contact(page, '陳怡蓁').click()
  await say(page, '只能由我說的話')
  await expect(said(page, '只能由我說的話')).toContainText(/待送出|送出中/)
  const leave = async () => {
    await page.getByRole('button', { name: '個人選單' }).click()
    await page.getByRole('menuitem', { name: '登出' }).click()
    await expect(page).toHaveURL(/\/pages\/login/)
  }
  await leave()
  service.away = false
  await signIn(page, server, 'dr.lai', '/message/chat?tab=1')
  await contact(page, '陳怡蓁').click()
  await say(page, '我是賴醫師')
  await expect(said(page, '我是賴醫師')).toContainText('已送出')
  await expect(said(page, '只能由我說的話')).toHaveCount(0)
  expect(service.sent.join()).not.toContain('只能由我說的話')
  await leave()
  await signIn(page, server, 'dr.wang', '/message/chat?tab=1')
  await contact(page, '陳怡蓁').click()
  await expect(said(page, '只能由我說的話')).toContainText('已送出')
  expect(service.sent.filter((one) => one.includes('只能由我說的話'))).toHaveLength(1)
  await page.context().close()
})

test('[CHAT-08~] what waits in two tabs is kept by both: once they are closed, the next one sends each of it once', async ({
  browser,
}) => {
  const context = await browser.newContext(desk)
  const service = await serviceAway(context)
  const tab = async () => {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENT)
    return page
  }
  const [one, other] = [await tab(), await tab()]
  await signIn(one, server, 'dr.lai', '/message/chat?tab=1')
  await other.goto(`${server.url}/message/chat?tab=1`)
  for (const page of [one, other]) {
    await contact(page, '陳怡蓁').click()
    await expect(field(page)).toBeEnabled()
  }
  await say(one, '第一個分頁的話')
  await say(other, '第二個分頁的話')
  await say(one, '第一個分頁的另一句')
  for (const [page, text] of [
    [one, '第一個分頁的另一句'],
    [other, '第二個分頁的話'],
  ] as const)
    await expect(said(page, text)).toContainText(/待送出|送出中/)
  // As long as a draft takes to the disk at most.
  await one.waitForTimeout(500)
  await Promise.all([one.close(), other.close()])
  service.away = false
  const next = await tab()
  await next.goto(`${server.url}/message/chat?tab=1`)
  await contact(next, '陳怡蓁').click()
  for (const text of ['第一個分頁的話', '第二個分頁的話', '第一個分頁的另一句']) {
    await expect(said(next, text)).toContainText('已送出')
    expect(service.sent.filter((body) => body.includes(text))).toHaveLength(1)
  }
  await context.close()
})

test('[CHAT-04~] [CHAT-06~] an answer quotes; what is recalled goes from every page at once, out of the quote too', async () => {
  await facing()
  await say(doctor, '誤傳的一句')
  await expect(said(nurse, '誤傳的一句')).toBeVisible()
  await said(nurse, '誤傳的一句').hover()
  await said(nurse, '誤傳的一句').getByRole('button', { name: /更多/ }).click()
  await nurse.getByRole('menuitem', { name: '回覆' }).click()
  await say(nurse, '這句是什麼？')
  await expect(said(doctor, '這句是什麼？').locator('.chatquote')).toContainText('誤傳的一句')
  const mine = said(doctor, '誤傳的一句').filter({ hasNotText: '這句是什麼？' })
  await mine.hover()
  await mine.getByRole('button', { name: /更多/ }).click()
  await doctor.getByRole('menuitem', { name: '收回' }).click()
  await doctor.locator('.ant-modal').getByRole('button', { name: '收回' }).click()
  for (const page of [doctor, nurse]) await expect(page.locator('.chat')).not.toContainText('誤傳的一句')
  await expect(nurse.getByText('林書妍 收回了一則訊息')).toBeVisible()
  await expect(said(nurse, '這句是什麼？').locator('.chatquote')).toContainText('已收回')
})

test('[CHAT-10~] what was begun stays with its conversation, over a reload as well', async () => {
  await facing()
  await field(doctor).fill('還沒寫完')
  await doctor.getByRole('tab', { name: /病患/ }).click()
  await contact(doctor, '吳秀鳳').click()
  await expect(field(doctor)).toHaveValue('')
  await doctor.getByRole('tab', { name: /同仁/ }).click()
  await expect(contact(doctor, '陳怡蓁')).toContainText('草稿')
  await doctor.reload()
  await contact(doctor, '陳怡蓁').click()
  await expect(field(doctor)).toHaveValue('還沒寫完')
  await field(doctor).fill('')
  await expect(contact(doctor, '陳怡蓁')).not.toContainText('草稿')
})

test('[CHAT-05~] a group is made, and who leaves it has it no more', async () => {
  await Promise.all([contacts(doctor, line.url), contacts(nurse, server.url)])
  await doctor.getByRole('tab', { name: /群組/ }).click()
  await doctor.getByRole('button', { name: '建立群組' }).click()
  await doctor.getByLabel('群組名稱').fill('夜班小組')
  await doctor.getByLabel('成員').click()
  await doctor.getByLabel('成員').fill('陳怡蓁')
  await doctor.locator('.ant-select-item-option').filter({ hasText: '陳怡蓁' }).first().click()
  await still(doctor)
  await shot(doctor, 'chat.group')
  await doctor.getByRole('button', { name: '建立', exact: true }).click()
  await say(doctor, '今晚誰值班？')
  await nurse.getByRole('tab', { name: /群組/ }).click()
  await contact(nurse, '夜班小組').click()
  await expect(said(nurse, '今晚誰值班？')).toBeVisible()
  await expect(said(doctor, '今晚誰值班？')).toContainText('1 人已讀')
  await nurse.getByRole('button', { name: '群組設定' }).click()
  await nurse.getByRole('button', { name: '離開群組' }).click()
  await nurse.locator('.ant-modal').getByRole('button', { name: '離開群組' }).click()
  await expect(contact(nurse, '夜班小組')).toHaveCount(0)
  // Whoever is put out sees it on the open page, and writes nothing more there.
  await contacts(doctor, line.url, 2)
  await doctor.getByRole('button', { name: '建立群組' }).click()
  await doctor.getByLabel('群組名稱').fill('週末小組')
  for (const name of ['陳怡蓁', '王志遠']) {
    await doctor.getByLabel('成員').fill(name)
    await doctor.locator('.ant-select-item-option').filter({ hasText: name }).first().click()
  }
  await doctor.getByRole('button', { name: '建立', exact: true }).click()
  await say(doctor, '週六見')
  await contact(nurse, '週末小組').click()
  await expect(said(nurse, '週六見')).toBeVisible()
  await doctor.getByRole('button', { name: '群組設定' }).click()
  // Picked once more it is taken out again.
  await doctor.getByLabel('成員').fill('陳怡蓁')
  await doctor.locator('.ant-select-item-option').filter({ hasText: '陳怡蓁' }).first().click()
  await doctor.getByRole('button', { name: '儲存' }).click()
  await expect(nurse.locator('.chatpane')).toContainText('您已不在此群組')
  await expect(field(nurse)).toHaveCount(0)
})

test('[CHAT-11~] the patient answers from the link on the phone; both sides see it at once', async ({ browser }) => {
  await contacts(doctor, line.url)
  await contact(doctor, '吳秀鳳').click()
  await say(doctor, '今晚請再量一次血壓')
  await doctor.getByRole('button', { name: '傳送對話連結給病患' }).click()
  await expect(doctor.getByText(/已傳送連結到/)).toBeVisible()
  const who = await doctor.evaluate(async () => {
    const bearer = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    const answer = await fetch('/partner/getMemberList', {
      method: 'POST',
      headers: bearer,
      body: JSON.stringify({ q: '吳秀鳳' }),
    })
    const { pid } = ((await answer.json()) as { data: { pid: number }[] }).data[0] ?? { pid: 0 }
    const one = await fetch(`/his/api/members/${pid}`, { headers: bearer })
    return ((await one.json()) as { data: { birthday: string; idNumber: string | null; mobile: string } }).data
  })
  const link =
    /https?:\/\/\S+\/link\/\S+|\/link\/\S+/.exec(
      await readOutbox(admin, server, { kind: 'link', to: who.mobile }),
    )?.[0] ?? ''
  const patient = await (await browser.newContext(phone)).newPage()
  patient.setDefaultTimeout(PATIENT)
  await listen(patient)
  await patient.goto(server.url + link.slice(link.indexOf('/link/')))
  await expect(patient.getByRole('heading', { name: '照護團隊有訊息給您' })).toBeVisible()
  await expect(patient.locator('body')).not.toContainText('量一次血壓')
  await patient.getByRole('button', { name: '開始' }).or(patient.locator('.lk-foot .lk-btn')).first().click()
  await identify(patient, { birthday: who.birthday, last4: (who.idNumber ?? who.mobile).slice(-4) })
  await expect(said(patient, '今晚請再量一次血壓')).toBeVisible()
  await expect(said(doctor, '今晚請再量一次血壓')).toContainText('已讀')
  await patient.getByLabel('輸入訊息').fill('132/84，謝謝')
  await patient.getByRole('button', { name: '傳送' }).click()
  await expect(said(doctor, '132/84，謝謝')).toBeVisible()
  await expect(said(patient, '132/84，謝謝')).toContainText('已讀')
  await shot(patient, 'chat.patient')
  // An answer that is older than what the page shows since brings nothing back that was recalled meanwhile.
  const late = await held(patient, '**/his/api/links/*/messages', { times: 1 })
  await say(doctor, '傳錯人的一句')
  await late.asked
  const wrong = said(doctor, '傳錯人的一句')
  await wrong.hover()
  await wrong.getByRole('button', { name: /更多/ }).click()
  await doctor.getByRole('menuitem', { name: '收回' }).click()
  await doctor.locator('.ant-modal').getByRole('button', { name: '收回' }).click()
  await expect(patient.getByText('對方收回了一則訊息')).toBeVisible()
  await late.release()
  await say(doctor, '對的一句')
  await expect(said(patient, '對的一句')).toBeVisible()
  await expect(patient.getByText('對方收回了一則訊息')).toBeVisible()
  await expect(patient.locator('body')).not.toContainText('傳錯人的一句')
  await patient.context().close()
})

test('[CHAT-10~] a conversation of hundreds of messages is read backwards without a jump', async () => {
  await Promise.all([contacts(doctor, line.url, 1), contacts(nurse, server.url, 1)])
  // Somebody has to begin it: whom one never wrote to has no conversation yet.
  await contact(nurse, '林書妍').click()
  await expect(field(nurse)).toBeEnabled()
  const { id, headers } = await nurse.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    const people = await fetch('/his/api/chatcontactdoctor', { headers })
    const { contacts } = ((await people.json()) as { data: { contacts: { dname: string; conversationId: number }[] } })
      .data
    return { headers, id: contacts.find(({ dname }) => dname === '林書妍')?.conversationId }
  })
  // Pages that look on would ask with every message.
  await Promise.all([doctor, nurse].map((page) => page.goto('about:blank')))
  for (let n = 1; n <= 300; n += 1) {
    const textContent = `第 ${n} 則${'，一二三四五六七八九十'.repeat(n % 7)}`
    const body = JSON.stringify({ id, clientId: randomUUID(), textContent })
    const answer = await fetch(`${server.url}/his/api/savechatmsg`, { method: 'POST', headers, body })
    // As many in a minute as one address may send: the pages need some of them, too.
    const left = (name: string) => Number(answer.headers.get(`x-ratelimit-${name}`))
    if (left('remaining') < 200) await new Promise((resolve) => setTimeout(resolve, (left('reset') + 1) * 1000))
    expect(answer.ok).toBe(true)
  }
  await contacts(doctor, line.url, 1)
  await contact(doctor, '陳怡蓁').click()
  await expect(doctor.locator('.chatrow').first()).toBeVisible()
  const down = doctor.getByRole('button', { name: /到最新|則新訊息/ })
  // It opens where the unread begin, or at its end.
  await expect(down.or(said(doctor, '第 300 則')).first()).toBeVisible()
  if (await down.isVisible()) await down.click()
  await expect(said(doctor, '第 300 則')).toBeVisible()
  // Step by step upwards: what is in sight moves by the step and by nothing else, whatever is loaded before it.
  const jumps = await doctor.evaluate(async () => {
    const box = document.querySelector('.chatscroll')
    if (!box) throw new Error('no conversation')
    const jumped: string[] = []
    for (let n = 0; n < 90; n += 1) {
      const edge = box.getBoundingClientRect().top
      const one = [...box.querySelectorAll<HTMLElement>('[data-seq]')].find(
        (row) => row.getBoundingClientRect().bottom > edge + 40,
      )
      const before = one?.getBoundingClientRect().top ?? 0
      const step = Math.min(240, box.scrollTop)
      if (step === 0) break
      box.scrollTop -= step
      await new Promise((resolve) => setTimeout(resolve, 60))
      const now = one?.isConnected ? one.getBoundingClientRect().top : before + step
      if (Math.abs(now - before - step) > 3) jumped.push(`${one?.dataset.seq}: ${Math.round(now - before - step)}`)
    }
    return {
      jumped,
      first: Number(box.querySelector<HTMLElement>('[data-seq]')?.dataset.seq),
      rows: box.querySelectorAll('[data-seq]').length,
    }
  })
  expect(jumps.jumped).toEqual([])
  expect(jumps.first).toBeLessThan(200)
  expect(jumps.rows).toBeLessThan(260)
  await expect(down).toBeVisible()
  await down.click()
  await expect(said(doctor, '第 300 則')).toBeVisible()
  // Search leads to one far away, and marks it.
  await doctor.getByRole('button', { name: '在對話中搜尋' }).click()
  await doctor.getByRole('searchbox').or(doctor.locator('.chatfind input')).first().fill('第 17 則')
  await doctor.keyboard.press('Enter')
  await doctor.locator('.chatfind li button').first().click()
  await expect(doctor.locator('.chatrow.marked')).toContainText('第 17 則')
  await expect(doctor).toHaveURL(/m=\d+/)
})
