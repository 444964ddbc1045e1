import type { CareEvent } from '@teleward/contract/careevents/schema.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { answered, ok } from '../../testing/answered.tsx'
import { stubBrowser } from '../../testing/browser.ts'

vi.mock('../../api/me.ts', () => ({ useMe: () => ({ ui_config: { uploads: {} } }), useRight: () => 'y' }))

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: new Date('2026-03-12T02:30:00Z'), toFake: ['Date'] })
  stubBrowser()
  vi.stubGlobal('addEventListener', () => undefined)
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'freeclinic')
  await setLanguage('en')
})

const event = (endsOn: string, state: CareEvent['state'] = 'over') =>
  ({ id: 1, startsOn: endsOn, endsOn, state }) as unknown as CareEvent
async function stations(of: CareEvent): Promise<string> {
  const [{ ReportStation }, { ConsultStation }] = await Promise.all([
    import('./ReportStation.tsx'),
    import('./ConsultStation.tsx'),
  ])
  return answered(
    <>
      <ReportStation event={of} pid={4} />
      <ConsultStation event={of} pid={4} />
    </>,
    (url) => ok(url.endsWith('/getEventResult') ? { visits: [], reports: [] } : { patients: [], doctors: [] }),
  )
}

it('[EVNT-01~] [EVNT-03~] report and consultation are offered while the event takes them, and say when that is over', async () => {
  const { t } = await import('../../i18n/i18n.ts')
  const open = await stations(event('2026-03-10'))
  expect(open).toContain(t('freeclinic.report.choose'))
  expect(open).toContain(t('freeclinic.consult.book'))

  const over = await stations(event('2025-12-11'))
  expect(over).not.toContain(t('freeclinic.report.choose'))
  expect(over).not.toContain(t('freeclinic.consult.book'))
  expect(over.match(/taken until 11\/03\/2026/g)).toHaveLength(2)

  const cancelled = await stations(event('2026-03-12', 'cancelled'))
  expect(cancelled).not.toContain(t('freeclinic.report.choose'))
})
