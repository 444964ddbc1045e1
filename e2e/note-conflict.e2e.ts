import { expect, type Page, test } from '@playwright/test'
import { PASSWORD } from './people.ts'
import type { TestServer } from './server.ts'
import { twoAtWork } from './two-at-work.ts'
import { shot } from './shots.ts'
import { dayOf } from './states.ts'

/** A doctor and the nurse who prepares for him are on one note. */

let server: TestServer
let doctor: Page
let nurse: Page
twoAtWork((work) => {
  ;({ server, doctor, nurse } = work)
})

const part = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const saved = (page: Page) => expect(page.locator('.saved')).toContainText('已儲存')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const SAVE = /\/his\/api\/notes\/[\w-]+$/

test('[EMR-16] two on one note see each other’s place, live; fields merge, diagnoses of both stand, one field shows both texts, and nothing of either is lost', async () => {
  const { open } = await dayOf(doctor)
  const record = `${server.url}/emr2/${open.pid}/${open.qid}`
  await doctor.goto(record)
  await part(doctor, '主觀 Subjective').fill('頭暈三天')
  await saved(doctor)
  await nurse.goto(record)
  await expect(part(nurse, '主觀 Subjective')).toHaveValue('頭暈三天')

  // Each sees the other, and where.
  await part(nurse, '客觀 Objective').focus()
  await expect(section(doctor, '客觀 Objective').getByRole('status')).toHaveText('陳怡蓁 在此')
  await expect(doctor.locator('.phbar')).toContainText('也在看：陳怡蓁（客觀 Objective）')
  await expect(section(nurse, '主觀 Subjective').getByRole('status')).toContainText('在此')
  await doctor.keyboard.press('Alt+D')
  await expect(section(nurse, '處方').getByRole('status')).toContainText('在此')
  await doctor.keyboard.press('Alt+I')
  await expect(section(nurse, '評估 Assessment').getByRole('status')).toContainText('在此')
  await shot(nurse, 'note-conflict.here')

  // Different fields at once are merged.
  await Promise.all([
    part(doctor, '主觀 Subjective').fill('頭暈三天，站起來更暈'),
    part(nurse, '客觀 Objective').pressSequentially('BP 158/94', { delay: 10 }),
  ])
  for (const page of [doctor, nurse]) {
    await expect(part(page, '主觀 Subjective')).toHaveValue('頭暈三天，站起來更暈')
    await expect(part(page, '客觀 Objective')).toHaveValue('BP 158/94')
    await saved(page)
  }

  // A diagnosis of each at the same moment: both stand.
  const coded = async (page: Page, code: string) => {
    await page.keyboard.press('Alt+I')
    await page.keyboard.type(code)
    await expect(page.getByRole('option').first()).toContainText(code)
    await page.keyboard.press('Enter')
  }
  await Promise.all([coded(doctor, 'J45.909'), coded(nurse, 'K21.9')])
  for (const page of [doctor, nurse]) {
    for (const code of ['J45.909', 'K21.9'])
      await expect(page.locator('.icds .icd').filter({ hasText: code })).toHaveCount(1)
    await saved(page)
  }

  // The same field: hers is on its way while his arrives.
  await nurse.route(SAVE, (route) => route.abort('connectionfailed'))
  await part(nurse, '計畫 Plan').fill('護理師：衛教低鹽')
  await part(doctor, '計畫 Plan').fill('醫師：調整藥物')
  await saved(doctor)
  await nurse.unroute(SAVE)
  const dialog = nurse.getByRole('dialog', { name: '有人也改了「計畫 Plan」' })
  await expect(dialog).toContainText('護理師：衛教低鹽')
  await expect(dialog).toContainText('醫師：調整藥物')
  await shot(nurse, 'note-conflict.both')
  await dialog.getByRole('button', { name: '兩者都保留' }).click()
  for (const page of [doctor, nurse])
    await expect(part(page, '計畫 Plan')).toHaveValue('醫師：調整藥物\n護理師：衛教低鹽')

  // Taking theirs can be undone; putting mine over theirs keeps theirs among the versions.
  await saved(nurse)
  await nurse.route(SAVE, (route) => route.abort('connectionfailed'))
  await part(nurse, '計畫 Plan').fill('護理師的另一版')
  await part(doctor, '計畫 Plan').fill('醫師的另一版')
  await saved(doctor)
  await nurse.unroute(SAVE)
  await dialog.getByRole('button', { name: '採用對方的' }).click()
  await expect(part(nurse, '計畫 Plan')).toHaveValue('醫師的另一版')
  await nurse.getByRole('button', { name: '放回我的內容' }).click()
  await expect(part(doctor, '計畫 Plan')).toHaveValue('醫師的另一版\n護理師的另一版')
  await saved(nurse)
  await part(doctor, '計畫 Plan').fill('重寫')
  await saved(doctor)
  await doctor.locator('.soap').getByRole('button', { name: '更多病歷操作' }).click()
  await doctor.getByRole('menuitem', { name: '版本' }).click()
  const versions = doctor.getByRole('dialog', { name: '版本' })
  await versions.locator('.versions > li > button').first().click()
  await expect(versions).toContainText('護理師的另一版')
  await doctor.keyboard.press('Escape')

  // Whoever signs is told that somebody still writes; whoever leaves is gone within seconds.
  await part(nurse, '客觀 Objective').focus()
  await expect(section(doctor, '客觀 Objective').getByRole('status')).toBeVisible()
  await doctor.keyboard.press('ControlOrMeta+Enter')
  await expect(doctor.getByRole('dialog')).toContainText('陳怡蓁（客觀 Objective） 正在書寫')
  await doctor.keyboard.press('Escape')
  await nurse.goto(server.url)
  await expect(doctor.locator('.phbar')).not.toContainText('也在看', { timeout: 5_000 })
  await nurse.goto(record)
  await expect(doctor.locator('.phbar')).toContainText('也在看：陳怡蓁')

  // What is signed is what was read: what changes under the open dialog is named and read again, and the password goes.
  await part(doctor, '評估 Assessment').fill('姿勢性頭暈')
  await saved(doctor)
  await doctor.keyboard.press('ControlOrMeta+Enter')
  const sign = doctor.getByRole('dialog').filter({ has: doctor.locator('.signbox') })
  const password = sign.locator('input[type=password]')
  await password.fill(PASSWORD)
  await part(nurse, '客觀 Objective').fill('BP 178/104')
  await expect(sign.locator('.alert.warn')).toContainText('客觀 Objective 在您閱讀時已被更改')
  await expect(sign.locator('.paper')).toContainText('BP 178/104')
  await expect(password).toHaveCount(0)
  await doctor.keyboard.press('Enter')
  await shot(doctor, 'note-conflict.signing')
  await sign.getByRole('button', { name: '已重新閱讀' }).click()
  await expect(password).toHaveValue('')
  // The answer to the signature is lost: it is asked for again by itself, and signs once.
  let asked = 0
  await doctor.route('**/his/api/recordSignature', async (route) => {
    const response = await route.fetch()
    asked += 1
    if (asked === 1) await route.abort('connectionreset')
    else await route.fulfill({ response })
  })
  await password.fill(PASSWORD)
  await doctor.keyboard.press('Enter')
  await expect(sign).toBeHidden()
  await expect(doctor.locator('.nf.locked')).toContainText('簽章')
  expect(asked).toBe(2)
  await nurse.close()
  await expect(doctor.locator('.phbar')).not.toContainText('也在看', { timeout: 5_000 })
})
