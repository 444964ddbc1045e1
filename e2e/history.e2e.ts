import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { asking } from './asking.ts'
import { atWork } from './at-work.ts'
import { stallResponse } from './stall.ts'
import { timezoneId } from './zone.ts'

/** What happened, found again and taken home as a file; a list that looks as somebody chose; and the same as a board and a calendar. */

const LIN = 1
const work = atWork('dr.lin', '/appthistory')
let page: Page
test.beforeAll(() => {
  page = work.page
})

const hits = async () => Number((await page.locator('.chips .hits').textContent())?.replace(/\D/g, ''))
const undo = () => page.locator('.notice').getByRole('button', { name: '復原' })
const total = (name: string) => page.locator('.htotals > div').filter({ hasText: name }).locator('dd')

test('[APPT-10~] [SHELL-14~] the history says what it comes to, narrows by a number, opens a visit, and leaves as a file', async () => {
  await expect(total('約診')).not.toHaveText('')
  await expect.poll(hits).toBe(Number((await total('約診').textContent())?.replace(/\D/g, '')))
  // Of the visits none is without a name.
  const named = await page.locator('.htotals dd button').allTextContents()
  expect(named.reduce((sum, text) => sum + Number(text.replace(/\D/g, '')), 0)).toBe(await hits())
  const finished = Number((await total('已完成').textContent())?.replace(/\D/g, ''))
  await total('已完成').getByRole('button').click()
  await expect.poll(hits).toBe(finished)
  await expect(page.getByText('狀態：已完成')).toBeVisible()
  await page.getByRole('row').nth(1).click()
  await expect(page.locator('.drawer .tl')).toContainText('完成看診')
  await page.keyboard.press('Escape')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '匯出 Excel' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('列表.xlsx')
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('[APPT-10~] what is booked while the first answer is under way is told, and stands there once it is asked for', async () => {
  const { server } = work
  const [nurse, admin] = await Promise.all(['nurse.chen', 'admin'].map((account) => asking(server, account)))
  if (!nurse || !admin) throw new Error('nobody is there')
  const patient = { unitId: 2, name: '剛掛號', account: '0911000188' }
  const { pid } = await nurse<{ pid: number }>('POST', '/partner/addMember', patient)
  // Nothing to pay, so that nothing waits for it.
  const startsOn = new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date())
  await admin('POST', '/his/api/exemptions', { pid, kind: 'free', startsOn })

  const answer = await stallResponse(page, '**/his/api/searchQueueLog', { times: 1 })
  await page.goto(`${server.url}/appthistory?q=${encodeURIComponent(patient.name)}`)
  await answer.asked
  await expect(page.getByText('已連線').first()).toBeAttached()
  const today = page.locator('.sider').getByRole('link', { name: '約診管理' }).locator('.count, .cnt')
  const before = Number(await today.textContent())
  const wish = { action: 'book', pid, did: LIN, site: 'video', kind: 'emergency', confirm: ['FEE_BELOW_DEFAULT'] }
  await nurse('POST', '/his/api/reservation', wish)
  // The page has heard of it, and its answer is older.
  await expect(today).toHaveText(String(before + 1))
  await answer.release()
  const news = page.getByRole('status').filter({ hasText: '有 1 筆新約診' })
  await expect(news).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: patient.name })).toHaveCount(0)
  await news.getByRole('button', { name: '重新載入' }).click()
  await expect(page.getByRole('row').filter({ hasText: patient.name })).toBeVisible()
  await expect(news).toHaveCount(0)
})

test('[SHELL-14~] columns and view stay chosen: in the address, and for the next time', async () => {
  const head = page.getByRole('columnheader', { name: '預約者' })
  await expect(head).toBeHidden()
  await page.getByRole('button', { name: '欄位' }).click()
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/his/api/preferences') && answer.ok())
  await page.getByLabel('預約者').check()
  await kept
  await expect(head).toBeVisible()
  expect(page.url()).toContain('cols=')
  await page.goto(`${work.server.url}/appthistory`)
  await expect(head).toBeVisible()
  await page.getByRole('button', { name: '欄位' }).click()
  await page.getByRole('button', { name: '恢復預設欄位' }).click()
  await expect(head).toBeHidden()
})

test('[APPT-13~] a card dragged on the board takes the step, and the toast takes it back', async () => {
  await page.goto(`${work.server.url}/apptmgmt?view=board`)
  const lane = (name: string) => page.locator(`[data-lane="${name}"]`)
  const card = lane('booked').locator('article').first()
  await expect(card).toBeVisible()
  const qid = await card.getAttribute('data-row')
  const same = (name: string) => lane(name).locator(`[data-row="${qid}"]`)
  // A column that no step leads to does not take it.
  await card.dragTo(lane('finished'))
  await expect(same('booked')).toBeVisible()
  await same('booked').dragTo(lane('waiting'))
  await page.getByRole('dialog').getByRole('button', { name: '核對相符，報到' }).click()
  await undo().hover()
  await expect(same('waiting')).toBeVisible()
  await undo().click()
  await expect(same('booked')).toBeVisible()
})

test('[SHELL-15~] [APPT-13~] on the board and in the calendar the keys act on the card that is marked and has the focus, and none finishes a visit unasked @proof', async () => {
  await page.goto(`${work.server.url}/apptmgmt?view=board`)
  const waiting = page.locator('[data-lane="waiting"] article')
  await expect(waiting.first()).toBeVisible()
  const marked = page.locator('[data-row].sel')
  // Nothing is marked: no key does anything.
  await page.keyboard.press('f')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const qid = await waiting.first().getAttribute('data-row')
  await expect(async () => {
    await page.keyboard.press('j')
    expect(await marked.getAttribute('data-row')).toBe(qid)
  }).toPass()
  await expect(marked).toHaveCount(1)
  await expect(marked).toBeFocused()
  await page.keyboard.press('f')
  const asked = page.getByRole('dialog').filter({ hasText: '的看診？' })
  await expect(asked).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(page.locator(`[data-lane="waiting"] [data-row="${qid}"]`)).toBeVisible()
  await page.goto(`${work.server.url}/apptmgmt?view=calendar`)
  await expect(page.locator('.calentry').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(marked).toHaveCount(1)
  await expect(marked).toBeFocused()
})

test('[APPT-10~] `p` plays the recording or says that there is none; another visit is booked with the data of this one', async () => {
  await page.goto(`${work.server.url}/appthistory?range=30&state=finished`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  const video = page.locator('.drawer video')
  const none = page.locator('.notice').filter({ hasText: '沒有可播放的錄影' })
  await expect(video.or(none).first()).toBeVisible()
  const problem = page.locator('.drawer .desc .pair').filter({ hasText: '主訴' }).locator('dd')
  const said = (await problem.textContent()) ?? ''
  await page.locator('.drawer').getByRole('button', { name: '再約一次' }).click()
  await expect(page).toHaveURL(/bookLike=\d+/)
  await expect(page.locator('#bk-problem')).toHaveValue(said)
  await page.keyboard.press('Escape')
})

/**
 * The entry that has a place of a morning's session nearest to it which nobody has, and by how many minutes it is away:
 * a pointer takes it there without scrolling, on whatever day of the week this runs.
 */
async function nearestFree(page: Page) {
  const days = await page.locator('.calday').evaluateAll((all) =>
    all.map((day) =>
      [...day.querySelectorAll<HTMLElement>('.calentry')].map((entry) => {
        const [hour, minute] = (entry.ariaLabel ?? '').slice(0, 5).split(':').map(Number)
        return { qid: entry.dataset.row, at: (hour ?? 0) * 60 + (minute ?? 0), movable: entry.draggable }
      }),
    ),
  )
  const morning = Array.from({ length: 18 }, (_, at) => 9 * 60 + at * 10)
  const [nearest] = days
    .flatMap((day) => {
      const free = morning.filter((at) => !day.some((entry) => entry.at === at))
      return day
        .filter(({ at, movable }) => movable && morning.includes(at))
        .flatMap(({ qid, at }) => free.map((to) => ({ qid, at, by: to - at })))
    })
    .sort((a, b) => Math.abs(a.by) - Math.abs(b.by))
  if (!nearest) throw new Error('every morning is full')
  const time = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
  return { ...nearest, before: time(nearest.at), after: time(nearest.at + nearest.by) }
}

/** Beside the board above: what it takes and what it does not stands in portal/src/features/appointments/calendar.test.ts. */
test('[APPT-13] an entry moves in the calendar by pointer and by keys, and goes back where it was', async () => {
  await page.goto(`${work.server.url}/apptmgmt?view=calendar`)
  await page.getByRole('button', { name: '後一週' }).click()
  // This week is gone once all that may be moved is in the next one.
  await expect(page.locator('.calday.today')).toHaveCount(0)
  await expect(page.locator('.calentry[draggable="true"]').first()).toBeVisible()
  const { qid, before, after, by } = await nearestFree(page)
  const same = page.locator(`.calentry[data-row="${qid}"]`)
  const label = async () => (await same.getAttribute('aria-label'))?.slice(0, 5) ?? ''
  await same.focus()
  await page.keyboard.press('Space')
  for (let n = 0; n < Math.abs(by) / 10; n += 1) await page.keyboard.press(by > 0 ? 'ArrowDown' : 'ArrowUp')
  await page.keyboard.press('Enter')
  // A pointer on it keeps a notice that would go after five seconds.
  await undo().hover()
  await expect.poll(label).toBe(after)
  await undo().click()
  await expect.poll(label).toBe(before)
  await same.evaluate((entry) => entry.scrollIntoView({ block: 'center' }))
  const box = await same.boundingBox()
  if (!box) throw new Error('the entry is not to be seen')
  await page.mouse.move(box.x + 12, box.y + 6)
  await page.mouse.down()
  // 150 pixels an hour.
  await page.mouse.move(box.x + 12, box.y + 6 + by, { steps: 4 })
  await page.mouse.move(box.x + 12, box.y + 6 + by * 2.5, { steps: 4 })
  await expect(page.locator('.calghost')).toContainText(after)
  await page.mouse.up()
  // A pointer on it keeps a notice that would go after five seconds.
  await undo().hover()
  await expect.poll(label).toBe(after)
  await undo().click()
  await expect.poll(label).toBe(before)
})
