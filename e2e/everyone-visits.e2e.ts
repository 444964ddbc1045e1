import { test } from '@playwright/test'
import { screenedApp } from './everyone-app.ts'
import { frameStates } from './frame-states.ts'
import { visitStates } from './visit-states.ts'

/** The frame and the visits in every look, with what opens over them: `everyone.e2e.ts` says that nothing is left out. */
const own = screenedApp('visits')

test('[SHELL-15] every drawer, dialog, menu and failure of the frame and of the visits @proof', async () => {
  await own.doctor()
  await own.all([...frameStates(own.server), ...visitStates(own.server, own.link)])
})
