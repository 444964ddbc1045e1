import { expect, type Page, test } from '@playwright/test'
import { desk, mark, marked, PATIENT, phone } from './bad-days.ts'
import { stallResponse } from './stall.ts'
import { launch, type Party } from './media/launch.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'

/** The steps of an entry by their buttons, and a colleague's list and counts that follow without a reload. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let doctor: Party
let nurse: Party
let patient: Party
let link: DemoLink

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, nurse, patient] = await Promise.all([
    launch('staff', {}, desk),
    launch('staff', {}, desk),
    launch('patient', {}, phone),
  ])
  for (const { page } of [doctor, nurse, patient]) page.setDefaultTimeout(PATIENT)
  link = await server.link({ doctor: 'dr.lin' })
  await Promise.all([
    signIn(doctor.page, server, 'dr.lin', `/apptmgmt?open=${link.qid}`),
    signIn(nurse.page, server, 'nurse.chen', `/apptmgmt?open=${link.qid}`),
  ])
  await Promise.all([expect(tag(doctor.page)).toHaveText(/已預約/), expect(tag(nurse.page)).toHaveText(/已預約/)])
  await mark(nurse.page)
})
test.afterAll(async () => {
  await Promise.all([doctor, nurse, patient].map((party) => party?.close()))
  await server?.remove()
})

const drawer = (page: Page) => page.locator('.drawer')
const tag = (page: Page) => drawer(page).locator('.dh .tag').first()
/** By its whole text: icons have names of their own. */
const foot = (page: Page, name: string) =>
  drawer(page)
    .locator('.df button')
    .filter({ hasText: new RegExp(`^${name}$`) })
const undone = async (page: Page) =>
  Number(await page.getByRole('tab', { name: /今日/ }).locator('.count').textContent())
/** Who has come is asked who they are: what to ask for stands there, and nothing is done before somebody says that it matched. */
const matches = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: '證號末三碼' }).getByRole('button', { name: '核對相符，報到' })
/** What the state allows, at the foot of the detail. */
const offered = async (page: Page) =>
  (await drawer(page).locator('.df button').allTextContents()).map((text) => text.trim()).sort()

test('[APPT-04~] a booked entry offers check-in, a call and cancelling; checking in is seen live and taken back', async () => {
  // Some of them wait for what the signed-in may do and where: they come a moment after the entry.
  await expect
    .poll(() => offered(doctor.page))
    .toEqual(['取消約診', '報到', '改期', '視訊看診', '傳送連結', '傳訊息', '轉介'].sort())
  await foot(nurse.page, '報到').click()
  const asked = nurse.page.getByRole('dialog').filter({ hasText: '證號末三碼' })
  await expect(asked).toContainText(/\d{4}[/年-]\d/)
  await expect(asked).toContainText(link.patientName)
  await asked.getByRole('button', { name: '取消', exact: true }).click()
  await expect(asked).toBeHidden()
  await expect(tag(nurse.page)).toHaveText(/已預約/)
  await foot(nurse.page, '報到').click()
  await matches(nurse.page).click()
  await expect(tag(doctor.page)).toContainText('候診中')
  await expect(drawer(doctor.page).locator('.tl')).toContainText('陳怡蓁')
  await foot(doctor.page, '取消報到').click()
  await expect(tag(nurse.page)).toHaveText(/已預約/)
})

test('[APPT-04~] a second step right behind the first is no colleague’s, though the list has not come again', async () => {
  const { page } = doctor
  await expect(foot(page, '報到')).toBeVisible()
  const lists = await stallResponse(page, /\/his\/api\/(getQueues|getQueueDetailByQid)/)
  // Not even the first step's own answer has come.
  const answer = await stallResponse(page, '**/his/api/queue', { times: 1 })
  await foot(page, '報到').click()
  await matches(page).click()
  await answer.asked
  await drawer(page).getByRole('textbox', { name: '備註' }).fill('輪椅入場')
  await drawer(page).getByRole('button', { name: '儲存備註' }).click()
  await answer.release()
  await expect(drawer(page).getByRole('button', { name: '儲存備註' })).toBeHidden()
  await lists.release()
  await expect(tag(page)).toContainText('候診中')
  await expect(drawer(nurse.page).getByRole('textbox', { name: '備註' })).toHaveValue('輪椅入場')
  await foot(page, '取消報到').click()
  await expect(tag(nurse.page)).toHaveText(/已預約/)
})

test('[APPT-04~] the note on an entry is a colleague’s at once, and what is being typed there stays', async () => {
  const memo = (page: Page) => drawer(page).getByRole('textbox', { name: '備註' })
  await memo(doctor.page).fill('請備妥家中血壓紀錄')
  await drawer(doctor.page).getByRole('button', { name: '儲存備註' }).click()
  await expect(memo(nurse.page)).toHaveValue('請備妥家中血壓紀錄')
  await memo(nurse.page).fill('家屬會一起上線')
  await memo(doctor.page).fill('請用台語說明')
  await drawer(doctor.page).getByRole('button', { name: '儲存備註' }).click()
  await expect(drawer(doctor.page).getByRole('button', { name: '儲存備註' })).toBeHidden()
  await expect(memo(nurse.page)).toHaveValue('家屬會一起上線')
})

test('[APPT-03~] the unfinished are counted on the tabs, live: a patient arrives, a visit is cancelled', async () => {
  const before = await undone(nurse.page)
  await foot(doctor.page, '取消約診').click()
  const dialog = doctor.page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: '取消約診' })
  await send.click()
  await expect(dialog).toContainText('請填寫原因')
  await dialog.getByRole('textbox').fill('病患來電取消，改下週')
  await arrive(patient.page, link)
  await expect(tag(nurse.page)).toContainText('候診中')
  // Meanwhile the patient has come: the question says so and keeps the reason, and nothing is done until it is sent again.
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('現在是「候診中」')
  await expect(dialog.getByRole('textbox')).toHaveValue('病患來電取消，改下週')
  await expect(tag(nurse.page)).toContainText('候診中')
  await send.click()
  await expect(dialog).toBeHidden()
  await expect(tag(nurse.page)).toContainText('取消')
  await expect(drawer(nurse.page)).toContainText('病患來電取消')
  await expect.poll(() => undone(nurse.page)).toBe(before - 1)
  await expect(patient.page.locator('.lk-over')).toBeVisible()
  expect(await marked(nurse.page)).toBe(true)
})

test('[APPT-04~] [CALL-13~] a patient who declined the call is rung again, by voice from the record @proof', async () => {
  link = await server.link({ doctor: 'dr.lin' })
  await arrive(patient.page, link)
  await goOnline(doctor.page)
  await doctor.page.goto(`${server.url}/apptmgmt?open=${link.qid}`)
  await foot(doctor.page, '看診').or(foot(doctor.page, '視訊看診')).first().click()
  const ring = patient.page.getByRole('alertdialog', { name: /呼叫您/ })
  await expect(ring).toBeVisible()
  await ring.getByRole('button', { name: '稍後' }).click()
  await expect(doctor.page.locator('.callbox')).toBeHidden()
  await expect(doctor.page.getByRole('button', { name: /線上候診/ }).first()).toBeVisible()
  // The record rings by voice alone: no picture of the doctor's is asked for.
  await drawer(doctor.page).getByRole('button', { name: '病歷' }).click()
  await doctor.page.getByRole('button', { name: '語音通話' }).click()
  await expect(ring).toBeVisible()
  await ring.getByRole('button', { name: '接聽' }).click()
  await expect(doctor.page.locator('.callbox .pill.rec')).toBeVisible()
  const kinds = await doctor.page
    .locator('video[data-participant="self"]')
    .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream | null)?.getVideoTracks().length ?? 0)
  expect(kinds).toBe(0)
  await doctor.page.getByRole('textbox', { name: '主觀 Subjective' }).fill('語音追蹤，頭痛已緩解')
  await expect(doctor.page.getByText(/已儲存/).first()).toBeVisible()
  await doctor.page.keyboard.press('Alt+H')
  await expect(doctor.page.locator('.callbox')).toBeHidden()
})

test('[APPT-04~] finishing is offered where it can be, and the colleague’s row follows @proof', async () => {
  await nurse.page.goto(`${server.url}/apptmgmt?open=${link.qid}`)
  await expect(tag(nurse.page)).toContainText('候診中')
  await doctor.page.goto(`${server.url}/apptmgmt?open=${link.qid}`)
  await foot(doctor.page, '完成看診').click()
  await expect(tag(nurse.page)).toContainText('已完成')
  await expect(patient.page.getByRole('heading', { name: '看診結束，請保重' })).toBeVisible()
})

/**
 * Each state's offers, redialling among them: portal/src/patterns/appointments/offers.test.ts. Calls above; moving in
 * booking.e2e.ts, referring in appointment-tabs.e2e.ts; what each state refuses in server/src/product/records.test.ts.
 */
test('[APPT-04] [CALL-14~] each state offers its steps and no others: a note is kept, a message and a link go to the patient’s mobile, the link is revoked, the visit cancelled with its reason', async () => {
  const { page } = doctor
  const other = await server.link({ doctor: 'dr.lin' })
  await page.goto(`${server.url}/apptmgmt?open=${other.qid}`)
  const allows = async (yes: readonly string[], no: readonly string[]) => {
    await expect.poll(() => offered(page)).toEqual(expect.arrayContaining([...yes]))
    expect((await offered(page)).filter((name) => no.includes(name))).toEqual([])
  }
  const always = ['傳訊息', '轉介', '取消約診']
  await allows(['報到', '視訊看診', '傳送連結', '改期', ...always], ['完成看診', '重撥', '取消報到', '復原完成'])
  await expect(drawer(page).getByRole('button', { name: '病歷' })).toBeVisible()
  await drawer(page).getByRole('textbox', { name: '備註' }).fill('請用台語說明')
  const save = drawer(page).getByRole('button', { name: '儲存備註' })
  await save.click()
  await expect(save).toBeHidden()

  await foot(page, '傳訊息').click()
  const message = page.getByRole('dialog').filter({ hasText: '訊息內容' })
  await message.getByRole('button', { name: '傳送訊息' }).click()
  await expect(message.locator('.help.err')).toBeVisible()
  await message.getByRole('button', { name: '看診時請備妥健保卡與目前用藥。' }).click()
  await message.getByRole('button', { name: '傳送訊息' }).click()
  await expect(page.getByText(/訊息已傳到 •+\d{3}/)).toBeVisible()
  await expect(message).toBeHidden()
  await foot(page, '報到').click()
  await matches(page).click()
  await allows(['完成看診', '取消報到', '結案（未看診）', '傳送連結', ...always], ['報到', '改期', '重撥', '復原完成'])
  await foot(page, '傳送連結').click()
  const link = page.getByRole('dialog').filter({ hasText: '3 分鐘內未開啟' })
  await link.getByText('語音', { exact: true }).click()
  await link.getByRole('button', { name: '傳送連結' }).click()
  await expect(page.getByText(/連結已傳到 •+\d{3}/)).toBeVisible()
  await expect(drawer(page).locator('.desc')).toContainText('連結')
  // How it fares stands on the row as well.
  await expect(page.locator(`tr[data-row="${other.qid}"]`).getByRole('img', { name: /^連結/ })).toBeVisible()
  // Each link has its way, and is taken back from here.
  const sent = drawer(page).getByRole('region', { name: '連結' }).locator('li').filter({ hasText: '語音・簡訊・•' })
  await sent.getByRole('button', { name: '撤銷' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤銷' }).click()
  await expect(sent).toContainText('連結已失效')
  await expect(sent.getByRole('button', { name: '撤銷' })).toHaveCount(0)
  await foot(page, '完成看診').click()
  await allows(['復原完成', '轉介'], ['報到', '完成看診', '取消約診', '傳送連結', '傳訊息', '改期', '重撥'])
  await foot(page, '復原完成').click()
  await allows(['完成看診', '取消約診'], ['復原完成'])
  await foot(page, '取消約診').click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('button', { name: '取消約診' }).click()
  await expect(asked).toContainText('請填寫原因')
  await asked.getByRole('textbox').fill('病患改為現場就診')
  await asked.getByRole('button', { name: '取消約診' }).click()
  await expect(tag(page)).toContainText('取消')
  await expect(drawer(page)).toContainText('病患改為現場就診')
  await allows(
    [],
    ['報到', '視訊看診', '完成看診', '取消約診', '傳送連結', '傳訊息', '轉介', '改期', '重撥', '復原完成'],
  )
  await expect(drawer(page).getByRole('textbox', { name: '備註' })).toHaveValue('請用台語說明')
})

/**
 * Its filters one by one, whose it is and its Excel file: server/src/appointments/history.test.ts and history.e2e.ts. What
 * plays is heard and seen in main-job.e2e.ts.
 */
test('[APPT-10] the visit is found in the history by days, state, slot, way, person and unit; its note, its fee and its recording are there @proof', async () => {
  const { page } = doctor
  await page.goto(`${server.url}/appthistory`)
  const row = page.getByRole('row').filter({ hasText: link.patientName })
  await expect(row.first()).toBeVisible()
  await page.getByText('30 天', { exact: true }).click()
  await expect(page).toHaveURL(/range=30/)
  const entry = await page.evaluate(async (qid) => {
    const answer = await fetch(`/his/api/getQueueDetailByQid/${qid}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}` },
    })
    return ((await answer.json()) as { data: Record<string, string | number> }).data
  }, link.qid)
  const { date, slot, site, did, pid, unitId } = entry
  const narrowed = `from=${date}&to=${date}&state=finished&slot=${slot}&site=${site}&did=${did}&pid=${pid}&unit=${unitId}`
  await page.goto(`${server.url}/appthistory?${narrowed}`)
  await expect(page.locator('.chips .hits')).toHaveText(/(^|\D)1(\D|$)/)
  await row.first().click()
  const detail = drawer(page)
  await expect(detail.locator('.tl')).toContainText('完成看診')
  // What it costs, and how that stands.
  const paid = detail.locator('.desc .pair').filter({ hasText: '付款' })
  await expect(paid).toContainText(Number(entry.fee) ? /\d/ : /無需付款/)
  await detail.getByRole('button', { name: '讀看診紀錄' }).click()
  await expect(detail.locator('.readnote')).toContainText('語音追蹤，頭痛已緩解')
  await detail.getByRole('button', { name: '播放' }).click()
  const video = detail.locator('video')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0)
})

test('[SHELL-14~] filters, search and sort live in the address, survive a reload, and are cleared at once @proof', async () => {
  const { page } = nurse
  await page.goto(`${server.url}/apptmgmt`)
  await page.getByRole('button', { name: '篩選' }).click()
  await page.locator('.filterform .ant-select').nth(1).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '已完成' }).click()
  await expect(page).toHaveURL(/state=finished/)
  await page.keyboard.press('Escape')
  await page.locator('.filters .searchbox input').or(page.getByPlaceholder(/姓名/)).first().fill(link.patientName)
  await expect(page).toHaveURL(/[?&]q=/)
  await page.getByRole('button', { name: '時間' }).click()
  await expect(page).toHaveURL(/sort=time/)
  const line = page.getByRole('row').filter({ hasText: link.patientName })
  await expect(line).toHaveCount(1)
  await page.reload()
  await expect(line).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: '時間' })).toHaveAttribute('aria-sort', 'ascending')
  for (const chip of ['已完成', link.patientName])
    await expect(page.locator('.chip').filter({ hasText: chip })).toBeVisible()
  await page.getByRole('button', { name: '全部清除' }).click()
  await expect(page).not.toHaveURL(/state=|q=|sort=/)
})
