import { expect, type Page, test } from '@playwright/test'
import { figure } from '../proof/lib/figures.ts'
import { arrive, goOnline, signIn } from './people.ts'
import { desk, phone } from './bad-days.ts'
import { launch } from './media/launch.ts'
import { startServer, type TestServer } from './server.ts'

/**
 * First paint, and what keeps the page from answering after it: the longest task on the main screens, with the built
 * portal and a full page of a list of 200. The machine may be busy with another journey: each screen is loaded several
 * times, the middle one counts, and a loop of known work says how slow the machine was meanwhile.
 */
const LOADS = 3

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.remove())

interface Load {
  /** First contentful paint, ms after the navigation began. */
  paint: number
  /** Until what the screen is for was there. */
  there: number
  /** The longest task after the first paint. */
  longest: number
  loop: number
}

/** In the page, before everything else. */
function watch(): void {
  const tasks: [number, number][] = []
  Reflect.set(window, 'longTasks', tasks)
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })
}

async function load(page: Page, url: string, ready: string): Promise<Load> {
  await page.goto('about:blank')
  await page.goto(url)
  await expect(page.locator(ready).first()).toBeVisible()
  return page.evaluate(async (what) => {
    const there = performance.now()
    if (!document.querySelector(what)) throw new Error(`${what} went again`)
    const idle = () => new Promise<void>((done) => requestIdleCallback(() => done()))
    for (let count = 0; count < 5; count++) await idle()
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const tasks = Reflect.get(window, 'longTasks') as [number, number][]
    const longest = Math.max(0, ...tasks.filter(([start]) => start >= paint).map(([, duration]) => duration))
    const began = performance.now()
    let sum = 0
    for (let count = 0; count < 20_000_000; count++) sum = (sum + count * 7) % 1_000_003
    const loop = performance.now() - began + (sum < 0 ? 1 : 0)
    return { paint, there, longest, loop }
  }, ready)
}
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function weigh(page: Page, name: string, url: string, ready: string): Promise<void> {
  // Once to fill the browser's caches, as on every day but the first.
  await load(page, url, ready)
  const loads: Load[] = []
  for (let count = 0; count < LOADS; count++) loads.push(await load(page, url, ready))
  const of = (key: keyof Load) => Math.round(middle(loads.map((one) => one[key])))
  figure(`weight, ${name}`, {
    'first paint ms': of('paint'),
    'there ms': of('there'),
    'longest task after it ms': of('longest'),
    'loop ms': of('loop'),
  })
  // Figures are read, not asserted: a busy machine is no defect of the screen. What is asserted is that they were taken.
  expect(of('paint'), name).toBeGreaterThan(0)
  expect(of('there'), name).toBeGreaterThan(0)
}

/** The day's list as an institution of 200 visits has it: a full page of 100 rows. */
async function manyVisits(page: Page): Promise<void> {
  await page.route('**/his/api/getQueues', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { qid: number }[]; total: number; pageSize: number }
    const rows = body.data
    const data = Array.from({ length: 100 }, (_, at) => {
      const row = rows[at % rows.length]
      return row && at >= rows.length ? { ...row, qid: 900_000 + at } : row
    })
    await route.fulfill({ response: answer, json: { ...body, data, total: 200, pageSize: 100 } })
  })
}

test('how soon login, home, a list of 200 and a record paint and answer is measured', async ({ browser }) => {
  const context = await browser.newContext({ ...desk, reducedMotion: 'no-preference' })
  await context.addInitScript(watch)
  const page = await context.newPage()
  await weigh(page, 'login', `${server.url}/pages/login`, '.roles')
  await signIn(page, server, 'dr.lin')
  await goOnline(page)
  await weigh(page, 'home', server.url, 'h1')
  await manyVisits(page)
  await weigh(page, 'list', `${server.url}/apptmgmt?pageSize=100`, '#content tbody tr:nth-child(40)')
  const link = await server.link({ doctor: 'dr.lin' })
  const row = await page.evaluate(async (qid) => {
    const answer = await fetch(`/his/api/getQueueDetailByQid/${qid}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('jwt')}` },
    })
    return ((await answer.json()) as { data: { pid: number } }).data.pid
  }, link.qid)
  await weigh(page, 'record', `${server.url}/emr2/${row}/${link.qid}`, '.emr .phbar')
  await context.close()
})

test('how soon the patient’s waiting room paints and answers is measured', async () => {
  const patient = await launch('patient', {}, { ...phone, reducedMotion: 'no-preference' })
  await patient.page.context().addInitScript(watch)
  const link = await server.link({ doctor: 'dr.lin' })
  await arrive(patient.page, link)
  await weigh(patient.page, 'waiting room', link.url, '.lk-place, .lk-foot .lk-btn')
  await patient.close()
})
