import { QueryClientProvider } from '@tanstack/react-query'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'
import { anAlert as alert } from './testing.ts'

// The clock that all of a page share is the browser's.
vi.mock('../../ui/format.ts', async (original) => ({ ...(await original<object>()), useNow: () => Date.now() }))

const by = { mid: 5, name: '陳護理', nameEn: null }

async function shown(one: Alert): Promise<string> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'monitor', 'limits')
  await setLanguage('zh-TW')
  const { queryClient } = await import('../../api/query.ts')
  const { AlertLines } = await import('./Alerts.tsx')
  const steps = {
    may: () => false,
    ask: () => undefined,
    asking: null,
    busy: false,
    answer: () => undefined,
    remark: () => undefined,
    steppedAt: 0,
  }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <AlertLines alerts={[one]} steps={steps} label="警示" />
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('[MON-03~] an alert shows the worst with its time, and what was first and last', async () => {
  const text = await shown(
    alert({
      times: 3,
      worstValue: 236,
      worstAt: '2026-03-10T03:00:00+00:00',
      lastValue: 181,
      lastAt: '2026-03-10T04:00:00+00:00',
    }),
  )
  expect(text).toContain('收縮壓 236 mmHg（收縮壓達到或高於 180 mmHg）')
  expect(text).toMatch(/最嚴重 \S*\s?11:00/)
  expect(text).toMatch(/最初 185（[^）]*10:00）/)
  expect(text).toMatch(/最後 181（[^）]*12:00）/)
})
it('[MON-03~] an alert that waits again says so, and who had taken it', async () => {
  const text = await shown(
    alert({
      times: 2,
      worstValue: 236,
      worstAt: '2026-03-10T03:00:00+00:00',
      reopenedAt: '2026-03-10T03:05:00+00:00',
      acknowledgedBefore: [{ by, at: '2026-03-10T02:10:00+00:00', note: '馬上去電' }],
    }),
  )
  expect(text).toMatch(/受理後明顯惡化，[^ ]* ?11:05 重新列為未處理/)
  expect(text).toContain('陳護理')
  expect(text).toContain('馬上去電')
})
it('[MON-03~] an alert on a change says how much, which way and from when on', async () => {
  const weight = { measure: 'weight', test: 'change', limit: 2, hours: 72 } as const
  const gain = await shown(
    alert({
      ...weight,
      value: 60,
      worstValue: 60,
      lastValue: 60,
      baseValue: 57.9,
      baseAt: '2026-03-09T19:31:00+00:00',
    }),
  )
  expect(gain).toMatch(/體重 \+2\.1 kg（57\.9 → 60 kg，[^；]*03:31 起；體重在 72 小時內變化達 2 kg）/)
  const loss = await shown(
    alert({ ...weight, value: 57, worstValue: 57, lastValue: 57, baseValue: 60, baseAt: '2026-03-09T19:31:00+00:00' }),
  )
  expect(loss).toContain('體重 −3 kg（60 → 57 kg')
})
