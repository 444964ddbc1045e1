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
  // Later listeners of the same name take its place in the stub.
  const typed = (event: unknown) => takes?.(event)
  const takes = listeners.get('input')
  const show = async () => {
    listeners.get('visibilitychange')?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { show, typed, listeners, fetched, reload, shown, storage }
}

describe('a new version', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
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

  it('[SHELL-11~] waits for a visit to be over even without a session, and reloads when the page is idle again', async () => {
    const visit = await start('clinic.example')
    const { guard } = await import('../ui/guards.ts')
    const { versionWaits } = await import('./version.ts')
    const over = guard('call')
    await visit.show()
    await vi.waitFor(() => expect(versionWaits.get()).toBe(true))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(visit.reload).not.toHaveBeenCalled()
    over()
    await vi.advanceTimersByTimeAsync(30_000)
    // Somebody reads what came of it.
    visit.listeners.get('pointerdown')?.()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(visit.reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(visit.reload).toHaveBeenCalledOnce()
  })

  it('[SHELL-11~] never reloads over what is typed in a form without a session', async () => {
    const form = await start('clinic.example')
    const field = { value: '王小明', isConnected: true }
    form.typed({ target: field })
    await form.show()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(form.reload).not.toHaveBeenCalled()
    // Sent, its field is gone; whoever goes on is not interrupted.
    field.isConnected = false
    form.listeners.get('pointerdown')?.()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(form.reload).toHaveBeenCalledOnce()
  })
})
