import { lock, putPreferences, unlock, userinfo } from '@teleward/contract/auth/endpoints.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser, stubFetch } from '../testing/browser.ts'

const ok = { http: 200, body: { status: 'OK', data: { version: 2 } } }
const refusal = { http: 403, body: { status: 'SESSION_COVERED', message: '畫面已鎖定' } }
const change = { body: { version: 1, changes: {} } }

async function fresh(cookie = '') {
  vi.resetModules()
  const { storage } = stubBrowser()
  // biome-ignore lint/suspicious/noDocumentCookie: what the browser kept from before stands in it.
  document.cookie = cookie
  storage.setItem('jwt', 'mine')
  storage.setItem('refresh_token', 'r1')
  storage.setItem('device_token', 'd1')
  storage.setItem('userInfo', JSON.stringify({ mid: 7, verified: true }))
  const cover = await import('./cover.ts')
  const { call } = await import('./client.ts')
  const { session } = await import('./session.ts')
  return { ...cover, call, session }
}
/** What a promise has come to by now. */
const standing = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      (error: Error & { code?: string }) => (error.name === 'ApiError' ? error.code : error.name),
    ),
    new Promise((resolve) => setTimeout(() => resolve('waits'), 10)),
  ])

describe('calls beneath a cover', () => {
  beforeEach(() => void vi.unstubAllGlobals())

  it('[S8] one that the server refuses covers the page, waits for the password and is made again', async () => {
    const { call, coveredPerson, setCovered } = await fresh()
    let closed = true
    const fetched = stubFetch(() => (closed ? refusal : ok))
    const saved = call(putPreferences, change)
    expect(await standing(saved)).toBe('waits')
    expect([coveredPerson.get(), fetched.mock.calls.length]).toEqual([7, 1])
    closed = false
    setCovered(7, false)
    expect(await standing(saved)).toBe('done')
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('[S8] nothing is asked beneath it but what the server opens then, also after a reload', async () => {
    const { call, setCovered } = await fresh('tw_locked=7')
    const fetched = stubFetch(() => ok)
    const saved = call(putPreferences, change)
    expect([await standing(saved), fetched.mock.calls.length]).toEqual(['waits', 0])
    await call(userinfo, { params: { device_type: 3 } })
    await call(lock, { body: { device_token: 'd1' } })
    await call(unlock, { body: { pwd: 'x' } })
    expect(fetched).toHaveBeenCalledTimes(3)
    setCovered(7, false)
    expect(await standing(saved)).toBe('done')
  })

  it('[S8] the cover of another person holds nobody up; a call that is given up, or whose person is gone, ends', async () => {
    const { call, setCovered, session } = await fresh('tw_locked=8')
    stubFetch(() => ok)
    expect(await standing(call(putPreferences, change))).toBe('done')
    setCovered(7, true)
    const given = new AbortController()
    const first = call(putPreferences, change, { signal: given.signal })
    const second = call(putPreferences, change)
    given.abort()
    expect([await standing(first), await standing(second)]).toEqual(['AbortError', 'waits'])
    session.clear()
    expect(await standing(second)).toBe('UNAUTHENTICATED')
  })
})
