import { expect, type Page, test } from '@playwright/test'
import { allergiesOf } from '../contract/src/members/allergies.ts'
import type { MemberMarks } from '../contract/src/members/marks.ts'
import type { MemberDetail, MemberRow } from '../contract/src/members/schema.ts'
import { desk, PATIENT } from './bad-days.ts'
import { launch } from './media/launch.ts'
import { arrive, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { today, zone } from './zone.ts'

/** Finding members and going on from them, by a case manager of two units, on both of their screens. */
let server: TestServer
let page: Page
let all: MemberRow[]
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'case.tsai', '/members')
  all = []
  for (let at = 1; at <= 5; at += 1)
    all.push(...(await ask<MemberRow[]>('POST', '/partner/getMemberList', { page: at, pageSize: 100 })))
})
test.afterAll(async () => {
  await page?.context().close()
  await server?.remove()
})

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const answer = await fetch(path, {
        method,
        headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return ((await answer.json()) as { data: never }).data
    },
    { method, path, body },
  )
}
const screens = [
  { path: '/members', view: '卡片' },
  { path: '/membersmgmt', view: '列表' },
] as const
const entries = () => page.locator('#content article.mcard, #content tbody tr[data-row]')
const total = () => page.getByText(/^符合 [\d,]+ 筆$/)
const years = (birthday: string | null) => {
  if (!birthday) return null
  const [now, born] = [today(), birthday]
  return Number(now.slice(0, 4)) - Number(born.slice(0, 4)) - (now.slice(5) < born.slice(5) ? 1 : 0)
}
async function filter(label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: '篩選' }).click()
  await page.locator('.filterform').getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click()
  await page.keyboard.press('Escape')
}

for (const { path, view } of screens)
  test(`[MEMB-01~] ${path}: cards and a table, narrowed by unit, identity, VIP, sex, age, condition and doctor${path === screens[0].path ? '' : ' @proof'}`, async () => {
    await page.goto(`${server.url}${path}`)
    await expect(total()).toHaveText(`符合 ${all.length} 筆`)
    await expect(page.locator(view === '卡片' ? 'article.mcard' : 'tbody tr[data-row]').first()).toBeVisible()
    await page.getByRole('button', { name: `檢視方式: ${view === '卡片' ? '列表' : '卡片'}` }).click()
    await expect(page.locator(view === '卡片' ? 'tbody tr[data-row]' : 'article.mcard').first()).toBeVisible()

    const [unit] = new Set(all.map(({ unitName }) => unitName))
    const doctor = all.find((one) => one.doctor)?.doctor ?? ''
    const narrowed: [what: string, narrow: () => Promise<void>, holds: (one: MemberRow) => boolean][] = [
      ['identity', () => filter('身分', '居留證'), (one) => one.identity === 'residentPermit'],
      ['VIP', () => page.locator('.ant-segmented-item', { hasText: 'VIP' }).click(), (one) => one.vip],
      ['sex', () => filter('性別', '女'), (one) => one.gender === 'female'],
      [
        'age',
        async () => {
          await page.getByRole('button', { name: '篩選' }).click()
          await page.getByLabel('年齡 從').fill('65')
          await page.getByLabel('年齡 到').fill('80')
          await page.keyboard.press('Enter')
          await page.keyboard.press('Escape')
        },
        (one) => (years(one.birthday) ?? 0) >= 65 && (years(one.birthday) ?? 999) <= 80,
      ],
    ]
    for (const [what, narrow, holds] of narrowed) {
      await page.goto(`${server.url}${path}`)
      await narrow()
      const right = all.filter(holds)
      expect([what, right.length > 0 && right.length < all.length]).toEqual([what, true])
      await expect(total()).toHaveText(`符合 ${right.length} 筆`)
    }
    // Of a doctor are those who ever came to them: among these, those whose last or next visit it is.
    await page.goto(`${server.url}${path}`)
    await filter('醫師', doctor)
    await expect(total()).not.toHaveText(`符合 ${all.length} 筆`)
    const count = Number((await total().textContent())?.replace(/\D/g, ''))
    expect(count).toBeGreaterThanOrEqual(all.filter((one) => one.doctor === doctor).length)
    // Who is in two units is shown under the one that is asked for.
    await page.goto(`${server.url}${path}`)
    await filter('單位', unit ?? '')
    await expect(total()).not.toHaveText(`符合 ${all.length} 筆`)
    await expect(entries().first()).toBeVisible()
    await expect(entries().filter({ hasNotText: unit ?? '' })).toHaveCount(0)
    // Of a condition the list says nothing itself: the member's record does.
    await page.goto(`${server.url}${path}`)
    await filter('疾病', '高血壓')
    await expect(total()).not.toHaveText(`符合 ${all.length} 筆`)
    await entries().first().getByRole('button').first().or(entries().first()).first().click()
    await expect(page.locator('.drawer')).toContainText('高血壓')
  })

for (const { path } of screens)
  test(`[MEMB-01~] ${path}: found by complete id, residence card, phone, account and name${path === screens[0].path ? '' : ' @proof'}`, async () => {
    await page.goto(`${server.url}${path}`)
    const foreign = all.find(({ identity }) => identity === 'residentPermit')
    const detail = (one: MemberRow | undefined) => ask<MemberDetail>('GET', `/his/api/members/${one?.pid}`)
    const [home, permit] = [await detail(all.find(({ identity }) => identity === 'nationalId')), await detail(foreign)]
    for (const [member, value] of [
      [home, home.idNumber],
      [permit, permit.idNumber],
      [home, home.mobile],
      [permit, permit.account],
      [permit, permit.name],
    ] as const) {
      await page.locator('.searchbox input').fill(value ?? '')
      await expect(total()).toHaveText('符合 1 筆')
      await expect(entries()).toHaveCount(1)
      await expect(entries()).toContainText(member.name)
    }
    await page.locator('.searchbox input').fill('A199999990')
    await expect(total()).toHaveText('符合 0 筆')
  })

/** Acts that stand as buttons, and those behind 'more'. */
async function act(entry: ReturnType<typeof entries>, name: string): Promise<void> {
  const own = entry.getByRole('button', { name, exact: true })
  if (await own.count()) return own.click()
  await entry.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name }).click()
}
const found = async (path: string, name: string) => {
  await page.goto(`${server.url}${path}`)
  await page.locator('.searchbox input').fill(name)
  await expect(total()).toHaveText('符合 1 筆')
  return entries().first()
}
/** By this title the line as a whole: each of its parts is a test above, or one of these acts. */
for (const { path } of screens)
  test(`[MEMB-01] ${path}: a call, a message, an upload and a case from each row${path === screens[0].path ? '' : ' @proof'}`, async () => {
    // Somebody who waits: a call reaches who has the page open.
    const link = await server.link({ doctor: 'dr.lin' })
    const patient = await launch('patient', {}, { ...zone, viewport: { width: 375, height: 812 } })
    await arrive(patient.page, link)
    const name = link.patientName
    // One of that name, as `found` says. A call rings the visit they wait for, whichever their next one is.
    const pid = all.find((one) => one.name === name)?.pid ?? 0
    await act(await found(path, name), '訊息')
    await expect(page).toHaveURL(new RegExp(`/message/chat\\?.*id=${pid}`))
    await act(await found(path, name), '上傳影像')
    await expect(page).toHaveURL(new RegExp(`/setting/upload/${pid}`))
    await act(await found(path, name), '新增個案')
    await expect(page).toHaveURL(/\/crm/)
    await expect(page.getByRole('dialog')).toContainText(name)
    await act(await found(path, name), '視訊通話')
    await expect(patient.page.getByRole('button', { name: '接聽' })).toBeVisible()
    await page.getByRole('button', { name: '取消呼叫' }).click()
    await expect(patient.page.getByRole('button', { name: '接聽' })).toHaveCount(0)
    await patient.close()
  })

test('[MEMB-07] the members one opened last, and the jumps to record, conversation, monitoring, diet and appointments', async () => {
  // Somebody with visits who is monitored, too: on that screen the others are not.
  const monitored = await ask<{ pid: number }[]>('POST', '/his/api/monitormembers', { page: 1, pageSize: 100 })
  const seen = all.find(
    (one) => (one.lastQid !== null || one.next !== null) && monitored.some(({ pid }) => pid === one.pid),
  )
  const { pid, name } = seen ?? { pid: 0, name: '' }
  const jump = async (label: string, to: RegExp) => {
    await page.goto(`${server.url}/members?open=${pid}`)
    await page
      .locator('.drawer .btn')
      .filter({ hasText: new RegExp(`^${label}$`) })
      .click()
    await expect(page).toHaveURL(to)
  }
  /** The screen shows this member, and not only an address that names them. */
  const shown = () => expect(page.locator('#content').getByText(name).filter({ visible: true }).first()).toBeVisible()
  await jump('病歷', new RegExp(`/emr2/${pid}/\\d+`))
  await shown()
  await jump('訊息', new RegExp(`/message/chat\\?.*id=${pid}`))
  await shown()
  await jump('遠距監測', new RegExp(`/monitor\\?.*pid=${pid}`))
  await shown()
  await jump('飲食管理', new RegExp(`/dietMgmt\\?.*pid=${pid}`))
  await jump('約診紀錄', new RegExp(`/appthistory\\?.*pid=${pid}`))
  // Recents: on whichever machine, newest first.
  const recent = await ask<{ pid: number }[]>('GET', '/his/api/recentmembers')
  expect(recent[0]?.pid).toBe(pid)
  await page.goto(`${server.url}/members`)
  await page.getByRole('navigation', { name: '最近看過' }).getByRole('button').filter({ hasText: name }).click()
  await expect(page.locator('.drawer')).toContainText(name)
})

test('[MEMB-07~] the record of a member without any visit is read alone', async () => {
  const [name, account, unitId] = ['從未看診', '0987000777', all[0]?.unitId]
  const { pid } = await ask<{ pid: number }>('POST', '/partner/addMember', { name, account, unitId })
  await page.goto(`${server.url}/members?open=${pid}`)
  await expect(page.locator('.drawer')).toContainText(name)
  await page
    .locator('.drawer .btn')
    .filter({ hasText: /^病歷$/ })
    .click()
  await expect(page).toHaveURL(`${server.url}/emr2/${pid}/0`)
  await expect(page.locator('.phbar h1')).toContainText(name)
})

test('[MEMB-09~] cards tell allergies, asked and none, never asked, and not authorised apart', async () => {
  const status = (one: MemberRow) => allergiesOf(one.allergies).status
  const words = {
    known: /^過敏：(?!尚未)/,
    noneKnown: /^無已知過敏$/,
    notAsked: /^過敏：尚未詢問$/,
    closed: /過敏史未授權/,
  }
  await page.goto(`${server.url}/members`)
  await page.getByRole('button', { name: /檢視方式.*卡片/ }).click()
  for (const [what, word] of Object.entries(words)) {
    const one = all.find((row) => status(row) === what && all.filter(({ name }) => name === row.name).length === 1)
    const card = await found('/members', one?.name ?? '')
    await expect(card.locator('.alg')).toHaveText(word)
  }
})

test('[MEMB-01~] alerts and unread messages stand beside a member, and change without moving a row', async () => {
  const { groups } = await ask<{ groups: { id: string; name: string }[] }>('GET', '/partner/getMemberFilter')
  const marksOf = async (rows: readonly MemberRow[]) =>
    ask<MemberMarks[]>('POST', '/his/api/membermarks', { pids: rows.map(({ pid }) => pid) })
  const known = (await Promise.all([0, 100, 200].map((from) => marksOf(all.slice(from, from + 100))))).flat()
  const alerted = known.find(({ alerts, groups: of }) => alerts?.running === 1 && of?.length)
  const group = groups.find(({ name }) => alerted?.groups?.includes(name))
  await page.goto(`${server.url}/members?view=table&group=${group?.id}`)
  const row = (pid: number | undefined) => page.locator(`tbody tr[data-row="${pid}"]`)
  await expect(row(alerted?.pid).locator('[data-mark=alert]')).toBeVisible()
  const order = () =>
    page.locator('tbody tr[data-row]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-row')))
  const before = await order()
  const [alert] = await ask<{ id: string }[]>('GET', `/his/api/alerts?pid=${alerted?.pid}`)
  await ask('PUT', `/his/api/alerts/${alert?.id}`, { action: 'resolve', note: '已電訪' })
  await expect(row(alerted?.pid).locator('[data-mark=alert]')).toHaveCount(0)
  expect(await order()).toEqual(before)

  const waiting = known.find(({ unread }) => unread)
  const name = all.find(({ pid }) => pid === waiting?.pid)?.name ?? ''
  await page.goto(`${server.url}/members?view=table`)
  await page.getByPlaceholder('姓名、電話、證號、帳號').fill(name)
  await expect(row(waiting?.pid).locator('[data-mark=unread]')).toContainText(`${waiting?.unread}`)
  const { conversation } = await ask<{ conversation: { id: number; lastSeq: number } }>(
    'POST',
    '/his/api/chatmsgbymid',
    {
      pid: waiting?.pid,
    },
  )
  await ask('PUT', '/his/api/messagereads', { id: conversation.id, seq: conversation.lastSeq })
  await expect(row(waiting?.pid).locator('[data-mark=unread]')).toHaveCount(0)
})

test('[MEMB-01~] marks that cannot be had are said to be so, after another try as well', async () => {
  let away = true
  await page.route('**/his/api/membermarks', (route) =>
    away ? route.fulfill({ status: 500, json: { status: 'ERROR', message: '' } }) : route.continue(),
  )
  await page.goto(`${server.url}/members?view=table`)
  const said = page.getByRole('status').filter({ hasText: '沒有載入' })
  const again = said.getByRole('button', { name: '再試一次' })
  await expect(said).toBeVisible()
  const tried = page.waitForResponse(/membermarks/)
  await again.click()
  await tried
  await expect(said).toBeVisible()
  away = false
  await again.click()
  await expect(said).toHaveCount(0)
  await page.unroute('**/his/api/membermarks')
})

test('[MEMB-02~] the detail names the consents in force and the newest files, which are looked at over the record', async () => {
  const open = all.filter(({ authorised }) => authorised === 'authorised')
  let found: { pid: number; file: { id: string; name: string } } | undefined
  for (const { pid } of open) {
    const [file] = await ask<{ id: string; name: string }[]>('POST', '/his/api/syncMedicalFile', { pid, pageSize: 4 })
    if (file) found = { pid, file }
    if (found) break
  }
  await page.goto(`${server.url}/members?open=${found?.pid}`)
  const drawer = page.locator('.drawer')
  const consents = drawer.locator('section', { has: page.getByRole('heading', { name: '目前的同意與授權' }) })
  await expect(consents.getByRole('listitem').filter({ hasText: '同意查看病歷' })).toContainText(/至 \d|未設期限/)
  const files = drawer.locator('section', { has: page.getByRole('heading', { name: '檔案', exact: true }) })
  await files
    .getByRole('button', { name: found?.file.name ?? '' })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/emr2/${found?.pid}/\\d+\\?.*img=${found?.file.id}`))
})
