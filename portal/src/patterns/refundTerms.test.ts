import { beforeAll, expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

let say: typeof import('./refundTerms.ts')
beforeAll(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../i18n/i18n.ts')
  await ensureTexts('common', 'money')
  await setLanguage('zh-TW')
  say = await import('./refundTerms.ts')
})

const HOUR = 3_600_000
const startAt = new Date('2026-12-09T02:00:00Z')
const before = (hours: number) => new Date(startAt.getTime() - hours * HOUR)

it('[Iw3] a patient is promised the whole fee until a moment that lies ahead, and after it only what still goes back', () => {
  const far = { wholeUntilHours: 720, latePercent: 33 }
  const words = say.refundTermsOf(far, startAt, before(6 * 24))
  expect(words).not.toContain('720')
  expect(words).not.toContain('取消，全額退回；')
  expect(words).toContain('現在取消退回 33%')
  expect(words).toContain('院所取消時，全額退回')
  // By the institution's clock, and to the minute up to which it holds.
  const near = { wholeUntilHours: 24, latePercent: 33 }
  expect(say.refundTermsOf(near, startAt, before(24))).toContain(
    '12月8日 週二 10:00 前取消，全額退回；之後取消，退回 33%',
  )
  expect(say.refundTermsOf(near, startAt, new Date(before(24).getTime() + 1))).toContain('現在取消退回 33%')
  expect(say.refundTermsOf({ ...near, latePercent: 0 }, startAt, before(1))).toContain('現在取消不退費')
  expect(say.refundTermsOf({ ...near, latePercent: 0 }, startAt, before(30))).toContain('之後取消，不退費')
  for (const whole of [
    { wholeUntilHours: 0, latePercent: 50 },
    { wholeUntilHours: 24, latePercent: 100 },
  ])
    expect(say.refundTermsOf(whole, startAt, before(0))).toBe('取消後全額退回。')
})
