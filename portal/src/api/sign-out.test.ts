import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bearerOf, stubBrowser, stubFetch } from '../testing/browser.ts'

beforeEach(() => void vi.unstubAllGlobals())
afterEach(() => void vi.useRealTimers())

async function fresh() {
  vi.resetModules()
  const { storage, listeners } = stubBrowser()
  for (const [key, value] of Object.entries({ jwt: 'mine', refresh_token: 'r1', device_token: 'd1' }))
    storage.setItem(key, value)
  storage.setItem('userInfo', JSON.stringify({ mid: 7, verified: true }))
  return { storage, listeners, ...(await import('./me.ts')) }
}
const done = { http: 200, body: { status: 'OK', data: {} } }

it('[Sw9] without a line the browser forgets at once, and the session is ended at the server when the line is back', async () => {
  vi.useFakeTimers()
  const { storage, listeners, signOut } = await fresh()
  let line = false
  const fetched = stubFetch(() => {
    if (!line) throw new TypeError('Failed to fetch')
    return done
  })
  const out = signOut()
  expect([storage.getItem('jwt'), storage.getItem('refresh_token')]).toEqual([null, null])
  await vi.advanceTimersByTimeAsync(2000)
  await out
  const before = fetched.mock.calls.length
  line = true
  listeners.get('online')?.()
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveBeenCalledTimes(before + 1)
  const [url, init] = fetched.mock.calls.at(-1) ?? []
  expect([url, init && bearerOf(init)]).toEqual(['/his/api/logout', 'Bearer mine'])
  // Told once.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(before + 1)
})

it('[Sw9] where the access token ran out meanwhile it is renewed for this alone, and kept nowhere', async () => {
  vi.useFakeTimers()
  const { storage, signOut } = await fresh()
  let tries = 0
  const fetched = stubFetch((url, init) => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch')
    if (url === '/his/user/refresh')
      return { http: 200, body: { status: 'OK', access_token: 'new', refresh_token: 'r2', expires_in: 900 } }
    return bearerOf(init) === 'Bearer new' ? done : { http: 401, body: { status: 'TOKEN_EXPIRED', message: '' } }
  })
  const out = signOut()
  await vi.advanceTimersByTimeAsync(15_000)
  await out
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/his/api/logout',
    '/his/api/logout',
    '/his/user/refresh',
    '/his/api/logout',
  ])
  expect([storage.getItem('jwt'), storage.getItem('refresh_token')]).toEqual([null, null])
})

it('[S8] [Sw9] a server that does not answer keeps nobody on the page: the sign-in page comes within two seconds', async () => {
  vi.useFakeTimers()
  const { signOut } = await fresh()
  stubFetch(() => new Promise(() => undefined))
  let left = false
  void signOut().then(() => {
    left = true
  })
  await vi.advanceTimersByTimeAsync(1900)
  expect(left).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(left).toBe(true)
})
