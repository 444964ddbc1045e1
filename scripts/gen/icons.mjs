// Draws the icons of the installed app from the product's sign. Run after the sign has changed: node scripts/gen/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../portal/public')
const sign = readFileSync(join(folder, 'favicon.svg'), 'utf8')
const [, path] = /(<path.*\/>)/.exec(sign)
const [, colour] = /fill="(#\w+)"/.exec(sign)
/** To the edges, for systems that cut a shape of their own; the sign stays within the four fifths that none of them cuts. */
const bleeding = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" fill="${colour}"/><g transform="translate(5.4 5.4) scale(0.7)">${path}</g></svg>`

const icons = [
  { name: 'icon-192.png', size: 192, svg: sign },
  { name: 'icon-512.png', size: 512, svg: sign },
  { name: 'icon-maskable-512.png', size: 512, svg: bleeding },
  { name: 'apple-touch-icon.png', size: 180, svg: bleeding },
]
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
try {
  for (const { name, size, svg } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    )
    writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
