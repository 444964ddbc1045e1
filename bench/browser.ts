import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { callAndAnswer, hangUp, watchAnswers } from '../e2e/answer-time.ts'
import { CHROMIUM, launch } from '../e2e/media/launch.ts'
import { arrive, goOnline, signIn } from '../e2e/people.ts'
import { startServer, type TestServer } from '../e2e/server.ts'
import { zone } from '../e2e/zone.ts'
import { FORM_ROW, formFigures } from './forms.ts'
import { amid, quantile, sorted } from './noise.ts'
import type { Figure } from './table.ts'

const dist = fileURLToPath(new URL('../portal/dist/index.html', import.meta.url))
const PAINTS = 5
const CALLS = 5

/** What a person waits for: scripts, first paints, and the picture after an answer; in real browsers with fake devices. */
export async function browserFigures(wanted: (name: string) => boolean, tell: (figure: Figure) => void): Promise<void> {
  if (!existsSync(CHROMIUM) || !existsSync(dist)) {
    console.log('Without Chromium, or without a built portal (npm run build), the rows of the browser are left out.')
    return
  }
  if (wanted('initial JavaScript')) for (const figure of scripts()) tell(figure)
  const server = await startServer()
  try {
    if (wanted('first paint')) for (const figure of await paints(server)) tell(figure)
    if (wanted('answer to first frame')) tell(await answers(server))
    if (wanted(FORM_ROW)) for (const figure of await formKeys(server)) tell(figure)
  } finally {
    await server.remove()
  }
}

async function formKeys(server: TestServer): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await (await browser.newContext({ ...zone, viewport: { width: 1440, height: 900 } })).newPage()
    return await formFigures(server, page)
  } finally {
    await browser.close()
  }
}

/** From the build's manifest, gzipped: what `npm test` holds to its budgets. */
function scripts(): Figure[] {
  const said = execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/budget.mjs', import.meta.url))], {
    encoding: 'utf8',
  })
  return [...said.matchAll(/^(.+): ([\d.]+) kB gzip of (\d+) kB/gm)].map(([, page, kb, limit]) => ({
    row: `initial JavaScript, ${page}, kB gzip`,
    load: '',
    value: kb ?? '',
    reach: `≤ ${limit}`,
    reached: Number(kb) <= Number(limit),
  }))
}

const paintOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const [paint] = performance.getEntriesByName('first-contentful-paint')
          if (paint) resolve(paint.startTime)
          else setTimeout(look, 20)
        }
        look()
      }),
  )

/** Of a browser that has seen nothing yet, and of the list of a signed-in doctor on a new load of the page. */
async function paints(server: TestServer): Promise<Figure[]> {
  const { value, noise } = await amid(async () => {
    const [login, list]: [number[], number[]] = [[], []]
    for (let n = 0; n < PAINTS; n += 1) {
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
      const page = await (await browser.newContext({ ...zone, viewport: { width: 1440, height: 900 } })).newPage()
      await page.goto(`${server.url}/pages/login`)
      login.push(await paintOf(page))
      await signIn(page, server, 'dr.lin', '/apptmgmt')
      await page.goto(`${server.url}/apptmgmt`)
      await page.getByRole('row').nth(1).waitFor()
      // From the navigation to the row, by the page's own clock.
      list.push(await page.evaluate(() => performance.now()))
      await browser.close()
    }
    return { login: quantile(sorted(login), 0.5), list: quantile(sorted(list), 0.5) }
  })
  return [
    {
      row: 'first paint of the login page, ms',
      load: '',
      value: value.login.toFixed(0),
      reach: '< 492',
      reached: value.login < 492,
      noise,
    },
    {
      row: "first paint of today's list, its rows, ms",
      load: '',
      value: value.list.toFixed(0),
      reach: '< 953',
      reached: value.list < 953,
      noise,
    },
  ]
}

/** From the click on the answer button to the first frame of the patient, by the doctor's page's clock. */
async function answers(server: TestServer): Promise<Figure> {
  const { value, noise } = await amid(async () => {
    const times: number[] = []
    const doctor = await launch('staff', {}, { ...zone, viewport: { width: 1440, height: 900 } })
    const patient = await launch('patient', {}, { ...zone, viewport: { width: 375, height: 812 } })
    try {
      await watchAnswers(doctor.page, patient.page)
      await signIn(doctor.page, server, 'dr.lin', '/apptmgmt')
      await goOnline(doctor.page)
      await arrive(patient.page, await server.link({ doctor: 'dr.lin' }))
      for (let n = 0; n < CALLS; n += 1) {
        times.push((await callAndAnswer(doctor.page, patient.page)).firstFrame)
        await hangUp(doctor.page, patient.page)
      }
    } finally {
      await Promise.all([doctor.close(), patient.close()])
    }
    return sorted(times)
  })
  const p50 = quantile(value, 0.5)
  return {
    row: `answer to first frame, ms (${value.length} calls)`,
    load: '',
    p50,
    p99: value.at(-1) ?? 0,
    reach: 'median ≤ 1000',
    reached: p50 <= 1000,
    noise,
  }
}
