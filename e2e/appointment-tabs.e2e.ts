import { addDays } from '@teleward/contract/core/dates.ts'
import { expect, type Page, test } from '@playwright/test'
import { type Ask, asking, type Booked, placesOf } from './asking.ts'
import { desk, mark, marked, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { timezoneId } from './zone.ts'

/**
 * The nine lists of a doctor who works in two institutions, with one patient's visits in each of them; and what colleagues
 * do, seen there without a reload. What each list filters and how it is ordered: server/src/appointments/service.test.ts.
 */
test.describe.configure({ mode: 'serial' })

const LAI = 11
const WANG = 2
const HUA = 24
const NAME = '分頁測'
const ELSEWHERE = '海岸測'

let server: TestServer
let nurse: Ask
let lai: Page
let wang: Page
const booked: Record<'today' | 'future' | 'agent' | 'special' | 'emergency' | 'authorised' | 'others', Booked[]> = {
  today: [],
  future: [],
  agent: [],
  special: [],
  emergency: [],
  authorised: [],
  others: [],
}

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date())
async function book(ask: Ask, pid: number, did: number, more: object): Promise<Booked> {
  const wish = { action: 'book', pid, did, site: 'video', confirm: ['FEE_BELOW_DEFAULT'], ...more }
  const { entry } = await ask<{ entry: Booked | null }>('POST', '/his/api/reservation', wish)
  if (!entry) throw new Error('nothing was booked')
  return entry
}
/** A free place so many days ahead. */
async function place(ask: Ask, did: number, ahead: number) {
  const [, free] = (await placesOf(ask, did, ahead, ahead + 1)).filter(({ date }) => date === addDays(today(), ahead))
  if (!free) throw new Error(`no place in ${ahead} days`)
  return free
}

test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const [admin, agent, doctor, hua, wangs] = await Promise.all(
    ['admin', 'agent.kao', 'dr.lai', 'dr.hua', 'dr.wang'].map((account) => asking(server, account)),
  )
  nurse = await asking(server, 'nurse.chen')
  if (!admin || !agent || !doctor || !hua || !wangs) throw new Error('nobody is there')
  const account = '0911000177'
  const { pid } = await nurse<{ pid: number }>('POST', '/partner/addMember', { unitId: 2, name: NAME, account })
  // Nothing to pay, so that nothing waits for it.
  await admin('POST', '/his/api/exemptions', { pid, kind: 'free', startsOn: addDays(today(), -1) })
  booked.emergency = [await book(nurse, pid, LAI, { kind: 'emergency' })]
  booked.today = [await book(nurse, pid, LAI, await place(nurse, LAI, 0)), ...booked.emergency]
  booked.agent = [await book(agent, pid, LAI, { ...(await place(nurse, LAI, 3)), identifier: account })]
  booked.special = [
    await book(doctor, pid, LAI, {
      kind: 'special',
      date: addDays(today(), 5),
      interval: 2,
      time: '12:30',
      fee: 100,
      minutes: 20,
    }),
  ]
  booked.future = [await book(nurse, pid, LAI, await place(nurse, LAI, 8)), ...booked.agent, ...booked.special]
  booked.authorised = [await book(nurse, pid, WANG, await place(nurse, WANG, 10))]
  const there = await hua<{ pid: number }>('POST', '/partner/addMember', { unitId: 320, name: ELSEWHERE, account })
  booked.others = [
    await book(hua, there.pid, HUA, {
      kind: 'special',
      date: addDays(today(), 5),
      interval: 2,
      time: '13:30',
      fee: 0,
      minutes: 20,
    }),
  ]
  const endsAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
  for (const by of [wangs, hua])
    await by('POST', '/his/api/authorizations', { granteeMid: LAI, kind: 'contact.others', endsAt })
  const open = async (who: string) => {
    const page = await (await browser.newContext(desk)).newPage()
    page.setDefaultTimeout(PATIENT)
    await signIn(page, server, who, '/apptmgmt')
    return page
  }
  ;[lai, wang] = await Promise.all([open('dr.lai'), open('dr.wang')])
})
test.afterAll(async () => {
  await Promise.all([lai, wang].map((page) => page?.context().close()))
  await server?.remove()
})

const TABS = ['今日', '未來', '其他院所', '代約', '特約', '急診', '轉介', '授權人員', '紀錄'] as const
type Tab = (typeof TABS)[number]
const tab = (page: Page, name: Tab) =>
  page.getByRole('tablist', { name: '約診管理' }).getByRole('tab', { name: new RegExp(`^${name}`) })
/** Unfinished entries, as the tab says. */
const count = async (page: Page, name: Tab) => Number(await tab(page, name).locator('.count').textContent())
const rows = (page: Page) => page.locator('#content tbody tr[data-row]')
const shown = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row'))).toSorted((a, b) => a - b))
const ids = (entries: readonly Booked[]) => entries.map(({ qid }) => qid).toSorted((a, b) => a - b)
/** What is unfinished in a part of the day: over the list, and at the head of its rows. */
const SLOTS: Record<string, string> = { am: '上午', pm: '下午', night: '夜間', emergency: '急診' }
const ofSlot = async (page: Page, slot: string) => {
  const text = (await page.locator('.ant-segmented-item').filter({ hasText: SLOTS[slot] }).textContent()) ?? ''
  return Number(/\d+/.exec(text)?.[0])
}
const ofHead = async (page: Page, slot: string) => {
  const text =
    (await page
      .getByText(new RegExp(`^${SLOTS[slot]}診?$`))
      .locator('xpath=..')
      .first()
      .textContent()) ?? ''
  return Number(/未完成 (\d+)/.exec(text)?.[1])
}

test('[APPT-03~] nine tabs open, each with the visits that belong there and no others, and counts them', async () => {
  await expect(lai.getByRole('tab')).toHaveText(TABS.map((name) => new RegExp(`^${name}`)))
  await lai.getByPlaceholder('姓名、電話、證號').fill(NAME)
  const lists: [Tab, readonly Booked[]][] = [
    ['今日', booked.today],
    ['未來', booked.future],
    ['代約', booked.agent],
    ['特約', booked.special],
    ['急診', booked.emergency],
    ['授權人員', booked.authorised],
    // Of the last seven days, today among them.
    ['紀錄', booked.today],
  ]
  for (const [name, entries] of lists) {
    await tab(lai, name).click()
    await expect(tab(lai, name)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => shown(lai), name).toEqual(ids(entries))
  }
  await tab(lai, '其他院所').click()
  await expect(rows(lai)).toHaveCount(1)
  // When and with whom; the patient is not named.
  await expect(rows(lai)).toContainText('13:30')
  await expect(rows(lai)).toContainText('海岸聯合診所')
  await expect(rows(lai)).toContainText('華海晴')
  await expect(rows(lai)).not.toContainText(ELSEWHERE)
  await expect.poll(() => count(lai, '其他院所')).toBe(1)
  await tab(lai, '轉介').click()
  await expect(rows(lai)).toHaveCount(await count(lai, '轉介'))
  await expect(rows(lai)).toContainText('林書妍')

  // The numbers are those of the lists, narrowed to what is unfinished.
  for (const [name, key] of [
    ['今日', 'today'],
    ['未來', 'future'],
    ['代約', 'agent'],
    ['特約', 'special'],
    ['急診', 'emergency'],
    ['授權人員', 'authorised'],
  ] as const) {
    await lai.goto(`${server.url}/apptmgmt?tab=${key}&state=unfinished`)
    await expect(lai.locator('.chips .hits')).toHaveText(new RegExp(`(^|\\D)${await count(lai, name)}(\\D|$)`))
  }
})

test('[APPT-03~] a new queue, a check-in and a check-out: the tabs and the parts of the day follow by themselves', async () => {
  await lai.goto(`${server.url}/apptmgmt`)
  const [entry] = booked.today
  if (!entry) throw new Error('nothing was booked')
  const row = lai.locator(`#content tr[data-row="${entry.qid}"]`)
  await expect(row).toBeVisible()
  await mark(lai)
  const counts = async () => ({
    today: await count(lai, '今日'),
    emergency: await count(lai, '急診'),
    urgent: await ofSlot(lai, 'emergency'),
    slot: await ofSlot(lai, entry.slot),
    head: await ofHead(lai, entry.slot),
  })
  const before = await counts()
  expect(before.head).toBe(before.slot)

  const { pid } = await nurse<{ pid: number }>('POST', '/partner/addMember', {
    unitId: 2,
    name: '新到',
    account: '0911000178',
  })
  const urgent = await book(nurse, pid, LAI, { kind: 'emergency' })
  await expect
    .poll(counts, 'a new queue')
    .toEqual({ ...before, today: before.today + 1, emergency: before.emergency + 1, urgent: before.urgent + 1 })
  await expect(lai.locator(`#content tr[data-row="${urgent.qid}"]`)).toBeVisible()

  // Who has come is not through yet: the row says so, and the numbers stay.
  const arrived = await counts()
  const step = async (action: string) => {
    const { version } = await nurse<Booked>('GET', `/his/api/getQueueDetailByQid/${entry.qid}`)
    await nurse('POST', '/his/api/queue', { qid: entry.qid, action, version })
  }
  await expect(row).toContainText('已預約')
  await step('checkIn')
  await expect(row).toContainText('候診中')
  await expect.poll(counts).toEqual(arrived)

  await step('finish')
  await expect(row).toContainText('已完成')
  await expect
    .poll(counts, 'a check-out')
    .toEqual({ ...arrived, today: arrived.today - 1, slot: arrived.slot - 1, head: arrived.head - 1 })
  expect(await marked(lai)).toBe(true)
})

/** Its list belongs to its field: another one may still be on its way out. */
async function choose(page: Page, within: string, label: string, words: string): Promise<void> {
  const field = page.locator(within).getByRole('combobox', { name: label })
  await field.click()
  const list = page.locator(`.ant-select-dropdown:has([id="${await field.getAttribute('id')}_list"])`)
  await list.locator('.ant-select-item-option').filter({ hasText: words }).click()
  await expect(list).toBeHidden()
}

/** The last of the set: with the two above the line stands whole. */
test('[APPT-03] a colleague’s referral comes to ‘my referrals’, is counted there, answered, and the answer is the colleague’s at once @proof', async () => {
  await lai.goto(`${server.url}/apptmgmt`)
  await expect(rows(lai).first()).toBeVisible()
  await mark(lai)
  const before = await count(lai, '轉介')

  const [visit] = booked.authorised
  await wang.goto(`${server.url}/apptmgmt?tab=future&open=${visit?.qid}`)
  await wang
    .locator('.drawer .df button')
    .filter({ hasText: /^轉介$/ })
    .click()
  const form = wang.getByRole('dialog').filter({ has: wang.locator('.referform') })
  // Nothing filled in is said at its fields, all at once.
  await form.getByRole('button', { name: '送出轉介' }).click()
  await expect(form.locator('.help.err')).toHaveCount(3)
  await choose(wang, '.referform', '轉入單位', '內湖分站')
  await choose(wang, '.referform', '指定人員', '賴冠廷')
  await form.getByLabel('轉介原因').fill('血糖起伏大，請協助評估。')
  await form.getByRole('checkbox', { name: /病人已同意/ }).check()
  await form.getByRole('button', { name: '送出轉介' }).click()
  await expect(form).toBeHidden()

  await expect.poll(() => count(lai, '轉介')).toBe(before + 1)
  await tab(lai, '轉介').click()
  const letter = (page: Page) => rows(page).filter({ hasText: NAME })
  await expect(letter(lai)).toContainText('王志遠')
  await expect(letter(lai)).toContainText('賴冠廷')
  await wang.goto(`${server.url}/apptmgmt?tab=referrals&side=sent`)
  await expect(letter(wang)).toContainText('已送出')
  await mark(wang)
  const sent = await count(wang, '轉介')

  await letter(lai).click()
  const drawer = lai.locator('.drawer')
  await expect(drawer).toContainText('血糖起伏大，請協助評估。')
  await drawer.getByRole('button', { name: '接受' }).click()
  const accept = lai.getByRole('dialog').filter({ hasText: '安排就診日' })
  await accept.getByRole('button', { name: '接受' }).click()
  await expect(accept.locator('.help.err')).toBeVisible()
  await accept.getByLabel('就診日').fill(addDays(today(), 2))
  await accept.getByRole('button', { name: '接受' }).click()
  await expect(letter(wang)).toContainText('已接受')
  // Somebody still has to do something.
  await expect.poll(() => count(lai, '轉介')).toBe(before + 1)

  await drawer.getByRole('button', { name: '回覆結果' }).click()
  const report = lai.getByRole('dialog').filter({ hasText: '看診結果' })
  await report.getByLabel('看診結果').fill('已調整用藥，兩週後回診。')
  // Meanwhile it goes on in another tab: the question says so and keeps what is written, and is answered once more.
  const other = await lai.context().newPage()
  await other.goto(lai.url())
  await other.locator('.drawer').getByRole('button', { name: '已就診' }).click()
  await expect(letter(wang)).toContainText('已就診')
  await other.close()
  await report.getByRole('button', { name: '回覆結果' }).click()
  await expect(report.getByRole('alert')).toContainText('現在是「已就診」')
  await expect(report.getByLabel('看診結果')).toHaveValue('已調整用藥，兩週後回診。')
  await report.getByRole('button', { name: '回覆結果' }).click()
  await expect.poll(() => count(lai, '轉介')).toBe(before)
  await expect.poll(() => count(wang, '轉介')).toBe(sent - 1)
  await expect(letter(wang)).toHaveCount(0)
  expect([await marked(lai), await marked(wang)]).toEqual([true, true])
  await choose(wang, '#content', '狀態', '包含已結束')
  await letter(wang).click()
  await expect(wang.locator('.drawer')).toContainText('已調整用藥，兩週後回診。')
})
