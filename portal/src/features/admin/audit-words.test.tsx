import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

it('[I9] [SHELL-18~] a refusal in the log is told in words, with its code where one row is looked at', async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'admin')
  await setLanguage('zh-TW')
  const { outcomeText } = await import('./audit-words.tsx')
  expect(outcomeText({ outcome: 'OK' })).toBe('成功')
  expect(outcomeText({ outcome: 'PASSWORD_MISMATCH' })).toBe('兩次輸入的密碼不一致')
  expect(outcomeText({ outcome: 'PASSWORD_MISMATCH' }, true)).toBe('兩次輸入的密碼不一致 (PASSWORD_MISMATCH)')
  // One that the catalogue no longer has is named as it was kept.
  expect(outcomeText({ outcome: 'GONE' }, true)).toBe('GONE')
})
