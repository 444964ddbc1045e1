import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

it('[Iw8] nobody is told to go online who may not yet', async () => {
  vi.resetModules()
  stubBrowser()
  const { wondersWhyNobodyRings } = await import('./AwayBand.tsx')
  const nurse = { doctortype: 'nurse', review: 'onBoard' }
  expect([wondersWhyNobodyRings(nurse, 'home'), wondersWhyNobodyRings(nurse, 'apptmgmt')]).toEqual([true, true])
  for (const review of ['registered', 'phoneVerified', 'inReview', 'returned', 'cancelled'])
    expect(wondersWhyNobodyRings({ ...nurse, review }, 'home'), review).toBe(false)
  expect(wondersWhyNobodyRings(nurse, 'members')).toBe(false)
  expect(wondersWhyNobodyRings({ ...nurse, doctortype: 'admin' }, 'home')).toBe(false)
})
