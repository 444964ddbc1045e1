import { expect, type Page, test } from '@playwright/test'
import { figure } from '../proof/lib/figures.ts'
import { atWork } from './at-work.ts'
import { PASSWORD } from './people.ts'
import { shot } from './shots.ts'
import { type Unwritten, unwrittenVisits } from './unwritten.ts'

/** A doctor writes follow-up notes by the keyboard alone, and every key that is no word of S, O, A or P is counted. */

const work = atWork('dr.lin')
/** Beyond free text, for a follow-up note with one diagnosis and two drugs. */
const MOST = 20

/** Counts in the page itself: each key that goes down, but a letter typed into S, O, A or P; and the mouse. */
async function counted(page: Page): Promise<() => Promise<{ keys: string[]; clicks: number }>> {
  await page.evaluate(() => {
    const seen = { keys: [] as string[], clicks: 0 }
    Reflect.set(window, 'counted', seen)
    const free = (event: KeyboardEvent) =>
      event.target instanceof HTMLTextAreaElement &&
      event.target.closest('.soap') !== null &&
      event.key.length === 1 &&
      !event.ctrlKey &&
      !event.altKey &&
      !event.metaKey
    addEventListener('keydown', (event) => void (!free(event) && !event.repeat && seen.keys.push(event.key)), true)
    addEventListener(
      'pointerdown',
      () => {
        seen.clicks += 1
      },
      true,
    )
  })
  return () => page.evaluate(() => Reflect.get(window, 'counted'))
}
const part = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rx = (page: Page) => section(page, '處方')
const saved = (page: Page) => expect(page.locator('.saved')).toContainText('已儲存')
async function openNote(page: Page, { pid, qid }: Unwritten): Promise<void> {
  await page.goto(`${work.server.url}/emr2/${pid}/${qid}`)
  await expect(part(page, '主觀 Subjective')).toBeEditable()
}
async function sign(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /^簽章/ })).toBeEnabled()
  await expect(dialog.getByRole('button', { name: /^簽章/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}
let visits: Unwritten[] = []
const visit = (at: number): Unwritten => visits[at] ?? { pid: 0, qid: 0, codes: [], drugs: [], last: '' }

/** S, O, P, one diagnosis and two drugs, signed at its end. */
async function writtenAnew(): Promise<void> {
  const { page } = work
  await openNote(page, visit(0))
  const count = await counted(page)
  await page.keyboard.press('Alt+1')
  await page.keyboard.type('頭暈改善')
  await page.keyboard.press('Alt+2')
  await page.keyboard.type('BP 132/84')
  await page.keyboard.press('Alt+4')
  await page.keyboard.type('續用藥，四週後回診')
  // What this doctor has signed for this patient is offered before a letter is typed.
  await page.keyboard.press('Alt+I')
  const options = page.getByRole('option')
  await expect(options.first()).toContainText('曾用於此病人')
  await shot(page, 'note-speed.offered')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('.icds .icd')).toHaveCount(1)
  await page.keyboard.press('Alt+D')
  for (const [at, typed] of ['aml', 'met'].entries()) {
    await page.keyboard.type(typed)
    await expect(options.first()).toContainText(new RegExp(typed, 'i'))
    await page.keyboard.press('Enter')
    await expect(rx(page).locator('tbody')).toHaveCount(at + 1)
  }
  await saved(page)
  const { keys, clicks } = await count()
  figure('a follow-up note written anew', { keys: keys.length, clicks })
  expect(clicks).toBe(0)
  expect(keys.length, keys.join(' ')).toBeLessThanOrEqual(MOST)
  expect(keys.length).toBeGreaterThan(10)

  // The password is given once for the next minutes.
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

/** The last note, its diagnosis and the last prescription again, signed; what came from which visit is told. */
async function copiedForward(): Promise<void> {
  const { page } = work
  const { codes, drugs, qid, last } = visit(1)
  expect([codes.length > 0, drugs.length > 1]).toEqual([true, true])
  await openNote(page, visit(1))
  const count = await counted(page)
  await page.keyboard.press('Alt+Y')
  const dialog = page.getByRole('dialog', { name: '帶入上次病歷' })
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  await expect(dialog.getByRole('checkbox', { name: /^主觀/ })).not.toBeChecked()
  await shot(page, 'note-speed.copy')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.locator('.icds .icd')).toHaveCount(codes.length)
  await expect(part(page, '主觀 Subjective')).toBeFocused()
  await page.keyboard.type('頭暈改善')
  await page.keyboard.press('Alt+2')
  await page.keyboard.type('BP 132/84')
  await page.keyboard.press('Alt+L')
  const again = page.getByRole('dialog', { name: '再開上次處方' })
  await expect(again.getByRole('checkbox')).toBeFocused()
  for (const name of drugs) await expect(again).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(rx(page).locator('tbody')).toHaveCount(drugs.length)
  // Each line was put to the check of today.
  await expect(page.getByRole('region', { name: '用藥檢核' })).toBeVisible()
  await saved(page)
  const plan = section(page, '計畫 Plan')
  for (const marked of [plan, section(page, '評估 Assessment'), rx(page)]) {
    await expect(marked.locator('.copied').first()).toContainText(last)
    await expect(marked.locator('.copied').first()).toContainText('帶入，未修改')
  }
  await shot(page, 'note-speed.copied')
  await sign(page)
  const { keys, clicks } = await count()
  figure('a follow-up note copied forward, signed', { keys: keys.length, clicks })
  expect(clicks).toBe(0)
  expect(keys.length, keys.join(' ')).toBeLessThanOrEqual(MOST)
  expect(keys.length).toBeGreaterThan(8)
  // Signed, printed, and kept in its version: where it came from.
  await page.goto(`${work.server.url}/doctornote/${qid}`)
  await expect(page.locator('.notesheet .copied').first()).toContainText(last)
  await expect(page.locator('.notesheet .copied').first()).toContainText('帶入，未修改')
  await shot(page, 'note-speed.paper')
}

/** Made by somebody, for everybody of their division. */
async function templateBy(account: string, name: string, s: string): Promise<void> {
  const { page, server } = work
  const login = await page.request.post(`${server.url}/his/user/login`, {
    data: { id: account, pwd: PASSWORD, partnerid: 1 },
  })
  const { token } = (await login.json()) as { token: string }
  const parts = { s, o: '腫脹{部位}', a: '', p: '__ 週後回診', memo: '' }
  const made = await page.request.post(`${server.url}/his/api/notetemplates`, {
    data: { name, code: 'knee', shared: true, ...parts },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await made.json()).toMatchObject({ status: 'OK' })
}

/** A colleague's of the division is found and filled from blank to blank; another division's is not there. */
async function byTemplate(): Promise<void> {
  const { page } = work
  await templateBy('dr.lai', '膝痛回診', '{年齡}{性別}，膝痛 __ 天')
  await templateBy('dr.wang', '內科膝痛', '內科的話')
  await openNote(page, visit(2))
  await page.keyboard.press('Alt+1')
  await page.keyboard.type('先寫的話')
  await page.keyboard.press('Alt+B')
  await page.keyboard.type('knee')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option')).toContainText('膝痛回診')
  await expect(page.getByRole('option')).toContainText('家庭醫學科')
  await shot(page, 'note-speed.template')
  await page.keyboard.press('Enter')
  const s = part(page, '主觀 Subjective')
  await expect(s).toBeFocused()
  await page.keyboard.type('3')
  await expect(s).toHaveValue(/^先寫的話\n\d+歲.*[男女]，膝痛 3 天$/)
  await page.keyboard.press('Tab')
  await page.keyboard.type('右膝')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await expect(part(page, '客觀 Objective')).toHaveValue('腫脹右膝')
  await expect(part(page, '計畫 Plan')).toHaveValue('4 週後回診')
  // Nothing is left to fill: Tab goes on as everywhere.
  await page.keyboard.press('Tab')
  await expect(part(page, '計畫 Plan')).not.toBeFocused()
  await saved(page)
}

test('[EMR-15] a follow-up note with a diagnosis and two drugs takes at most 20 key presses beyond free text and no mouse, written anew or copied forward, which is marked on screen and paper; templates are the division’s', async () => {
  visits = await unwrittenVisits(work.page)
  expect(visits.length).toBeGreaterThanOrEqual(3)
  await test.step('written anew', writtenAnew)
  await test.step('copied forward', copiedForward)
  await test.step('by a template of the division', byTemplate)
})

test('[EMR-15~] a drug that was taken off the list since is told and not put in', async () => {
  const { page } = work
  await page.route('**/his/api/notecopies', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const [line] = answer.data.note.lines
    // As the server says it of a code that its list has no more (server/src/emr/copies.test.ts).
    answer.data.left = [{ part: 'prescription', code: line.code, name: '下架錠 5 mg', reason: 'delisted' }]
    await route.fulfill({ response, json: answer })
  })
  await page.keyboard.press('Alt+L')
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.notice')).toContainText('下架錠 5 mg・已不在清單上，未帶入')
  await expect(page.getByRole('textbox', { name: '主觀 Subjective' })).toHaveValue(/^先寫的話/)
})
