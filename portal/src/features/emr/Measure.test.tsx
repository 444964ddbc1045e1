import { QueryClientProvider } from '@tanstack/react-query'
import { getMeasurements } from '@teleward/contract/monitoring/alert-endpoints.ts'
import type { LastReading, Measurements } from '@teleward/contract/monitoring/alert-schema.ts'
import { kindRules, type ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

// The clock that all of a page share is the browser's.
vi.mock('../../ui/format.ts', async (original) => ({ ...(await original<object>()), useNow: () => Date.now() }))

const PID = 7
const at = new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString()
const last = (kind: ReadingKind, value: number, more: Partial<LastReading> = {}): LastReading => ({
  kind,
  unit: kindRules[kind].unit,
  value,
  diastolic: null,
  pulse: null,
  at,
  before: null,
  course: [value],
  ...more,
})

async function shown(readings: LastReading[], height: number | null): Promise<string[]> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'emr', 'limits')
  await setLanguage('zh-TW')
  const { endpointQuery, queryClient } = await import('../../api/query.ts')
  const { Measure, CARD_DAYS } = await import('./Measure.tsx')
  const { queryKey } = endpointQuery(getMeasurements, { params: { pid: PID }, query: { days: CARD_DAYS, record: '1' } })
  const none: Measurements = {
    pid: PID,
    from: null,
    to: at,
    series: [],
    earlier: [],
    values: [],
    total: 0,
    last: readings,
    rules: [],
    ecgs: [],
    movedOut: null,
  }
  queryClient.setQueryData(queryKey, none)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Measure pid={PID} birthday="1958-01-02" height={height} onTrends={() => {}} />
    </QueryClientProvider>,
  )
  const text = (part: string) =>
    part
      .replace(/<svg.*?<\/svg>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return [...html.matchAll(/<div><dt>(.*?)<\/dt><dd>(.*?)<\/dd><\/div>/g)].map((one) => text(one[0]))
}

it('[EMR-01] signs 1 to 4 are pressure and pulse, temperature and oxygen, height and weight, blood sugar: the last of each with its age, how it moved, and what is beyond the usual', async () => {
  const rows = await shown(
    [
      last('blood_pressure', 184, { diastolic: 97, pulse: 78, before: 170, course: [170, 184] }),
      last('pulse', 80),
      last('temperature', 36.5),
      last('blood_oxygen', 91),
      last('weight', 66.4),
      last('glucose_fasting', 118),
      last('glucose_after_meal', 162),
    ],
    158,
  )
  expect(rows).toEqual([
    '血壓脈搏 血壓 184 / 97 mmHg 偏高 脈搏 78 較前次上升 3 小時前 脈搏 80 bpm 3 小時前',
    '體溫血氧 體溫 36.5 °C 3 小時前 血氧 91 % 偏低 3 小時前',
    '身高體重 身高 158 cm 66.4 kg 偏高 3 小時前',
    '血糖 空腹血糖 118 mg/dL 偏高 3 小時前 飯後血糖 162 mg/dL 偏高 3 小時前',
  ])
})

it('[EMR-01~] a sign that nobody measured says so; a height that was told stands without a weight', async () => {
  const none = '沒有量測'
  const signs = (body: string) => [`血壓脈搏 ${none}`, `體溫血氧 ${none}`, `身高體重 ${body}`, `血糖 ${none}`]
  expect(await shown([], 158)).toEqual(signs('身高 158 cm'))
  expect(await shown([], null)).toEqual(signs(none))
})
