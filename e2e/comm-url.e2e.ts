import { expect, test } from '@playwright/test'
import { goOnline, signIn } from './people.ts'
import { freePort, startServer } from './server.ts'

test('[API-01] with COMM_URL the comm calls go to that origin, everything else stays @proof', async ({ page }) => {
  const elsewhere = `http://localhost:${await freePort()}`
  const server = await startServer({ COMM_URL: elsewhere })
  try {
    const asked: string[] = []
    await page.route(`${elsewhere}/**`, (route) => {
      asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`)
      return route.fulfill({
        status: 200,
        headers: { 'access-control-allow-origin': server.url, 'access-control-allow-headers': '*' },
        json: { status: 'OK', data: { metadata: {} } },
      })
    })
    await signIn(page, server, 'dr.lin')
    await goOnline(page)
    // An opaque room id in the address makes the page ask the comm service for its token.
    await page.goto(`${server.url}/?roomID=00000000-0000-4000-8000-000000000000`)
    await expect.poll(() => asked.join(' ')).toContain('/comm/ds/token')
    expect(asked.every((one) => / \/comm\//.test(one))).toBe(true)
  } finally {
    await server.remove()
  }
})
