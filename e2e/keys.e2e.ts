import appointments from '../portal/src/i18n/zh-TW/appointments.ts'
import outbox from '../portal/src/i18n/zh-TW/outbox.ts'
import review from '../portal/src/i18n/zh-TW/review.ts'
import shell from '../portal/src/i18n/zh-TW/shell.ts'
import { expect, type Page, test } from '@playwright/test'
import { gate } from '../scripts/lib/scope.mjs'
import { figure } from '../proof/lib/figures.ts'
import { SCREENS } from '../portal/src/shell/screens.ts'
import { dietStates } from './diet-states.ts'
import { fileStates } from './file-states.ts'
import { signedOutStates } from './entry-states.ts'
import { focusStopsSeen, missed, tabTo, walk } from './focus-order.ts'
import { formStates } from './form-states.ts'
import { recordStates } from './record-states.ts'
import { PEOPLE, type Person, screenTour } from './screen-tour.ts'
import { dayOf } from './states.ts'
import { goThrough, opensPalette } from './tabbing.ts'
import { still } from './themes.ts'
import { type Effect, EFFECTS, type Line, sight } from './key-effects.ts'

/**
 * Every screen of the route table by its keys: Tab through all of it, and every line of its list of keys, pressed, and what it
 * says happens. The way in is by pointer: by keys alone it is in `keyboard.e2e.ts`. The gate asks Tab of every screen, and the
 * lines of each person's first one.
 */

const work = screenTour()
test.beforeAll(() => give(work.page))

/** The demo's doctor has given no rights away. */
const give = (page: Page) =>
  page.evaluate(async () => {
    const send = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
      const answer = await fetch(`/his/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      return ((await answer.json()) as { data: { mid: number }[] }).data
    }
    const [nurse] = await send('employees', { doctortype: 'nurse' })
    const endsAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
    await send('authorizations', { granteeMid: nurse?.mid, kind: 'shift.others', endsAt })
  })

const pressed = new Map<string, number>()
/** Where a key of a row did nothing that could be seen, and who pressed it. */
const untold = new Map<string, { person: Person; path: string; line: Line }>()

/** As the list writes it, for the browser. */
const spelled = (keys: string) =>
  keys.split(' ').length === 2 && /^(Ctrl|Alt) /.test(keys)
    ? [keys.replace('Ctrl ', 'Control+').replace('Alt ', 'Alt+').replace('+ENTER', '+Enter')]
    : keys.replace('Esc', 'Escape').replace('SPACE', 'Space').split(' ')

async function lines(page: Page, section: 'here' | 'everywhere'): Promise<Line[]> {
  await blur(page)
  await page.keyboard.press('?')
  const list = page.locator('.keyshelp')
  await expect(list).toBeVisible()
  const all = await list
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: shell.keys[section] }) })
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('kbd')?.textContent ?? '']),
    )
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  return all.map(([said = '', keys = '']) => ({ said, keys: spelled(keys) }))
}

const blur = (page: Page) =>
  page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())

/** As it was when it was shown; again only where the last key has led away, or left something open. */
async function begin(page: Page, path: string): Promise<void> {
  const shown = work.server.url + path
  for (let tries = 0; tries < 2 && (await sight(page)).layers > 0; tries++) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(150)
  }
  const { layers } = await sight(page)
  if (page.url() !== shown || layers > 0) await work.show(path)
  await blur(page)
}

async function heard(page: Page, { keys, said }: Line, effect: Effect, patience: number): Promise<boolean> {
  const picture = () => (effect.picture ? page.locator('#content').screenshot() : Buffer.alloc(0))
  const [before, looked] = [await sight(page), await picture()]
  let saved = false
  page.once('download', () => {
    saved = true
  })
  for (const key of keys) await page.keyboard.press(key)
  const end = Date.now() + patience
  while (Date.now() < end) {
    if (effect.came(await sight(page), before, said) || (effect.saves && saved)) return true
    if (effect.picture && !looked.equals(await picture())) return true
    await page.waitForTimeout(50)
  }
  return false
}

/** On how many rows a key is tried decides how long each of them is waited for: what is missed so is tried again at the end. */
const AT_A_ROW = 700

/** Presses one line of the list; what it came to, in words when it came to nothing. */
async function one(page: Page, person: Person, path: string, line: Line, atRow = AT_A_ROW): Promise<string> {
  const effect = EFFECTS.find(([said]) => new RegExp(`^(?:${said})$`).test(line.said))?.[1]
  if (!effect) return 'nobody says here what it should do'
  pressed.set(line.said, pressed.get(line.said) ?? 0)
  const from = effect.from?.(path) ?? path
  await begin(page, from)
  if ((await page.locator('[data-row]').count()) < (effect.rows ?? 0)) {
    untold.set(line.said, { person, path, line })
    return ''
  }
  for (const key of effect.first?.(line) ?? []) await page.keyboard.press(key)
  if (effect.first) await page.waitForTimeout(300)
  const tried = new Set<string>()
  const count = effect.onRow ? await page.locator('[data-row]').count() : 1
  if (effect.onRow) for (let row = 0; row < count; row++) await page.keyboard.press('k')
  for (let row = 0; row < count; row++) {
    if (effect.onRow) {
      if (row > 0) await page.keyboard.press('j')
      await page.waitForTimeout(40)
      const { state } = await sight(page)
      if (tried.has(state)) continue
      tried.add(state)
    }
    if (await heard(page, line, effect, effect.onRow ? atRow : 8_000)) {
      pressed.set(line.said, (pressed.get(line.said) ?? 0) + 1)
      for (const key of effect.after ?? []) await page.keyboard.press(key)
      // A call that a key began is ended as one ends calls.
      if (await page.locator('.callbox').isVisible()) {
        await page.keyboard.press('Alt+H')
        await expect(page.locator('.callbox')).toBeHidden()
      }
      return ''
    }
  }
  if (!effect.onRow) return 'nothing happens'
  untold.set(line.said, { person, path, line })
  return ''
}

/** The palette, and every line of the list of keys. */
async function keys(page: Page, person: Person, name: string, path: string, everywhere = false): Promise<void> {
  await opensPalette(page, name)
  const all = [...(await lines(page, 'here')), ...(everywhere ? await lines(page, 'everywhere') : [])]
  for (const line of all)
    expect.soft(await one(page, person, path, line), `${path}: ${line.keys.join(' ')} ‘${line.said}’`).toBe('')
}

test('[SHELL-15] dr.lin: on each screen that opens with a record, a file or an answer Tab reaches each place as well, the palette opens, and every key of the list does what the list says @proof', async () => {
  const { page, server } = work
  const toured = (await work.of('dr.lin')).map(([name]) => name)
  const day = await dayOf(page)
  const states = [
    ...recordStates(server, day),
    ...dietStates(server),
    ...formStates(server),
    ...fileStates(server, day),
  ]
  const inside = SCREENS.filter(
    ({ id, layout, path }) => layout === 'main' && /\{\w+\}/.test(path) && !toured.includes(id),
  )
  expect(inside.length).toBeGreaterThan(4)
  const frame = new Set<string>()
  for (const { id } of inside) {
    const state = states.find(({ shows }) => shows.includes(id))
    if (!state) throw new Error(`no state shows ${id}`)
    await state.open(page)
    // What led there leaves the focus in the midst of it: Tab begins at the top of a page that has just come.
    await page.reload()
    await expect(page.locator('#content').locator('h1,h2,[role=img],svg,canvas').first()).toBeVisible()
    await still(page)
    await goThrough(page, id, frame)
    if (!gate) await keys(page, 'dr.lin', id, page.url().slice(server.url.length))
  }
})

test('[SHELL-15] signed out: on each page Tab reaches each place, in sight and no trap', async ({ page }) => {
  const { server } = work
  for (const { name, open: shown, after, everyWidth } of signedOutStates(server)) {
    if (everyWidth) continue
    await page.goto(server.url)
    await page.evaluate(() => localStorage.clear())
    await shown(page)
    // A field has the focus at once: Tab begins at the top all the same, where a press on nothing puts it.
    await blur(page)
    await page.mouse.click(1, 1)
    const all = await walk(page)
    for (const { what, seen, inView } of all) expect.soft([name, what, seen, inView]).toEqual([name, what, true, true])
    expect.soft(await missed(page, 'body'), `${name}: never reached`).toEqual([])
    await after?.(page)
  }
})

for (const person of PEOPLE)
  test(`[SHELL-15] ${person}: on every screen Tab reaches each place, in sight and no trap, the palette opens, and every key of the list does what the list says${person === PEOPLE[0] ? '' : ' @proof'}`, async () => {
    const { page } = work
    const frame = new Set<string>()
    for (const [at, [name, path]] of (await work.of(person)).entries()) {
      await work.show(path)
      await goThrough(page, name, frame)
      if (!gate || at === 0) await keys(page, person, name, path, at === 0)
    }
    figure(`everyone, keyboard, ${person}`, { stops: focusStopsSeen() })
  })

if (!gate)
  test('[SHELL-15] no key of a row is without a row, on any screen, that it does something to', async () => {
    // What a row offers depends on its state: somewhere in the demo there is one for each, but for a call that nobody took
    // (`appointments.e2e.ts`), somebody to review and a message that failed (`registration.e2e.ts`): there by their buttons.
    const elsewhere: string[] = [appointments.key.redial, review.approve, review.return, outbox.again]
    const never = () => [...untold.keys()].filter((said) => !pressed.get(said) && !elsewhere.includes(said))
    // A machine on which others work may have been too slow for the short patience of a row.
    for (const said of never()) {
      const where = untold.get(said)
      if (!where) continue
      await work.of(where.person)
      await one(work.page, where.person, where.path, where.line, 8_000)
    }
    expect(never()).toEqual([])
    expect(pressed.size).toBeGreaterThan(40)
    figure('everyone, keys', { lines: pressed.size, heard: [...pressed.values()].reduce((sum, n) => sum + n, 0) })
  })

test('[SHELL-15~] what a key opens takes the focus, keeps it, and gives it back', async () => {
  const { page, server } = work
  await page.goto(server.url)
  await expect(page.locator('h1').first()).toBeVisible()
  for (const [key, box] of [
    ['Control+K', '.ant-modal'],
    ['?', '.ant-modal'],
  ] as const) {
    await tabTo(page, /./)
    const before = await page.evaluate(() => document.activeElement?.outerHTML)
    await page.keyboard.press(key)
    const layer = page.locator(box).filter({ visible: true }).first()
    await expect(layer).toBeVisible()
    await expect.poll(() => layer.evaluate((node) => node.contains(document.activeElement)), key).toBe(true)
    for (let count = 0; count < 8; count++) {
      await page.keyboard.press('Tab')
      // Behind the last place comes the browser's own bar, where the page has no focus.
      const out = await layer.evaluate((node) => {
        const active = document.activeElement
        return node.contains(active) || active === document.body ? '' : active?.outerHTML.slice(0, 120)
      })
      expect.soft(out, `${key}: Tab ${count} leaves it`).toBe('')
    }
    await page.keyboard.press('Escape')
    await expect(layer).toBeHidden()
    await expect.poll(() => page.evaluate(() => document.activeElement?.outerHTML), key).toBe(before)
  }
})
