import { test } from '@playwright/test'
import { dietStates } from './diet-states.ts'
import { workStates } from './dialog-states.ts'
import { house } from './everyone-house.ts'
import { profileStates } from './profile-states.ts'

/** Diet management and the forms of the work in every look: `everyone.e2e.ts` says that nothing is left out. */
const own = house('work')

test('[SHELL-15~] diet management, its report, and what opens over them', async () => {
  await own.doctor()
  await own.all(dietStates(own.server))
})

test('[SHELL-15~] every form and drawer of the week, of a visit, of a grant and of the own settings', async () => {
  await own.all([...workStates(own.server, own.link), ...profileStates(own.server)])
})
