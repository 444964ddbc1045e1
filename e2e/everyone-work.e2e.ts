import { test } from '@playwright/test'
import { childStates } from './child-states.ts'
import { dietStates } from './diet-states.ts'
import { eventStates } from './event-states.ts'
import { formStates } from './form-states.ts'
import { noticeStates } from './notice-states.ts'
import { workStates } from './dialog-states.ts'
import { signIn } from './people.ts'
import { screenedApp } from './everyone-app.ts'
import { profileStates } from './profile-states.ts'

/** Diet management and the forms of the work in every look: `everyone.e2e.ts` says that nothing is left out. */
const own = screenedApp('work')

test('[SHELL-15] diet management, its report, and what opens over them @proof', async () => {
  await own.doctor()
  await own.all(dietStates(own.server))
  await own.all(childStates(own.server))
  await own.all(noticeStates(own.server))
})

test('[SHELL-15] free clinics: the list, a table, who joins, the result @proof', async () => {
  await signIn(own.page, own.server, 'case.tsai')
  await own.all(eventStates(own.server))
})

test('[SHELL-15] questionnaires: the list, answers, statistics, the builder, a form, and what opens over them @proof', async () => {
  await own.doctor()
  await own.all(formStates(own.server))
})

test('[SHELL-15] every form and drawer of the week, of a visit, of a grant and of the own settings @proof', async () => {
  await signIn(own.page, own.server, 'dr.lin')
  await own.all([...workStates(own.server, own.link), ...profileStates(own.server)])
})
