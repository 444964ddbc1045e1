import type { TrendPoint } from '@teleward/contract/monitoring/alert-schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

interface Plot {
  from: number
  times: { at: number; label: string }[]
}
const drawn: { plot?: Plot } = {}
vi.mock('../plots.tsx', () => ({
  LinePlot: (plot: Plot) => {
    drawn.plot = plot
    return null
  },
}))

const point = (at: string, value: number, flagged = false): TrendPoint => ({
  ...{ at, value, diastolic: null, pulse: null, flagged },
})
async function plotOf(from: string | null, to: string, points: TrendPoint[]): Promise<Plot> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'limits')
  await setLanguage('zh-TW')
  const { Trend } = await import('./Trend.tsx')
  renderToStaticMarkup(<Trend kind="weight" unit="kg" points={points} earlier={[]} from={from} to={to} rules={[]} />)
  if (!drawn.plot) throw new Error('nothing was drawn')
  return drawn.plot
}
const labels = ({ times }: Plot) => times.map(({ label }) => label)

it('[Mw10] the ends of one day are told apart by the hour, those of more than a year by the year', async () => {
  const day = await plotOf('2026-03-10T02:00:00Z', '2026-03-11T02:00:00Z', [
    point('2026-03-10T03:00:00Z', 61),
    point('2026-03-11T01:00:00Z', 62),
  ])
  expect(labels(day)).toEqual([
    expect.stringMatching(/10\D.*10:00/),
    expect.stringMatching(/10\D.*22:00/),
    expect.stringMatching(/11\D.*10:00/),
  ])
  const years = await plotOf(null, '2026-03-11T02:00:00Z', [
    point('2024-05-01T02:00:00Z', 61),
    point('2026-03-10T02:00:00Z', 62),
  ])
  expect(labels(years).map((label) => label.slice(0, 4))).toEqual(['2024', '2025', '2026'])
  const week = await plotOf('2026-03-04T02:00:00Z', '2026-03-11T02:00:00Z', [
    point('2026-03-05T02:00:00Z', 61),
    point('2026-03-10T02:00:00Z', 62),
  ])
  for (const label of labels(week)) expect(label).not.toMatch(/:|20\d\d/)
})
it('[M4] a clock that was wrong, though confirmed, does not press the others to the edge', async () => {
  const plot = await plotOf(null, '2026-03-11T02:00:00Z', [
    point('2001-01-01T00:05:00Z', 61, true),
    point('2026-03-08T02:00:00Z', 61),
    point('2026-03-10T02:00:00Z', 62),
  ])
  expect(plot.from).toBe(Date.parse('2026-03-08T02:00:00Z'))
})
