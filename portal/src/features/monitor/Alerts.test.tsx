import { QueryClientProvider } from '@tanstack/react-query'
import type { Alert } from '@teleward/contract/monitoring/alert-schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'
import { anAlert as alert } from './testing.ts'

// The clock that all of a page share is the browser's.
vi.mock('../../ui/format.ts', async (original) => ({ ...(await original<object>()), useNow: () => Date.now() }))

const by = { mid: 5, name: '陳護理', nameEn: null }

async function shown(one: Alert, may = false): Promise<string> {
  const html = await marked(one, may)
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}
async function marked(one: Alert, may = false, mark?: string): Promise<string> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'monitor', 'limits')
  await setLanguage('zh-TW')
  const { queryClient } = await import('../../api/query.ts')
  const { AlertLines } = await import('./Alerts.tsx')
  const steps = {
    may: () => may,
    ask: () => undefined,
    asking: null,
    busy: false,
    answer: () => undefined,
    remark: () => undefined,
    steppedAt: 0,
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <AlertLines alerts={[one]} steps={steps} label="警示" mark={mark} />
    </QueryClientProvider>,
  )
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
  expect(text).toMatch(/受理或靜音後明顯惡化，[^ ]* ?11:05 重新列為未處理/)
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
it('[M4] an alert of what came late says when it was measured and when it arrived', async () => {
  const text = await shown(
    alert({ lateFrom: '2026-03-08T01:00:00+00:00', measurementTime: '2026-03-08T01:00:00+00:00' }),
  )
  expect(text).toMatch(/遲到：\S+ ?09:00 量測，\S+ ?10:01 才收到，之前沒有人看過/)
  expect(await shown(alert({}))).not.toContain('遲到')
})
it('[M6] [Mw7] an alert says that one of its readings was entered in error, and that its limit is gone', async () => {
  const text = await shown(alert({ withdrawnReading: true, limitHolds: false }))
  expect(text).toContain('其中一筆讀值已標記為輸入錯誤')
  expect(text).toContain('這個界限之後已變更或不再適用')
  const plain = await shown(alert({}))
  expect(plain).not.toMatch(/輸入錯誤|不再適用/)
})
it('[M9] what others did besides stands with the alert, also after it was resolved', async () => {
  const text = await shown(
    alert({
      state: 'resolved',
      resolved: { by, at: '2026-03-10T02:10:00+00:00', note: '醫師已處理' },
      notes: [{ by: { ...by, mid: 6, name: '林書妍' }, at: '2026-03-10T02:12:00+00:00', note: '女兒陪同就醫' }],
    }),
  )
  expect(text).toMatch(/陳護理 於 [^ ]* ?10:10 解決\S*醫師已處理/)
  expect(text).toMatch(/林書妍 於 [^ ]* ?10:12 補充\S*女兒陪同就醫/)
})
it('[Mw6] a muted alert says by whom, until when and why; a critical one is acknowledged before it is muted', async () => {
  const muted = { by, at: '2026-03-10T02:10:00+00:00', until: '2026-03-13T02:10:00+00:00', note: '週五回診' }
  const text = await shown(alert({ severity: 'warning', muted }), true)
  expect(text).toMatch(/陳護理 靜音至 [^ ]* ?10:10\S*週五回診/)
  expect(text).toContain('取消靜音')
  const button = async (one: Partial<Alert>) =>
    /<button[^>]*>(?:<span[^>]*>(?:<svg.*?<\/svg>)?<\/span>)*靜音/.exec(await marked(alert(one), true))?.[0] ?? ''
  expect(await button({})).toMatch(
    /disabled=""[^>]*title="危急警示須先受理才能靜音"|title="危急警示須先受理才能靜音"[^>]*disabled=""/,
  )
  const taken = await button({ state: 'acknowledged', acknowledged: { by, at: '2026-03-10T02:10:00+00:00', note: '' } })
  expect(taken).not.toBe('')
  expect(taken).not.toContain('disabled')
  // Who may take no step mutes nothing.
  expect(await shown(alert({ severity: 'warning' }), false)).not.toContain('靜音')
})
it('[M18] the alert that the reader came for is marked', async () => {
  const one = alert({})
  expect(await marked(one, false, one.id)).toContain('aria-current="true"')
  expect(await marked(one, false, 'another')).not.toContain('aria-current')
})
