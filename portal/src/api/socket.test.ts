import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

const { handlers } = vi.hoisted(() => ({ handlers: new Map<string, (...given: never[]) => void>() }))
vi.mock('socket.io-client', () => ({
  io: () => ({
    on: (name: string, handler: () => void) => handlers.set(name, handler),
    removeAllListeners: () => handlers.clear(),
    disconnect: () => undefined,
    connect: () => undefined,
  }),
}))
stubBrowser()
const { connectionStore, connectStaff, disconnectStaff } = await import('./socket.ts')
const failure = () => handlers.get('connect_error')?.(...([new Error('websocket error')] as never[]))

beforeEach(() => {
  stubBrowser()
  Object.assign(window, { removeEventListener: () => undefined })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => disconnectStaff())

test('a page whose first line fails says so, though not at the first attempt', () => {
  connectStaff()
  failure()
  expect(connectionStore.get()).toEqual({ state: 'connecting', lostAt: null })
  failure()
  expect(connectionStore.get()).toMatchObject({ state: 'lost', lostAt: expect.any(Number) })
})

test('a page that comes without a network says so at once', () => {
  vi.stubGlobal('navigator', { onLine: false })
  connectStaff()
  failure()
  expect(connectionStore.get().state).toBe('lost')
})
