import type { Appointment } from '@teleward/contract/appointments/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

interface Toast {
  title: string
  text?: string
  action?: { run: () => void }
}
interface Step {
  version: number
  send: (version: number) => Promise<unknown>
  done: (after: unknown) => void
}
const told: Toast[] = []
const sent: Record<string, unknown>[] = []
let entry: Appointment
vi.mock('../../api/me.ts', () => ({ useMe: () => ({ timeZone: 'Asia/Taipei' }) }))
vi.mock('../../ui/notify.ts', () => ({ notify: (toast: Toast) => told.push(toast) }))
vi.mock('../../patterns/steps.ts', () => ({
  useStepping: () => ({ running: [], take: async (step: Step) => step.done(await step.send(step.version)) }),
}))
vi.mock('../../api/query.ts', () => ({
  mutateEndpoint: async (_: unknown, { body }: { body: Record<string, unknown> }) => {
    sent.push(body)
    return { entry }
  },
}))
vi.mock('../../patterns/appointments/versions.ts', () => ({
  visit: (qid: number) => `visit:${qid}`,
  onVisit: ({ version }: Appointment) => ({ version }),
}))

const NOW = '2026-03-12T01:05:00Z'
const row = {
  qid: 7,
  version: 1,
  kind: 'general',
  date: '2026-03-12',
  startAt: '2026-03-12T02:00:00Z',
  patient: { name: '林雅婷', nameEn: null },
  queueNo: 3,
} as unknown as Appointment

beforeEach(() => {
  told.length = 0
  sent.length = 0
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
})

async function moved(from: Appointment, to: { date: string; time: string }, startAt: string): Promise<Toast> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await setLanguage('en')
  await ensureTexts('common', 'appointments')
  const { useReschedule } = await import('./useReschedule.ts')
  entry = { ...from, ...{ date: to.date, startAt }, version: 2 }
  let move: ReturnType<typeof useReschedule>['move'] | null = null
  const Asker = () => {
    move = useReschedule().move
    return null
  }
  renderToStaticMarkup(<Asker />)
  ;(move as unknown as ReturnType<typeof useReschedule>['move'])(from, to)
  await vi.waitFor(() => expect(told).toHaveLength(1))
  return told[0] as Toast
}

it('[APPT-13~] a move is undone to where it was, and not offered to be where that time has begun', async () => {
  const undone = await moved(row, { date: '2026-03-12', time: '11:00' }, '2026-03-12T03:00:00Z')
  undone.action?.run()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ date: '2026-03-12', time: '10:00', version: 2 })

  await vi.waitFor(() => expect(told).toHaveLength(2))
  told.length = 0
  const begun = { ...row, startAt: '2026-03-12T01:00:00Z' }
  const late = await moved(begun, { date: '2026-03-12', time: '10:00' }, '2026-03-12T02:00:00Z')
  expect(late.action).toBeUndefined()
  expect(late.text).toContain('cannot be undone')
})

it('[APPT-13~] a move into the night asks by the day of the session and says the day it came to', async () => {
  const night = { ...row, date: '2026-03-14', startAt: '2026-03-14T16:30:00Z' }
  const toast = await moved(night, { date: '2026-03-14', time: '24:45' }, '2026-03-14T16:45:00Z')
  expect(sent[0]).toMatchObject({ date: '2026-03-14', time: '00:45' })
  expect(toast.title).toMatch(/15 Mar.* 00:45/)
  toast.action?.run()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ date: '2026-03-14', time: '00:30' })
})
