import { expect, type Page } from '@playwright/test'
import type { TestServer } from './server.ts'

/** The newest message to this end of a number, as the development outbox shows it to an administrator. */
export async function readOutbox(
  admin: Page,
  server: TestServer,
  { channel = 'sms', kind, to }: { channel?: string; kind: string; to: string },
): Promise<string> {
  await admin.goto(`${server.url}/admin/outbox?channel=${channel}&kind=${kind}`)
  const row = admin.getByRole('row').filter({ hasText: to.slice(-3) })
  await expect(row.first()).toBeVisible()
  await row.first().click()
  const text = admin.locator('.outtext')
  await expect(text).toBeVisible()
  return (await text.textContent()) ?? ''
}
export const codeIn = (text: string): string => /\d{6}/.exec(text)?.[0] ?? ''
