import { caseStates } from './case-states.ts'
import { monitorStates } from './monitor-states.ts'
import { dietStates } from './diet-states.ts'
import { test } from '@playwright/test'
import { workStates } from './dialog-states.ts'
import { house } from './everyone-house.ts'
import { frameStates } from './frame-states.ts'
import { fileStates } from './file-states.ts'
import { memberStates } from './member-states.ts'
import { goOnline, signIn } from './people.ts'
import { profileStates } from './profile-states.ts'
import { recordStates } from './record-states.ts'
import { dayOf } from './states.ts'
import { visitStates } from './visit-states.ts'

/** What opens over the screens of the staff, in every look: `everyone.e2e.ts` says that nothing is left out. */
const own = house('layers')

test('[SHELL-15~] every drawer, dialog, menu and failure over the screens', async () => {
  await signIn(own.page, own.server, 'dr.lin')
  await goOnline(own.page)
  const day = await dayOf(own.page)
  const { server, link } = own
  await own.all([
    ...frameStates(server),
    ...visitStates(server, link),
    ...recordStates(server, day),
    ...memberStates(server, day),
    ...caseStates(server),
    ...monitorStates(server),
    ...fileStates(server, day),
  ])
})

test('[SHELL-15~] diet management, its report, and what opens over them', async () => {
  await own.all(dietStates(own.server))
})

test('[SHELL-15~] every form and drawer of the week, of a visit, of a grant and of the own settings', async () => {
  await own.all([...workStates(own.server, own.link), ...profileStates(own.server)])
})
