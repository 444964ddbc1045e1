import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

it('[Nw5] an amended note says when it was signed, and beside it when and why it was amended', async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'emr')
  await setLanguage('zh-TW')
  const { signedText } = await import('./signed-text.ts')
  const author = { mid: 1, name: '林書妍', nameEn: null } as never
  const note = { author, signedBy: author, signedAt: '2026-11-18T14:38:00Z', amendedAt: null, amendedReason: null }
  expect(signedText(note)).toMatch(/林書妍 於 \S* ?22:38 簽章$/)
  const amended = { ...note, amendedAt: '2026-11-18T14:39:00Z', amendedReason: '劑量 <2> 錠' }
  expect(signedText(amended)).toMatch(/22:38 簽章・.*22:39 修訂.*・.*劑量 <2> 錠$/)
  expect(signedText({ ...note, signedAt: null })).toBeNull()
})
