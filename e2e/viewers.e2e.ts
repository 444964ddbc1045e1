import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { desk, PATIENT } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { dayOf } from './states.ts'

/** DICOM files in the viewer: the same picture whatever it is packed by, a film, what is broken, and what may not be seen. */

test.describe.configure({ mode: 'serial' })

let server: TestServer
let page: Page
let pid: number
/** The pictures of one stack, each packed in another way; the first one is not packed. */
let stack: { name: string; id: string }[]
const stacked = () => stack[0]?.id ?? ''
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'nurse.chen', '/members')
  pid = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
    const answer = await fetch('/partner/getMemberList', {
      method: 'POST',
      headers,
      body: JSON.stringify({ pageSize: 100 }),
    })
    const { data } = (await answer.json()) as { data: { pid: number; authorised: string }[] }
    const found = data.find(({ authorised }) => authorised === 'authorised')
    if (!found) throw new Error('the demo has no open record')
    return found.pid
  })
  const plain = sample('MR_small')
  const bare = plain.subarray(132 + 12 + plain.readUInt32LE(140))
  const packed = ['MR_small_RLE', 'MR_small_jpeg_ls_lossless', 'MR_small_jp2klossless']
  // All are there before one is looked at: a stack of several has a slider, which takes a part of the height.
  stack = []
  for (const [name, bytes] of [
    ['plain', plain],
    ...packed.map((one) => [one, sample(one)] as const),
    ['bare', bare],
  ] as const)
    stack.push({ name, id: await bring(`${name}.dcm`, bytes) })
})
test.afterAll(async () => {
  await page?.context().close()
  await server?.remove()
})

const sample = (name: string) => readFileSync(new URL(`../server/src/dicom/samples/${name}.dcm`, import.meta.url))
/** By the calls of an upload; answers the id of the file. */
const bring = (name: string, bytes: Buffer, of = pid) =>
  page.evaluate(
    async ([called, text, to]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}` }
      const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
      const made = await fetch('/his/api/uploads', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'dicom', pid: to, name: called, bytes: bytes.length }),
      })
      const { data } = (await made.json()) as { data: { id: string } }
      const sent = await fetch(`/his/api/uploads/${data.id}`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
        body: bytes,
      })
      const { data: done } = (await sent.json()) as { data: { file: { id: string } | null; reason: string | null } }
      if (!done.file) throw new Error(`${called}: ${done.reason}`)
      return done.file.id
    },
    [name, bytes.toString('base64'), of] as const,
  )
const stage = () => page.locator('.dcstage')
/** Draws a line to the right from the middle, a part of the picture long, and answers what stands beside it. */
async function measured(on: Page, part: number): Promise<string | null> {
  const box = await on.locator('.dccanvas').boundingBox()
  if (!box) throw new Error('no picture')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await on.keyboard.press('m')
  await on.mouse.move(x, y)
  await on.mouse.down()
  await on.mouse.move(x + Math.min(box.width, box.height) * part, y, { steps: 3 })
  await on.mouse.up()
  return on.locator('.dcmeasures g:not(.bar) text').textContent()
}
async function open(id: string): Promise<void> {
  await page.goto(`${server.url}/viewdicom/${id}`)
  await expect(stage()).toHaveAttribute('data-shown', /\d/)
}
/** What is on the screen: every pixel of the canvas, as one number of them. */
const picture = () =>
  page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.dccanvas canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    if (!pixels) throw new Error('no picture')
    const digest = await crypto.subtle.digest('SHA-256', pixels)
    // Where it is bright, from -1 at the left edge to 1 at the right one.
    let [sum, weighted] = [0, 0]
    for (let at = 0; at < pixels.length; at += 4) {
      const x = ((((at / 4) % canvas.width) + 0.5) / canvas.width) * 2 - 1
      sum += pixels[at] ?? 0
      weighted += (pixels[at] ?? 0) * x
    }
    const lit = pixels.some((one, at) => at % 4 !== 3 && one > 40)
    return { hash: [...new Uint8Array(digest)].join(), lit, centre: weighted / sum }
  })

/** The picture once it stands still: the frame before it may be on the canvas for a moment longer. */
async function still() {
  let last = ''
  await expect
    .poll(async () => {
      const before = last
      last = (await picture()).hash
      return last === before
    })
    .toBe(true)
  return picture()
}

test('[FILE-05~] pixel for pixel the same picture, packed by RLE, JPEG-LS, JPEG 2000, in other orders of bytes, without a preamble @proof', async () => {
  // The file is of another person, which stands above the picture; of one study, they stand together, each at its number. Both
  // come when the server answers, and take height from the picture: it is looked at in the size that it keeps.
  const opened = async (id: string) => {
    await open(id)
    await expect(page.locator('.dcband.bad')).toContainText('病歷號')
    await expect(page.locator('.dccine')).toContainText(`/${stack.length}`)
    return still()
  }
  const before = await opened(stacked())
  expect(before.lit).toBe(true)
  for (const { name, id } of stack.slice(1)) expect((await opened(id)).hash, name).toBe(before.hash)
})

test('[FILE-05] a packed film comes frame by frame and plays; a stack is leafed through, whatever its pictures are packed by; window, zoom, flip, length in mm; elements are found', async () => {
  const film = sample('emri_small_RLE')
  const id = await bring('film.dcm', film)
  const asked: number[] = []
  page.on('request', (request) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers().range ?? '') ?? []
    if (from && to) asked.push(Number(to) - Number(from) + 1)
  })
  await open(id)
  // The first frame comes by itself, what is behind it later; the file as a whole never.
  expect(asked[0]).toBeLessThan(film.length / 4)
  await page.keyboard.press(' ')
  await expect.poll(() => stage().getAttribute('data-shown')).toMatch(/[4-9]/)
  await page.keyboard.press(' ')
  await page.keyboard.press('Home')
  await expect(stage()).toHaveAttribute('data-shown', '1')
  const before = await still()
  await page.keyboard.press('i')
  await expect.poll(async () => (await picture()).hash).not.toBe(before.hash)
  await page.keyboard.press('r')
  await expect.poll(async () => (await picture()).hash).toBe(before.hash)
  const box = await page.locator('.dccanvas').boundingBox()
  if (!box) throw new Error('no picture')
  const level = page.locator('.dcover .br')
  const windowed = await level.textContent()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 30, { steps: 3 })
  await page.mouse.up()
  await expect(level).not.toHaveText(windowed ?? '')
  await expect.poll(async () => (await picture()).hash).not.toBe(before.hash)
  // This film does not say how large a pixel is.
  expect(await measured(page, 0.2)).toContain('無比例尺')
  await page.keyboard.press('t')
  await page.getByPlaceholder('搜尋編號、名稱或內容').fill('0028,0010')
  await expect(page.locator('.dctaglist tr')).toHaveText([/Rows\s*64/])
  await page.keyboard.press('Escape')
  expect(asked.length).toBeGreaterThan(1)
  expect(Math.max(...asked)).toBeLessThan(film.length)

  // Five pictures of one study are a stack.
  await open(stacked())
  await page.keyboard.press('Home')
  await expect(stage()).toHaveAttribute('data-shown', '1')
  const plain = await still()
  // Pixels of 0.3125 mm, 64 of them: a quarter of the picture.
  expect(await measured(page, 0.25)).toBe('5.0 mm')
  const right = page.locator('.dcover .er')
  await expect(right).toHaveText('L')
  await page.keyboard.press('f')
  await expect(right).toHaveText('R')
  const flipped = await still()
  expect(Math.abs(plain.centre)).toBeGreaterThan(0.02)
  expect(flipped.centre).toBeCloseTo(-plain.centre, 2)
  await page.keyboard.press('+')
  await expect.poll(async () => (await picture()).hash).not.toBe(flipped.hash)
  await page.keyboard.press('r')
  for (const n of ['2', '3', '4', '5']) {
    await page.keyboard.press('ArrowDown')
    await expect(stage()).toHaveAttribute('data-shown', n)
    expect((await still()).hash).toBe(plain.hash)
  }
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.wheel(0, -60)
  await expect(stage()).toHaveAttribute('data-shown', '4')
  for (const name of ['examples_ybr_color', 'JPGExtended', 'SC_rgb_jpeg_gdcm', 'JPEG2000']) {
    await open(await bring(`${name}.dcm`, sample(name)))
    await expect.poll(async () => (await picture()).lit, name).toBe(true)
  }
})

test('[FILE-05~] a length is the same on a screen of twice the density, and of a picture that lies on its side @proof', async ({
  browser,
}) => {
  const storageState = await page.context().storageState()
  const dense = await (await browser.newContext({ ...desk, storageState, deviceScaleFactor: 2 })).newPage()
  try {
    await dense.goto(`${server.url}/viewdicom/${stacked()}`)
    await expect(dense.locator('.dcstage')).toHaveAttribute('data-shown', /\d/)
    expect(await measured(dense, 0.25)).toBe('5.0 mm')
    await dense.getByRole('button', { name: '清除測量' }).click()
    await dense.keyboard.press('o')
    expect(await measured(dense, 0.25)).toBe('5.0 mm')
  } finally {
    await dense.context().close()
  }
})

test('[FILE-05~] what is cut, lies about its size or is damaged says so, and never shows another picture @proof', async () => {
  const cut = sample('MR_truncated')
  await page.goto(`${server.url}/viewdicom/${await bring('cut.dcm', cut)}`)
  await expect(stage()).toHaveAttribute('data-fault', 'truncated')
  await expect(page.getByRole('alert').filter({ hasText: '無法顯示' })).toBeVisible()
  // JPEG 2000 that ends too early: its tile fails, and what OpenJPEG leaves in the memory is no picture.
  const whole = sample('JPEG2000')
  await page.goto(`${server.url}/viewdicom/${await bring('broken.dcm', whole.subarray(0, whole.length - 100))}`)
  await expect(stage()).toHaveAttribute('data-fault', 'undecodable')
  // A frame that says that it is larger than its file says.
  const liar = Buffer.from(sample('JPEG2000'))
  const siz = liar.indexOf(Buffer.from('ff4fff51', 'hex'))
  liar.writeUInt32BE(60_000, siz + 8)
  await page.goto(`${server.url}/viewdicom/${await bring('liar.dcm', liar)}`)
  await expect(stage()).toHaveAttribute('data-fault', 'mismatch')
  await page.goto(`${server.url}/viewdicom/${await bring('report.dcm', sample('test-SR'))}`)
  await expect(page.locator('.dcreport')).toContainText('A mass of')
})

test('[FILE-05~] one key puts the picture into the note of the visit it was opened from, as it is looked at; it is asked about where the file names another person, can be taken out, and opens from the note as it was; another key asks a colleague about it @proof', async ({
  browser,
}) => {
  const doctor = await (await browser.newContext(desk)).newPage()
  try {
    await signIn(doctor, server, 'dr.lin')
    const { open: visit } = await dayOf(doctor)
    const id = await bring('noted.dcm', sample('MR_small'), visit.pid)
    await doctor.goto(`${server.url}/emr2/${visit.pid}/${visit.qid}?img=${id}`)
    await doctor.locator('.fview').getByRole('button', { name: '開啟影像檢視器' }).click()
    await expect(doctor.locator('.dcstage')).toHaveAttribute('data-shown', /\d/)
    expect(await measured(doctor, 0.25)).toBe('5.0 mm')
    await doctor.keyboard.press('f')
    await doctor.keyboard.press('a')
    await doctor.getByRole('button', { name: '仍要放入' }).click()
    const told = doctor.getByRole('status').filter({ hasText: '已放入' })
    await expect(told).toContainText('MR')
    await told.getByRole('button', { name: '復原' }).click()
    await expect(doctor.getByRole('status').filter({ hasText: '移除' })).toBeVisible()
    await doctor.getByRole('button', { name: '放入看診紀錄' }).click()
    await doctor.getByRole('button', { name: '仍要放入' }).click()
    await expect(told).toBeVisible()
    await doctor.goBack()
    const objective = doctor.getByRole('textbox', { name: '客觀', exact: false })
    await expect(objective).toHaveValue(/\[MR .*5\.0 mm \| viewdicom\/[^\]]*f;l[\d.,-]+\]$/)
    await doctor.goto(`${server.url}/emr2/${visit.pid}/${visit.qid}`)
    await doctor.locator('.noteimages button').click()
    await expect(doctor.locator('.dcmeasures g:not(.bar) text')).toHaveText('5.0 mm')
    await expect(doctor.locator('.dcover .er')).toHaveText('R')
    // Its address says at which visit one is, and how it is looked at for as long as nothing of that is changed.
    await expect(doctor).toHaveURL(/series=/)
    await expect(doctor).toHaveURL(/look=/)
    await expect(doctor).toHaveURL(new RegExp(`visit=${visit.pid}-${visit.qid}\\b`))
    await doctor.keyboard.press('a')
    await doctor.getByRole('button', { name: '仍要放入' }).click()
    await expect(doctor.getByRole('status').filter({ hasText: '已經在' })).toBeVisible()
    await doctor.keyboard.press('i')
    await expect(doctor).not.toHaveURL(/look=/)
    await doctor.keyboard.press('a')
    await doctor.getByRole('button', { name: '仍要放入' }).click()
    await expect(told).toContainText('反相')
    // Another key asks a colleague about it, with the file chosen already.
    await doctor.keyboard.press('q')
    await doctor.getByRole('dialog').getByRole('button', { name: '提供給會診' }).click()
    await expect(doctor.getByRole('checkbox', { name: /noted\.dcm/ })).toBeChecked()
  } finally {
    await doctor.context().close()
  }
})

test('[FILE-05~] from the list of uploads; an id that is nobody’s opens nothing @proof', async () => {
  await page.goto(`${server.url}/setting/upload?tab=mine`)
  await page.locator('[data-row]').filter({ hasText: 'report.dcm' }).getByRole('button').first().click()
  await page.locator('.fview').getByRole('button', { name: '開啟影像檢視器' }).click()
  await expect(page.locator('.dcreport')).toContainText('A mass of')
  await page.goto(`${server.url}/viewdicom/00000000-0000-4000-8000-000000000000`)
  await expect(page.getByRole('alert')).toContainText('影像沒有載入')
})
