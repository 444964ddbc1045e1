import postgres from 'postgres'
import { amid, quantile, sorted } from './noise.ts'
import { withDoctorsPage } from './page.ts'
import { dataOf } from './asking.ts'
import type { Principal } from './rows.ts'
import type { Figure } from './table.ts'
import { timed } from './timed.ts'

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
  asker: Principal,
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
  const ask = async (q: string): Promise<void> => {
    const found = await dataOf<unknown[]>(`${url}/partner/getMemberList`, { token, body: { q } })
    if (found.length === 0) throw new Error(`${q}: nobody was found`)
  }
  try {
    for (const [name, expression] of kinds) {
      if (!wanted(`${MEMBERS}${name}`)) continue
      const list = await words(expression)
      const of = { row: `${MEMBERS}${name}, of ${all?.n}, ms`, times: list.length, median: 15 }
      figures.push(await timed({ ...of, warm: Math.min(WARM, list.length) }, (n) => ask(list[n] ?? '')))
    }
  } finally {
    await sql.end()
  }
  return figures
}

const SCROLL = 'scrolling 10,000 members'
const ROWS = 10_000
const SECONDS = 20

/** The list of members in one piece, from the first to the ten-thousandth row at an even pace, in a real browser. */
export async function scrollFigures(url: string, wanted: (name: string) => boolean): Promise<Figure[]> {
  if (!wanted(SCROLL)) return []
  const figures = await withDoctorsPage(url, async (page): Promise<Figure[]> => {
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
    const lateOf = (frames: number[]) => frames.filter((ms) => ms > 25).length / frames.length
    const late = lateOf(value.frames)
    const still = await amid(() => page.evaluate(scrollDown, [ROWS, SECONDS, true] as const))
    return [
      {
        row: `${SCROLL}, the same rows standing still: a frame, ms (${(lateOf(still.value.frames) * 100).toFixed(1)}% late)`,
        load: '',
        perSecond: (still.value.frames.length * 1000) / still.value.took,
        p50: quantile(sorted(still.value.frames), 0.5),
        p99: quantile(sorted(still.value.frames), 0.99),
        noise: still.noise,
      },
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
  })
  return figures ?? []
}

/**
 * In the page: a little further in each frame; how long each frame took, and in how many no row was missing. `still`: what the
 * browser and the machine make of it by themselves, over copies of the rows in sight with nothing that listens, which begin anew
 * at their end.
 */
function scrollDown([rows, seconds, still]: readonly [rows: number, seconds: number, still?: true]) {
  const list = document.querySelector<HTMLElement>('section.scroll')
  const height = list?.querySelector('tr[data-row]')?.getBoundingClientRect().height
  if (!list || !height) throw new Error('no list')
  let box = list
  if (still) {
    const shown = [...list.querySelectorAll('tr[data-row]')]
    box = list.cloneNode(true) as HTMLElement
    const body = box.querySelector('tbody')
    body?.replaceChildren()
    while (body && body.children.length < 600) for (const row of shown) body.append(row.cloneNode(true))
    list.replaceWith(box)
  }
  const end = rows * height
  const frames: number[] = []
  let whole = 0
  return new Promise<{ frames: number[]; took: number; seen: number; shown: number }>((resolve) => {
    let began = 0
    let last = 0
    const step = (now: number) => {
      if (began === 0) began = now
      else frames.push(now - last)
      last = now
      if (!box.querySelector('tr.hole')) whole += 1
      const top = (end * (now - began)) / (seconds * 1000)
      box.scrollTop = still ? top % (box.scrollHeight - box.clientHeight) : Math.min(end, top)
      if (now - began < seconds * 1000) requestAnimationFrame(step)
      else
        resolve({
          frames,
          took: now - began,
          seen: Math.round((box.scrollTop + box.clientHeight) / height),
          shown: whole / (frames.length + 1),
        })
    }
    requestAnimationFrame(step)
  })
}
