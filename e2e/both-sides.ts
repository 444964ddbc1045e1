import { expect, type Page } from '@playwright/test'
import { ALL_WELL, mediaProof, verdicts } from './media/checks.ts'

/** A call as its two sides have it, asked of their pages at the same time. */

/** Ids of those whose pictures a page shows, oneself left out. */
export const shown = (page: Page) =>
  page
    .locator('video[data-participant]:not([data-participant="self"]):not([data-participant=""])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-participant') ?? ''))

/** Each sees the other's colour, moving, and hears the other's tone. */
export async function bothWell(doctor: Page, patient: Page): Promise<void> {
  const [other] = await shown(doctor)
  const [staff] = await shown(patient)
  const proofs = await Promise.all([
    mediaProof(doctor, other ?? '', 'patient'),
    mediaProof(patient, staff ?? '', 'staff'),
  ])
  expect(proofs.map(verdicts), JSON.stringify(proofs)).toEqual([ALL_WELL, ALL_WELL])
}
export const framesOf = (page: Page) =>
  page.evaluate(async () => (await globalThis.__telewardMedia?.())?.[0]?.framesDecoded ?? 0)
export const inCall = (page: Page) => page.locator('.callbox')
