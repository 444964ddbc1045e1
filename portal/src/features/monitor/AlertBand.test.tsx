import type { UrgentAlerts } from '@teleward/contract/monitoring/alert-schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'
import { shutKey, waitingKey } from './putAway.ts'
import { anAlert } from './testing.ts'

// The clock that all of a page share is the browser's.
vi.mock('../../ui/format.ts', async (original) => ({
  ...(await original<object>()),
  useNow: () => Date.parse('2026-03-10T02:20:00Z'),
}))

const window = vi.hoisted(() => ({ tight: false }))
vi.mock('../../patterns/useTight.ts', () => ({ useTight: () => window.tight }))

type Urgent = UrgentAlerts['alerts'][number]
type Shut = UrgentAlerts['shut'][number]
const urgent = (n: number, more: Partial<Urgent> = {}): Urgent => ({
  ...anAlert({ id: `6f2d1f0e-0000-4000-8000-00000000000${n}`, name: `王大明${n}`, worstValue: 220 + n }),
  wide: false,
  ...more,
})
function shut(more: Partial<Shut> = {}): Shut {
  const { pid, name, nameEn, memberNo, gender, birthday, vip, unitId, unitName, unitNameEn } = anAlert()
  const person = { pid, name, nameEn, memberNo, gender, birthday, vip, unitId, unitName, unitNameEn }
  return { ...person, lastQid: 41, since: '2026-03-10T02:05:00+00:00', wide: false, ...more }
}

async function band(alerts: readonly Urgent[], closed: readonly Shut[] = [], away: readonly string[] = [], may = true) {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'monitor', 'limits')
  await setLanguage('zh-TW')
  const { UrgentLines } = await import('./AlertBand.tsx')
  const html = renderToStaticMarkup(
    <UrgentLines
      alerts={[...alerts]}
      shut={[...closed]}
      steps={{ may: () => may, ask: () => undefined }}
      away={(key) => away.includes(key)}
      putAway={() => undefined}
    />,
  )
  return { html, text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') }
}

describe('the band of critical alerts', () => {
  it('[M18] is an alert over any screen: how bad, of whom by a masked name, what, and what can be done', async () => {
    const { html, text } = await band([urgent(4)])
    expect(html).toContain('role="alert"')
    expect(html).toContain('aria-label="危急警示"')
    expect(text).toContain('收縮壓 224 mmHg（收縮壓達到或高於 180 mmHg）')
    // Others may look at the screen.
    expect(text).not.toContain('王大明4')
    for (const word of ['危急', '受理', '開啟']) expect(text).toContain(word)
    expect(html).toContain('收起這筆警示')
    expect(text).not.toContain('已通知全單位')
    expect((await band([urgent(4)], [], [], false)).text).not.toContain('受理')
  })
  it('[M18] says that nobody has taken it and the unit is told, and is nothing where nothing waits', async () => {
    expect((await band([urgent(4, { wide: true })])).text).toContain('尚無人受理，已通知全單位')
    expect((await band([])).html).toBe('')
  })
  it('[M18] has two lines at most, and says how many more there are', async () => {
    const { text } = await band([urgent(1), urgent(2), urgent(3), urgent(4)])
    expect(text.match(/mmHg（/g)).toHaveLength(2)
    expect(text).toContain('另有 2 筆危急警示')
  })
  it('[M18] has one line on a phone and in a low window, and the number of the others beside it', async () => {
    window.tight = true
    const { html, text } = await band([urgent(1), urgent(2), urgent(3), urgent(4)])
    window.tight = false
    expect(text.match(/mmHg（/g)).toHaveLength(1)
    expect(text).toContain('+3')
    expect(html).toContain('aria-label="另有 3 筆危急警示"')
  })
  it('[M17] of a record that is not open it says that one waits, nothing that was measured, and the way to the authorisation', async () => {
    const { text } = await band([], [shut()])
    expect(text).toContain('有警示待處理，需先取得授權')
    expect(text).toContain('取得授權')
    expect(text).not.toMatch(/mmHg|王大明|受理/)
  })
  it('[M18] what was put away comes back when it gets worse, and when the whole unit is told', async () => {
    const one = urgent(1)
    expect((await band([one], [shut()], [waitingKey(one), shutKey(shut())])).html).toBe('')
    const back = [waitingKey(one)]
    for (const again of [
      { ...one, wide: true },
      { ...one, reopenedAt: '2026-03-10T02:15:00+00:00' },
    ])
      expect((await band([again], [], back)).text).toContain('mmHg')
    for (const again of [shut({ wide: true }), shut({ since: '2026-03-10T02:15:00+00:00' })])
      expect((await band([], [again], [shutKey(shut())])).text).toContain('需先取得授權')
  })
})
