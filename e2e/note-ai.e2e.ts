import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { desk } from './bad-days.ts'
import { PASSWORD, signIn } from './people.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'
import { dayOf } from './states.ts'

/** What an AI provider says of a note: off until the institution agrees, read before it is sent, beside the note. */
let server: TestServer
let provider: Server
let page: Page
/** What the provider was asked, and what it says next, as it would stand on the wire. */
const asked: string[] = []
let says: { status: number; body: string }
const answer = (content: string) => ({
  status: 200,
  body: JSON.stringify({ model: 'proof-1', choices: [{ message: { content } }] }),
})

test.beforeAll(async ({ browser }) => {
  provider = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += String(part)
    asked.push(text)
    response.writeHead(says.status, { 'content-type': 'application/json' }).end(says.body)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  server = await startServer({ AI_URL: `http://127.0.0.1:${port}`, AI_MODEL: 'proof' })
  page = await (await browser.newContext(desk)).newPage()
  page.setDefaultTimeout(20_000)
  await signIn(page, server, 'dr.lin')
})
test.afterAll(async () => {
  await page?.context().close()
  await server?.remove()
  provider?.close()
})

/** The institution agrees, or takes it back, by its administrator. */
async function agree(aiAllowed = true): Promise<void> {
  const login = await page.request.post(`${server.url}/his/user/login`, { data: { id: 'admin', pwd: PASSWORD } })
  const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
  const said = await page.request.get(`${server.url}/his/api/partners`, { headers })
  const { data } = (await said.json()) as { data: { id: number; version: number; settings: object }[] }
  const one = data.find(({ id }) => id === 1)
  if (!one) throw new Error('no institution')
  const change = { version: one.version, settings: { ...one.settings, aiAllowed } }
  const changed = await page.request.put(`${server.url}/his/api/partners/1`, { headers, data: change })
  expect(await changed.json()).toMatchObject({ status: 'OK' })
}
const part = (name: string, on = page) => on.getByRole('region', { name, exact: true })

/** A service that nobody gave a provider. */
async function withoutProvider(browser: Browser): Promise<void> {
  const [bare, context] = await Promise.all([startServer(), browser.newContext(desk)])
  try {
    const one = await context.newPage()
    await signIn(one, bare, 'dr.lin')
    const { pid, qid } = (await dayOf(one)).open
    await one.goto(`${bare.url}/emr2/${pid}/${qid}`)
    const panel = part('AI 建議', one)
    await panel.scrollIntoViewIfNeeded()
    await expect(panel).toContainText('未設定 AI 服務')
    await expect(panel.getByRole('button')).toHaveCount(0)
  } finally {
    await context.close()
    await bare.remove()
  }
}

test('[EMR-13] without a provider the panel says so; a suggestion is off until the institution agrees, read as it will be sent without whom it is about, told where it fails, put into the note by a word and marked, rated, and off again', async ({
  browser,
}) => {
  await withoutProvider(browser)
  const { pid, qid } = (await dayOf(page)).open
  await page.goto(`${server.url}/emr2/${pid}/${qid}`)
  const name = (await page.getByRole('heading', { level: 1 }).textContent())?.trim() ?? ''
  const panel = part('AI 建議')
  await panel.scrollIntoViewIfNeeded()
  await expect(panel).toContainText('院所尚未同意使用 AI 服務')
  await expect(panel.getByRole('button')).toHaveCount(0)
  await agree()

  await page.reload()
  const note = part('本次病歷')
  const [s, p] = [note.getByRole('textbox', { name: /^主觀/ }), note.getByRole('textbox', { name: /^計畫/ })]
  await s.fill(`${name}頭痛三天，電話 0912-345-678，住台北市和平東路二段106號`)
  await panel.getByRole('button', { name: '看要送出的內容' }).click()
  const sent = panel.getByRole('region', { name: '要送出的內容' })
  await expect(sent).toContainText('頭痛三天')
  for (const secret of [name, '0912', '和平東路']) await expect(sent).not.toContainText(secret)
  expect(asked).toEqual([])

  says = { status: 200, body: 'data: {"choices":[{"delta":{}}]}\n\n' }
  await panel.getByRole('button', { name: /送出$/ }).click()
  await expect(panel.getByRole('alert')).toHaveText('AI 服務的回覆無法讀取。')
  says = { status: 429, body: '' }
  await panel.getByRole('button', { name: /送出$/ }).click()
  await expect(panel.getByRole('alert')).toHaveText('AI 服務拒絕了這次要求。')
  const text = (await sent.textContent()) ?? ''
  says = answer('問是否有視力模糊')
  await panel.getByRole('button', { name: /送出$/ }).click()
  await expect(panel).toContainText('問是否有視力模糊')
  const messages = (JSON.parse(asked.at(-1) ?? '') as { messages: { content: string }[] }).messages
  expect(messages.map(({ content }) => content).join('\n\n')).toBe(text)

  // Beside the note, and in it only by a word, marked.
  for (const one of await note.getByRole('textbox').all()) expect(await one.inputValue()).not.toContain('視力模糊')
  await panel.getByRole('button', { name: '加入病歷' }).click()
  await page.getByRole('menuitem', { name: /計畫/ }).click()
  await expect(p).toHaveValue('【AI 建議 proof-1】問是否有視力模糊')
  await panel.getByRole('button', { name: /^(like )?有用$/ }).click()
  await expect(panel.getByRole('button', { name: /^(like )?有用$/ })).toHaveAttribute('aria-pressed', 'true')
  await shot(page, 'emr.ai')

  // The note was changed behind the text that was read: it is shown anew, and nothing was sent.
  const before = asked.length
  await panel.getByRole('button', { name: '看要送出的內容' }).click()
  await expect(sent).toContainText('視力模糊')
  await Promise.all([
    page.waitForResponse((one) => (one.request().postData() ?? '').includes('頭痛四天')),
    s.fill('頭痛四天'),
  ])
  await panel.getByRole('button', { name: /送出$/ }).click()
  await expect(panel.getByRole('alert')).toContainText('病歷剛剛有變動')
  await expect(sent).toContainText('頭痛四天')
  await expect(panel.getByRole('alert')).toContainText('病歷剛剛有變動')

  // The institution takes its consent back while the text is read: the server sends nothing, and the panel says so.
  await agree(false)
  await panel.getByRole('button', { name: /送出$/ }).click()
  await expect(panel).toContainText('院所尚未同意使用 AI 服務')
  await expect(panel.getByRole('button', { name: /送出/ })).toHaveCount(0)
  expect(asked.length).toBe(before)
})
