import { expect, type Page, test } from '@playwright/test'
import { answer, desk, open, PATIENT, phone } from './bad-days.ts'
import {
  fromMenu,
  agree,
  box,
  choose,
  comeIn,
  giveCode,
  hangUp,
  inviting,
  linkIn,
  linkText,
  ring,
  sendLink,
} from './call-people.ts'
import { LIGHT, launch, type Party } from './media/launch.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** Colleagues call each other, alone and several at once; a call takes in a third and a fourth, and is handed over. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let house: Party
let lin: Page
let wang: Page
let chen: Page
let patient: Page
let link: DemoLink

/** Who sees what of whom is asked of each page, so that one browser does for all of them. */
test.beforeAll(async () => {
  const context = async (how: object) => (await house.browser.newContext(how)).newPage()
  ;[server, house] = await Promise.all([startServer(), launch('staff', { executablePath: LIGHT }, desk)])
  lin = house.page
  ;[wang, chen, patient] = (await Promise.all([desk, desk, phone].map(context))) as [Page, Page, Page]
  for (const page of everybody()) page.setDefaultTimeout(PATIENT)
  const staff = async (page: Page, account: string) => {
    await signIn(page, server, account, '/calllog')
    await goOnline(page)
  }
  ;[link] = await Promise.all([
    server.link({ doctor: 'dr.lin' }),
    staff(lin, 'dr.lin'),
    staff(wang, 'dr.wang'),
    staff(chen, 'nurse.chen'),
  ])
})
test.afterEach(async () => {
  if (test.info().status === test.info().expectedStatus) return
  for (const [at, page] of everybody().entries()) await shot(page, `failed.call-among-staff.${at}`)
})
test.afterAll(async () => {
  await house?.close()
  await server?.remove()
})

const everybody = () => [lin, wang, chen, patient]
/** Pictures of others that are there and move. */
const pictures = (page: Page) =>
  page.evaluate(async () => (await globalThis.__telewardMedia?.())?.filter((one) => one.framesDecoded > 0).length ?? 0)
const sees = (page: Page, count: number) => expect.poll(() => pictures(page), { timeout: 60_000 }).toBe(count)
/** Voices of others that arrive. */
const heard = (page: Page) =>
  page.evaluate(async () => (await globalThis.__telewardMedia?.())?.filter((one) => one.audioEnergy > 0).length ?? 0)
async function call(page: Page, names: readonly string[], how = '視訊'): Promise<void> {
  await page.getByRole('button', { name: '呼叫同事' }).click()
  await choose(page, '呼叫同事', names, how)
}
test('[CALL-13~] [CALL-20~] a group is rung, the first who answers has it, a call meanwhile is a line above it, and the log calls back', async () => {
  await call(lin, ['王志遠', '陳怡蓁'])
  for (const page of [wang, chen]) await expect(ring(page)).toContainText('同事來電')
  await expect(box(lin)).toContainText('呼叫中')
  await shot(wang, 'call-among-staff.rung')
  await answer(wang)
  await expect(ring(chen)).toBeHidden()
  await expect(chen.getByText('王志遠 已接聽')).toBeVisible()
  await Promise.all([sees(lin, 1), sees(wang, 1)])
  await expect(box(lin)).toContainText('王志遠')
  await expect(box(lin)).not.toContainText('錄影')

  await call(chen, ['王志遠'], '語音')
  const strip = wang.locator('.secondcall')
  await expect(strip).toContainText('陳怡蓁')
  await expect(box(chen)).toContainText('通話中，已看到您的來電')
  await expect(ring(wang)).toBeHidden()
  await shot(wang, 'call-among-staff.meanwhile')
  await strip.getByRole('button', { name: '稍等' }).click()
  await expect(chen.getByText('約 5 分鐘後呼叫您')).toBeVisible()
  await expect(box(chen)).toBeHidden()
  await sees(lin, 1)
  await hangUp(lin)
  await expect(box(wang)).toBeHidden()

  const mine = lin.locator('tr[data-row]').first()
  await expect(mine).toContainText('王志遠')
  await expect(mine).toContainText('撥出')
  const theirs = wang.locator('tr[data-row]').filter({ hasText: '林書妍' }).first()
  await expect(theirs).toContainText('撥入')
  await expect(theirs).toContainText('已接聽')
  await shot(wang, 'call-among-staff.log')
  await theirs.getByRole('button', { name: '回撥' }).click()
  await ring(lin).getByRole('button', { name: /拒接/ }).click()
  // And once more by what is offered.
  await expect(wang.getByText('林書妍 已拒接')).toBeVisible()
  await wang.getByRole('button', { name: '再撥一次' }).click()
  await expect(ring(lin)).toContainText('王志遠')
  await box(wang).getByRole('button', { name: '取消呼叫' }).click()
  await expect(ring(lin)).toBeHidden()
})

test('[CALL-08] the jump to the record leaves the room as it was: one window, one picture, not a frame dropped', async () => {
  await arrive(patient, link)
  await open(lin, /約診管理/)
  await expect(lin.locator('.presence')).toContainText('線上候診')
  await lin
    .getByRole('button', { name: new RegExp(`^看診，.*${link.patientName}`) })
    .first()
    .click()
  await expect(box(lin)).toContainText('正在呼叫病患')
  await lin.locator('video.remote').evaluate((video) => void Reflect.set(video, 'testMark', true))
  await patient
    .getByRole('alertdialog', { name: /呼叫您/ })
    .getByRole('button', { name: '接聽' })
    .click()
  await expect(lin).toHaveURL(new RegExp(`/emr2/\\d+/${link.qid}`))
  await sees(lin, 1)
  // Whoever joined a room again would have a track of another connection.
  const track = (page: Page, keep: boolean) =>
    page.evaluate((first) => {
      const video = document.querySelector<HTMLVideoElement>('video.remote')
      const [now] = (video?.srcObject as MediaStream | null)?.getVideoTracks() ?? []
      if (first) Reflect.set(window, 'testTrack', now)
      return now?.readyState === 'live' && Reflect.get(window, 'testTrack') === now
    }, keep)
  const state = () =>
    lin.evaluate(async () => {
      const [one] = (await globalThis.__telewardMedia?.()) ?? []
      const video = document.querySelector<HTMLVideoElement>('video.remote')
      const search = new URLSearchParams(location.search)
      return {
        frames: one?.framesDecoded ?? 0,
        restarts: one?.restarts,
        same: Reflect.get(video ?? {}, 'testMark') === true,
        size: document.documentElement.dataset.call,
        room: search.get('roomID'),
        call: search.get('callID'),
      }
    })
  await sees(patient, 1)
  for (const page of [lin, patient]) expect(await track(page, true)).toBe(true)
  const { frames, ...before } = await state()
  expect(before).toMatchObject({ same: true, size: '2', restarts: 0 })
  expect(before.room && before.call).toBeTruthy()
  // To another screen, and by the room's own way back into the record.
  await open(lin, /會員/)
  await lin.goBack()
  await expect(lin).toHaveURL(new RegExp(`/emr2/\\d+/${link.qid}`))
  const { frames: since, ...after } = await state()
  expect(after).toEqual(before)
  expect(since).toBeGreaterThan(frames)
  for (const page of [lin, patient]) expect(await track(page, false)).toBe(true)
  await expect(patient.getByText('已離開')).toHaveCount(0)
})

test('[CALL-13~] somebody without an account comes into the call by a link: seen and heard by all, removed, and out when it is taken back @proof', async () => {
  const mobile = '0987 654 321'
  const admin = await (await house.browser.newContext(desk)).newPage()
  await signIn(admin, server, 'admin', '/')
  await sendLink(lin, '吳美玲', mobile)
  const dialog = inviting(lin)
  await expect(dialog.getByRole('listitem')).toContainText('吳美玲（家屬）')
  await shot(lin, 'guest.dialog')
  // Whoever is in the call sees who is to come, also without the dialog.
  await expect(box(lin).getByRole('listitem')).toHaveText(/^吳美玲（家屬）已送出，尚未開啟/)
  const text = await linkText(admin, server, mobile)
  expect(text).not.toContain(link.patientName)
  const guest = await (await house.browser.newContext(phone)).newPage()
  guest.setDefaultTimeout(PATIENT)
  await guest.goto(server.url + linkIn(text))
  await expect(guest.getByRole('heading', { name: '林書妍 邀請您加入通話' })).toBeVisible()
  await shot(guest, 'guest.invited')
  await giveCode(guest, '0000')
  await expect(guest.getByRole('alert')).toContainText('還可試 4 次')
  await giveCode(guest, '4321')
  await agree(guest)
  await shot(guest, 'guest.agree')
  await comeIn(guest)
  await Promise.all([sees(guest, 2), sees(lin, 2), sees(patient, 2)])
  await expect(patient.locator('.lk-others')).toContainText('吳美玲（家屬）')
  await expect(dialog.getByRole('listitem')).toContainText('通話中')
  await dialog.getByRole('button', { name: '關閉' }).last().click()
  // Its sound arrives as its picture does.
  await Promise.all([lin, patient, guest].map((page) => expect.poll(() => heard(page)).toBe(2)))
  await shot(lin, 'guest.three')
  await shot(patient, 'guest.three-patient')
  await shot(guest, 'guest.three-guest')
  await box(lin).getByRole('button', { name: '將吳美玲移出通話' }).click()
  await lin.getByRole('dialog').getByRole('button', { name: '移出' }).click()
  await expect(guest.getByRole('heading', { name: '邀請已取消' })).toBeVisible()
  await expect(box(lin)).toHaveAttribute('data-faces', '2')
  await Promise.all([sees(lin, 1), sees(patient, 1)])
  await Promise.all([guest, admin].map((page) => page.context().close()))
})

test('[CALL-13~] a third and a fourth come in and go; a transfer leaves only when the other is in, and a declined one leaves all as it was @proof', async () => {
  await fromMenu(lin, '邀請加入通話')
  await choose(lin, '邀請加入通話', ['王志遠'], '邀請')
  await expect(box(lin)).toContainText('呼叫中 王志遠')
  await expect(ring(wang)).toContainText(`邀請您加入與 ${link.patientName} 的通話`)
  await answer(wang)
  await expect(box(lin)).toHaveAttribute('data-faces', '3')
  await fromMenu(wang, '邀請加入通話')
  await choose(wang, '邀請加入通話', ['陳怡蓁'], '邀請')
  await answer(chen)
  for (const page of [lin, wang, chen]) await expect(box(page)).toHaveAttribute('data-faces', '4')
  await Promise.all(everybody().map((page) => sees(page, 3)))
  await shot(lin, 'call-among-staff.four')
  await shot(patient, 'call-among-staff.four-patient')
  await wang.setViewportSize({ width: 375, height: 812 })
  await shot(wang, 'call-among-staff.four-phone')
  await wang.setViewportSize({ width: 1440, height: 900 })
  await hangUp(chen)
  await hangUp(wang)
  await expect(box(lin)).toHaveAttribute('data-faces', '2')

  await fromMenu(lin, '轉接給同事')
  await choose(lin, '轉接通話', ['王志遠'], '轉接')
  await ring(wang).getByRole('button', { name: '拒接', exact: false }).first().click()
  await expect(lin.getByText('轉接失敗')).toBeVisible()
  await expect(box(lin)).toHaveAttribute('data-faces', '2')

  await fromMenu(lin, '轉接給同事')
  await choose(lin, '轉接通話', ['王志遠'], '轉接')
  await expect(ring(wang)).toContainText(`要把與 ${link.patientName} 的通話轉接給您`)
  await answer(wang)
  await expect(lin.getByText('通話已轉接給 王志遠')).toBeVisible()
  await expect(box(lin)).toBeHidden()
  await Promise.all([sees(wang, 1), sees(patient, 1)])
  // Back again, with a word together before one leaves.
  await fromMenu(wang, '轉接給同事')
  await wang
    .getByRole('dialog', { name: '轉接通話' })
    .getByLabel(/先一起說明/)
    .check()
  await choose(wang, '轉接通話', ['林書妍'], '轉接')
  await answer(lin)
  await box(wang).getByRole('button', { name: '交給林書妍並離開' }).click()
  await expect(box(wang)).toBeHidden()
  await Promise.all([sees(lin, 1), sees(patient, 1)])
  await hangUp(lin)
  await expect(patient.getByRole('button', { name: '呼叫醫師' })).toBeVisible()
})
