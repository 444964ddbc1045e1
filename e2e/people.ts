import { expect, type Locator, type Page } from '@playwright/test'
import type { DemoLink, TestServer } from './server.ts'

export const PASSWORD = 'demo1234'

/** What the sign-in page calls the account's role. */
const roleOf = (account: string) =>
  account.startsWith('dr.')
    ? '醫師'
    : account.startsWith('agent.')
      ? '代約人員'
      : account === 'admin' || account.startsWith('op.')
        ? '管理員'
        : '護理及人員'

/** Signs in as a person would, and waits for the frame. */
export async function signIn(page: Page, server: TestServer, account: string, to = '/'): Promise<void> {
  await page.goto(`${server.url}/pages/login${to === '/' ? '' : `?to=${encodeURIComponent(to)}`}`)
  // The radio itself is invisible; people click its card.
  await page
    .locator('.roles label')
    .filter({ hasText: roleOf(account) })
    .click()
  await page.getByLabel('帳號或手機').fill(account)
  await page.getByLabel('密碼', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('banner')).toBeVisible()
}

/** Waiting for patients: only who is on line is rung. */
export async function goOnline(page: Page): Promise<void> {
  await page.getByRole('button', { name: /離線/ }).first().click()
  await page.getByRole('menuitemradio', { name: /線上候診/ }).click()
  await expect(page.getByRole('button', { name: /線上候診/ }).first()).toBeVisible()
}

const patientStep = (page: Page, name: string): Locator => page.getByRole('heading', { name })

export interface Answers {
  recording?: boolean
  record?: boolean
}

/** The patient's way from the link to the waiting room, every step by its own buttons. */
export async function arrive(
  page: Page,
  link: DemoLink,
  { recording = true, record = true }: Answers = {},
): Promise<void> {
  await page.goto(link.url)
  await page.getByRole('button', { name: '開始' }).click()
  await identify(page, link)
  await consent(page, { recording, record })
  await checkDevices(page)
}

export async function identify(
  page: Page,
  link: Pick<DemoLink, 'birthday' | 'last4'>,
  { title, go } = { title: '請先確認是您本人', go: '下一步' },
): Promise<void> {
  await expect(patientStep(page, title)).toBeVisible()
  for (const [at, letter] of [...link.last4].entries()) await page.getByLabel(`第 ${at + 1} 碼`).fill(letter)
  const [year = '', month = '', day = ''] = link.birthday.split('-')
  await page.getByLabel('年', { exact: true }).selectOption(year)
  await page.getByLabel('月', { exact: true }).selectOption(String(Number(month)))
  await page.getByLabel('日', { exact: true }).selectOption(String(Number(day)))
  await page.getByRole('button', { name: go }).click()
}

export async function consent(page: Page, { recording = true, record = true }: Answers): Promise<void> {
  await expect(patientStep(page, '視訊診療同意')).toBeVisible()
  // Nothing is ticked beforehand, and without the first nothing goes on.
  await expect(page.getByRole('button', { name: '同意並繼續' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /我同意接受視訊診療/ }).check()
  if (recording) await page.getByRole('checkbox', { name: /我同意全程錄影/ }).check()
  if (record) await page.getByRole('checkbox', { name: /查看我的病歷/ }).check()
  await page.getByRole('button', { name: '同意並繼續' }).click()
}

export async function checkDevices(page: Page): Promise<void> {
  await expect(patientStep(page, '試一下鏡頭和聲音')).toBeVisible()
  await expect(page.getByText('看得到您')).toBeVisible()
  await page.getByRole('button', { name: '有', exact: true }).click()
  await page.getByRole('button', { name: '進入候診室' }).click()
  await expect(page.getByRole('button', { name: '離開候診室' })).toBeVisible()
}
