import { expect, type Locator, type Page } from '@playwright/test'
import { readOutbox } from './outbox.ts'
import type { TestServer } from './server.ts'

/** Several people in one call: asked in by its window, or by a link, each on a page of their own. */

export const box = (page: Page): Locator => page.locator('.callbox')
export const ring = (page: Page): Locator => page.getByRole('alertdialog')
export const hangUp = (page: Page): Promise<void> => box(page).getByRole('button', { name: '掛斷' }).click()

export async function choose(page: Page, title: string, names: readonly string[], go: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  for (const name of names) await dialog.getByLabel(new RegExp(name)).check()
  await dialog.getByRole('button', { name: new RegExp(`${go}$`) }).click()
  await expect(dialog).toBeHidden()
}
/** What stands behind the dots of the call's window. */
export async function fromMenu(page: Page, name: string): Promise<void> {
  await box(page).getByRole('button', { name: '裝置與更多' }).click()
  await page.getByRole('menuitem', { name }).click()
}

export const inviting = (page: Page): Locator => page.getByRole('dialog', { name: '邀請加入通話' })
/** The dialog by which somebody without an account is asked in, filled in and sent. */
export async function sendLink(page: Page, name: string, mobile: string): Promise<void> {
  await fromMenu(page, '邀請加入通話')
  await inviting(page).getByText('以連結邀請', { exact: true }).click()
  await inviting(page).getByLabel('姓名').fill(name)
  await inviting(page).getByLabel('手機號碼').fill(mobile)
  await inviting(page).getByRole('button', { name: '送出連結' }).click()
}
/** What the message says, by which they come in. */
export const linkText = (admin: Page, server: TestServer, mobile: string): Promise<string> =>
  readOutbox(admin, server, { kind: 'link', to: mobile.replace(/\D/g, '') })
export const linkIn = (text: string): string => /\/link\/guest\.[\w-]+/.exec(text)?.[0] ?? ''

/** The end of the number that the link went to. */
export async function giveCode(guest: Page, digits: string): Promise<void> {
  for (const [at, digit] of [...digits].entries()) await guest.getByLabel(`第 ${at + 1} 碼`).fill(digit)
  await guest.getByRole('button', { name: '下一步' }).click()
}
export async function agree(guest: Page): Promise<void> {
  for (const question of ['通話內容保密', '同意通話錄影']) await guest.getByLabel(new RegExp(question)).check()
}
/** From what is agreed to into the call, past the devices. */
export async function comeIn(guest: Page): Promise<void> {
  await guest.getByRole('button', { name: '同意並繼續' }).click()
  await guest.getByRole('button', { name: /加入通話$/ }).click()
}
