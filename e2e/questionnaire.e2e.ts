import { expect, type Page, test } from '@playwright/test'
import { asking } from './asking.ts'
import { desk, PATIENT, phone } from './bad-days.ts'
import { readOutbox } from './outbox.ts'
import { identify, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { listen, still } from './themes.ts'

/** A questionnaire is built, published and sent; the patient answers on the phone, with a line that breaks and a phone that is closed; its score tells. */

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
  await Promise.all([signIn(doctor, server, 'dr.lin', '/questionsmgmt'), signIn(admin, server, 'admin', '/')])
})
test.afterAll(async () => {
  await Promise.all([doctor, patient, admin].map((page) => page?.context().close()))
  await server?.remove()
})

interface Member {
  pid: number
  name: string
  birthday: string
  idNumber: string | null
  mobile: string
}
const aMember = () =>
  doctor.evaluate(async (): Promise<Member | undefined> => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    const list = await fetch('/partner/getMemberList', {
      method: 'POST',
      headers,
      body: JSON.stringify({ pageSize: 100 }),
    })
    const { data } = (await list.json()) as { data: { pid: number; mobile: string | null }[] }
    const found = data.find((row) => row.mobile)
    if (!found) return undefined
    const one = await fetch(`/his/api/members/${found.pid}`, { headers })
    return ((await one.json()) as { data: Member }).data
  })

test('[FORM-01~] [FORM-02~] [FORM-04] built, published, sent; answered on a phone whose line breaks; scored, told, and spread', async () => {
  const who = await aMember()
  if (!who) throw new Error('the demo has no member with a mobile')
  // Copied from a standard instrument, changed and published.
  await doctor.getByRole('row', { name: /PHQ-9/ }).click()
  await doctor.getByRole('button', { name: '複製成新問卷' }).click()
  await doctor.getByLabel('問卷名稱').fill('<b>心情</b>問卷')
  await doctor.getByRole('button', { name: /做事時提不起勁/ }).click()
  await expect(doctor.getByLabel('選項文字').first()).toHaveValue('完全沒有')
  await expect(doctor.getByText('已儲存草稿')).toBeVisible()
  await still(doctor)
  await shot(doctor, 'questionnaire.build')
  await doctor.getByRole('button', { name: '發布', exact: true }).click()
  await doctor.getByRole('dialog').getByRole('button', { name: '發布', exact: true }).click()
  await expect(doctor.getByRole('heading', { name: '<b>心情</b>問卷' })).toBeVisible()

  await doctor.getByRole('button', { name: '傳送給會員' }).first().click()
  const drawer = doctor.getByRole('dialog', { name: '傳送給會員' })
  await drawer.getByRole('combobox').first().fill(who.name)
  await doctor.locator('.ant-select-item-option', { hasText: who.name }).first().click()
  await drawer.getByRole('button', { name: '傳送', exact: true }).click()
  await expect(doctor.getByRole('row', { name: new RegExp(who.name) })).toContainText('已送出')

  const text = await readOutbox(admin, server, { kind: 'link', to: who.mobile })
  const link = /\/link\/[\w-]+/.exec(text)?.[0] ?? ''
  await patient.goto(server.url + link)
  await expect(patient.getByRole('heading', { name: '照護團隊請您填寫問卷' })).toBeVisible()
  await patient.getByRole('button', { name: '開始' }).click()
  await identify(patient, { birthday: who.birthday, last4: (who.idNumber ?? who.mobile).slice(-4) })
  await expect(patient.getByRole('heading', { name: '<b>心情</b>問卷' })).toBeVisible()
  await patient.getByRole('button', { name: '開始作答' }).click()
  await shot(patient, 'questionnaire.phone')
  const next = () => patient.getByRole('button', { name: /^(下一題|檢查並送出)$/ }).click()
  const choose = (name: string) => patient.getByRole('radio', { name, exact: true }).check()
  await choose('幾天')
  await next()
  // The line breaks; the phone is closed and opened again: it is where it was.
  await patient.context().setOffline(true)
  await choose('幾乎每天')
  await expect(patient.getByText('暫存在此裝置')).toBeVisible()
  await patient.context().setOffline(false)
  await patient.reload()
  await patient.getByRole('button', { name: '繼續作答' }).click()
  await expect(patient.getByText('第 3 題，共 9 題')).toBeVisible()
  for (let at = 3; at < 9; at += 1) {
    await choose('完全沒有')
    await next()
  }
  await expect(patient.getByText('第 9 題，共 9 題')).toBeVisible()
  await choose('幾天')
  // Help comes with the answer, before anything is submitted; and staff are told.
  await expect(patient.getByRole('alert').getByRole('link', { name: '撥打 1925' })).toBeVisible()
  await shot(patient, 'questionnaire.help')
  await expect(doctor.getByRole('row', { name: new RegExp(who.name) })).toContainText('危險回答')
  await next()
  await patient.getByRole('button', { name: '送出', exact: true }).click()
  await expect(patient.getByRole('heading', { name: '謝謝您，已收到' })).toBeVisible()
  await patient.reload()
  await expect(patient.getByText('不需再填一次')).toBeVisible()

  const row = doctor.getByRole('row', { name: new RegExp(who.name) })
  await expect(row).toContainText('已完成')
  await expect(row).toContainText('5／27')
  await row.click()
  await expect(doctor.getByRole('alert').filter({ hasText: '自己的念頭' })).toContainText(
    '有不如死掉或用某種方式傷害自己的念頭',
  )
  await expect(doctor.getByRole('alert').filter({ hasText: '自己的念頭' })).toContainText('林書妍')
  await still(doctor)
  await shot(doctor, 'questionnaire.form')
  await doctor.getByRole('button', { name: '我已處理' }).click()
  const dialog = doctor.getByRole('dialog', { name: '如何處理？' })
  await dialog.getByLabel('處理情形').fill('已電話聯絡，安排今日看診')
  await dialog.getByRole('button', { name: '我已處理' }).click()
  await expect(doctor.getByRole('alert').filter({ hasText: '自己的念頭' })).toContainText('已電話聯絡')
})

const weighed = (display: string, code: number) => ({
  valueCoding: { code: String(code), display },
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: code }],
})
const SLEEP = {
  resourceType: 'Questionnaire',
  title: '睡眠問卷',
  item: [
    {
      ...{ linkId: 'sleep', type: 'choice', text: '睡得好嗎？', required: true },
      answerOption: [weighed('好', 0), weighed('差', 2)],
    },
    {
      ...{ linkId: 'hours', type: 'decimal', text: '睡幾小時？' },
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueDecimal: 24 }],
    },
    {
      ...{ linkId: 'why', type: 'text', text: '為什麼？', required: true },
      enableWhen: [{ question: 'sleep', operator: '=', answerCoding: { code: '2' } }],
    },
  ],
}

test('[FORM-02] /form/{id} is filled in beside the patient: what is wrong is said at its question, a branch opens and closes, the score counts along, and the answers stay with their version', async () => {
  const who = await aMember()
  const ask = await asking(server, 'dr.lin')
  interface Made {
    row: { id: number; version: number }
  }
  const publish = ({ row }: Made) =>
    ask<Made>('POST', `/his/api/questionnaires/${row.id}/publish`, { version: row.version })
  const { row } = await publish(await ask<Made>('POST', '/his/api/questionnaires', { content: SLEEP }))
  const endAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const sent = await ask<{ forms: { id: number }[] }>('POST', `/his/api/questionnaires/${row.id}/sendings`, {
    ...{ pids: [who?.pid], way: 'here', endAt },
  })
  const id = sent.forms[0]?.id
  await doctor.goto(`${server.url}/form/${id}`)
  await expect(doctor.getByRole('heading', { name: '睡眠問卷' })).toBeVisible()
  const question = (text: string) => doctor.locator('.fm-q').filter({ hasText: text })
  const score = doctor.locator('.fm-score')
  const choose = (name: string) => doctor.getByRole('radio', { name, exact: true }).check()
  const submit = doctor.getByRole('button', { name: '送出', exact: true })
  await submit.click()
  await expect(question('睡得好嗎？')).toContainText('請回答此題')
  await choose('差')
  await expect(score).toContainText('2／2')
  await expect(question('為什麼？')).toBeVisible()
  await choose('好')
  await expect(question('為什麼？')).toHaveCount(0)
  await expect(score).toContainText('0／2')
  await choose('差')
  await doctor.getByLabel('睡幾小時？').fill('25')
  await expect(question('睡幾小時？')).toContainText('不可大於 24')
  await submit.click()
  await expect(question('為什麼？')).toContainText('請回答此題')
  await doctor.getByLabel('睡幾小時？').fill('5')
  await doctor.getByLabel('為什麼？').fill('樓上的噪音')
  await expect(doctor.getByRole('status').filter({ hasText: '已儲存' })).toBeVisible()
  await doctor.reload()
  await expect(doctor.getByLabel('為什麼？')).toHaveValue('樓上的噪音')
  await submit.click()
  await expect(doctor.locator('.qs-form')).toContainText('已完成')
  await expect(score).toContainText('2／2')
  // The questionnaire goes on: what was answered stays with the version it was asked in.
  const next = { ...SLEEP, item: [...SLEEP.item, { linkId: 'new', type: 'boolean', text: '會打鼾嗎？' }] }
  const { row: now } = await ask<Made>('GET', `/his/api/questionnaires/${row.id}`)
  await publish(await ask<Made>('PUT', `/his/api/questionnaires/${row.id}`, { version: now.version, content: next }))
  await doctor.reload()
  await expect(doctor.locator('.pagehead')).toContainText('第 1 版')
  await expect(question('為什麼？')).toContainText('樓上的噪音')
  await expect(question('會打鼾嗎？')).toHaveCount(0)
})
