import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser, stubFetch } from '../testing/browser.ts'

async function start(hostname: string, version = '1.0.0+new') {
  vi.resetModules()
  const { listeners, storage } = stubBrowser()
  const reload = vi.fn()
  vi.stubGlobal('location', { hostname, reload })
  const fetched = stubFetch(() => ({ http: 200, body: { version } }))
  const { watchVersion } = await import('./version.ts')
  const { registerDesk } = await import('../ui/notify.ts')
  const shown: string[] = []
  registerDesk({ show: (notice) => shown.push(notice.key ?? ''), close: () => {}, ask: async () => false })
  watchVersion()
  const show = async () => {
    listeners.get('visibilitychange')?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { show, fetched, reload, shown, storage }
}

describe('a new version', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] }))
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('[SHELL-11~] is asked for when the tab shows, at most every 5 s', async () => {
    const { show, fetched } = await start('clinic.example', '1.0.0+abc')
    vi.setSystemTime(Date.now() + 10_000)
    await show()
    await show()
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(fetched.mock.calls[0]?.[0]).toMatch(/^\/version\.json\?t=\d+$/)
    vi.setSystemTime(Date.now() + 5001)
    await show()
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('[SHELL-11~] is not asked for on localhost', async () => {
    const { show, fetched } = await start('localhost')
    await show()
    expect(fetched).not.toHaveBeenCalled()
  })

  it('[SHELL-11~] reloads at once without a session, and asks with one', async () => {
    const bare = await start('clinic.example')
    await bare.show()
    await vi.waitFor(() => expect(bare.reload).toHaveBeenCalledOnce())

    const signedIn = await start('clinic.example')
    signedIn.storage.setItem('jwt', 'j')
    await signedIn.show()
    await vi.waitFor(() => expect(signedIn.shown).toEqual(['version']))
    expect(signedIn.reload).not.toHaveBeenCalled()
  })

  it('[SHELL-12~] by a refresh message: a flag and a word with a session, a reload at once without', async () => {
    const bare = await start('clinic.example')
    const { onRefresh, reloadWanted } = await import('./version.ts')
    onRefresh()
    expect(bare.reload).toHaveBeenCalledOnce()
    expect(reloadWanted()).toBe(false)

    const signedIn = await start('clinic.example')
    signedIn.storage.setItem('jwt', 'j')
    const again = await import('./version.ts')
    again.onRefresh()
    expect(again.reloadWanted()).toBe(true)
    expect(signedIn.shown).toEqual(['version'])
    expect(signedIn.reload).not.toHaveBeenCalled()
  })

  it('[SHELL-11~] waits for a visit or a half-filled form even without a session', async () => {
    const visit = await start('clinic.example')
    const { guard } = await import('../ui/guards.ts')
    guard('call')
    await visit.show()
    await vi.waitFor(() => expect(visit.shown).toEqual(['version']))
    expect(visit.reload).not.toHaveBeenCalled()
  })
})
