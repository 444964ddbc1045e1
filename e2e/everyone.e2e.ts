import { expect, test } from '@playwright/test'
import { SCREENS, type ScreenId } from '../portal/src/shell/screens.ts'
import { adminStates, isAdminScreen, operatorStates } from './admin-states.ts'
import { caseStates } from './case-states.ts'
import { monitorStates } from './monitor-states.ts'
import { childStates } from './child-states.ts'
import { eventStates } from './event-states.ts'
import { formStates } from './form-states.ts'
import { dietStates } from './diet-states.ts'
import { noticeStates } from './notice-states.ts'
import { officeStates, workStates } from './dialog-states.ts'
import { signedOutStates } from './entry-states.ts'
import { layers, registered, type State } from './everyone.ts'
import { IN_CALLS } from './everyone-calls.ts'
import { screenedApp } from './everyone-app.ts'
import { frameStates, locked, sessionEnds } from './frame-states.ts'
import { fileStates } from './file-states.ts'
import { memberStates, registerStates } from './member-states.ts'
import { goOnline, signIn } from './people.ts'
import { profileStates } from './profile-states.ts'
import { pharmacyStates } from './pharmacy-states.ts'
import { recordStates } from './record-states.ts'
import { dayOf, going, plainState } from './states.ts'
import { visitStates } from './visit-states.ts'

/**
 * Every screen of the staff: each theme, each language, on a desk and on a phone, by axe, and every target by its size.
 * The list of screens is the route table's: a new one is covered as soon as a feature brings it, or named here as one
 * that nobody can open. What opens over them stands in `everyone-visits`, `-record`, `-work` and `-office`.
 */
const own = screenedApp('screens')

test('[SHELL-15] before signing in: every look of every state', async () => {
  await own.all(signedOutStates(own.server))
})

/** Screens of the route table that open by their address alone. */
async function plainStates(): Promise<State[]> {
  const brought = await registered()
  return SCREENS.filter(
    ({ id, layout, path }) => brought[id] && layout === 'main' && !isAdminScreen(id) && !/\{\w+\}/.test(path),
  ).map(({ id, path }) => plainState(own.server, id, path))
}

test('[SHELL-15] every screen of the route table that opens by its address alone, the one of none, and who is away', async () => {
  const { page, server } = own
  await signIn(page, server, 'dr.lin')
  await own.all([{ name: 'home, away', shows: [], open: going(server)('/', '.awayband') }])
  await page.goto(server.url)
  await goOnline(page)
  const plain = await plainStates()
  expect(plain.length).toBeGreaterThan(1)
  await own.all(plain)
  const brought = await registered()
  const missing = SCREENS.find(({ id, layout, path }) => !brought[id] && layout === 'main' && !path.includes('{'))
  if (missing) await own.all([{ ...plainState(server, missing.id, missing.path), name: 'a screen of a later version' }])
})

test('[SHELL-15] no screen and no layer of the portal is left out', async () => {
  const { page, server, link } = own
  const brought = await registered()
  const ids = Object.keys(brought) as ScreenId[]
  const day = await dayOf(page)
  const states = [
    ...signedOutStates(server),
    ...(await plainStates()),
    ...frameStates(server),
    ...visitStates(server, link),
    ...recordStates(server, day),
    ...memberStates(server, day),
    ...caseStates(server),
    ...monitorStates(server),
    ...dietStates(server),
    ...childStates(server),
    ...eventStates(server),
    ...formStates(server),
    ...noticeStates(server),
    ...fileStates(server, day),
    ...workStates(server, link),
    ...profileStates(server),
    locked(server),
    ...sessionEnds(server),
    ...adminStates(server, ids),
    ...operatorStates(server),
    ...registerStates(server),
    ...officeStates(server),
    ...pharmacyStates(server),
  ]
  const shown = new Set(states.flatMap(({ shows }) => shows))
  const known = new Set<string>([...shown, ...IN_CALLS])
  expect(
    ids.filter((id) => !known.has(id)),
    'screens that no state shows: add one to a file of states',
  ).toEqual([])
  // Drawn by others, which are in the list themselves; and what takes keys for the palette until it is there, unseen.
  const drawnBy = new Set([
    'patterns/FormDrawer.tsx',
    'patterns/FormModal.tsx',
    'app/LateDrawer.tsx',
    'app/FrameKeys.tsx',
  ])
  expect(
    layers().filter((file) => !known.has(file) && !drawnBy.has(file)),
    'files with a dialog that no state shows',
  ).toEqual([])
})

test('[SHELL-15] a locked screen, and a session that is over', async () => {
  const { page, server } = own
  await own.all([locked(server)])
  await page.reload()
  if (await page.locator('.lock').isVisible()) throw new Error('the cover is still there')
  await own.all(sessionEnds(server))
})
