import { afterEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

afterEach(() => vi.unstubAllGlobals())

it('[AUTH-12~] the way back is kept with whose it is, and not at all by who signs out', async () => {
  vi.resetModules()
  stubBrowser()
  vi.stubGlobal('location', { pathname: '/emr2/6/2095', search: '' })
  vi.doMock('../api/session.ts', () => ({ session: { lastMid: () => 12 } }))
  const { bindNavigator, goToLogin } = await import('./navigation.ts')
  const navigate = vi.fn(async () => undefined)
  const state = { location: { pathname: '/emr2/6/2095', href: '/emr2/6/2095' } }
  bindNavigator({ navigate, state, history: {} } as never)
  await goToLogin('forcedOut')
  expect(navigate).toHaveBeenLastCalledWith(
    expect.objectContaining({ search: { to: '/emr2/6/2095', of: '12', reason: 'forcedOut' } }),
  )
  await goToLogin('signedOut')
  expect(navigate).toHaveBeenLastCalledWith(expect.objectContaining({ search: { reason: 'signedOut' } }))
  // What is refused a moment later finds the sign-in page open, and keeps both.
  vi.stubGlobal('location', { pathname: '/pages/login', search: '?to=%2Femr2%2F6%2F2095&of=12' })
  state.location = { pathname: '/pages/login', href: '/pages/login' }
  await goToLogin('expired')
  expect(navigate).toHaveBeenLastCalledWith(
    expect.objectContaining({ search: { to: '/emr2/6/2095', of: '12', reason: 'expired' } }),
  )
})
