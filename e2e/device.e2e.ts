import { expect, type Page, test } from '@playwright/test'
import { localTime } from '@teleward/contract/core/zone.ts'
import { asking } from './asking.ts'
import { desk, PATIENT } from './bad-days.ts'
import { BLUETOOTH_ARGS, type Bluetooth, cuffBytes, scaleBytes, simulateBluetooth } from './bluetooth.ts'
import { LIGHT } from './media/launch.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { timezoneId } from './zone.ts'

test.use({ launchOptions: { executablePath: LIGHT, args: ['--no-sandbox', ...BLUETOOTH_ARGS] } })

/** A cuff, a scale and a thermometer at a table of a free clinic, through the browser's chooser, the server and back. */
let server: TestServer
let page: Page
let bluetooth: Bluetooth
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  bluetooth = await simulateBluetooth(page)
  await signIn(page, server, 'nurse.chen', '/freeclinic?state=running')
})
test.afterAll(async () => {
  await page?.context().close()
  await server?.remove()
})

interface Answer {
  key: string
  bearer: string
  said: Record<string, unknown>
  data: { stored: boolean; duplicate: boolean; reading: Record<string, unknown> | null }
}
/** 36.6 °C, without a time. */
const TEMPERATURE = '006e0100ff'
const UNREADABLE = '03020304050607'

test('[DEV-01] [DEV-02] [DEV-03] [DEV-04] what devices measure arrives on the screen of free clinics alone, is stored or logged as its kind says, once, for whom it is', async () => {
  const answers: Answer[] = []
  page.on('response', async (response) => {
    if (!response.url().endsWith('/his/api/devicereadings') || response.status() !== 200) return
    const request = response.request()
    answers.push({
      key: request.headers()['idempotency-key'] ?? '',
      bearer: request.headers().authorization ?? '',
      said: request.postDataJSON() as Answer['said'],
      data: ((await response.json()) as { data: Answer['data'] }).data,
    })
  })
  const stored = (kind: string) =>
    answers.filter(({ data }) => data.reading?.kind === kind).map(({ data }) => data.reading)
  const devices = page.getByRole('list', { name: '量測設備' })
  const device = (name: string) => devices.getByRole('listitem').filter({ hasText: name })
  const waiting = page.getByRole('list', { name: '待確認的讀值' })
  const connect = () => page.getByRole('button', { name: '連接設備' }).click()
  // A device tells whole seconds: what it measures now is not before the moment at which the person was opened.
  const now = () => localTime(new Date(Date.now() + 1000), timezoneId)
  const app = (message: object) => page.evaluate((said) => window.postMessage(said), message)
  const person = (n: number) => page.locator('.clinicrows li').nth(n).getByRole('button')
  const who = page.locator('.clinicwho h2')

  await test.step('another screen hears nothing', async () => {
    await page.goto(`${server.url}/`)
    await expect(page.locator('h1').first()).toBeVisible()
    await app({ dataType: 'weight', weight: '70.456', weight_unit: 'kg', deviceName: 'App-1' })
    await page.goto(`${server.url}/freeclinic?state=running`)
    await page.locator('tr[data-row]').filter({ hasText: '碧湖國小義診' }).click()
    await page.getByRole('tab', { name: '血壓' }).click()
    await expect(page.getByRole('button', { name: '連接設備' })).toBeVisible()
    expect(answers).toEqual([])
  })
  const cuff = await bluetooth.cuff()
  const scale = await bluetooth.scale()
  const thermometer = await bluetooth.thermometer()

  await test.step('the chooser offers what is there; with nobody on screen a reading waits, and goes to whom it is given', async () => {
    await bluetooth.dismiss(connect)
    await expect(devices).toHaveCount(0)
    await bluetooth.choose(cuff, connect)
    await expect(device('BP-7')).toContainText('已連線')
    await cuff.send(cuffBytes([120, 80, 72], now()))
    await expect(waiting).toContainText('收到時畫面上沒有人員')
    await person(0).click()
    const name = ((await who.textContent()) ?? '').trim()
    await waiting.getByRole('button', { name: /^歸給/ }).click()
    await expect.poll(() => stored('blood_pressure')).toHaveLength(1)
    expect(name).not.toBe('')
    await expect(page.getByLabel(/^收縮壓/)).toHaveValue('120')
    await expect(page.getByLabel(/^舒張壓/)).toHaveValue('80')
    await expect(page.getByLabel(/^脈搏/)).toHaveValue('72')
  })

  await test.step('blood pressure: whole numbers with the pulse, every field; it is said for 3 s, and the same again is one', async () => {
    const bytes = cuffBytes([131, 84, 70], now())
    await cuff.send(bytes)
    await expect(page.getByRole('status').filter({ hasText: '已收到資料' }).last()).toBeVisible()
    await expect.poll(() => stored('blood_pressure')).toHaveLength(2)
    await cuff.send(bytes)
    await expect(page.getByText('此筆量測已收到')).toBeVisible()
    expect(stored('blood_pressure')).toHaveLength(2)
    // What the page forgets, the server knows: under another key it is the same reading.
    const { said, bearer } = answers.at(-1) as Answer
    expect(said).toMatchObject({
      dataType: 'blood_pressure_complete',
      systolic: 131,
      diastolic: 84,
      pulse_rate: 70,
      timestamp: expect.any(String),
      deviceName: 'BP-7',
      deviceType: 'blood_pressure_monitor',
    })
    const again = await page.request.post(`${server.url}/his/api/devicereadings`, {
      headers: { authorization: bearer, 'idempotency-key': crypto.randomUUID() },
      data: said,
    })
    expect(((await again.json()) as { data: Answer['data'] }).data).toMatchObject({ duplicate: true, reading: null })
    expect(stored('blood_pressure').at(-1)).toMatchObject({
      kind: 'blood_pressure',
      value: 131,
      diastolic: 84,
      pulse: 70,
      unit: 'mmHg',
      deviceName: 'BP-7',
      deviceType: 'blood_pressure_monitor',
      dataType: 'blood_pressure_complete',
      measurementTime: expect.any(String),
      receivedAt: expect.any(String),
    })
    await expect(page.getByLabel(/^收縮壓/)).toHaveValue('131')
    await shot(page, 'freeclinic-devices')
  })

  await test.step('what cannot be parsed says so with its text, and changes nothing: by the air and from the app', async () => {
    const before = answers.length
    for (const send of [
      () => cuff.send(UNREADABLE),
      () => app({ dataType: 'blood_pressure', systolic: 'a', diastolic: 80 }),
      () => app({ dataType: 'weight', weight: 'x' }),
    ]) {
      await send()
      const notice = page.getByRole('alert').filter({ hasText: '資料解析失敗' })
      await expect(notice).toContainText('無法解析收到的健康設備資料')
      await notice.getByRole('button').first().click()
      await expect(notice).toHaveCount(0)
    }
    expect(answers).toHaveLength(before)
    await expect(page.getByLabel(/^收縮壓/)).toHaveValue('131')
  })

  await test.step('a scale tells its value twice: one, with two decimals; what no body has is asked about and corrected', async () => {
    await bluetooth.choose(scale, connect)
    await expect(device('Scale-3')).toContainText('已連線')
    await scale.send(scaleBytes(61.2))
    await scale.send(scaleBytes(61.2))
    await expect.poll(() => stored('weight').map((one) => one?.value)).toEqual([61.2])
    await app({
      dataType: 'weight',
      weight: '70.456',
      weight_unit: 'kg',
      deviceName: 'App-1',
      timestamp: new Date().toISOString(),
    })
    await expect.poll(() => stored('weight').map((one) => one?.value)).toEqual([61.2, 70.46])
    expect(answers.at(-1)?.said).toMatchObject({ dataType: 'weight', weight: '70.456', weight_unit: 'kg' })
    // Whole numbers of whatever the app tells, with no pulse where it tells none.
    const moment = new Date().toISOString()
    await app({
      dataType: 'blood_pressure',
      ...{ systolic: '128.4', diastolic: 79.6, unit: 'mmHg', timestamp: moment },
      ...{ deviceName: 'App-4', deviceType: 'cuff' },
    })
    await expect.poll(() => stored('blood_pressure').at(-1)?.value).toBe(128)
    expect(stored('blood_pressure').at(-1)).toMatchObject({ diastolic: 80, pulse: null, deviceType: 'cuff' })
    await cuff.send(cuffBytes([301, 80, 72]))
    const asked = page.getByRole('listitem').filter({ hasText: '數值異常（301 mmHg）' })
    await expect(asked).toBeVisible()
    expect(answers.filter(({ data }) => data.reading?.value === 301)).toEqual([])
    await asked.getByRole('button', { name: '更正' }).click()
    await asked.getByLabel('收縮壓').fill('130')
    await asked.getByRole('button', { name: '儲存更正' }).click()
    await expect.poll(() => stored('blood_pressure').at(-1)?.value).toBe(130)
    // The last measurement of each, as a doctor reads it who has opened the record: with its fields.
    const { pid } = (answers.at(-1) as Answer).said
    const ask = await asking(server, 'dr.lin')
    await ask('POST', `/his/api/consents/${String(pid)}/emergency`, { reason: '義診現場血壓異常，需查閱量測紀錄' })
    const data = await ask<Record<string, unknown>[]>('POST', '/partner/monitordata', { pid, days: 1 })
    const of = (kind: string) => data.find((one) => one.kind === kind)
    const times = { measurementTime: expect.any(String), receivedAt: expect.any(String) }
    expect(of('weight')).toMatchObject({ value: 70.46, unit: 'kg', deviceName: 'App-1', dataType: 'weight', ...times })
    expect(of('blood_pressure')).toMatchObject({
      ...{ value: 130, diastolic: 80, pulse: 72, unit: 'mmHg', ...times },
      ...{ deviceName: 'BP-7', deviceType: 'blood_pressure_monitor', dataType: 'blood_pressure_complete' },
    })
  })

  await test.step('temperature, heart rate and glucose are logged alone, and stored when somebody takes them over', async () => {
    await bluetooth.choose(thermometer, connect)
    await expect(device('Thermo-1')).toContainText('已連線')
    await thermometer.send(TEMPERATURE)
    await app({
      dataType: 'heart_rate',
      value: 71,
      unit: 'bpm',
      deviceName: 'App-2',
      timestamp: new Date().toISOString(),
    })
    await app({
      dataType: 'blood_glucose',
      value: 101,
      unit: 'mg/dL',
      deviceName: 'App-3',
      timestamp: new Date().toISOString(),
    })
    const logged = (kind: string) => answers.filter(({ said, data }) => said.dataType === kind && !data.stored)
    for (const kind of ['temperature', 'heart_rate', 'blood_glucose'])
      await expect.poll(() => logged(kind)).toHaveLength(1)
    expect(['temperature', 'pulse', 'glucose_before_meal', 'glucose_unspecified'].flatMap(stored)).toEqual([])
    const row = page.getByRole('list', { name: '最近收到' }).getByRole('listitem').filter({ hasText: '36.6 °C' })
    await expect(row).toContainText('僅記錄')
    await row.getByRole('button', { name: '採用' }).click()
    await expect.poll(() => stored('temperature').map((one) => one?.value)).toEqual([36.6])
  })

  await test.step('without a line it stays here and is said; it goes once, under one key, for its own person', async () => {
    await page.context().setOffline(true)
    await cuff.send(cuffBytes([122, 79, 68], now()))
    const kept = page.getByRole('list', { name: '尚未送出的讀值' })
    await expect(kept).toContainText('122/79')
    await person(1).click()
    // What the device measured stands in the fields of this event too, and nobody has saved it there.
    await page
      .getByRole('dialog', { name: '捨棄輸入的內容？' })
      .getByRole('button', { name: '捨棄', exact: true })
      .click()
    await page.context().setOffline(false)
    await expect(kept).toHaveCount(0)
    const sentOf = () => answers.filter(({ said }) => said.systolic === 122)
    await expect.poll(() => sentOf().length).toBeGreaterThan(0)
    const sent = sentOf()
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(new Set(sent.map(({ said }) => said.pid))).toEqual(new Set([answers[0]?.said.pid]))
  })

  await test.step('a late reading of the person before does not land on the next; a lost device comes back by itself', async () => {
    const before = answers.length
    await cuff.send(cuffBytes([118, 76, 66], { ...now(), year: 2023, day: 1 }))
    await expect(waiting).toContainText('早於目前畫面上的人員')
    await waiting.getByRole('button', { name: '不採用' }).click()
    await expect(waiting).toHaveCount(0)
    expect(answers).toHaveLength(before)
    await cuff.lose()
    await expect(page.getByText('量測設備已中斷連線')).toBeVisible()
    await cuff.comeBack()
    await expect(device('BP-7')).toContainText('已連線')
    await cuff.send(cuffBytes([125, 81, 69], now()))
    await expect.poll(() => stored('blood_pressure').at(-1)?.value).toBe(125)
    expect(answers.at(-1)?.said.pid).not.toBe(answers[0]?.said.pid)
  })
})
