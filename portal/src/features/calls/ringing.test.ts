import type { Call } from '@teleward/contract/calls/schema.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { useRinging } from './useRinging.ts'

const told = vi.hoisted(() => ({ device: 3, started: 0, alerts: [] as object[], ends: [] as (() => void)[] }))
// Runs once, as a component that is mounted does.
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useState: (value: unknown) => [value, () => undefined],
  useEffect: (run: () => undefined | (() => void)) => {
    const end = run()
    if (end) told.ends.push(end)
  },
}))
vi.mock('../../i18n/i18n.ts', () => ({ useT: () => (key: string) => key }))
vi.mock('../../api/session.ts', () => ({ session: { deviceType: () => told.device } }))
vi.mock('../../media/ringtone.ts', () => ({
  createRingtone: () => ({
    blocked: false,
    subscribe: () => () => undefined,
    start: () => {
      told.started += 1
    },
    stop: () => undefined,
  }),
}))
vi.mock('../../ui/DeskAlert.ts', () => ({
  showDeskAlert: (alert: object) => {
    told.alerts.push(alert)
    return () => undefined
  },
}))
vi.mock('../../ui/vibrate.ts', () => ({ vibrate: () => undefined }))

beforeEach(() => {
  Object.assign(told, { started: 0, alerts: [], ends: [] })
  vi.stubGlobal('document', { title: 'Teleward' })
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
})

it.each([
  ['the browser’s', 3, 1],
  ['an app’s, which rings by itself (type 1)', 1, 0],
  ['another app’s (type 2)', 2, 0],
])('[CALL-03~] the page of %s sounds so often: %i is %i', async (_, device, times) => {
  told.device = device
  useRinging({ callID: 'call', caller: '吳秀鳳' } as Call)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(told.started).toBe(times)
  // It shows everywhere, and names nobody in full.
  expect(told.alerts).toMatchObject([{ body: '吳○鳳', tag: 'call-call', ringing: true }])
  for (const end of told.ends) end()
  vi.unstubAllGlobals()
})
