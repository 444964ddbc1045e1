import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { fileKinds } from '@teleward/contract/core/file-kinds.ts'
import { kindLabels } from '@teleward/contract/files/texts.ts'
import { desk, PATIENT, phone } from './bad-days.ts'
import { signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'

/** Files of a member: brought by a nurse, on a line that breaks, and looked at in the record. */

let server: TestServer
let page: Page
let pid: number
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(PATIENT)
  await signIn(page, server, 'nurse.chen', '/members')
  const found = await page.evaluate(async () => {
    const answer = await fetch('/partner/getMemberList', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pageSize: 100 }),
    })
    const { data } = (await answer.json()) as { data: { pid: number; authorised: string }[] }
    return data.find(({ authorised }) => authorised === 'authorised')?.pid
  })
  if (!found) throw new Error('the demo has no open record')
  pid = found
})
test.afterAll(async () => {
  await page?.context().close()
  await server?.remove()
})

const chunk = (type: string, body: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(body.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}
/** A picture of a colour; `noise`: that cannot be packed, so that it takes several pieces; `more`: chunks before its pixels. */
function picture(width: number, height: number, seed: number, noise = false, more: Buffer[] = []): Buffer {
  const size = height * (1 + width * 3)
  const pixels = noise ? randomBytes(size) : Buffer.alloc(size, seed)
  for (let row = 0; row < height; row += 1) pixels[row * (1 + width * 3)] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const choose = (name: string, buffer: Buffer, mimeType = 'image/png') =>
  page.locator('.udrop input[type=file]').first().setInputFiles({ name, mimeType, buffer })
const row = (name: string) => page.locator('.ulist li').filter({ hasText: name })

test('[FILE-01~] [MEMB-01~] from the member’s row to the stored picture, and into the record', async () => {
  await page.goto(`${server.url}/members?open=${pid}`)
  await page.locator('.drawer').getByRole('button', { name: '上傳影像' }).click()
  await expect(page).toHaveURL(new RegExp(`/setting/upload/${pid}`))
  // Whom it is for stands there before the first byte goes.
  await expect(
    page
      .locator('.upage')
      .getByText(/^M-\d+$/)
      .first(),
  ).toBeVisible()
  await page.getByRole('radio', { name: '皮膚' }).click()
  await expect(page).toHaveURL(/kind=skin/)
  await choose('手背.png', picture(60, 40, 90))
  await expect(row('手背.png')).toContainText('已存入')
  // What is no picture is refused by its name, and what lies about it by its content.
  await choose('page.html', Buffer.from('<script>'), 'text/html')
  await expect(row('page.html')).toContainText('僅能上傳圖片')
  await choose('page.png', Buffer.from('<script>alert(1)</script>'))
  await expect(row('page.png')).toContainText('檔案內容與格式不符')
  await page.goto(`${server.url}/emr2/${pid}/0`)
  const tile = page.locator('.recfiles .ftile').filter({ hasText: '手背.png' })
  await expect(tile).toBeVisible()
  await tile.click()
  const shown = page.locator('.fvpan img')
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(60)
  // Whole, whatever its sides: nothing of it lies beyond the frame.
  const beyond = () =>
    shown.evaluate((one) => {
      const [picture, frame] = [one, one.parentElement as Element].map((each) => each.getBoundingClientRect())
      return Math.round(
        Math.max(0, (picture?.bottom ?? 0) - (frame?.bottom ?? 0), (picture?.right ?? 0) - (frame?.right ?? 0)),
      )
    })
  await expect.poll(beyond).toBe(0)
  expect(
    await shown.evaluate((one) => (one.parentElement?.scrollHeight ?? 0) - (one.parentElement?.clientHeight ?? 0)),
  ).toBe(0)
  // Turned by its key, for everybody, after a reload as well.
  await page.keyboard.press('r')
  await expect(shown).toHaveAttribute('data-turn', '90')
  await page.reload()
  await expect(page.locator('.fvpan img')).toHaveAttribute('data-turn', '90')
  await page.keyboard.press('Escape')
  await expect(page.locator('.fview')).toBeHidden()
})

test('[V10] [V11] a picture that was taken upright stands whole in its small picture and in the viewer, turned as well @proof', async () => {
  const turned = Buffer.from('4d4d002a00000008' + '0001' + '01120003000000010006' + '0000' + '00000000', 'hex')
  await page.goto(`${server.url}/setting/upload/${pid}?kind=skin`)
  await choose('直拍.png', picture(200, 100, 120, false, [chunk('eXIf', turned)]))
  await expect(row('直拍.png')).toContainText('已存入')
  await page.goto(`${server.url}/emr2/${pid}/0`)
  const tile = page.locator('.recfiles .ftile').filter({ hasText: '直拍.png' })
  /** How far the picture lies beyond its frame, and what shape it has on the screen. */
  const seen = async (turn: string) => {
    const small = tile.locator(`img[data-turn='${turn}']`)
    await expect.poll(() => small.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)).toBe(100)
    return small.evaluate((one) => {
      const [picture, frame] = [one, one.parentElement as Element].map((each) => each.getBoundingClientRect())
      if (!picture || !frame) throw new Error('no picture')
      const beyond = [frame.left - picture.left, frame.top - picture.top]
      beyond.push(picture.right - frame.right, picture.bottom - frame.bottom)
      return { beyond: Math.round(Math.max(...beyond)), fits: getComputedStyle(one).objectFit }
    })
  }
  expect(await seen('0')).toEqual({ beyond: 0, fits: 'contain' })
  await tile.click()
  const shown = page.locator('.fvpan img')
  await expect
    .poll(() => shown.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]))
    .toEqual([100, 200])
  await page.keyboard.press('r')
  await expect(shown).toHaveAttribute('data-turn', '90')
  await page.keyboard.press('Escape')
  await expect(page.locator('.fview')).toBeHidden()
  expect(await seen('90')).toEqual({ beyond: 0, fits: 'contain' })
})

test('[FILE-04] a line that breaks, a pause, a failure, another screen: it shows how far it is, goes on where it was, and tells the same file', async () => {
  await page.goto(`${server.url}/setting/upload/${pid}?kind=photo`)
  const big = picture(1200, 900, 7, true)
  const PIECE = 1024 * 1024
  const pieces = Math.ceil(big.length / PIECE)
  expect(pieces).toBe(4)
  // Where each piece began that came through, and each that was lost on its way.
  const [through, lost]: [number[], number[]] = [[], []]
  let cut = true
  let unheard = true
  await page.route('**/his/api/uploads/*', async (route) => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    expect(request.postDataBuffer()?.length ?? 0).toBeLessThanOrEqual(PIECE)
    const from = Number(request.headers()['upload-offset'])
    if (cut && through.length > 0) {
      lost.push(from)
      return route.abort('connectionfailed')
    }
    through.push(from)
    if (from !== 2 * PIECE || !unheard) return route.continue()
    // This one arrives, and its answer is lost.
    unheard = false
    await route.fetch()
    return route.abort('connectionfailed')
  })
  await choose('big.png', big)
  await expect(row('big.png')).toContainText('等待連線')
  // One piece has arrived, and that is what is shown of it.
  const share = Math.round((PIECE * 100) / big.length)
  await expect(row('big.png').getByRole('progressbar')).toHaveAttribute('value', String(share))
  await page.getByRole('button', { name: '暫停' }).click()
  await expect(row('big.png')).toContainText('已暫停')
  // A slip throws nothing of it away.
  await row('big.png').getByRole('button', { name: '移除' }).click()
  const asks = page.getByRole('dialog').filter({ hasText: '移除 big.png' })
  await asks.getByRole('button', { name: '取消' }).click()
  await expect(asks).toBeHidden()
  // Elsewhere the chip says how far it is, and leads back.
  await page.getByRole('navigation').getByRole('link', { name: /會員$/ }).first().click()
  const chip = page.getByRole('banner').getByRole('button', { name: /上傳中 1 個檔案/ })
  await expect(chip).toBeVisible()
  await chip.click()
  cut = false
  await page.getByRole('button', { name: '繼續' }).click()
  await expect(row('big.png')).toContainText('已存入')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // However often it was tried, a lost line cost the one piece that was on its way, and a lost answer that of its own.
  expect([...new Set(lost)]).toEqual([PIECE])
  expect(through.filter((from) => from !== 2 * PIECE)).toEqual([0, PIECE, 3 * PIECE])
  expect(through.filter((from) => from === 2 * PIECE).length).toBeLessThanOrEqual(2)

  // What the server fails at is tried again by hand, from where it stood.
  let failing = true
  await page.route('**/his/api/uploads/*', (route) =>
    failing && route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"status":"UPLOAD_FAILED"}' })
      : route.continue(),
  )
  await choose('retry.png', picture(60, 40, 91))
  await expect(row('retry.png')).toContainText('未完成')
  failing = false
  await row('retry.png').getByRole('button', { name: '再試一次' }).click()
  await expect(row('retry.png')).toContainText('已存入')
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await choose('again.png', big)
  await expect(row('again.png')).toContainText('「big.png」內容完全相同')
  await row('again.png').getByRole('button', { name: '不要上傳' }).click()
  await expect(row('again.png')).toHaveCount(0)
  await choose('again.png', big)
  await row('again.png').getByRole('button', { name: '兩個都保留' }).click()
  await expect(row('again.png')).toContainText('已存入')
})

test('[FILE-03~] [FILE-10~] a batch: what its name does not tell is assigned by hand; a withdrawn one leaves its mark @proof', async () => {
  await page.goto(`${server.url}/setting/upload?kind=ear`)
  await choose('IMG_0001.png', picture(50, 50, 120))
  await expect(page.locator('.ulist li').filter({ hasText: 'IMG_0001.png' })).toContainText('待指定會員')
  await page.getByRole('tab', { name: '我上傳的' }).click()
  const row = (name: string) => page.locator('tbody tr').filter({ hasText: name })
  await row('IMG_0001.png').getByRole('button', { name: '指定會員' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('會員').click()
  await page.locator('.ant-select-item-option').first().click()
  await dialog.getByRole('button', { name: '指定會員' }).click()
  await expect(row('IMG_0001.png')).toContainText('已存入')
  await row('IMG_0001.png').getByRole('button', { name: '檢視' }).click()
  await page.getByRole('button', { name: '撤回' }).click()
  const ask = page.getByRole('dialog').last()
  await ask.getByRole('button', { name: '撤回' }).click()
  await expect(ask).toContainText('請填寫原因')
  await ask.getByLabel('原因').fill('拍錯了')
  await ask.getByRole('button', { name: '撤回' }).click()
  await expect(row('IMG_0001.png')).toContainText('已撤回')
})

test('[FILE-07~] [Vw11] a report that cannot be drawn is handed out to be saved; an upload that was left is given up @proof', async () => {
  await page.goto(`${server.url}/setting/upload/${pid}?kind=pe_report`)
  const body = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n'
  const report = `${body}xref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  await choose('體檢.pdf', Buffer.from(report), 'application/pdf')
  await expect(row('體檢.pdf')).toContainText('已存入')
  await page.getByRole('tab', { name: '我上傳的' }).click()
  await page.locator('tbody tr').filter({ hasText: '體檢.pdf' }).getByRole('button', { name: '檢視' }).click()
  const stage = page.locator('.fvstage')
  // It has no pages: what cannot be drawn is said, and handed out.
  await expect(stage).toContainText('這份 PDF 無法顯示')
  const link = stage.getByRole('link', { name: '下載原檔' })
  await expect(link).toHaveAttribute('href', /\/content\?ticket=/)
  // Open for longer than its address lives: the click asks for another, here and in the head.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLAnchorElement>('.fview a[download]'))
      one.href = one.href.replace(/ticket=.*/, 'ticket=over')
  })
  for (const one of [link, page.locator('.fvhead').getByRole('link', { name: '下載原檔' })]) {
    const [saved] = await Promise.all([page.waitForEvent('download'), one.click()])
    expect([saved.suggestedFilename(), readFileSync(await saved.path(), 'utf8')]).toEqual(['體檢.pdf', report])
  }
  // Closed meanwhile: that is said, and nothing is saved.
  await page.route('**/addresses', (route) =>
    route.fulfill({ status: 404, json: { status: 'NOT_FOUND', code: 'NOT_FOUND', message: '查無資料', data: null } }),
  )
  await link.click()
  await expect(page.locator('.ant-notification-notice')).toContainText('查無')
  await page.unroute('**/addresses')
  await page.keyboard.press('Escape')
  await expect(page.locator('.fview')).toBeHidden()
  // One that was begun and left is given up from the list.
  const id = await page.evaluate(async (pid) => {
    const answer = await fetch('/his/api/uploads', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'photo', pid, name: 'left.png', bytes: 100 }),
    })
    return ((await answer.json()) as { data: { id: string } }).data.id
  }, pid)
  expect(id).toBeTruthy()
  await page.reload()
  const left = page.locator('tbody tr').filter({ hasText: 'left.png' })
  await left.getByRole('button', { name: '放棄' }).click()
  // A slip gives nothing up.
  const asks = page.getByRole('dialog').filter({ hasText: '放棄上傳' })
  await asks.getByRole('button', { name: '取消' }).click()
  await expect(asks).toBeHidden()
  await left.getByRole('button', { name: '放棄' }).click()
  await asks.getByRole('button', { name: '放棄', exact: true }).click()
  await expect(left).toContainText('未完成')
})

test('[FILE-01] on a phone: for whom, which of the fifteen kinds, and the camera; also of nobody yet @proof', async ({
  browser,
}) => {
  const hand = await (await browser.newContext(phone)).newPage()
  hand.setDefaultTimeout(PATIENT)
  await signIn(hand, server, 'nurse.chen', '/upload_select')
  await hand.getByLabel('會員', { exact: true }).click()
  await hand.locator('.ant-select-item-option').first().click()
  const offered = async () => {
    for (const kind of fileKinds)
      await expect(hand.getByRole('radio', { name: kindLabels[kind]['zh-TW'], exact: true })).toBeVisible()
    await expect(hand.getByRole('radio')).toHaveCount(15)
  }
  await offered()
  await hand.getByRole('radio', { name: '咽喉' }).click()
  await expect(hand.getByRole('radio', { name: '咽喉' })).toBeChecked()
  await hand.getByRole('button', { name: '下一步' }).click()
  await expect(hand).toHaveURL(/\/setting\/upload\/\d+\?kind=throat/)
  const [chooser] = await Promise.all([
    hand.waitForEvent('filechooser'),
    hand.getByRole('button', { name: '拍照' }).click(),
  ])
  await chooser.setFiles({ name: 'image.png', mimeType: 'image/png', buffer: picture(40, 60, 33) })
  await expect(hand.locator('.ulist li').filter({ hasText: 'image.png' })).toContainText('已存入')
  await offered()
  // Of many people, or of nobody yet: their names tell.
  await hand.goto(`${server.url}/setting/upload`)
  await offered()
  const account = await hand.evaluate(async (of) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}` }
    const answer = await fetch(`/his/api/members/${of}`, { headers })
    return ((await answer.json()) as { data: { account: string } }).data.account
  }, pid)
  await hand
    .locator('.udrop input[type=file]')
    .first()
    .setInputFiles({ name: `${account}_1.png`, mimeType: 'image/png', buffer: picture(40, 60, 34) })
  await expect(hand.locator('.ulist li').filter({ hasText: `${account}_1.png` })).toContainText('已存入')
  expect(await hand.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await hand.context().close()
})
