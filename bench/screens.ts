import { Agent, request } from 'node:http'
import { MAX_PAGE_SIZE } from '../contract/src/core/paging.ts'
import { BUSY_DAY } from './data.ts'
import { amid, type Noise, quantile, sorted } from './noise.ts'
import type { Figure } from './table.ts'
import { allTyped } from './typed.ts'

/** Until the code that serves them is compiled: a day's first hundred screens, of which there are thousands. */
const WARM = 100
const TIMES = 100
const PAGE = MAX_PAGE_SIZE

type Get = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<string>
interface Screen {
  name: string
  /** Asks for all that the screen shows. */
  ask(get: Get): Promise<string[]>
  /** Whether it was all there; read once, since reading is not the server's work. */
  whole(answers: unknown[]): boolean
  limit: number
}
const bars = (answer: unknown) =>
  (answer as { data: { waiting: unknown[]; chart: { bars: unknown[] } } }).data.chart.bars.length
const rows = (answer: unknown) => (answer as { data: unknown[] }).data

/** What somebody waits for who opens a screen: one after the other, as one person asks. */
const screens: readonly Screen[] = [
  {
    name: `today's list of ${BUSY_DAY} entries, all its pages, ms`,
    limit: 20,
    ask: async (get) => {
      const pages = []
      for (let page = 1; (page - 1) * PAGE < BUSY_DAY; page += 1)
        pages.push(await get('POST', '/his/api/getQueues', { tab: 'today', pageSize: PAGE, page }))
      return pages
    },
    whole: (pages) => pages.flatMap(rows).length >= Math.min(BUSY_DAY, PAGE * pages.length),
  },
  {
    name: 'the dashboard in one round trip, ms',
    limit: 30,
    ask: async (get) => [await get('GET', '/his/api/dashboards/home?period=month')],
    whole: ([answer]) => (answer as { data: { waiting: unknown[] } }).data.waiting.length > 0 && bars(answer) > 27,
  },
  {
    name: 'the dashboard with a year, ms',
    limit: 30,
    ask: async (get) => [await get('GET', '/his/api/dashboards/home?period=year')],
    whole: ([answer]) => bars(answer) === 12,
  },
  {
    name: 'the history of 30 days, 20 rows and totals, ms',
    limit: 30,
    ask: (get) =>
      Promise.all([
        get('POST', '/his/api/searchQueueLog', { range: 30 }),
        get('POST', '/his/api/queuelogtotals', { range: 30 }),
      ]),
    whole: ([list]) => rows(list).length === 20,
  },
  {
    name: 'a member in full, ms',
    limit: 15,
    ask: async (get) => [await get('GET', `/his/api/members/${(await somePids(get))[turn++ % 20]}`)],
    whole: ([answer]) => (answer as { data: { pid: number } }).data.pid > 0,
  },
  {
    name: 'what stands beside 20 members of a list, ms',
    limit: 15,
    ask: async (get) => [await get('POST', '/his/api/membermarks', { pids: await somePids(get) })],
    whole: ([answer]) => rows(answer).length === 20,
  },
  {
    name: 'a month of free times of one doctor, ms',
    limit: 20,
    ask: async (get) => {
      const [from, to] = [dayFromNow(0), dayFromNow(29)]
      own ??= (
        JSON.parse(await get('POST', '/his/api/fetchShift', { from, to })) as { data: { staff: { did: number }[] } }
      ).data.staff[0]?.did
      return [await get('GET', `/his/api/freetimes/${own}?from=${from}&to=${to}`)]
    },
    whole: ([answer]) => {
      const { days } = (
        answer as { data: { days: { free: number; sessions: { booked: number; places: unknown[] }[] }[] } }
      ).data
      const sessions = days.flatMap((day) => day.sessions)
      return days.length === 30 && sessions.length === 60 && sessions.some(({ booked }) => booked > 0)
    },
  },
  {
    name: 'a day of free times of everybody in the units, ms',
    limit: 30,
    ask: async (get) => [await get('GET', `/his/api/freetimes?date=${dayFromNow(1)}`)],
    whole: ([answer]) => rows(answer).length > 1,
  },
  {
    // One of the lists a time, in turn: the middle is what a doctor waits for who types a diagnosis.
    name: 'ICD-10 by what a doctor types, 20 codes, ms',
    limit: 10,
    ask: async (get) => [await get('POST', '/his/api/get_icd10', { q: typed[turn++ % typed.length], pageSize: 20 })],
    whole: ([answer]) => rows(answer).length > 0,
  },
]
const typed = allTyped.filter(({ kind }) => kind === 'icd').map((one) => one.typed)
let turn = 0
let own: number | undefined
let pids: number[] | undefined
/** Twenty members of the list. */
async function somePids(get: Get): Promise<number[]> {
  pids ??= (
    JSON.parse(await get('POST', '/partner/getMemberList', { pageSize: 20 })) as { data: { pid: number }[] }
  ).data.map(({ pid }) => pid)
  return pids
}
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export async function screenFigures(
  url: string,
  signIn: () => Promise<string>,
  wanted: (name: string) => boolean,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const asked = screens.filter(({ name }) => wanted(name))
  if (asked.length === 0) return figures
  const token = await signIn()
  const agent = new Agent({ keepAlive: true })
  /** To the last byte: what is done with them is the browser's time. */
  const get: Get = (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${token}`,
        ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
      }
      const asking = request(url + path, { method, headers, agent }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const said = Buffer.concat(parts).toString()
          if (response.statusCode === 200) resolve(said)
          else reject(new Error(`${path}: ${response.statusCode} ${said}`))
        })
        response.on('error', reject)
      })
      asking.on('error', reject)
      asking.end(text)
    })
  for (const { name, ask, whole, limit } of asked) {
    if (!whole((await ask(get)).map((answer) => JSON.parse(answer) as unknown)))
      throw new Error(`${name}: not all of it was there`)
    const { value, noise }: { value: number[]; noise: Noise } = await amid(async () => {
      const times: number[] = []
      for (let n = -WARM; n < TIMES; n += 1) {
        const began = performance.now()
        await ask(get)
        if (n >= 0) times.push(performance.now() - began)
      }
      return sorted(times)
    })
    const p50 = quantile(value, 0.5)
    figures.push({
      row: name,
      load: '1',
      p50,
      p99: quantile(value, 0.99),
      reach: `median ≤ ${limit}`,
      reached: p50 <= limit,
      noise,
    })
  }
  agent.destroy()
  return figures
}
