import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser, stubFetch } from '../testing/browser.ts'

const { handlers } = vi.hoisted(() => ({ handlers: new Map<string, (...given: never[]) => void>() }))
/** What the socket shows when it connects, as it asks for it. */
let show = (): void => undefined
vi.mock('socket.io-client', () => ({
  io: (_: string, { auth }: { auth: (give: () => void) => void }) => ({
    ...hold(auth),
    on: (name: string, handler: () => void) => handlers.set(name, handler),
    removeAllListeners: () => handlers.clear(),
    disconnect: () => undefined,
    connect: () => undefined,
  }),
}))
function hold(auth: (give: () => void) => void): object {
  show = () => auth(() => undefined)
  return {}
}
stubBrowser()
const { connectionStore, connectStaff, disconnectStaff } = await import('./socket.ts')
const failure = () => handlers.get('connect_error')?.(...([new Error('websocket error')] as never[]))

let storage: ReturnType<typeof stubBrowser>['storage']
beforeEach(() => {
  storage = stubBrowser().storage
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

test('[AUTH-09~] a line that is refused for a token which a call has renewed meanwhile refreshes nothing', async () => {
  const fetched = stubFetch(() => ({ http: 401, body: { status: 'REFRESH_REUSED', message: '' } }))
  storage.setItem('jwt', 'old')
  storage.setItem('refresh_token', 'r1')
  connectStaff()
  show()
  storage.setItem('jwt', 'new')
  handlers.get('connect_error')?.(...([new Error('TOKEN_EXPIRED')] as never[]))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect([fetched.mock.calls.length, storage.getItem('jwt')]).toEqual([0, 'new'])
})
