import { expect, type Page, test } from '@playwright/test'
import { clockOf, draftKept } from './drafts.ts'
import { still, tour } from './themes.ts'
import type { TestServer } from './server.ts'
import { twoAtWork } from './two-at-work.ts'
import { shot } from './shots.ts'
import { dayOf } from './states.ts'

/** To-dos between two who work at the same time, each in a browser of their own. What one test hands over the next one reads. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let doctor: Page
let nurse: Page
twoAtWork(
  (work) => {
    ;({ server, doctor, nurse } = work)
  },
  '/todolist?tab=byme&status=all',
  '/todolist',
)

const form = (page: Page) => page.getByRole('dialog').filter({ hasText: '新增交辦' })
const choose = async (page: Page, name: string) => {
  await page.getByRole('dialog').getByLabel('交給').click()
  await page.getByRole('dialog').getByLabel('交給').fill(name)
  await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click()
}
const row = (page: Page, text: string) => page.locator('#content tbody tr[data-row]').filter({ hasText: text })
const notice = (page: Page, text: string) => page.locator('.notice').filter({ hasText: text })
const waiting = (page: Page) => page.locator('nav.sider a[href="/todolist"] .cnt')

test('[TODO-01] [TODO-02] a hand-off is at the recipient’s at once, and its completion at the giver’s', async () => {
  await expect(row(nurse, '確認新藥')).toBeVisible()
  const before = Number(await waiting(nurse).textContent())
  await doctor.keyboard.press('a')
  // Nothing is sent without a recipient and a text.
  await form(doctor).getByRole('button', { name: '交辦', exact: true }).click()
  await expect(form(doctor).locator('.help.err')).toHaveText('必填')
  await choose(doctor, '陳怡蓁')
  await form(doctor).getByLabel('要做的事').fill('請通知檢驗科補送尿液檢體')
  await form(doctor).getByText('明天', { exact: true }).click()
  await form(doctor).getByLabel('病人').click()
  await form(doctor).getByLabel('病人').fill('吳秀鳳')
  await doctor.locator('.ant-select-item-option').filter({ hasText: '吳秀鳳' }).first().click()
  await expect(form(doctor).locator('.handpatient')).toContainText('吳秀鳳')
  await still(doctor)
  await shot(doctor, 'todolist.form')
  await form(doctor).getByRole('button', { name: '交辦', exact: true }).click()
  await expect(notice(doctor, '已交辦給 陳怡蓁')).toBeVisible()
  // Nobody touched her page.
  await expect(notice(nurse, '收到一件新的交辦')).toBeVisible()
  await expect(row(nurse, '尿液檢體')).toContainText('吳秀鳳')
  await expect(row(nurse, '尿液檢體')).toContainText('林書妍')
  await expect(waiting(nurse)).toHaveText(String(before + 1))
  await expect(row(doctor, '尿液檢體')).toContainText('未完成')

  await row(nurse, '尿液檢體').getByRole('button', { name: '完成' }).click()
  // The word of it goes after five seconds; with the pointer on it, it stays.
  await notice(nurse, '已完成').hover()
  await expect(notice(doctor, '您交辦的事已完成')).toBeVisible()
  await expect(row(doctor, '尿液檢體')).toContainText('已完成')
  await expect(row(nurse, '尿液檢體')).toHaveCount(0)
  await expect(waiting(nurse)).toHaveText(String(before))
  // Done by mistake: taken back, and the giver sees that, too.
  await notice(nurse, '已完成').getByRole('button', { name: '復原' }).click()
  await expect(row(nurse, '尿液檢體')).toContainText('未完成')
  await expect(row(doctor, '尿液檢體')).toContainText('未完成')
})

test('[TODO-03] it is talked about, reminded of and handed on; the record lists what is open about its patient', async () => {
  await doctor.goto(`${server.url}/todolist?tab=byme`)
  await row(doctor, '尿液檢體').click()
  const mine = doctor.locator('aside.drawer')
  await mine.getByLabel('留言').fill('檢驗科分機 2231')
  await mine.getByRole('button', { name: '送出' }).click()
  await expect(mine.locator('.todohist .said')).toHaveText(/檢驗科分機 2231/)
  await expect(row(nurse, '尿液檢體')).toContainText('檢驗科分機 2231')
  await mine.getByRole('button', { name: '提醒' }).click()
  await expect(notice(nurse, '提醒：有一件待辦尚未完成')).toBeVisible()
  await mine.getByRole('button', { name: '提醒' }).click()
  await expect(notice(doctor, '每小時只能提醒一次')).toBeVisible()

  await row(nurse, '尿液檢體').click()
  const hers = nurse.locator('aside.drawer')
  await expect(hers.locator('.todohist .said')).toHaveText(/檢驗科分機 2231/)
  await still(nurse)
  await shot(nurse, 'todolist.drawer')
  await hers.getByRole('button', { name: '轉交' }).click()
  await choose(nurse, '蔡欣怡')
  await nurse.getByRole('dialog').getByRole('button', { name: '轉交', exact: true }).click()
  await expect(row(nurse, '尿液檢體')).toHaveCount(0)
  await expect(hers).toContainText('您已轉交，只能查看')
  await expect(row(doctor, '尿液檢體')).toContainText('蔡欣怡')
  await expect(mine.locator('.todohist')).toContainText('轉交給 蔡欣怡')

  const { open } = await dayOf(doctor)
  await doctor.goto(`${server.url}/emr2/${open.pid}/${open.qid}`)
  const section = doctor.getByRole('region', { name: '未完成的待辦' })
  await section.getByRole('button', { name: '新增交辦' }).click()
  await choose(doctor, '陳怡蓁')
  await form(doctor).getByLabel('要做的事').fill('看診後教他量血壓')
  await form(doctor).getByRole('button', { name: '交辦', exact: true }).click()
  await expect(section).toContainText('看診後教他量血壓')
  await expect(section).toContainText('林書妍 → 陳怡蓁')
  await still(doctor)
  await shot(doctor, 'emr.todos')
  // The nurse comes to it from the alert, and back to the visit it came from.
  await notice(nurse, '收到一件新的交辦').getByRole('button', { name: '查看' }).click()
  await expect(hers).toContainText('看診後教他量血壓')
  await hers.getByRole('link', { name: /約診|病歷紀錄/ }).click()
  await expect(nurse).toHaveURL(new RegExp(`open=${open.qid}|/emr2/${open.pid}/${open.qid}`))
})

test('[SHELL-17~] the home page counts what was handed to one, live; at the end of a shift all of it goes on at once @proof', async () => {
  await nurse.goto(server.url)
  const card = nurse.locator('.todos .todorow').filter({ hasText: '交辦給我的事' }).locator('.num')
  await expect(card).toBeVisible()
  const before = Number(await card.textContent())
  await doctor.goto(`${server.url}/todolist?todo=new`)
  await choose(doctor, '陳怡蓁')
  // What was begun is there again after a reload.
  const typing = await clockOf(doctor)
  await form(doctor).getByLabel('要做的事').fill('下班前回報')
  await draftKept(doctor, 'handoff', typing)
  await doctor.reload()
  await expect(form(doctor).getByLabel('要做的事')).toHaveValue('下班前回報')
  await expect(form(doctor)).toContainText('陳怡蓁')
  await form(doctor).getByRole('button', { name: '交辦', exact: true }).click()
  await expect(card).toHaveText(String(before + 1))
  await card.click()
  await expect(row(nurse, '下班前回報')).toBeVisible()
  await nurse.getByRole('button', { name: '交班' }).click()
  const dialog = nurse.getByRole('dialog')
  await expect(dialog.getByRole('checkbox')).toHaveCount(before + 1)
  await still(nurse)
  await shot(nurse, 'todolist.shift')
  await dialog.getByRole('checkbox', { name: /下班前回報/ }).uncheck()
  await choose(nurse, '蔡欣怡')
  await dialog.getByRole('button', { name: '轉交', exact: true }).click()
  await expect(notice(nurse, `${before} 件已轉交給 蔡欣怡`)).toBeVisible()
  await expect(nurse.locator('#content tbody tr[data-row]')).toHaveCount(1)
  await expect(row(nurse, '下班前回報')).toBeVisible()
})

test('[TODO-01~] a word and days narrow the list, the days stand in the address, and are taken off @proof', async () => {
  await doctor.goto(`${server.url}/todolist?tab=byme&status=all`)
  await expect(row(doctor, '下班前回報')).toBeVisible()
  await doctor.keyboard.press('/')
  await doctor.keyboard.type('吳秀鳳')
  await expect(row(doctor, '尿液檢體')).toBeVisible()
  await expect(row(doctor, '下班前回報')).toHaveCount(0)
  // It may be a name: the address does not hold it.
  expect(decodeURIComponent(doctor.url())).not.toContain('吳秀鳳')
  await still(doctor)
  await shot(doctor, 'todolist.search')
  await doctor.goto(`${server.url}/todolist?tab=byme&status=all&from=2020-01-01&to=2020-01-31`)
  await expect(doctor.locator('.chips')).toContainText('期限日期')
  await expect(doctor.locator('#content tbody tr[data-row]')).toHaveCount(0)
  await doctor.locator('.chip').filter({ hasText: '期限日期' }).getByRole('button').click()
  await expect(row(doctor, '下班前回報')).toBeVisible()
})

test('[TODO-01~] the screen of to-dos holds in every look @proof', async () => {
  await tour(doctor, {
    name: 'todolist',
    url: server.url,
    open: async (page) => {
      await page.goto(`${server.url}/todolist`)
      await expect(page.locator('#content [data-row]').first()).toBeVisible()
      await still(page)
    },
  })
})
