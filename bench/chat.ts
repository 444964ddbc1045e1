import type { Page } from '@playwright/test'
import { amid, quantile, sorted } from './noise.ts'
import { withDoctorsPage } from './page.ts'
import type { Figure } from './table.ts'

const OPENED = 'a conversation of 100,000 messages in a browser: click to the newest painted, ms'
const SCROLLED = 'a conversation of 100,000 messages in a browser: back over 2,000, jumps'
const TIMES = 15
const LIMIT_MS = 200
const BACK = 2000

/** What somebody sees who opens the longest conversation there is, and reads it backwards. */
export async function chatFigures(url: string, wanted: (name: string) => boolean): Promise<Figure[]> {
  if (!wanted(OPENED) && !wanted(SCROLLED)) return []
  const figures = await withDoctorsPage(url, async (page) => {
    const { value, noise } = await amid(async () => {
      const times: number[] = []
      for (let n = 0; n < TIMES; n += 1) times.push(await open(page, url))
      return sorted(times)
    })
    const p50 = quantile(value, 0.5)
    const back = await page.evaluate(readBack, BACK)
    return [
      {
        row: OPENED,
        load: '',
        p50,
        p99: value.at(-1) ?? 0,
        reach: `median ≤ ${LIMIT_MS}`,
        reached: p50 <= LIMIT_MS,
        noise,
      },
      {
        row: `${SCROLLED} (${back.rows} rows in the page, ${back.steps} steps)`,
        load: '',
        value: String(back.jumps),
        reach: '0',
        reached: back.jumps === 0 && back.passed >= BACK,
      },
    ]
  })
  return figures ?? []
}

/** On a page of its own each time, for what was read before is remembered. */
async function open(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/message/chat?tab=0`)
  await page.locator('.chatcontact').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const row = [...document.querySelectorAll<HTMLElement>('.chatcontact')].find((one) =>
          one.textContent?.includes('100000則訊息'),
        )
        const button = row?.querySelector<HTMLElement>('button, a') ?? row
        if (!button) return reject(new Error('the conversation is not in the list'))
        const began = performance.now()
        button.click()
        const look = () => {
          const newest = document.querySelector('.chatscroll [data-seq="100000"]')
          // The frame after the one in which it is there has been painted.
          if (newest) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
          else if (performance.now() - began > 20_000) reject(new Error('the newest message did not come'))
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

/** In the page: step by step upwards; what is in sight moves by the step and by nothing else, whatever is loaded before it. */
async function readBack(messages: number) {
  const box = document.querySelector('.chatscroll')
  if (!box) throw new Error('no conversation')
  const rows = () => [...box.querySelectorAll<HTMLElement>('[data-seq]')]
  const seqInSight = () => {
    const edge = box.getBoundingClientRect().top
    return rows().find((row) => row.getBoundingClientRect().bottom > edge + 40)
  }
  const newest = Number(seqInSight()?.dataset.seq)
  const state = { jumps: 0, steps: 0, passed: 0, rows: 0 }
  const until = performance.now() + 180_000
  while (state.passed < messages && performance.now() < until) {
    const one = seqInSight()
    const before = one?.getBoundingClientRect().top ?? 0
    const step = Math.min(300, box.scrollTop)
    box.scrollTop -= step
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (one?.isConnected && Math.abs(one.getBoundingClientRect().top - before - step) > 3) state.jumps += 1
    state.steps += 1
    state.passed = newest - Number(seqInSight()?.dataset.seq)
    state.rows = Math.max(state.rows, rows().length)
  }
  return state
}
