import { expect, type Page } from '@playwright/test'
import { PATIENT } from './bad-days.ts'
import type { TestServer } from './server.ts'

const wait = expect.configure({ timeout: PATIENT })

/** The newest message to this end of a number, as the development outbox shows it to an administrator. */
export async function readOutbox(
  admin: Page,
  server: TestServer,
  { channel = 'sms', kind, to }: { channel?: string; kind: string; to: string },
): Promise<string> {
  await admin.goto(`${server.url}/admin/outbox?channel=${channel}&kind=${kind}`)
  const row = admin.getByRole('row').filter({ hasText: to.slice(-3) })
  await wait(row.first()).toBeVisible()
  await row.first().click()
  const text = admin.locator('.outtext')
  await wait(text).toBeVisible()
  return (await text.textContent()) ?? ''
}
export const codeIn = (text: string): string => /\d{6}/.exec(text)?.[0] ?? ''
