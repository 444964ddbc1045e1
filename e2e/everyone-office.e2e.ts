import { test } from '@playwright/test'
import type { ScreenId } from '../portal/src/shell/screens.ts'
import { adminStates, operatorStates } from './admin-states.ts'
import { officeStates } from './dialog-states.ts'
import { registered } from './everyone.ts'
import { screenedApp } from './everyone-app.ts'
import { registerStates } from './member-states.ts'
import { signIn } from './people.ts'
import { pharmacyStates } from './pharmacy-states.ts'

/** The administration in every look: `everyone.e2e.ts` says that nothing is left out. */
const own = screenedApp('office')

test('[SHELL-15] what only an administrator opens @proof', async () => {
  await signIn(own.page, own.server, 'admin')
  const brought = Object.keys(await registered()) as ScreenId[]
  await own.all([...adminStates(own.server, brought), ...registerStates(own.server)])
})

test('[SHELL-15] what an administrator opens in a row @proof', async () => {
  await own.all(officeStates(own.server))
})

test('[SHELL-15] what a pharmacist opens @proof', async () => {
  await own.page.evaluate(() => localStorage.clear())
  await signIn(own.page, own.server, 'pharm.wu')
  await own.all(pharmacyStates(own.server))
})

test('[SHELL-15] what only the operator of the platform opens @proof', async () => {
  await own.page.evaluate(() => localStorage.clear())
  await signIn(own.page, own.server, 'op.shen')
  await own.all(operatorStates(own.server))
})
