import { expect, test } from '@playwright/test'
import { caseStates } from './case-states.ts'
import { house } from './everyone-house.ts'
import { fileStates } from './file-states.ts'
import { memberStates } from './member-states.ts'
import { monitorStates } from './monitor-states.ts'
import { recordStates } from './record-states.ts'
import type { Day } from './states.ts'

/** The record and what surrounds a patient in every look: `everyone.e2e.ts` says that nothing is left out. */
const own = house('record')
let day: Day

test('[SHELL-15~] every drawer, dialog and failure of the record, a member, a case, monitoring and files', async () => {
  day = await own.doctor()
  const { server } = own
  await own.all([
    ...recordStates(server, day),
    ...memberStates(server, day),
    ...caseStates(server),
    ...monitorStates(server),
    ...fileStates(server, day),
  ])
})

test('[SHELL-16~] an amendment that is still on its way from the shelf is not begun a second time, nor signed by a press meant to begin it', async () => {
  // The one that the states before have begun.
  const page = await own.page.context().newPage()
  await page.addInitScript(() => {
    const { decrypt } = crypto.subtle
    crypto.subtle.decrypt = async (...all) => {
      await new Promise((done) => setTimeout(done, 500))
      return decrypt.apply(crypto.subtle, all)
    }
    // Who waits for the shelf in vain may write after a second and a half, which a busy machine may need to open it.
    const { setTimeout: later } = window
    window.setTimeout = ((act: TimerHandler, ms?: number, ...more: unknown[]) =>
      later(act, ms === 1500 ? 60_000 : ms, ...more)) as typeof window.setTimeout
    const look = () => {
      if (document.querySelector('.nf.locked button')) Reflect.set(window, 'offered', true)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(`${own.server.url}/emr2/${day.signed.pid}/${day.signed.qid}`)
  await expect(page.locator('.soap textarea').first()).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'offered'))).toBeUndefined()
  await page.close()
})
