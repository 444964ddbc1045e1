import { expect, type Locator, type Page } from '@playwright/test'
import type { LoginType } from '@teleward/contract/core/login-types.ts'
import type { LoginAnswer } from '../portal/src/api/session.ts'
import type { DemoLink, TestServer } from './server.ts'

export const PASSWORD = 'demo1234'

const roleOf = (account: string): LoginType =>
  account.startsWith('dr.')
    ? 'doctor'
    : account.startsWith('agent.')
      ? 'agent'
      : account === 'admin' || account.startsWith('op.')
        ? 'admin'
        : 'staff'
/** What the sign-in page calls it. */
const CARDS: Readonly<Record<LoginType, string>> = {
  doctor: '醫師',
  staff: '護理及人員',
  agent: '代約人員',
  admin: '管理員',
}

/**
 * Signs in by the call that the form makes, keeps what the portal keeps, and waits for the frame: one load of the portal, where
 * the form takes two. Journeys whose subject is the way in use `signInByForm`.
 */
export async function signIn(page: Page, server: Pick<TestServer, 'url'>, account: string, to = '/'): Promise<void> {
  // Beside the app, on its origin: nothing is loaded twice, and no page sees itself signed in half way.
  await page.goto(`${server.url}/version.json`)
  const refused = await page.evaluate(
    async ([id, pwd, loginType]) => {
      const partner = localStorage.getItem('partnerid')
      const answer = await fetch('/his/user/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          id,
          pwd,
          is_doctor: loginType === 'doctor',
          loginType,
          remember: false,
          partnerid: partner === null ? undefined : Number(partner),
          device_token: localStorage.getItem('device_token') ?? undefined,
          device_type: Number(localStorage.getItem('device_type') ?? 3),
          phoneType: 'web',
          app: 'portal',
        }),
      })
      const said = (await answer.json()) as LoginAnswer
      if (said.status !== 'OK') return JSON.stringify(said)
      const { token, refresh_token, device_token, data } = said
      const kept = { jwt: token, refresh_token, device_token, device_type: localStorage.getItem('device_type') ?? '3' }
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
      localStorage.setItem('partnerid', String(data.partner_id))
      localStorage.setItem('userInfo', JSON.stringify({ ...data, verified: true }))
      return ''
    },
    [account, PASSWORD, roleOf(account)] as const,
  )
  if (refused) throw new Error(`${account} may not sign in: ${refused}`)
  await page.goto(server.url + to)
  await expect(page.getByRole('banner')).toBeVisible()
}

/** Signs in as a person would, and waits for the frame. */
export async function signInByForm(
  page: Page,
  server: Pick<TestServer, 'url'>,
  account: string,
  to = '/',
): Promise<void> {
  await page.goto(`${server.url}/pages/login${to === '/' ? '' : `?to=${encodeURIComponent(to)}`}`)
  // The radio itself is invisible; people click its card.
  await page
    .locator('.roles label')
    .filter({ hasText: CARDS[roleOf(account)] })
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
