import type { LinkCall, LinkView } from '@teleward/contract/links/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

afterEach(() => vi.unstubAllGlobals())

const CALL: LinkCall = {
  ...{ callID: 'b6a1f2c4-1111-4222-8333-944455556666', roomID: 'b6a1f2c4-1111-4222-8333-944455557777' },
  ...{ direction: 'inbound', state: 'missed', cause: 'timeout', videoCall: true },
  ...{ ringUntil: '2026-03-12T02:30:30Z', staffName: '林書妍', reason: null },
}
async function shown(call: Partial<LinkCall> | null, language: 'zh-TW' | 'en' = 'zh-TW'): Promise<string> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'link')
  await setLanguage(language)
  const { WaitingStep } = await import('./WaitingStep.tsx')
  const waiting = { place: 6, ahead: 5, expectedAt: '2026-03-12T15:32:00Z', doctorOnline: true }
  const view = { visit: null, waiting, call: call && { ...CALL, ...call }, canCall: true } as unknown as LinkView
  return renderToStaticMarkup(<WaitingStep link={{ view } as never} view={view} progress={4} />)
}

it('[Vw10] whoever gave up the call is not told that nobody answered; who was not answered is', async () => {
  expect(await shown({})).toContain('醫師現在沒有接聽')
  expect(await shown({ cause: 'doctorOffline' })).toContain('醫師現在沒有接聽')
  expect(await shown({ cause: 'left' })).not.toContain('醫師現在沒有接聽')
  expect(await shown({ state: 'rejected', cause: null })).toContain('醫師正在看診')
  expect(await shown({ direction: 'outbound', cause: 'left' })).toContain('醫師剛才呼叫')
})
it('[Vw10] after the consultation it says so in place of how many are before', async () => {
  for (const cause of ['hangup', 'ended'] as const)
    for (const direction of ['inbound', 'outbound'] as const) {
      const html = await shown({ state: 'ended', cause, direction })
      expect(html).toContain('您剛才已和醫師通話')
      expect(html).not.toContain('前面還有')
    }
  expect(await shown({ state: 'ended', cause: 'hangup' }, 'en')).toContain('You have just talked with the doctor')
  // A call that failed was none, and one waits as before.
  for (const other of [null, { state: 'ended', cause: 'failed' } as const]) {
    const html = await shown(other)
    expect(html).not.toContain('已和醫師通話')
    expect(html).toContain('前面還有')
  }
})
