import { expect, test } from '@playwright/test'
import { pngOf } from '../server/src/profile/fixture.ts'
import { signIn } from './people.ts'
import { freePort, startServer } from './server.ts'

test('[SYS-02~] with UPLOAD_URL a portrait goes to that process, and is shown from there on the pages of the other @proof', async ({
  page,
}) => {
  const port = await freePort()
  const elsewhere = `http://localhost:${port}`
  const server = await startServer((url) => ({ UPLOAD_URL: elsewhere, PUBLIC_URL: url }))
  try {
    await server.beside(port)
    const asked: string[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (/uploadphoto|staffphotos/.test(pathname)) asked.push(`${origin} ${pathname.split('/')[3]}`)
    })
    const refused: string[] = []
    page.on('console', (said) => {
      if (/Content Security Policy|CORS|blocked/i.test(said.text())) refused.push(said.text())
    })
    await signIn(page, server, 'dr.lin')
    await page.goto(`${server.url}/setting/profile?part=photos`)
    const card = page.locator('.photocard').first()
    await card
      .locator('input[type="file"]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pngOf(40, 40) })
    const face = card.locator('img')
    await expect(face).toHaveAttribute('src', new RegExp(`^${elsewhere}/his/api/staffphotos/`))
    await expect.poll(() => face.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(40)
    expect(new Set(asked)).toEqual(new Set([`${elsewhere} uploadphoto`, `${elsewhere} staffphotos`]))
    expect(refused).toEqual([])
  } finally {
    await server.remove()
  }
})
