import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'
import { problemOf } from './local-media.ts'

it('[CALL-12~] names the device that gives nothing, and why: not the other one, nor a fault of the system', async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../i18n/i18n.ts')
  const { changeText, problemText } = await import('./device-labels.ts')
  await setLanguage('zh-TW')
  await ensureTexts('mediafaults')
  const said = (kind: 'audio' | 'video', reason: Parameters<typeof problemOf>[1], device?: string) =>
    problemText({ ...problemOf(kind, reason), ...(device ? { device } : {}) })
  for (const [kind, own, other] of [
    ['audio', '麥克風', '鏡頭'],
    ['video', '鏡頭', '麥克風'],
  ] as const) {
    for (const reason of ['denied', 'missing', 'busy', 'lost', 'unsupported'] as const) {
      expect(said(kind, reason, 'Headset'), `${kind} ${reason}`).toContain(own)
      expect(said(kind, reason, 'Headset'), `${kind} ${reason}`).not.toContain(other)
    }
    expect(said(kind, 'denied')).toContain('沒有允許')
    expect(said(kind, 'busy')).toContain('其他程式')
    expect(said(kind, 'lost', 'Headset')).toContain('「Headset」斷線')
    // Of one without a name the sentence has no gap.
    expect(said(kind, 'lost')).toBe(said(kind, 'missing'))
  }
  expect(changeText({ kind: 'audio', from: 'Headset', to: 'Built in' })).toBe(
    '麥克風「Headset」斷線，已改用「Built in」',
  )
})
