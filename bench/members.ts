import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import postgres from 'postgres'
import { CHROMIUM } from '../e2e/media/launch.ts'
import { zone } from '../e2e/zone.ts'
import { DOCTOR, PASSWORD } from './data.ts'
import { amid, quantile, sorted } from './noise.ts'
import type { Asker } from './rows.ts'
import type { Figure } from './table.ts'

const WORDS = 150
const WARM = 20
/** What somebody types who looks for a member; each word is of a member the asker sees. */
const kinds = [
  ['Chinese, beginning', 'left(m.name, 2)'],
  ['Chinese, within', 'right(m.name, 2)'],
  ['Latin, beginning', 'left(m.name_en, 4)'],
  ['Latin, within', "substr(split_part(m.name_en, ' ', 2), 1, 5)"],
  ['phone, beginning', 'left(m.mobile, 6)'],
  ['phone, within', 'substr(m.mobile, 4, 5)'],
  ['complete id', 'm.id_number'],
] as const
const MEMBERS = 'members: '

/** Searches one after the other, as one person types them, each another word: the answer's first page. */
export async function searchFigures(
  database: string,
  url: string,
  asker: Asker,
  signIn: () => Promise<string>,
  wanted: (name: string) => boolean,
): Promise<Figure[]> {
  const figures: Figure[] = []
  if (!kinds.some(([name]) => wanted(`${MEMBERS}${name}`))) return figures
  const sql = postgres(database, { max: 1 })
  const [all] = await sql<{ n: number }[]>`select count(*)::int as n from member`
  const words = async (expression: string) =>
    (
      await sql.unsafe<{ word: string }[]>(
        `select word from (select distinct ${expression} as word from member m join member_unit mu on mu.pid = m.pid
          where mu.unit_id = any ($1) and mu.status = 'active') w where word is not null order by md5(word) limit ${WORDS}`,
        [asker.unitIds],
      )
    ).map(({ word }) => word)
  const token = await signIn()
  const ask = async (q: string): Promise<number> => {
    const answer = await fetch(`${url}/partner/getMemberList`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ q }),
    })
    if (answer.status !== 200) throw new Error(`${q}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: unknown[] }).data.length
  }
  try {
    for (const [name, expression] of kinds) {
      if (!wanted(`${MEMBERS}${name}`)) continue
      const list = await words(expression)
      for (const word of list.slice(0, WARM)) await ask(word)
      const { value, noise } = await amid(async () => {
        const times: number[] = []
        for (const word of list) {
          const began = performance.now()
          const found = await ask(word)
          times.push(performance.now() - began)
          if (!found) throw new Error(`${name}: nobody was found`)
        }
        return sorted(times)
      })
      const p50 = quantile(value, 0.5)
      figures.push({
        row: `${MEMBERS}${name}, of ${all?.n}, ms`,
        load: '1',
        p50,
        p99: quantile(value, 0.99),
        reach: 'median ≤ 15',
        reached: p50 <= 15,
        noise,
      })
    }
  } finally {
    await sql.end()
  }
  return figures
}

const SCROLL = 'scrolling 10,000 members'
const ROWS = 10_000
const SECONDS = 20
const dist = fileURLToPath(new URL('../portal/dist/index.html', import.meta.url))

/** The list of members in one piece, from the first to the ten-thousandth row at an even pace, in a real browser. */
export async function scrollFigures(url: string, wanted: (name: string) => boolean): Promise<Figure[]> {
  if (!wanted(SCROLL) || !existsSync(CHROMIUM) || !existsSync(dist)) return []
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await (await browser.newContext({ ...zone, viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto(`${url}/pages/login?to=${encodeURIComponent('/members')}`)
    await page.locator('.roles label').filter({ hasText: '醫師' }).click()
    await page.getByLabel('帳號或手機').fill(DOCTOR)
    await page.getByLabel('密碼', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登入', exact: true }).click()
    await page.getByRole('banner').waitFor()
    await page.goto(`${url}/members?view=table&pageSize=0`)
    await page.locator('tr[data-row]').nth(10).waitFor()
    const there = Number(await page.locator('table.rows').getAttribute('aria-rowcount'))
    if (there < ROWS) {
      console.log(`${SCROLL}: not measured, the asker sees ${there} members; with --members=100000 there are enough`)
      return []
    }
    const { value, noise } = await amid(() => page.evaluate(scrollDown, [ROWS, SECONDS] as const))
    if (value.seen < ROWS) throw new Error(`only ${value.seen} rows went by`)
    const times = sorted(value.frames)
    const perSecond = (value.frames.length * 1000) / value.took
    const late = value.frames.filter((ms) => ms > 25).length / value.frames.length
    return [
      {
        row: `${SCROLL} in ${SECONDS} s: a frame, ms (${(late * 100).toFixed(1)}% late, ${(value.shown * 100).toFixed(0)}% of the frames with every row there)`,
        load: '',
        perSecond,
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        reach: '≥ 59 frames/s',
        reached: perSecond >= 59,
        noise,
      },
    ]
  } finally {
    await browser.close()
  }
}

/** In the page: a little further in each frame; how long each frame took, and in how many no row was missing. */
function scrollDown([rows, seconds]: readonly [number, number]) {
  const box = document.querySelector<HTMLElement>('section.scroll')
  const row = document.querySelector<HTMLElement>('tr[data-row]')
  if (!box || !row) throw new Error('no list')
  const end = rows * row.getBoundingClientRect().height
  const frames: number[] = []
  let whole = 0
  return new Promise<{ frames: number[]; took: number; seen: number; shown: number }>((resolve) => {
    let began = 0
    let last = 0
    const step = (now: number) => {
      if (began === 0) began = now
      else frames.push(now - last)
      last = now
      if (!document.querySelector('tr.hole')) whole += 1
      box.scrollTop = Math.min(end, (end * (now - began)) / (seconds * 1000))
      if (now - began < seconds * 1000) requestAnimationFrame(step)
      else
        resolve({
          frames,
          took: now - began,
          seen: Math.round((box.scrollTop + box.clientHeight) / row.getBoundingClientRect().height),
          shown: whole / (frames.length + 1),
        })
    }
    requestAnimationFrame(step)
  })
}
