import { expect, type Page, test } from '@playwright/test'
import { caseStates } from './case-states.ts'
import { clockOf, draftKept } from './drafts.ts'
import { screenedApp } from './everyone-app.ts'
import { fileStates } from './file-states.ts'
import { memberStates } from './member-states.ts'
import { monitorStates } from './monitor-states.ts'
import { recordStates } from './record-states.ts'
import type { Day } from './states.ts'

/** The record and what surrounds a patient in every look: `everyone.e2e.ts` says that nothing is left out. */
const own = screenedApp('record')
let day: Day | undefined

test('[SHELL-15] every drawer, dialog and failure of the record, a member, a case, monitoring and files @proof', async () => {
  day ??= await own.doctor()
  const { server } = own
  await own.all([
    ...recordStates(server, day),
    ...memberStates(server, day),
    ...caseStates(server),
    ...monitorStates(server),
    ...fileStates(server, day),
  ])
})

test('[SHELL-16~] an amendment that is still on its way from the draft store is not begun a second time, nor signed by a press meant to begin it', async () => {
  day ??= await own.doctor()
  const { signed } = day
  const address = `${own.server.url}/emr2/${signed.pid}/${signed.qid}`
  // The fields of a signed note stand there as well, to be read.
  const text = (page: Page) => page.locator('.soap textarea:not([readonly])').first()
  await own.page.goto(address)
  const begin = own.page.locator('.nf.locked button')
  // One of the states before may have begun it.
  await expect(begin.or(text(own.page)).first()).toBeVisible()
  if (await begin.isVisible()) {
    const since = await clockOf(own.page)
    await begin.click()
    await draftKept(own.page, 'amendment', since)
  }
  await expect(text(own.page)).toBeVisible()
  await own.page.goto(own.server.url)

  const page = await own.page.context().newPage()
  await page.addInitScript(() => {
    const { decrypt } = crypto.subtle
    crypto.subtle.decrypt = async (...all) => {
      await new Promise((done) => setTimeout(done, 500))
      return decrypt.apply(crypto.subtle, all)
    }
    // Who waits for the draft store in vain may write after a second and a half, which a busy machine may need to open it.
    const { setTimeout: later } = window
    window.setTimeout = ((act: TimerHandler, ms?: number, ...more: unknown[]) =>
      later(act, ms === 1500 ? 60_000 : ms, ...more)) as typeof window.setTimeout
    const look = () => {
      if (document.querySelector('.nf.locked button')) Reflect.set(window, 'offered', true)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(address)
  await expect(text(page)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'offered'))).toBeUndefined()
  await page.close()
})
