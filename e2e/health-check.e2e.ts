import { expect, type Page, test } from '@playwright/test'
import { asking } from './asking.ts'
import { reads } from './reader.ts'
import { shot } from './shots.ts'
import { still } from './themes.ts'
import { type TwoAtWork, twoAtWork } from './two-at-work.ts'

/** A health check from the card to the result: the nurse enters, the doctor looks on. */
let work: TwoAtWork
test.describe.configure({ mode: 'serial' })
twoAtWork(
  (ready) => {
    work = ready
  },
  '/health-check-processing',
  '/health-check',
)

const enter = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(new RegExp(`^${label}`))
    await field.fill(value)
    await field.press('Enter')
    await expect(page.locator('.pline').filter({ has: field }).locator('.help')).toContainText(value)
  }
}
const BODY = { 身高: '162', 體重: '71', 腰圍: '92', 收縮壓: '186', 舒張壓: '98', 脈搏: '82', 體溫: '36.6' }
const BLOOD = { 空腹血糖: '128', 總膽固醇: '231', 三酸甘油酯: '180', 高密度: '38', 低密度: '150' }

test('[EVNT-04] a card starts a check, which goes on where it stood, is processed before whoever looks on, and ends in a result with ranges and earlier ones', async () => {
  const { doctor, nurse, server } = work
  const ask = await asking(server, 'nurse.chen')
  const members = await ask<
    { name: string; memberNo: string; authorised: string; gender: string; birthday: string; unitId: number }[]
  >('POST', '/partner/getMemberList', { pageSize: 100 })
  // A woman of middle age whose record is open: her ranges are hers.
  const someone = members.find(
    ({ authorised, gender, birthday, unitId }) =>
      authorised === 'authorised' && gender === 'female' && unitId === 2 && birthday > '1950' && birthday < '1985',
  )
  if (!someone) throw new Error('nobody whose record is open')
  const { name, memberNo } = someone

  await test.step('by a card that is read, with name and birthday read back; one runs at a time', async () => {
    await expect(nurse.locator('#content h1')).toHaveText('健檢')
    await reads(nurse, `TELEWARD:${memberNo}`)
    const dialog = nurse.getByRole('dialog', { name: '開始健檢' })
    await dialog.getByText('三高檢測').click()
    await dialog.getByRole('button', { name: '開始' }).click()
    await expect(dialog).toContainText('請先核對姓名與生日')
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: '開始' }).click()
    await expect(nurse.locator('#content h1')).toHaveText(name)
  })

  await test.step('item by item; blood waits for fasting; whoever comes back finds it as it stood', async () => {
    await expect(nurse.getByLabel(/^空腹血糖/)).toBeDisabled()
    await enter(nurse, BODY)
    await nurse.getByRole('button', { name: '未量' }).first().click()
    const why = nurse.getByRole('dialog', { name: /血氧/ })
    await why.getByLabel('原因').fill('指甲油')
    await why.getByRole('button', { name: '儲存' }).click()
    await nurse.getByRole('radiogroup', { name: '空腹' }).getByText('已空腹').click()
    await expect(nurse.getByLabel(/^空腹血糖/)).toBeEnabled()
    await nurse.keyboard.press('Control+Enter')
    await expect(nurse.locator('.checkacts')).toContainText('尚未完成：空腹血糖')
    await nurse.reload()
    await expect(nurse.getByLabel(/^收縮壓/)).toHaveValue('186')
    await enter(nurse, BLOOD)
    await still(nurse)
    await shot(nurse, 'health-check')
  })

  await test.step('handed in, it is followed live by both, and the requester is told', async () => {
    await nurse.keyboard.press('Control+Enter')
    await expect(nurse).toHaveURL(/health-check-processing/)
    for (const page of [nurse, doctor]) await expect(page.getByRole('region', { name: '最近完成' })).toContainText(name)
    await shot(nurse, 'health-check-processing')
    await nurse.locator('.checkdone .sel').getByRole('button', { name: '看結果' }).click()
  })

  await test.step('critical first, then out of range, each with its range and source; somebody says that they have seen it', async () => {
    const rows = nurse.locator('.checkrows tbody tr')
    await expect(rows.first()).toContainText('收縮壓')
    await expect(rows.first()).toContainText('危急值')
    await expect(rows.filter({ hasText: '高密度脂蛋白膽固醇' })).toContainText('≥ 50')
    await expect(rows.filter({ hasText: '高密度脂蛋白膽固醇' })).toContainText('NCEP ATP III')
    await expect(nurse.locator('#content')).toContainText('未量：血氧（指甲油）')
    await rows.first().getByRole('button', { name: '我已看過' }).click()
    await expect(rows.first()).toContainText('已看過')
    await still(nurse)
    await shot(nurse, 'health-check-result')
  })

  await test.step('a correction keeps what was said before; the next check stands beside the earlier one', async () => {
    await nurse.getByRole('button', { name: '更正數值' }).click()
    const dialog = nurse.getByRole('dialog', { name: '更正數值' })
    await dialog.getByLabel('項目').click()
    await nurse.locator('.ant-select-item-option').filter({ hasText: '腰圍' }).click()
    await dialog.getByLabel('新的數值').fill('79')
    await dialog.getByLabel('原因').fill('誤植')
    await dialog.getByRole('button', { name: '儲存' }).click()
    await nurse.locator('.checkdone .sel').getByRole('button', { name: '看結果' }).click()
    await expect(nurse.locator('.checkrows tr').filter({ hasText: '腰圍' })).toContainText('79')
    await expect(nurse.locator('#content')).toContainText('第 1 版')
    const next = await ask<{ id: string }>('POST', '/his/api/healthchecks', {
      id: crypto.randomUUID(),
      code: `TELEWARD:${memberNo}`,
      programme: 'basic',
      identityConfirmed: true,
    })
    await nurse.goto(`${server.url}/health-check?id=${next.id}`)
    await enter(nurse, { ...BODY, 收縮壓: '132', 血氧: '97' })
    await nurse.keyboard.press('Control+Enter')
    await nurse.locator('.checkdone .sel').getByRole('button', { name: '看結果' }).click()
    const pressure = nurse.locator('.checkrows tr').filter({ hasText: '收縮壓' })
    await expect(pressure).toContainText('132')
    await expect(pressure).toContainText('186')
    await expect(pressure.getByRole('img')).toHaveAttribute('aria-label', '收縮壓 186 → 132')
  })
})
