import { intervalOrder } from '@teleward/contract/shifts/rules.ts'
import type { Shift } from '@teleward/contract/shifts/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

vi.mock('../../patterns/usePhone.ts', () => ({ usePhone: () => false }))

const shift = (more: Partial<Shift>) =>
  ({ interval: 1, start: '09:00', end: '12:00', booked: 0, capacity: 12, closed: null, ...more }) as Shift

it.each(['zh-TW', 'zh-CN', 'en'] as const)(
  '[SHIFT-06~] a month on paper tells its parts apart, has a sign for what is closed and says what both mean, in %s',
  async (language) => {
    vi.resetModules()
    stubBrowser()
    const { ensureTexts, setLanguage, t } = await import('../../i18n/i18n.ts')
    await ensureTexts('common', 'shifts')
    await setLanguage(language)
    const [{ Marks, Sessions }, { partMark, partName }] = await Promise.all([
      import('./TeamTab.tsx'),
      import('./labels.ts'),
    ])
    const marks = intervalOrder.map(partMark)
    expect(new Set(marks).size).toBe(marks.length)

    const shifts = [shift({}), shift({ interval: 2, start: '14:00', end: '17:00', closed: 'closed' })]
    const cell = renderToStaticMarkup(<Sessions shifts={shifts} off={undefined} brief />)
    const seen = [...cell.matchAll(/aria-hidden="true">([^<]+)</g)].map(([, text]) => text)
    expect(seen).toEqual([partMark(1), `${partMark(2)}×`])

    const words = renderToStaticMarkup(<Marks shifts={shifts} />).replaceAll(/<[^>]+>/g, '')
    expect(words).toContain(`${partMark(1)} ${partName(1)} 09:00–12:00`)
    expect(words).toContain(`× ${t('shifts.closed.closed')}`)
  },
)
