import { QueryClientProvider } from '@tanstack/react-query'
import type { MeasuredValue, Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const right = { of: 'y' }
vi.mock('../../api/me.ts', () => ({ useRight: () => right.of }))

const by = { mid: 5, name: '陳護理', nameEn: null }
const value = (id: number, more: Partial<MeasuredValue> = {}): MeasuredValue => ({
  ...{ id, kind: 'blood_pressure', at: '2026-03-10T02:00:00+00:00', value: 128, diastolic: 82, pulse: 71 },
  ...{ unit: 'mmHg', original: null, deviceName: 'BP-7', receivedAt: '2026-03-10T02:00:30+00:00' },
  ...{ late: false, withdrawn: null },
  ...more,
})
async function shown(values: MeasuredValue[], language: 'zh-TW' | 'en' = 'zh-TW'): Promise<string> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'monitor', 'limits')
  await setLanguage(language)
  const { queryClient } = await import('../../api/query.ts')
  const { Values } = await import('./Values.tsx')
  const data = { pid: 4, values, total: values.filter(({ withdrawn }) => !withdrawn).length } as Measurements
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Values data={data} days={7} name="王大明" />
    </QueryClientProvider>,
  )
}

it('[M6] what was entered in error stands struck through with by whom, when and why; of the others each can be', async () => {
  right.of = 'y'
  const withdrawn = { by, at: '2026-03-10T03:00:00+00:00', reason: '夫婦共用血壓計' }
  const html = await shown([value(2, { value: 224, diastolic: 131, withdrawn }), value(1)])
  expect(html).toMatch(/<s [^>]*>224\/131 mmHg[^<]*<\/s>/)
  expect(html).toMatch(/陳護理 於 [^<]*11:00 標記為輸入錯誤：夫婦共用血壓計/)
  expect(html).not.toMatch(/<s [^>]*>128/)
  expect(html.match(/標記輸入錯誤/g)).toHaveLength(1)
  expect(html).toMatch(/aria-label="將 [^"]*10:00[^"]* 的 128\/82 mmHg[^"]*71 bpm 標記為輸入錯誤"/)
})
it('[M6] who writes no readings is offered nothing', async () => {
  right.of = '-'
  expect(await shown([value(1)])).not.toContain('標記輸入錯誤')
})
it('[Nw10] a value of another unit shows what the device sent; one that is as it came does not', async () => {
  right.of = '-'
  const fever = value(1, { kind: 'temperature', value: 38, diastolic: null, pulse: null, unit: 'Cel' })
  expect(await shown([{ ...fever, original: { value: '100.40', unit: '℉' } }])).toContain('裝置傳來：100.40 ℉')
  expect(await shown([{ ...fever, original: { value: '<b>38</b>', unit: '' } }])).toContain('&lt;b&gt;38')
  expect(await shown([fever])).not.toContain('裝置傳來')
  expect(await shown([value(2, { original: { value: '17.1/10.9', unit: 'kPa' } })], 'en')).toContain(
    'Sent as 17.1/10.9 kPa',
  )
})
it('[M4] a value that came late says when it arrived', async () => {
  right.of = '-'
  const late = value(1, { late: true, receivedAt: '2026-03-12T01:00:00+00:00' })
  expect(await shown([late])).toMatch(/超過一天後才收到（[^）]*09:00）/)
  expect(await shown([late], 'en')).toMatch(/Arrived more than a day later \([^)]*09:00/)
  expect(await shown([value(1)])).not.toContain('超過一天')
})
