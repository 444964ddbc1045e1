import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const folder = fileURLToPath(new URL('./screenshots', import.meta.url))
mkdirSync(folder, { recursive: true })

/** A picture of the page for people to look at, in a folder git does not know. */
export async function shot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

const looks = [
  { lang: 'zh-TW', theme: 'light' },
  { lang: 'zh-TW', theme: 'dark' },
  { lang: 'en', theme: 'light' },
  { lang: 'en', theme: 'dark' },
] as const

/** The same screen in both languages and themes, on a desk and on a phone. */
export async function everyLook(page: Page, name: string, url: string, ready: () => Promise<void>): Promise<void> {
  const origin = new URL(url).origin
  for (const { lang, theme } of looks) {
    await page.context().addCookies([
      { name: 'tw_lang', value: lang, url: origin },
      { name: 'tw_theme', value: theme, url: origin },
    ])
    for (const [width, height] of [
      [1440, 900],
      [375, 812],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(url)
      await ready()
      await shot(page, `${name}.${lang}.${theme}.${width}`)
    }
  }
}
