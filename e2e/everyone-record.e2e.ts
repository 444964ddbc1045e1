import { test } from '@playwright/test'
import { caseStates } from './case-states.ts'
import { house } from './everyone-house.ts'
import { fileStates } from './file-states.ts'
import { memberStates } from './member-states.ts'
import { monitorStates } from './monitor-states.ts'
import { recordStates } from './record-states.ts'

/** The record and what surrounds a patient in every look: `everyone.e2e.ts` says that nothing is left out. */
const own = house('record')

test('[SHELL-15~] every drawer, dialog and failure of the record, a member, a case, monitoring and files', async () => {
  const day = await own.doctor()
  const { server } = own
  await own.all([
    ...recordStates(server, day),
    ...memberStates(server, day),
    ...caseStates(server),
    ...monitorStates(server),
    ...fileStates(server, day),
  ])
})
