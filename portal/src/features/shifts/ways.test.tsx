import type { Affected, FreeDoctor } from '@teleward/contract/shifts/schema.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answered, BROKEN, ok } from '../../testing/answered.tsx'
import { stubBrowser } from '../../testing/browser.ts'

let t: typeof import('../../i18n/i18n.ts').t
beforeEach(async () => {
  vi.resetModules()
  stubBrowser()
  const i18n = await import('../../i18n/i18n.ts')
  await i18n.ensureTexts('common', 'shifts')
  await i18n.setLanguage('en')
  t = i18n.t
})
afterEach(() => vi.unstubAllGlobals())

const entry = {
  qid: 7,
  version: 1,
  did: 101,
  date: '2026-03-14',
  interval: 3,
  startAt: '2026-03-14T16:30:00Z',
  minutes: 15,
  patient: { name: '林雅婷', nameEn: null, unitIds: [2] },
} as unknown as Affected
const colleague = (unitIds: number[]) =>
  ({ did: 102, name: '王志明', nameEn: null, title: null, free: 3, sessions: [], unitIds }) as unknown as FreeDoctor
async function cell(act: 'move' | 'substitute', answer: Parameters<typeof answered>[1]) {
  const { WayCell } = await import('./WayCell.tsx')
  return answered(
    <WayCell entry={entry} choice={{ act }} taken={[]} missing={false} onChoice={() => undefined} />,
    answer,
  )
}

it('[SHIFT-03~] free times that could not be asked for are no day without places, and no day without people', async () => {
  for (const act of ['move', 'substitute'] as const) {
    const html = await cell(act, () => BROKEN)
    expect(html).toContain('SYS-TROUBLE')
    expect(html).toContain(t('common.retry'))
    expect(html).not.toContain(t('shifts.affected.noPlace'))
    expect(html).not.toContain(t('shifts.affected.noPerson'))
  }
})

it('[SHIFT-03~] who takes over is of a unit of the patient', async () => {
  expect(await cell('substitute', () => ok([colleague([3])]))).toContain(t('shifts.affected.noPerson'))
  const html = await cell('substitute', () => ok([colleague([2, 3])]))
  expect(html).toContain(t('shifts.affected.pickPerson'))
  expect(html).not.toContain(t('shifts.affected.noPerson'))
})

it('[SHIFT-03~] a way for all gives no place to whom the substitute cannot be booked for', async () => {
  const { sharesUnit } = await import('./ways.ts')
  expect(sharesUnit(colleague([3]), entry)).toBe(false)
  expect(sharesUnit(colleague([2]), entry)).toBe(true)
})

it('[SHIFT-03~] a visit after midnight stands with the next day, from which patients are phoned', async () => {
  const { AffectedTab } = await import('./AffectedTab.tsx')
  const html = await answered(
    <AffectedTab did={101} editable={false} change={{} as Parameters<typeof AffectedTab>[0]['change']} />,
    () => ok({ n: 1, hidden: 0, affected: [entry] }),
  )
  expect(html).toContain(t('common.nextDay', { time: '00:30' }))
})
