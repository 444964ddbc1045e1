import { expect, test } from '@playwright/test'
import { addDays } from '@teleward/contract/core/zone.ts'
import { asking } from './asking.ts'
import { timezoneId } from './zone.ts'
import { still } from './themes.ts'
import { shot } from './shots.ts'
import { type TwoAtWork, twoAtWork } from './two-at-work.ts'

/** Child care between a nurse and a doctor, in two browsers. */
let work: TwoAtWork
twoAtWork((ready) => {
  work = ready
}, '/childcaremgmt?tab=all')

test('[BABY-02] the schedule shows due, late and done, growth stands on WHO curves with percentiles, the stool card is compared', async () => {
  const { doctor, nurse, server } = work
  // Seventy days old, with one dose: the second is late, others are due, the rest is to come.
  const ask = await asking(server, 'nurse.chen')
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(new Date())
  const birthday = addDays(today, -70)
  const baby = { unitId: 2, name: '林初生', account: '0911000155', gender: 'male', birthday }
  const { pid } = await ask<{ pid: number }>('POST', '/partner/addMember', baby)
  await ask('POST', '/his/api/addVaccination', { pid, vaccine: 'HepB', dose: 1, on: birthday })
  await nurse.goto(`${server.url}/childcaremgmt?tab=all&open=${pid}`)
  const drawer = nurse.getByRole('complementary', { name: '兒童照護' })
  const doses = drawer.getByRole('table', { name: '時程' }).getByRole('row')
  for (const [vaccine, state] of [
    ['B型肝炎疫苗', '已完成'],
    ['五合一疫苗', '應辦'],
    ['卡介苗', '未到期'],
  ] as const)
    await expect(doses.filter({ hasText: vaccine }).locator('td').last()).toHaveText(state)
  await expect(doses.nth(1).locator('td').last()).toHaveText('逾期')
  const waits = drawer.getByRole('region', { name: '應辦事項' }).locator('li')
  await expect(waits.filter({ hasText: 'B型肝炎疫苗 第 2 劑' }).locator('.tag')).toHaveText(/^逾期 \d+ 天$/)
  await expect(waits.filter({ hasText: '五合一疫苗 第 1 劑' }).locator('.tag')).toHaveText('應辦')
  const row = nurse.locator('#content tbody tr[data-row]').filter({ hasText: '陳小寶' })
  await nurse.goto(`${server.url}/childcaremgmt`)
  await expect(nurse.locator('#content tbody tr[data-row]').first()).toContainText(/逾期 \d+ 天/)
  await still(nurse)
  await shot(nurse, 'child.list')
  // Growth: the curve of the child among the five, and each measurement with its percentile and z-score.
  await nurse.goto(`${server.url}/childcaremgmt?tab=all&part=growth`)
  await row.click()
  await expect(drawer.locator('.ccgrowth svg .line')).toHaveCount(6)
  await expect(drawer.locator('.ccgrowth')).toContainText('WHO 曲線由下而上：第 3、15、50、85、97 百分位')
  await expect(drawer.locator('.ccmeasured').first()).toContainText(/第 [\d.]+ 百分位，z -?\d+\.\d\d/)
  await still(nurse)
  await shot(nurse, 'child.growth')
  // The stool card: what is pale says what to do at once, and stands above everything, on the doctor's screen as well.
  await drawer.getByRole('tab', { name: '大便卡' }).click()
  await drawer.getByRole('button', { name: '登錄大便卡' }).click()
  const form = nurse.getByRole('dialog', { name: '登錄大便卡' })
  await form.getByRole('radio', { name: '3 異常' }).check({ force: true })
  await expect(form.getByRole('alert')).toContainText('膽道閉鎖')
  // What is normal says nothing, and it is said of whom.
  await form.getByRole('radio', { name: '8 正常' }).check({ force: true })
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(form).toContainText('陳小寶')
  await form.getByRole('radio', { name: '3 異常' }).check({ force: true })
  await form.getByRole('button', { name: '儲存' }).click()
  await expect(form).toBeHidden()
  await expect(drawer.getByRole('alert')).toContainText('3 號 異常')
  await expect(doctor.locator('#content tbody tr[data-row]').filter({ hasText: '陳小寶' })).toContainText('3 號 異常')
})

test('[BABY-01~] a record that one takes back while another changes it is shown as it stands, and what was typed stays', async () => {
  const { doctor, nurse, server } = work
  for (const page of [doctor, nurse]) {
    await page.goto(`${server.url}/childcaremgmt?tab=all&part=fluoride`)
    await page.locator('#content tbody tr[data-row]').filter({ hasText: '陳小寶' }).click()
  }
  const first = doctor.locator('.drawer .ccrecords li').first()
  await first.getByRole('button', { name: '修改' }).click()
  const form = doctor.getByRole('dialog', { name: '修改塗氟' })
  await form.getByLabel('備註').fill('左上門牙')
  await nurse.locator('.drawer .ccrecords li').first().getByRole('button', { name: '撤回' }).click()
  const dialog = nurse.getByRole('dialog', { name: '撤回紀錄' })
  await dialog.getByLabel('原因').fill('登錯人')
  await dialog.getByRole('button', { name: '撤回' }).click()
  await expect(dialog).toBeHidden()
  await form.getByRole('button', { name: '儲存' }).click()
  await expect(form.getByRole('alert')).toContainText('已撤回這筆紀錄：登錯人')
  await expect(form.getByLabel('備註')).toHaveValue('左上門牙')
  await form.getByRole('button', { name: '另存一筆' }).click()
  await expect(form).toBeHidden()
  await expect(doctor.locator('.drawer .ccrecords')).toContainText('左上門牙')
  await expect(doctor.locator('.drawer .ccrecords li.gone')).toContainText('登錯人')
})
