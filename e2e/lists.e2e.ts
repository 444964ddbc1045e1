import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { desk, PATIENT } from './bad-days.ts'
import {
  LISTS,
  LISTS_TO_COME,
  listScreens,
  missingScreens,
  NO_LIST_TO_COME,
  otherLists,
  type WalkedList,
} from './lists.ts'
import { LIGHT, launch, type Party } from './media/launch.ts'
import { PASSWORD, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'

/**
 * Every list screen has the whole pattern: filters in the address, columns, order, page size, table and cards, what it says
 * while it loads, when it failed and when it is empty, and its file. The gate asks it of each person's first list; rows, order,
 * filters and file of every list are asked of the server in its `lists.test.ts`.
 */

let server: TestServer
const parties = new Map<WalkedList['as'], Party>()
test.beforeAll(async () => {
  server = await startServer()
  for (const account of ['admin', 'dr.lin', 'dr.lai'] as const) {
    const party = await launch('staff', { executablePath: LIGHT }, desk)
    party.page.setDefaultTimeout(PATIENT)
    parties.set(account, party)
  }
  await plant()
  // In the other institution Dr Lai sees what the grant lets one know of from there.
  await parties.get('dr.lai')?.page.addInitScript(() => localStorage.setItem('partnerid', '32'))
  // One session a person and kind of device: those of the planting end here.
  for (const [account, { page }] of parties) await signIn(page, server, account)
})
test.afterAll(async () => {
  await Promise.all([...parties.values()].map((party) => party.close()))
  await server?.remove()
})

/** What the demo has none of: messages that left the house, a member whose monitoring is off, and grants, one of them to somebody of two institutions. */
async function plant(): Promise<void> {
  const admin = await session('admin')
  for (const channel of ['email', 'sms'])
    await admin('/his/api/providertests', { channel, ...(channel === 'email' ? { to: 'lists@example.org' } : {}) })
  const [member] = await admin<{ pid: number }[]>('/partner/memberlist', { pageSize: 1 })
  await admin(`/his/api/monitoroffs/${member?.pid}`, { off: true, reason: '住院中' }, 'PUT')
  const lin = await session('dr.lin')
  for (const kind of ['skin', 'photo', 'skin']) await lin('/his/api/uploads', { kind, name: `${kind}.png`, bytes: 100 })
  const people = await lin<{ mid: number; name: string }[]>('/his/api/employees', { pageSize: 100 })
  const endsAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  for (const [name, kind] of [
    ['陳怡蓁', 'shift.others'],
    ['賴冠廷', 'contact.others'],
  ] as const) {
    const granteeMid = people.find((one) => one.name === name)?.mid
    await lin('/his/api/authorizations', { granteeMid, kind, endsAt })
  }
}
/** Calls as somebody, beside the browsers. */
async function session(account: string) {
  const send = async (path: string, body: object, method: string, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const answer = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) })
    const said = await answer.text()
    expect(answer.status, `${account} ${path} ${said}`).toBe(200)
    return JSON.parse(said) as unknown
  }
  const device = { device_token: `lists-${account}`, device_type: 1 }
  const { token } = (await send('/his/user/login', { id: account, pwd: PASSWORD, ...device }, 'POST')) as {
    token: string
  }
  return async <T>(path: string, body: object, method = 'POST') =>
    ((await send(path, body, method, token)) as { data: T }).data
}

const url = ({ address }: Pick<WalkedList, 'address'>, more = '') =>
  `${server.url}${address}${more && (address.includes('?') ? '&' : '?')}${more}`
const content = (page: Page) => page.locator('#content')
const rows = (page: Page) => content(page).locator('tbody tr[data-row]')
const pageOf = ({ as }: WalkedList) => {
  const page = parties.get(as)?.page
  if (!page) throw new Error(`nobody is signed in as ${as}`)
  return page
}
const EMPTY = { status: 'OK', data: [], page: 1, pageSize: 20, total: 0 }
const at = ({ rows: path }: WalkedList) => new RegExp(`${path}(\\?|$)`)

const firstOfPerson = (list: WalkedList) => list === LISTS.find(({ as }) => as === list.as)

for (const list of LISTS)
  test(`[SHELL-14] the whole pattern: ${list.screen}, ${list.file.split('/').at(-1)}${firstOfPerson(list) ? '' : ' @proof'}`, async () => {
    const page = pageOf(list)
    await test.step('loading, failed, empty', () => states(page, list))
    await test.step('columns', () => columns(page, list))
    const sorted = await test.step('order and page size', () => order(page, list))
    await test.step('cards and table; a reload keeps all three', () => views(page, sorted))
    await test.step('filters in the address, and a file of what they leave', () => filters(page, list))
  })

async function show(page: Page, list: WalkedList): Promise<void> {
  await page.goto(url(list))
  await expect(rows(page).first()).toBeVisible()
}

async function states(page: Page, list: WalkedList): Promise<void> {
  let answer: 'failed' | 'late' | 'empty' = 'failed'
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(at(list), async (route) => {
    if (answer === 'failed') return route.fulfill({ status: 500, json: { status: 'ERROR', message: '系統忙碌中' } })
    if (answer === 'late') await held
    return route.fulfill({ json: EMPTY })
  })
  await page.goto(url(list))
  const failed = content(page).locator('.state.bad')
  await expect(failed).toContainText('系統忙碌中')
  answer = 'late'
  // By the button, unless something that happened meanwhile has the list ask again first.
  const loading = content(page).locator('.sk').first()
  await Promise.any([failed.getByRole('button', { name: '再試一次' }).click(), loading.waitFor()])
  await expect(loading).toBeVisible()
  answer = 'empty'
  release()
  await expect(content(page).locator('.state:not(.bad)')).toBeVisible()
  await page.unroute(at(list))
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
}

/** Answers how the first column is sorted in the end. */
async function order(page: Page, { rows: path }: WalkedList): Promise<string> {
  const head = content(page).locator('th.sortable').first()
  const asked = page.waitForRequest((request) => isFor(request, path) && /sort\W+-?\w/.test(sentOf(request)))
  await head.getByRole('button').click()
  await asked
  await expect(page).toHaveURL(/[?&](letterSort|sort)=/)
  await expect(head).toHaveAttribute('aria-sort', /ascending|descending/)
  const first = (await head.getAttribute('aria-sort')) ?? ''
  await head.getByRole('button').click()
  await expect(head).not.toHaveAttribute('aria-sort', first)
  const second = (await head.getAttribute('aria-sort')) ?? ''
  const size = page.waitForRequest((request) => isFor(request, path) && /pageSize\W+10\b/.test(sentOf(request)))
  await content(page).getByLabel('每頁筆數').selectOption('10')
  await size
  await expect(page).toHaveURL(/[?&]pageSize=10/)
  return second
}
const isFor = (request: { url(): string }, path: string) =>
  new RegExp(`^${path}$`).test(new URL(request.url()).pathname)
const sentOf = (request: { url(): string; postData(): string | null }) =>
  `${new URL(request.url()).search}${request.postData() ?? ''}`

async function columns(page: Page, list: WalkedList): Promise<void> {
  const button = content(page).getByRole('button', { name: '欄位' })
  await button.click()
  const boxes = page.locator('.colchoice label:has(input:not(:disabled))')
  const name = ((await boxes.first().textContent()) ?? '').trim()
  const head = content(page).getByRole('columnheader', { name, exact: true })
  const shown = await boxes.first().locator('input').isChecked()
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/his/api/preferences') && answer.ok())
  await boxes.first().locator('input').click()
  await kept
  await expect(head).toHaveCount(shown ? 0 : 1)
  await expect(page).toHaveURL(/[?&]cols=/)
  // Also for the next time, without it in the address.
  await show(page, list)
  await expect(head).toHaveCount(shown ? 0 : 1)
  await button.click()
  const back = page.waitForResponse((answer) => answer.url().endsWith('/his/api/preferences') && answer.ok())
  await page.getByRole('button', { name: '恢復預設欄位' }).click()
  await back
  await expect(head).toHaveCount(shown ? 1 : 0)
  await page.keyboard.press('Escape')
}

async function views(page: Page, sorted: string): Promise<void> {
  await content(page)
    .getByRole('button', { name: /檢視方式.*卡片/ })
    .click()
  await expect(content(page).locator('.cards article').first()).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  // Cards are ordered, too.
  await expect(content(page).getByLabel('排序')).toBeVisible()
  await page.reload()
  await expect(content(page).locator('.cards article').first()).toBeVisible()
  await content(page)
    .getByRole('button', { name: /檢視方式.*列表/ })
    .click()
  await expect(rows(page).first()).toBeVisible()
  await expect(content(page).locator('th.sortable').first()).toHaveAttribute('aria-sort', sorted)
  await expect(content(page).getByLabel('每頁筆數')).toHaveValue('10')
  expect(await rows(page).count()).toBeLessThanOrEqual(10)
}

async function filters(page: Page, list: WalkedList): Promise<void> {
  if (!list.filter) return file(page, list)
  const { search, chip } = list.filter
  await page.goto(url(list, search))
  const on = content(page).locator('.chip').filter({ hasText: chip })
  await expect(on).toBeVisible()
  await file(page, list)
  expect(page.url()).toContain(search)
  const said = (await on.innerText()).trim()
  await on.getByRole('button').click()
  await expect(on).toHaveCount(0)
  expect(page.url()).not.toContain(search)
  // By its field as well, not by the address alone.
  const [field = '', value = ''] = said.split('：')
  const folded = content(page).getByRole('button', { name: /^filter 篩選|^篩選/ })
  if (await folded.count()) await folded.click()
  await page
    .getByRole('combobox', { name: new RegExp(`^${field}`) })
    .first()
    .click()
  await page.locator('.ant-select-item-option:visible').getByText(value, { exact: true }).click()
  await expect(on).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`[?&]${search.split('&').at(-1)}`))
}

async function file(page: Page, list: WalkedList): Promise<void> {
  const hits = content(page).locator('.chips .hits')
  await expect(hits).toHaveText(/\d/)
  const many = Number((await hits.innerText()).replace(/\D/g, ''))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    content(page).getByRole('button', { name: '匯出 Excel' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(list.saved ?? '列表.xlsx')
  const parts = unzipSync(readFileSync(await download.path()))
  const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  expect(text('xl/workbook.xml')).toContain('name="sheet1"')
  // All that the filter leaves, a row each beneath their titles.
  expect(text('xl/worksheets/sheet1.xml').split('<row').length - 2).toBe(many)
  const second = text('xl/worksheets/sheet2.xml').replace(/<[^>]+>/g, ' ')
  expect(second).toMatch(list.filter?.sheet ?? /篩選條件\s+無/)
}

test('[SHELL-14] no screen of the route table shows a list that is not among these; those still to come are named', async () => {
  // Whole once no list is to come any more: a screen that is not there passes nothing.
  expect([...LISTS_TO_COME, ...NO_LIST_TO_COME].toSorted()).toEqual((await missingScreens()).toSorted())
  expect(LISTS.map(({ screen, file: path }) => `${screen} ${path}`).sort()).toEqual(await listScreens())
  expect(otherLists()).toEqual([])
})
