import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'

/** What a device recorded, looked at: ECG, heart sound, a report, both eyes. */

let server: TestServer
let page: Page
let other: Page
interface Known {
  id: string
  kind: string
  format: string
  eye: string | null
}
let pid: number
let files: Known[]
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'nurse.chen', '/members')
  const found = await page.evaluate(async () => {
    const call = async (path: string, body: object) => {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { data: never }).data
    }
    const members: { pid: number; authorised: string }[] = await call('/partner/getMemberList', {
      pageSize: 100,
    })
    const open = members.find(({ authorised }) => authorised === 'authorised')?.pid ?? 0
    const brought: Known[] = await call('/his/api/syncMedicalFile', { pid: open })
    return { open, brought }
  })
  pid = found.open
  files = found.brought
})
test.afterAll(async () => {
  await page?.context().close()
  await other?.context().close()
  await server?.remove()
})

/** Brought on the upload screen and opened from the list of what one brought. */
async function bring(kind: string, name: string, buffer: Buffer, mimeType = 'application/pdf') {
  await page.goto(`${server.url}/setting/upload/${pid}?kind=${kind}`)
  await page.locator('.udrop input[type=file]').first().setInputFiles({ name, mimeType, buffer })
  await expect(page.locator('.ulist li').filter({ hasText: name })).toContainText('已存入')
  await page.getByRole('tab', { name: '我上傳的' }).click()
  await page.getByRole('row', { name }).getByRole('button', { name: '檢視', exact: true }).click()
}
function scripted(): Buffer {
  const text = 'BT /F1 18 Tf 60 700 Td (Nothing runs) Tj ET'
  const parts = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);)>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(app.alert\\(2\\);)>>]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/AA<</O<</S/JavaScript/JS(app.alert\\(3\\);)>>>>/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let body = '%PDF-1.4\n'
  const places = parts.map((part, at) => {
    const from = body.length
    body += `${at + 1} 0 obj${part}endobj\n`
    return `${String(from).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}

const raw = (name: string) => readFileSync(new URL(`../server/seeds/samples/${name}`, import.meta.url))
const file = (kind: string, more: Partial<Known> = {}) => {
  const found = files.find(
    (one) => one.kind === kind && Object.entries(more).every(([key, value]) => one[key as 'id'] === value),
  )
  if (!found) throw new Error(`the demo has no ${kind}`)
  return found.id
}
const look = (id: string) => page.goto(`${server.url}/emr2/${pid}/0?img=${id}`)
const dark = (canvas: string) =>
  page
    .locator(canvas)
    .first()
    .evaluate((one: HTMLCanvasElement) => {
      const data = one.getContext('2d')?.getImageData(0, 0, one.width, one.height).data ?? []
      let dark = 0
      for (let at = 0; at < data.length; at += 4)
        if ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 200) dark += 1
      return dark
    })

test('[FILE-07] a WFDB pair is chosen at once, becomes one ECG, and is measured by pointer and by keys', async () => {
  await page.goto(`${server.url}/setting/upload/${pid}?kind=ecg`)
  const text = { name: 'text/plain', mimeType: 'application/octet-stream' }
  // The data first: they wait for their header.
  await page
    .locator('.udrop input[type=file]')
    .first()
    .setInputFiles([
      { ...text, name: '100.dat', buffer: gunzipSync(raw('100.dat.gz')) },
      { ...text, name: '100.hea', buffer: raw('100.hea') },
    ])
  const row = (name: string) => page.locator('.ulist li').filter({ hasText: name })
  await expect(row('100.hea')).toContainText('已存入')
  await expect(row('100.dat')).toContainText('已存入')
  await page.getByRole('tab', { name: '我上傳的' }).click()
  await page
    .getByRole('row', { name: /100\.dat/ })
    .getByRole('button', { name: '檢視', exact: true })
    .click()
  const paper = page.locator('.ecgpaper')
  await expect(paper.getByRole('img', { name: /心電圖.*MLII.*25 mm\/s · 10 mm\/mV/ })).toBeVisible()
  await expect.poll(() => dark('.ecgpaper canvas')).toBeGreaterThan(2000)
  await expect(page.getByText(/共 1,805\.6 秒/)).toBeVisible()
  await expect(page.getByText('螢幕尚未校正')).toBeVisible()
  // A second is 25 mm, and a millimetre what CSS calls one until the screen is measured: 94.5 pixels.
  const box = await paper.boundingBox()
  if (!box) throw new Error('no paper')
  await page.mouse.move(box.x + 300, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 394.5, box.y + 77.8, { steps: 4 })
  await page.mouse.up()
  const readout = page.locator('.ecgwork [role=status]').first()
  await expect(readout).toHaveText(/V5：1,00\d ms · 60 次\/分 · -1\.00 mV|V5：99\d ms · 60 次\/分 · -1\.00 mV/)
  const end = page.getByRole('slider', { name: '量測尺終點，V5' })
  const before = Number(await end.getAttribute('aria-valuenow'))
  await end.focus()
  await page.keyboard.press('Shift+ArrowRight')
  // Ten samples of 360 a second.
  expect(Number(await end.getAttribute('aria-valuenow')) - before).toBeCloseTo(28, -1)
  await page.getByText('50', { exact: true }).click()
  await expect(paper.getByRole('img', { name: /50 mm\/s/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(end).toBeHidden()
  await expect(page.locator('.fview')).toBeVisible()
})

test('[FILE-07] an annotated ECG has its twelve leads, a heart sound its wave, spectrum and thresholds', async () => {
  await look(file('ecg', { format: 'xml' }))
  await expect(page.getByRole('img', { name: /I II III aVR aVL aVF V1 V2 V3 V4 V5 V6/ })).toBeVisible()
  await expect(page.getByText('檔案記載的對象：subject1 Clark')).toBeVisible()
  await look(file('phono'))
  const values = page.getByRole('region', { name: '判讀值' })
  await expect(values.getByRole('row', { name: /EMAT.*15\.8%.*至少 15%.*達到門檻/ })).toBeVisible()
  await expect(values.getByRole('row', { name: /SDI.*5\.4.*至少 5 或 7\.5.*達到 5，未達 7\.5/ })).toBeVisible()
  await expect(values.getByRole('row', { name: /S4.*未知.*至少 5（0 至 10）.*無法比較/ })).toBeVisible()
  const position = page.getByRole('slider', { name: '播放位置' })
  await expect.poll(() => dark('.sound canvas')).toBeGreaterThan(0)
  // By keys: to a place, a part from there, and round.
  await position.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('[')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press(']')
  await expect(page.getByText('選取 1.00–1.20 秒')).toBeVisible()
  await page.keyboard.press('l')
  await page.keyboard.press(' ')
  await expect(page.getByRole('button', { name: '暫停' })).toBeVisible()
  const heard = () => page.locator('audio').evaluate((one: HTMLAudioElement) => one.currentTime)
  await expect.poll(heard).toBeGreaterThan(0.9)
  await expect
    .poll(
      async () =>
        (await heard()) < 1.3 && !(await page.locator('audio').evaluate((one: HTMLAudioElement) => one.paused)),
    )
    .toBe(true)
  await page.getByRole('button', { name: '暫停' }).click()
  await expect(page.getByRole('button', { name: /播放$/ })).toBeVisible()
})

test('[FILE-07] a report is read in place, found in, and runs nothing', async () => {
  await look(file('pe_report'))
  await expect(page.getByText('第 1 頁，共 1 頁').first()).toBeVisible()
  await expect(page.locator('.letters')).toContainText('Physical examination report')
  await expect.poll(() => dark('.sheet canvas')).toBeGreaterThan(100)
  await page.getByPlaceholder('在文件中尋找').fill('weight 58')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 頁含有此文字')).toBeVisible()
  await expect(page.locator('.fvstage iframe, .fvstage object, .fvstage embed')).toHaveCount(0)
  // One with a script that a reader would run as it opens, and a form's.
  const asked: string[] = []
  page.on('dialog', (one) => {
    asked.push(one.message())
    void one.dismiss()
  })
  await bring('pe_report', 'script.pdf', scripted())
  await expect(page.getByText('第 1 頁，共 1 頁').first()).toBeVisible()
  await expect(page.locator('.letters')).toContainText('Nothing runs')
  expect(asked).toEqual([])
})

test('[FILE-07] a film plays in place and is sought in by ranges', async () => {
  const ranges: string[] = []
  page.on('request', (request) => {
    const range = request.headers().range
    if (range && /content/.test(request.url())) ranges.push(range)
  })
  await bring('video', '步態.mp4', raw('rabbit320.mp4'), 'video/mp4')
  const film = page.locator('.fvstage video')
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(320)
  const place = () => film.evaluate((one: HTMLVideoElement) => (one.seeking ? -1 : one.currentTime))
  await film.evaluate((one: HTMLVideoElement) => {
    one.currentTime = 3
  })
  await expect.poll(place).toBe(3)
  await film.evaluate((one: HTMLVideoElement) => one.play())
  await expect.poll(place).toBeGreaterThan(3)
  expect(ranges.length).toBeGreaterThan(0)
})

test('[FILE-06] both eyes side by side in step, an earlier day beneath, colours said, and remarks that two write at once', async ({
  browser,
}) => {
  const id = file('eye', { eye: 'R' })
  await look(id)
  await page.getByRole('button', { name: '雙眼並排檢視' }).click()
  await expect(page).toHaveURL(new RegExp(`/funduscopy/${id}`))
  const panes = page.locator('.eyepane')
  await expect(panes).toHaveCount(2)
  // As the reader faces the patient: the right eye on the left.
  await expect(panes.first()).toContainText('右眼')
  for (const image of await page.locator('.eyemoved img').all())
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(480)
  await expect(page.getByText('黃：輕度，建議追蹤')).toBeVisible()
  await expect(page.getByText('綠：未見異常')).toBeVisible()
  // What another model says is entered as its report has it, and stands there for both.
  const enter = async (at: number, colour: RegExp) => {
    await page.getByRole('button', { name: '登錄 AI 判讀' }).nth(at).click()
    await page.getByRole('combobox', { name: 'AI 燈號' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: colour }).click()
    await page.getByRole('textbox', { name: /裝置或模型/ }).fill('RetiScan 2.1')
    await page.getByRole('dialog').getByRole('button', { name: /儲/ }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await enter(0, /^紅/)
  await expect(page.getByText('紅：重度，盡速轉診')).toBeVisible()
  await expect(page.locator('.lamp.red')).toBeVisible()
  await enter(1, /^橙/)
  await expect(page.getByText('橙：中度，建議轉診')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(panes).toHaveCount(4)
  // The earlier left eye went to no model.
  await expect(page.getByText('AI 結果未知')).toBeVisible()
  await page.keyboard.press('+')
  const moved = await page
    .locator('.eyemoved')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).style.transform))
  expect(new Set(moved)).toEqual(new Set(['translate(0%, 0%) scale(1.25)']))
  await page.keyboard.press('f')
  await expect(page.locator('.eyemoved').first()).toHaveCSS('filter', /redfree/)
  // A doctor writes while the nurse does.
  other = await (await browser.newContext(desk)).newPage()
  other.setDefaultTimeout(PATIENT)
  await signIn(other, server, 'dr.lin', `/funduscopy/${id}`)
  const field = (on: Page) => on.getByRole('textbox', { name: '右眼（OD）備註' })
  await field(page).fill('黃斑部出血')
  await field(other).fill('視乳頭邊界清楚')
  await other.getByRole('button', { name: /儲存/ }).click()
  await expect(other.getByText(/林書妍，20/)).toBeVisible()
  await page.getByRole('button', { name: /儲存/ }).click()
  await expect(page.getByText('其他人剛改了備註')).toBeVisible()
  await expect(page.locator('.eyestale')).toContainText('視乳頭邊界清楚')
  await expect(field(page)).toHaveValue('黃斑部出血')
  await field(page).fill('視乳頭邊界清楚；黃斑部出血')
  await page.getByRole('button', { name: /儲存/ }).click()
  await expect(field(other)).toHaveValue('視乳頭邊界清楚；黃斑部出血')
})
