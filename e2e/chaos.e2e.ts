import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { desk, PATIENT, phone, stored } from './bad-days.ts'
import { launch } from './media/launch.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { type Line, lineTo, storm } from './proxy.ts'
import { startServer, type TestServer } from './server.ts'
import { shot } from './shots.ts'

/** A doctor writes over a line that stalls, breaks in the middle and comes back: no word is lost, nothing is there twice. */
const wait = expect.configure({ timeout: 2 * PATIENT })
const SEED = Number(process.env.PROOF_SEED ?? 3)

interface Note {
  s: string
  o: string
  a: string
  p: string
  diagnoses: { code: string }[]
  lines: { name: string }[]
}
interface Visit {
  qid: number
  status: string
  patient: { pid: number }
}
let server: TestServer
let line: Line
let context: BrowserContext
let page: Page
let visit: Visit

test.beforeAll(async ({ browser }) => {
  server = await startServer()
  line = await lineTo(server.url)
  context = await browser.newContext(desk)
  page = await context.newPage()
  await signIn(page, { ...server, url: line.url }, 'dr.lin')
  await goOnline(page)
  const { mid } = JSON.parse((await stored(page, 'userInfo')) ?? '{}') as { mid: number }
  const rows = await ask<Visit[]>(`/his/api/queue/1/${mid}`)
  const open = rows.find(({ status }) => status === 'registered' || status === 'checkedIn')
  if (!open) throw new Error('nobody to see')
  visit = open
})
test.afterEach(async () => {
  if (test.info().status !== test.info().expectedStatus) await shot(page, 'failed.chaos')
})
test.afterAll(async () => {
  await context?.close()
  await line?.close()
  await server?.remove()
})

/** The server's own word, past the line. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${await stored(page, 'jwt')}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answered = (await answer.json()) as { data: T }
  expect(answer.status, JSON.stringify(answered)).toBe(200)
  return answered.data
}
const onServer = async (): Promise<Note> => {
  const { note } = await ask<{ note: Note | null }>('/his/api/getEmrData', { pid: visit.patient.pid, qid: visit.qid })
  if (!note) throw new Error('no note on the server')
  return note
}
const saying = () => page.locator('.saved').first()

test('[SHELL-16~, EMR-19~] through a storm of faults every word arrives, once, and the screen says what is true @proof', async () => {
  await page.goto(`${line.url}/emr2/${visit.patient.pid}/${visit.qid}`)
  const part = (name: RegExp) => page.getByRole('textbox', { name })
  await wait(part(/Subjective/)).toBeEditable()
  const parts = { s: /主觀 Subjective/, o: /客觀 Objective/, a: /評估 Assessment/, p: /計畫 Plan/ } as const
  const words = { s: '', o: '', a: '', p: '' }
  const bad = storm(line, SEED)
  let asked = 0
  try {
    for (let round = 1; round <= 4; round += 1) {
      for (const [name, box] of Object.entries(parts) as [keyof typeof parts, RegExp][]) {
        const sentence = `第${round}句${name}字。`
        await part(box).press('End')
        await part(box).pressSequentially(sentence, { delay: 15 })
        words[name] += sentence
        // Whenever the screen says that it is saved, it is: the server is asked past the line.
        if (((await saying().textContent()) ?? '').includes('已儲存')) {
          const typed = { ...words }
          if (!((await saying().textContent()) ?? '').includes('已儲存')) continue
          expect(await onServer()).toMatchObject(typed)
          asked += 1
        }
      }
      if (round === 2) {
        await page.keyboard.press('Alt+I')
        await page.keyboard.type('I10')
        await wait(page.getByRole('option').first()).toContainText('I10')
        // The list of "I1" says I10 as well, and Enter takes nothing of an earlier word.
        await wait(page.getByRole('combobox', { name: '代碼、中文或英文診斷' })).not.toHaveAttribute('aria-busy')
        await page.keyboard.press('Enter')
      }
      if (round === 3) {
        await page.keyboard.press('Alt+D')
        await page.keyboard.type('amlo 5 1 qd po 28')
        await wait(page.getByRole('option').first()).toBeVisible()
        await page.getByRole('option').first().click()
      }
    }
  } finally {
    await bad.calm()
  }
  await wait(saying()).toContainText('已儲存')
  const kept = await onServer()
  expect(kept).toMatchObject(words)
  expect(kept.diagnoses.map(({ code }) => code)).toEqual(['I10'])
  expect(kept.lines).toHaveLength(1)
  for (const [name, box] of Object.entries(parts) as [keyof typeof parts, RegExp][])
    await expect(part(box)).toHaveValue(words[name])
  await expect(page.getByText('有人也改了')).toHaveCount(0)
  test.info().annotations.push({
    type: 'storm',
    description: JSON.stringify({ seed: SEED, struck: bad.struck(), asked, ...line.happened }),
  })
  expect(bad.struck()).toBeGreaterThan(5)
})

test('[SHELL-16~] a patient comes over a slow and stalling line: arrived once, and in the waiting room @proof', async () => {
  const link = await server.link({ doctor: 'dr.lin' })
  const hers = await launch('patient', {}, phone)
  const slow = { delay: 100, jitter: 200, bytesPerSecond: 400_000 }
  line.weather(slow)
  let silent = false
  const stalling = setInterval(() => {
    silent = !silent
    line.weather({ ...slow, silent })
  }, 700)
  try {
    await arrive(hers.page, { ...link, url: link.url.replace(server.url, line.url) })
    const { timeline } = await ask<{ timeline: { toStatus: string }[] }>(`/his/api/getQueueDetailByQid/${link.qid}`)
    expect(timeline.filter(({ toStatus }) => toStatus === 'checkedIn')).toHaveLength(1)
  } finally {
    clearInterval(stalling)
    line.weather({})
    await hers.close()
  }
})
