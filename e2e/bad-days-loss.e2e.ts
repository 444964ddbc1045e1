import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { band, desk, stored } from './bad-days.ts'
import { goOnline, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** What somebody writes survives a killed server, a closed tab and a change of person, and is shown to nobody else. */

interface Visit {
  qid: number
  pid: number
}
interface Row {
  qid: number
  status: string
  patient: { pid: number }
}
let server: TestServer
let context: BrowserContext
let page: Page
let visits: Visit[]

test.beforeAll(async ({ browser }) => {
  server = await startServer()
  context = await browser.newContext(desk)
  page = await context.newPage()
  await signIn(page, server, 'dr.lin')
  await goOnline(page)
  const { mid } = JSON.parse((await stored(page, 'userInfo')) ?? '{}') as { mid: number }
  const rows = await ask<Row[]>(`/his/api/queue/1/${mid}`)
  const open = rows.filter(({ status }) => status === 'registered' || status === 'checkedIn')
  // One visit for each patient: a person seen twice today would be no stranger.
  visits = [...new Map(open.map(({ qid, patient }) => [patient.pid, { qid, pid: patient.pid }])).values()]
  expect(visits.length).toBeGreaterThanOrEqual(3)
})
test.afterEach(async () => {
  if (test.info().status !== test.info().expectedStatus) await shot(page, 'failed.loss')
})
test.afterAll(async () => {
  await context?.close()
  await server?.remove()
})

async function ask<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${await stored(page, 'jwt')}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answered = (await answer.json()) as { data: T }
  expect(answer.status, JSON.stringify(answered)).toBe(200)
  return answered.data
}
const visit = (at: number): Visit => visits[at] ?? { qid: 0, pid: 0 }
const record = ({ pid, qid }: Visit) => `${server.url}/emr2/${pid}/${qid}`
const subjective = (at: Page) => at.getByRole('textbox', { name: /Subjective/ })
const saved = (at: Page) => at.getByText(/已儲存 \d/).first()
const keptHere = (at: Page) => at.getByText('離線，留在這台電腦').first()
async function openRecord(at: Page, which: Visit): Promise<void> {
  await at.goto(record(which))
  await expect(subjective(at)).toBeEditable()
}
/** The server's word for it, past every draft of this browser. */
async function onServer({ pid, qid }: Visit): Promise<string> {
  const data = await ask<{ note: object | null }>('/his/api/getEmrData', { pid, qid })
  return JSON.stringify(data.note ?? '')
}

test('[EMR-19, SHELL-16] typed, the server killed, the tab closed: the text is there, and saved as soon as it can be', async () => {
  await openRecord(page, visit(0))
  await subjective(page).fill('頭痛三天')
  await expect(saved(page)).toBeVisible()
  await server.kill()
  await expect(band(page)).toBeVisible()
  await subjective(page).pressSequentially('，昨晚開始發燒', { delay: 20 })
  await expect(keptHere(page)).toBeVisible()
  await shot(page, 'bad-days.kept-here')
  // The tab goes while the server is still away: nothing can have been sent.
  await page.close()
  page = await context.newPage()
  await server.start()
  await openRecord(page, visit(0))
  await expect(subjective(page)).toHaveValue('頭痛三天，昨晚開始發燒')
  await expect(saved(page)).toBeVisible()
  expect(await onServer(visit(0))).toContain('頭痛三天，昨晚開始發燒')
})

test('[SHELL-16~] two tabs of one author share one draft, also while the server is away @proof', async () => {
  await openRecord(page, visit(1))
  const second = await context.newPage()
  await openRecord(second, visit(1))
  await subjective(page).fill('從第一個分頁')
  await expect(subjective(second)).toHaveValue('從第一個分頁')
  await server.kill()
  await expect(band(second)).toBeVisible()
  await subjective(second).fill('從第一個分頁，到第二個')
  await expect(subjective(page)).toHaveValue('從第一個分頁，到第二個')
  await server.start()
  await expect(saved(page)).toBeVisible()
  await expect(saved(second)).toBeVisible()
  await expect.poll(() => onServer(visit(1))).toContain('從第一個分頁，到第二個')
  await expect(page.getByText('有人也改了')).toHaveCount(0)
  await second.close()
})

/** Everything the browser keeps, as text: what a person at this computer could find with its tools. */
const shelf = () =>
  page.evaluate(async () => {
    const open = indexedDB.open('teleward')
    await new Promise((resolve) => {
      open.onsuccess = resolve
    })
    const all = open.result.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => {
      all.onsuccess = resolve
    })
    open.result.close()
    const texts = all.result.map(({ sealed }: { sealed: ArrayBuffer }) => new TextDecoder().decode(sealed))
    return { drafts: texts.length, text: `${texts.join()}${JSON.stringify({ ...localStorage })}${document.cookie}` }
  })
async function signOut(): Promise<void> {
  await page.getByRole('button', { name: '個人選單' }).click()
  await page.getByRole('menuitem', { name: '登出' }).click()
  await expect(page).toHaveURL(/\/pages\/login/)
}

test('[SHELL-16] unsent text is never shown under another patient or to another person, and is kept for its author @proof', async () => {
  // The server refuses to take anything: the text has only this browser.
  await context.route(/\/his\/api\/(note|updateSubjective|notes\/[\w-]+)$/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  )
  await openRecord(page, visit(2))
  await subjective(page).fill('只給作者看的話')
  await expect(keptHere(page)).toBeVisible()
  const kept = await shelf()
  expect(kept.drafts).toBeGreaterThan(0)
  expect(kept.text).not.toContain('只給作者看的話')
  await openRecord(page, visit(0))
  await expect(subjective(page)).not.toHaveValue(/只給作者看的話/)

  await signOut()
  await signIn(page, server, 'nurse.chen')
  await page.goto(record(visit(2)))
  await expect(
    page
      .getByRole('region', { name: /Subjective/ })
      .or(page.getByText(/本次尚無病歷|尚未取得授權/))
      .first(),
  ).toBeVisible()
  await expect(page.locator('body')).not.toContainText('只給作者看的話')
  await expect(page.locator('textarea').filter({ hasText: '只給作者看的話' })).toHaveCount(0)
  await shot(page, 'bad-days.other-person')

  await signOut()
  await signIn(page, server, 'dr.lin')
  await openRecord(page, visit(2))
  await expect(subjective(page)).toHaveValue('只給作者看的話')
  await context.unrouteAll()
  await expect(saved(page)).toBeVisible()
  await expect.poll(() => onServer(visit(2))).toContain('只給作者看的話')
})
