import { expect, type Page, test } from '@playwright/test'
import { type Ask, asking } from './asking.ts'
import type { TestServer } from './server.ts'
import { shot } from './shots.ts'
import { still } from './themes.ts'
import { twoAtWork } from './two-at-work.ts'

/** From what a device measures to whoever cares, on whatever screen they are, until somebody takes it; and what comes after it. */
let server: TestServer
let lin: Page
let chen: Page
test.describe.configure({ mode: 'serial' })
twoAtWork(
  (work) => {
    ;({ server, doctor: lin, nurse: chen } = work)
  },
  '/',
  '/members',
)

const band = (page: Page) => page.getByRole('alert', { name: '危急警示' })
const dialog = (page: Page) => page.getByRole('dialog')
/** The watched member who measured 138: of them nothing critical is known. */
let pid = 0
let ask: Ask
const cuff = (systolic: number, minutesAgo = 0) =>
  ask('POST', '/his/api/devicereadings', {
    ...{ pid, dataType: 'blood_pressure', systolic, diastolic: 99, pulse_rate: 88, unit: 'mmHg', deviceName: 'BP-7' },
    timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  })

test('[M1] what waits since before stands over another screen; put away it stays away over a reload, and is counted still', async () => {
  const cared = await asking(server, 'nurse.chen')
  const list = await cared<{ pid: number; values?: unknown }[]>('POST', '/his/api/monitormembers', { pageSize: 50 })
  pid = list.find((one) => JSON.stringify(one).includes('"value":138'))?.pid ?? 0
  expect(pid).toBeGreaterThan(0)
  ask = await asking(server, 'dr.wang')
  await expect(band(chen)).toContainText('收縮壓 184 mmHg')
  await band(chen).getByRole('button', { name: '收起這筆警示' }).click()
  await expect(band(chen)).toHaveCount(0)
  await chen.reload()
  await expect(chen.locator('[data-row]').first()).toBeVisible()
  await expect(chen.getByRole('link', { name: /遠距監測/ })).toContainText('1')
  await expect(band(chen)).toHaveCount(0)
  // Of another's page it is not put away by that.
  await expect(band(lin)).toContainText('收縮壓 184 mmHg')
})

test('[M1] [MON-03~] a critical reading of a device finds the nurse on another screen, who takes it there; a worse one opens it again', async () => {
  await cuff(186)
  await expect(band(chen)).toContainText('收縮壓 186 mmHg（收縮壓達到或高於 180 mmHg）')
  await expect(chen).toHaveTitle(/^\(\d+\) /)
  // By a masked name: others may look at the screen.
  await expect(band(chen).locator('b').first()).toHaveText(/○/)
  await still(chen)
  await shot(chen, 'alert.band')
  await expect(band(lin)).toContainText('186 mmHg')

  // What stands under it can still be pressed, and what is half written there stays.
  const search = chen.getByRole('searchbox').or(chen.getByPlaceholder(/姓名/)).first()
  await search.fill('王')
  await band(chen).getByRole('button', { name: '受理' }).click()
  await dialog(chen).getByLabel('備註').fill('去電中')
  await dialog(chen).getByRole('button', { name: '受理' }).click()
  await expect(band(chen)).toHaveCount(0)
  await expect(search).toHaveValue('王')
  await expect(band(lin)).not.toContainText('186 mmHg')

  await cuff(212)
  await expect(band(chen)).toContainText('收縮壓 212 mmHg')
  await expect(band(lin)).toContainText('212 mmHg')
  await shot(lin, 'alert.worse')
  await band(chen).getByRole('button', { name: '開啟' }).click()
  await expect(chen).toHaveURL(new RegExp(`/monitor\\?.*open=${pid}-`))
  // Where the alerts stand by themselves there is no second telling of them.
  await expect(band(chen)).toHaveCount(0)
  const alerts = chen.locator('.drawer .monalerts li')
  await expect(alerts.first()).toContainText('212 mmHg')
  await expect(alerts.first()).toContainText('186')
  await expect(alerts.first()).toContainText('去電中')
})

test('[M18] muted for a while with its reason it calls nobody, says by whom and until when, and comes back when it gets worse', async () => {
  const alert = chen.locator('.drawer .monalerts li').filter({ hasText: '212 mmHg' })
  // Nobody mutes what nobody has taken.
  await expect(alert.getByRole('button', { name: '靜音' })).toBeDisabled()
  await alert.getByRole('button', { name: '受理' }).click()
  await dialog(chen).getByRole('button', { name: '受理' }).click()
  await alert.getByRole('button', { name: '靜音' }).click()
  const mute = dialog(chen).filter({ hasText: '靜音' })
  await still(chen)
  await shot(chen, 'alert.mute')
  await mute.getByRole('button', { name: '靜音', exact: true }).click()
  await expect(mute.getByRole('alert')).not.toHaveCount(0)
  await mute.getByRole('textbox').last().fill('已住院，由病房量測')
  await mute.getByRole('button', { name: '靜音', exact: true }).click()
  await expect(mute).toHaveCount(0)
  await expect(alert).toContainText('已住院，由病房量測')
  await expect(band(lin)).not.toContainText('212 mmHg')
  // In the list it is counted by itself: muted is not none.
  await chen.reload()
  await expect(chen.locator(`tr[data-row^="${pid}-"]`)).toContainText('靜音 1 筆')
  await shot(chen, 'alert.muted')
  await chen.goto(`${server.url}/members`)
  await cuff(241)
  await expect(band(chen)).toContainText('收縮壓 241 mmHg')
  await expect(band(lin)).toContainText('241 mmHg')
})
