import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT, phone } from './bad-days.ts'
import { identify, signIn } from './people.ts'
import { readOutbox } from './outbox.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { listen, still } from './themes.ts'

/** A record that is closed: the patient is asked by a link to their phone, opens it to the unit, and it closes again. */

let server: TestServer
let doctor: Page
let patient: Page
let admin: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const page = async (options: typeof desk) => (await browser.newContext(options)).newPage()
  doctor = await page(desk)
  patient = await page(phone)
  admin = await page(desk)
  for (const one of [doctor, patient, admin]) one.setDefaultTimeout(PATIENT)
  await Promise.all([listen(doctor), listen(patient)])
  await Promise.all([signIn(doctor, server, 'dr.lin', '/apptmgmt'), signIn(admin, server, 'admin', '/')])
})
test.afterAll(async () => {
  await Promise.all([doctor, patient, admin].map((page) => page?.context().close()))
  await server?.remove()
})

interface Closed {
  pid: number
  birthday: string
  idNumber: string | null
  mobile: string
}
/** A member of the demo whose record is closed and who has a mobile. */
const closedMember = () =>
  doctor.evaluate(async (): Promise<Closed | undefined> => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    const list = await fetch('/partner/getMemberList', {
      method: 'POST',
      headers,
      body: JSON.stringify({ pageSize: 100 }),
    })
    const { data } = (await list.json()) as { data: { pid: number; authorised: string; mobile: string | null }[] }
    const shut = data.find((row) => row.authorised === 'notAuthorised' && row.mobile)
    if (!shut) return undefined
    const one = await fetch(`/his/api/members/${shut.pid}`, { headers })
    return ((await one.json()) as { data: Closed }).data
  })

test('[AUTHZ-03] a closed record says so; the patient opens the record from the phone, the page opens by itself, and it closes live when they take it back', async () => {
  const who = await closedMember()
  if (!who) throw new Error('the demo has no closed record with a mobile')
  await doctor.goto(`${server.url}/emr2/${who.pid}/0`)
  await expect(doctor.getByRole('region', { name: '尚未取得授權' })).toBeVisible()
  await expect(doctor.getByRole('region', { name: '病史', exact: true })).toHaveCount(0)

  await doctor.getByRole('button', { name: '請病人授權' }).click()
  const drawer = doctor.getByRole('dialog', { name: '病歷授權' })
  await expect(drawer.getByRole('radio', { name: /簡訊連結/ })).toBeChecked()
  await still(doctor)
  await shot(doctor, 'authorise.ask')
  await drawer.getByRole('button', { name: '送出請求' }).click()
  await expect(drawer.getByRole('region', { name: '等待病人回覆' })).toContainText('簡訊連結')

  const text = await readOutbox(admin, server, { kind: 'link', to: who.mobile })
  const link = /\/link\/[\w-]+/.exec(text)?.[0] ?? ''
  await patient.goto(server.url + link)
  await expect(patient.getByRole('heading', { name: '院所請您回覆一件事' })).toBeVisible()
  await patient.getByRole('button', { name: '開始' }).click()
  await identify(patient, { birthday: who.birthday, last4: (who.idNumber ?? who.mobile).slice(-4) })
  await expect(patient.getByRole('heading', { name: '是否同意查看您的病歷？' })).toBeVisible()
  await expect(patient.locator('.lk-facts')).toContainText('林書妍')
  await shot(patient, 'authorise.phone')
  await patient.getByRole('button', { name: '同意', exact: true }).click()
  await expect(patient.getByRole('heading', { name: '您已同意' })).toBeVisible()

  // Nobody touched the doctor's page.
  await expect(drawer.getByRole('region', { name: '目前的授權' })).toContainText('病人本人')
  await still(doctor)
  await shot(doctor, 'authorise.inForce')
  await drawer.getByRole('button', { name: '關閉' }).or(drawer.locator('.ant-drawer-close')).first().click()
  await expect(doctor.getByRole('region', { name: '病史', exact: true })).toBeVisible()

  await patient.getByRole('button', { name: '取消授權' }).click()
  await patient.getByRole('button', { name: '取消授權' }).click()
  await expect(patient.getByRole('heading', { name: '已取消授權' })).toBeVisible()
  await expect(doctor.getByRole('region', { name: '病史', exact: true })).toHaveCount(0)
  await expect(doctor.getByRole('region', { name: '尚未取得授權' })).toBeVisible()
})
