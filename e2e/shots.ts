import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const folder = fileURLToPath(new URL('./screenshots', import.meta.url))
const wished = Boolean(process.env.SHOTS ?? process.env.PICTURES)
if (wished) mkdirSync(folder, { recursive: true })

/** With `SHOTS=some` a picture of the page for people to look at, in a folder git does not know: it proves nothing. */
export async function shot(page: Page, name: string): Promise<void> {
  if (wished) await page.screenshot({ path: join(folder, `${name}.png`) })
}
