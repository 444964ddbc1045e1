import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { EmrData } from '@teleward/contract/emr/schema.ts'
import { isNone } from '@teleward/contract/members/allergies.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { desk, phone } from './bad-days.ts'
import { launch, type Party } from './media/launch.ts'
import { arrive, goOnline, PASSWORD, signIn } from './people.ts'
import { type DemoLink, startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { today } from './zone.ts'

/** A doctor in a running call with the whole of the record beside it. */
test.describe.configure({ mode: 'serial' })

let server: TestServer
let doctor: Party
let patient: Party
let link: DemoLink
let pid: number

test.beforeAll(async () => {
  server = await startServer()
  ;[doctor, patient] = await Promise.all([launch('staff', {}, desk), launch('patient', {}, phone)])
  doctor.page.setDefaultTimeout(15_000)
  link = await server.link({ doctor: 'dr.lin' })
  await signIn(doctor.page, server, 'dr.lin')
  await goOnline(doctor.page)
  await arrive(patient.page, link)
})
test.afterEach(async () => {
  if (test.info().status !== test.info().expectedStatus) await shot(doctor.page, 'failed.chart')
})
test.afterAll(async () => {
  await Promise.all([doctor, patient].map((party) => party?.close()))
  await server?.remove()
})

async function tokenOf(account: string): Promise<string> {
  const login = await doctor.page.request.post(`${server.url}/his/user/login`, { data: { id: account, pwd: PASSWORD } })
  return ((await login.json()) as { token: string }).token
}
async function listed() {
  const said = await doctor.page.request.post(`${server.url}/partner/getMemberList`, {
    data: { pageSize: 100 },
    headers: { authorization: `Bearer ${await tokenOf('dr.wang')}` },
  })
  return ((await said.json()) as { data: { pid: number; authorised: string }[] }).data
}
/** A call of the API as somebody of the demo. */
async function as(account: string) {
  const token = await tokenOf(account)
  return async (path: string, data: object, method = 'POST') => {
    const said = await doctor.page.request.fetch(`${server.url}/his/api/${path}`, {
      method,
      ...(method === 'GET' ? {} : { data }),
      headers: { authorization: `Bearer ${token}` },
    })
    const told = (await said.json()) as { status: string; data: unknown }
    expect(told, path).toMatchObject({ status: 'OK' })
    return told.data as { id: number; version: number }
  }
}
const part = (name: string, page: Page = doctor.page): Locator => page.getByRole('region', { name, exact: true })
/** As the screen writes it. */
const dayText = (day: string | null) => (day ?? '').split('-').map(Number).join('/')
/** One point. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const raw = (name: string) => readFileSync(new URL(`../server/seeds/samples/${name}`, import.meta.url))

test('[EMR-01] the whole of the record stands on one screen beside a running call: base data, history, signs, bio and life data, the heart’s variability, what was eaten, files by type, earlier records, and the note', async () => {
  const { page } = doctor
  await page.goto(`${server.url}/apptmgmt`)
  const answered = page.waitForResponse((response) => response.url().endsWith('/getEmrData'))
  await page
    .getByRole('button', { name: new RegExp(`^看診，.*${link.patientName}`) })
    .first()
    .click()
  await patient.page
    .getByRole('alertdialog', { name: /呼叫您/ })
    .getByRole('button', { name: '接聽' })
    .click()
  await expect(page).toHaveURL(new RegExp(`/emr2/\\d+/${link.qid}`))
  pid = Number(/emr2\/(\d+)/.exec(page.url())?.[1])
  const video = page.locator('.callbox video[data-participant]:not([data-participant="self"])').first()
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
  await video.evaluate((one) => one.setAttribute('data-same', ''))

  // A half hour of ECG, a photo, what devices say, and a breakfast, each brought by whom they come from.
  const wang = await as('dr.wang')
  for (const said of [
    { dataType: 'weight', weight: 66.4, weight_unit: 'kg' },
    { dataType: 'blood_pressure', systolic: 118, diastolic: 76, pulse_rate: 68 },
    { dataType: 'temperature', value: 36.6, unit: 'C' },
    { dataType: 'blood_glucose', value: 96, unit: 'mg/dL', meal: 'fasting' },
  ])
    await wang('devicereadings', { pid, timestamp: new Date().toISOString(), takeOver: true, ...said })
  const nurse = await doctor.page.context().newPage()
  await nurse.goto(`${server.url}/setting/upload/${pid}?kind=ecg`)
  const mimeType = 'application/octet-stream'
  const upload = async (name: string, buffer: Buffer) => {
    await nurse.locator('.udrop input[type=file]').first().setInputFiles({ mimeType, name, buffer })
    await expect(nurse.locator('.ulist li').filter({ hasText: name })).toContainText('已存入')
  }
  // The header is there before its data are, and somebody looks at it.
  await upload('100.hea', raw('100.hea'))
  const hrv = part('心率變異')
  await hrv.scrollIntoViewIfNeeded()
  await expect(hrv).toContainText('無法讀取')
  await upload('100.dat', gunzipSync(raw('100.dat.gz')))
  await nurse.goto(`${server.url}/setting/upload/${pid}?kind=photo`)
  await nurse
    .locator('.udrop input[type=file]')
    .first()
    .setInputFiles({ mimeType: 'image/png', name: 'point.png', buffer: Buffer.from(PNG, 'base64') })
  await expect(nurse.locator('.ulist li').filter({ hasText: 'point.png' })).toContainText('已存入')
  await nurse.close()
  const hsu = await as('diet.hsu')
  const rice = { own: { name: '便當', per100: { energy: 200 } }, grams: 400 }
  const course = await hsu('dietcourses', { pid })
  await hsu('dietmeals', { course: course.id, day: today(), meal: 1, version: 0, foods: [rice] })

  const { version } = await wang(`medhistories/${pid}`, {}, 'GET')
  const walks = '每日健走三十分鐘'
  await wang('updatePatientMedHistory', { pid, qid: Number(link.qid), version, life_type: [{ note: walks }] })

  // What the wire says of the patient is what stands there, and what came since.
  const told = ((await (await answered).json()) as { data: EmrData }).data
  for (const fact of [link.patientName, dayText(link.birthday), told.patient.memberNo, /\d+ cm/])
    await expect(page.locator('.phbar')).toContainText(fact)
  const history = Object.values(told.history ?? {})
    .flat()
    .filter((fact) => !isNone(fact))
  await expect(part('病史')).toContainText(walks)
  for (const { note, ename } of history) await expect(part('病史')).toContainText(note || ename || '')
  await expect(part('病史').locator('dt')).toHaveText(['過敏', '個人', '家族', '家族癌症', '生活'])
  // The oxygen of the second, which no device of the wire brings: portal/src/features/emr/Measure.test.tsx.
  await expect(part('量測').locator('.signs > div')).toContainText([
    /^血壓脈搏.*118\/76mmHg.*68/,
    /^體溫血氧.*36\.6/,
    /^身高體重.*\d+ cm.*66\.4/,
    /^血糖.*96/,
  ])
  await expect(part('量測').getByText('1 小時內')).not.toHaveCount(0)
  const bio = part('身體數據')
  await bio.scrollIntoViewIfNeeded()
  await expect(bio).toContainText('66.4')
  await expect(bio).toContainText('kg/m²')
  const life = part('生活健康數據')
  await life.scrollIntoViewIfNeeded()
  await expect(life).toContainText('生活型態')
  await expect(life.getByRole('row', { name: /^體重/ })).toContainText('66.4')
  await hrv.scrollIntoViewIfNeeded()
  for (const name of ['SDNN', 'RMSSD', 'LF/HF']) await expect(hrv.getByText(name, { exact: true })).toBeVisible()
  await expect(hrv).toContainText('導程 MLII')
  await expect(hrv).toContainText('不是診斷')
  const diet = part('飲食圖表')
  await diet.scrollIntoViewIfNeeded()
  await expect(diet.getByRole('img', { name: /每日熱量.*800/ })).toBeVisible()
  await diet.getByRole('combobox').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '鈉' }).click()
  await expect(diet).toContainText('每日鈉')
  expect(told.records?.length).toBeGreaterThan(0)
  await expect(part('就診紀錄').locator('.vis > button')).toHaveCount(told.records?.length ?? 0)
  const files = part('檔案與影像')
  await files.scrollIntoViewIfNeeded()
  await expect(files.getByRole('region', { name: '心電圖' })).toContainText('100')
  await expect(files.getByRole('region', { name: '照片' })).toContainText('point.png')
  await part('本次病歷').getByRole('textbox', { name: '主觀 Subjective', exact: true }).fill('頭暈三天')
  await expect(page.locator('.saved')).toContainText('已儲存')
  await shot(page, 'emr.chart')

  // It was the same picture all the while, and it went on.
  await expect(page.locator('.callbox video[data-same]')).toHaveCount(1)
  const at = await video.evaluate((one: HTMLVideoElement) => one.currentTime)
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(at)
})

test('[EMR-01~] a part that fails says so and leaves the others and the note standing; what is not there says that; a closed record shows none of it @proof', async () => {
  const page = await doctor.page.context().newPage()
  const broken = (route: { fulfill(with_: object): Promise<void> }) =>
    route.fulfill({ status: 500, json: { status: 'ERROR', message: '' } })
  await page.route('**/his/api/fetchDietChartData', broken)
  await page.route('**/his/api/files/*/addresses', broken)
  await page.goto(`${server.url}/emr2/${pid}/0`)
  for (const name of ['心率變異', '飲食圖表']) {
    await part(name, page).scrollIntoViewIfNeeded()
    await expect(part(name, page).getByRole('alert')).toBeVisible()
  }
  await expect(part('身體數據', page)).toContainText('66.4')
  await expect(part('病史', page)).toBeVisible()
  await page.unroute('**/his/api/fetchDietChartData')
  await part('飲食圖表', page).getByRole('button', { name: '再試一次' }).click()
  await expect(part('飲食圖表', page).getByRole('img', { name: /每日熱量/ })).toBeVisible()
  // The code of the cards itself does not come.
  await page.route('**/assets/Besides-*.js', (route) => route.abort())
  await page.goto(`${server.url}/emr2/${pid}/0`)
  await expect(part('身體數據', page).getByRole('alert')).toBeVisible()
  await expect(part('量測', page)).toContainText('66.4')
  await page.unroute('**/assets/Besides-*.js')

  const members = await listed()
  const shut = members.find(({ authorised }) => authorised === 'notAuthorised')?.pid ?? 0
  await page.goto(`${server.url}/emr2/${shut}/0`)
  await expect(page.locator('.closed').first()).toBeVisible()
  for (const name of ['量測', '身體數據', '生活健康數據', '心率變異', '飲食圖表', '檔案與影像', '就診紀錄', '病史'])
    await expect(part(name, page)).toHaveCount(0)
  await page.close()
})

test('[EMR-01~] of more files than a page shows, one kind is looked at alone @proof', async () => {
  const page = await doctor.page.context().newPage()
  await page.route('**/his/api/syncMedicalFile', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { total: number }
    await route.fulfill({ response, json: { ...answer, total: 25 } })
  })
  await page.goto(`${server.url}/emr2/${pid}/0`)
  const files = part('檔案與影像', page)
  await files.scrollIntoViewIfNeeded()
  await expect(files.getByRole('region', { name: '照片' })).toBeVisible()
  await files.getByRole('combobox', { name: '種類' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '心電圖' }).click()
  await expect(files.getByRole('region', { name: '照片' })).toHaveCount(0)
  await expect(files.getByRole('region', { name: '心電圖' })).toContainText('100')
  await page.close()
})
