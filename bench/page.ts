import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '../e2e/media/launch.ts'
import { zone } from '../e2e/zone.ts'
import { DOCTOR, PASSWORD } from './data.ts'

const dist = fileURLToPath(new URL('../portal/dist/index.html', import.meta.url))

/** The doctor of the generated data, signed in in a browser of their own; without Chromium or a built portal nothing is done. */
export async function withDoctorsPage<T>(url: string, work: (page: Page) => Promise<T>): Promise<T | undefined> {
  if (!existsSync(CHROMIUM) || !existsSync(dist)) return undefined
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await (await browser.newContext({ ...zone, viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto(`${url}/pages/login?to=${encodeURIComponent('/members')}`)
    await page.locator('.roles label').filter({ hasText: '醫師' }).click()
    await page.getByLabel('帳號或手機').fill(DOCTOR)
    await page.getByLabel('密碼', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登入', exact: true }).click()
    await page.getByRole('banner').waitFor()
    return await work(page)
  } finally {
    await browser.close()
  }
}
