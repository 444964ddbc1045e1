import { beforeEach, expect, it, vi } from 'vitest'
import { answered, BROKEN, ok } from '../../testing/answered.tsx'
import { stubBrowser } from '../../testing/browser.ts'

vi.mock('../../api/me.ts', () => ({ useMe: () => ({ mid: 101 }), useRight: () => 'y' }))

beforeEach(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'shifts')
  await setLanguage('en')
})

async function list(answer: Parameters<typeof answered>[1]): Promise<string> {
  const { PlannedLeave } = await import('./LeaveForm.tsx')
  return answered(<PlannedLeave did={101} today="2026-03-12" busy={false} onGive={() => undefined} />, answer)
}

it('[SHIFT-02~] leave that could not be asked for is not said to be none; a day of another year has its year', async () => {
  const { t } = await import('../../i18n/i18n.ts')
  const failed = await list(() => BROKEN)
  expect(failed).toContain('SYS-TROUBLE')
  expect(failed).not.toContain(t('shifts.leave.none'))
  expect(await list(() => ok({ daysOff: [] }))).toContain(t('shifts.leave.none'))
  const off = { did: 101, kind: 'leave', interval: null, reason: null }
  const planned = await list(() =>
    ok({
      daysOff: [
        { ...off, id: 1, date: '2026-05-20' },
        { ...off, id: 2, date: '2027-01-04' },
      ],
    }),
  )
  expect(planned).toMatch(/20\/0?5 /)
  expect(planned).toContain('2027')
})
