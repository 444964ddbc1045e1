import { expect, type Page, test } from '@playwright/test'
import { asking, placesOf } from './asking.ts'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { reads } from './reader.ts'
import { shot } from './shots.ts'
import { still } from './themes.ts'
import { type TwoAtWork, twoAtWork } from './two-at-work.ts'
import { cardHolders, type Known, REPORT } from './venue.ts'

/** A morning at folding tables: a volunteer joins, the nurse measures, the doctor keeps the pressure; the line goes and comes. */
let work: TwoAtWork
test.describe.configure({ mode: 'serial' })
twoAtWork((ready) => {
  work = ready
})

const event = '碧湖國小義診'
const row = (page: Page, name: string) => page.locator('.clinicrows li').filter({ hasText: name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const save = (page: Page) => page.getByRole('button', { name: '儲存', exact: true }).click()
const open = async (page: Page) => {
  await page.goto(`${work.server.url}/freeclinic?state=running&kind=clinic`)
  await page.locator('tr[data-row]').filter({ hasText: event }).click()
  await expect(page.locator('.clinicrows li').first()).toBeVisible()
}
/** As a reader types: quicker than a person, wherever the focus is. */
const scan = async (page: Page, code: string) => {
  await page.getByLabel('掃描或尋找').focus()
  await reads(page, code)
}
const agree = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog', { name: '報到' })
  await expect(dialog).toContainText(name)
  await expect(page.getByLabel('掃描或尋找')).toHaveValue('')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '報到' }).click()
  await expect(row(page, name)).toBeVisible()
}
test('[EVNT-01] [EVNT-02] [EVNT-05] cards join, stations measure side by side, a line that drops loses nothing even where the page is loaded anew, and the sheet needs no session', async ({
  browser,
}) => {
  const { nurse, doctor, server } = work
  const volunteer = await (await browser.newContext(desk)).newPage()
  volunteer.setDefaultTimeout(PATIENT)
  await signIn(volunteer, server, 'vol.peng', '/')
  const ask = await asking(server, 'nurse.chen')

  await test.step('a list may be empty', async () => {
    await nurse.goto(`${server.url}/freeclinic?state=cancelled`)
    await expect(nurse.locator('#content')).toContainText('沒有符合的資料')
  })
  await Promise.all([open(nurse), open(doctor), open(volunteer)])
  // Three of the unit who have not joined yet.
  const there = await nurse.locator('.clinicrows li').allTextContents()
  const people = await cardHolders(ask, 3, (name) => there.some((text) => text.includes(name)))
  const [first, second, third] = people
  if (!first || !second || !third) throw new Error('everybody has joined')
  const { name } = first

  await test.step('a volunteer joins whom a QR, a health card and an id name, with consent, and sees no results', async () => {
    await expect(volunteer.getByRole('tab', { name: '結果' })).toHaveCount(0)
    await scan(volunteer, `TELEWARD:${first.memberNo}`)
    const dialog = volunteer.getByRole('dialog', { name: '報到' })
    await dialog.getByRole('button', { name: '報到' }).click()
    await expect(dialog).toContainText('需要本人同意')
    await agree(volunteer, name)
    await scan(volunteer, second.nhiCardNumber)
    await agree(volunteer, second.name)
    await scan(volunteer, third.idNumber)
    await agree(volunteer, third.name)
    for (const page of [nurse, doctor]) await expect(row(page, third.name)).toBeVisible()
  })

  await test.step('two tables measure; Enter leads from field to field; what no body has is asked about', async () => {
    await tab(nurse, '身高體重')
    await row(nurse, name).getByRole('button').click()
    await nurse.getByLabel(/^身高/).fill('162')
    await nurse.getByLabel(/^身高/).press('Enter')
    await expect(nurse.getByLabel(/^體重/)).toBeFocused()
    await nurse.keyboard.type('640')
    await nurse.keyboard.press('Control+Enter')
    const odd = nurse.getByRole('dialog', { name: /體重 640/ })
    await odd.getByRole('button', { name: '重新輸入' }).click()
    await nurse.getByLabel(/^體重/).fill('64')
    await save(nurse)
    await tab(doctor, '血壓')
    await row(doctor, name).getByRole('button').click()
    await still(doctor)
    await shot(doctor, 'freeclinic')
    await doctor.getByLabel(/^收縮壓/).fill('151')
    await save(doctor)
    await expect(row(doctor, name)).toContainText('未量測：舒張壓、脈搏')
  })

  await test.step('[I11] what was typed and not saved is asked about before the next person, another table, another card or the menu takes it away', async () => {
    await row(nurse, name).getByRole('button').click()
    const height = nurse.getByLabel(/^身高/)
    await height.fill('171')
    const question = nurse.getByRole('dialog').filter({ hasText: '捨棄輸入的內容？' })
    for (const away of [
      () => row(nurse, second.name).getByRole('button').click(),
      () => tab(nurse, '血壓'),
      () => reads(nurse, `TELEWARD:${third.memberNo}`),
      () => nurse.goBack(),
    ]) {
      await height.focus()
      await away()
      await question.getByRole('button', { name: '繼續編輯' }).click()
      await expect(question).toHaveCount(0)
      await expect(height).toHaveValue('171')
    }
    await row(nurse, second.name).getByRole('button').click()
    await question.getByRole('button', { name: '捨棄' }).click()
    await expect(nurse.locator('.clinicwho h2')).toContainText(second.name)
    await expect(height).toHaveValue('')
  })

  await test.step('what a device measures stands in the field of whoever is at the table, and is saved as theirs', async () => {
    await row(nurse, second.name).getByRole('button').click()
    await expect(nurse.locator('.clinicwho h2')).toContainText(second.name)
    const said = {
      dataType: 'weight_complete',
      weight: '70.45',
      weight_unit: 'kg',
      deviceName: 'App-1',
      deviceType: 'scale',
    }
    await nurse.evaluate(
      (message) => window.postMessage({ ...message, timestamp: new Date(Date.now() + 1000).toISOString() }),
      said,
    )
    await expect(nurse.getByLabel(/^體重/)).toHaveValue('70.45')
    await save(nurse)
    await expect(nurse.locator('.pline').filter({ hasText: '體重' })).toContainText('App-1')
  })

  await test.step('without a line it stays here and is said; with it, it arrives once, beside what another table wrote', async () => {
    await tab(nurse, '血壓')
    await row(nurse, name).getByRole('button').click()
    // The worker has the page's files by now: it says so.
    await expect(nurse.getByText('可離線使用')).toBeVisible()
    await nurse.context().setOffline(true)
    await nurse.getByLabel(/^收縮壓/).fill('139')
    await nurse.getByLabel(/^脈搏/).fill('72')
    await save(nurse)
    await expect(nurse.locator('.clinicqueue')).toContainText('1 筆保存在這台裝置')
    await doctor.getByLabel(/^收縮壓/).fill('149')
    await save(doctor)
  })

  await test.step('loaded anew without a line the page opens, with who is there and what waits; more can be entered', async () => {
    await nurse.reload()
    await expect(row(nurse, name)).toBeVisible()
    await expect(nurse.locator('.clinicqueue')).toContainText('1 筆保存在這台裝置')
    await row(nurse, second.name).getByRole('button').click()
    await nurse.getByLabel(/^脈搏/).fill('66')
    await save(nurse)
    await expect(nurse.locator('.clinicqueue')).toContainText('2 筆保存在這台裝置')
    await nurse.context().setOffline(false)
    await expect(nurse.locator('.clinicqueue')).toHaveCount(0)
    await expect(doctor.locator('.clinicdiffer')).toContainText('兩站數值不同')
    await expect(doctor.locator('.clinicdiffer .num')).toHaveCount(2)
    await doctor.locator('.clinicdiffer').getByRole('button', { name: '採用' }).first().click()
    await expect(doctor.locator('.clinicdiffer')).toHaveCount(0)
    const { id } = (
      await ask<{ id: number; name: string }[]>('POST', '/his/api/getEvents', { kind: 'clinic', state: 'running' })
    ).find((one) => one.name === event) ?? { id: 0 }
    const pulse = async ({ pid }: Known) =>
      (
        await ask<{ participants: { values: { item: string; value: number }[] }[] }>(
          'POST',
          '/his/api/getEventMeasureData',
          {
            eventid: id,
            pid,
          },
        )
      ).participants.flatMap(({ values }) => values.filter(({ item }) => item === 'pulse').map(({ value }) => value))
    expect([await pulse(first), await pulse(second)]).toEqual([[72], [66]])
    // A consultation is booked from the event, and stands with the person.
    const did = await doctor.evaluate(() =>
      Number((JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { mid: number }).mid),
    )
    const [place] = await placesOf(ask, did, 1, 14)
    await ask('POST', '/his/api/makeEventAppt', { eventid: id, pid: first.pid, did, ...place })
  })

  await test.step('a report is handed in; the result compares; its sheet opens without a session, and no other does', async () => {
    await row(nurse, name).getByRole('button').click()
    await tab(nurse, '看診')
    await expect(nurse.locator('.clinicfields')).toContainText('林書妍')
    await tab(nurse, '報告')
    await nurse
      .locator('.clinicfields input[type=file]')
      .setInputFiles({ name: '心電圖.pdf', mimeType: 'application/pdf', buffer: REPORT })
    await expect(nurse.locator('.clinicfields')).toContainText(/心電圖\.pdf.*\d/)
    await tab(nurse, '結果')
    await expect(nurse.locator('.clinicvalues')).toContainText('身體質量指數')
    const address = await nurse.getByRole('link', { name: '列印結果單' }).getAttribute('href')
    const stranger = await browser.newPage()
    await stranger.addInitScript(() => {
      window.print = () => void document.documentElement.setAttribute('data-printed', '1')
    })
    await stranger.goto(`${server.url}${address}&auto=1`)
    await expect(stranger.locator('.clinicsheet')).toContainText(name)
    await expect(stranger.locator('.clinicsheet')).toContainText('未量測')
    await expect(stranger.locator('html')).toHaveAttribute('data-printed', '1')
    await shot(stranger, 'freeclinic-sheet')
    // Somebody who has joined the same event.
    await stranger.goto(`${server.url}${address?.replace(/\/\d+\?/, `/${second.pid}?`)}`)
    await expect(stranger.getByRole('alert')).toBeVisible()
    await expect(stranger.locator('.clinicvalues')).toHaveCount(0)
    await stranger.goto(`${server.url}${address?.replace(/token=[^&]*/, 'token=')}`)
    await expect(stranger.getByRole('alert')).toBeVisible()
    await stranger.close()
  })
  await volunteer.context().close()
})
