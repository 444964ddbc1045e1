import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

afterEach(() => vi.unstubAllGlobals())

type Block = { blockerFn: (way: object) => Promise<boolean>; enableBeforeUnload: () => boolean }
/** `answer`: what is said to the question; how often it was asked is `asked()`. */
async function start() {
  vi.resetModules()
  stubBrowser()
  const restored: (() => void)[] = []
  vi.stubGlobal('addEventListener', (name: string, heard: () => void) => name === 'popstate' && restored.push(heard))
  const { bindNavigator } = await import('./navigation.ts')
  const blocks = new Set<Block>()
  const block = (one: Block) => {
    blocks.add(one)
    return () => blocks.delete(one)
  }
  bindNavigator({ navigate: vi.fn(), state: {}, history: { block } } as never)
  const { registerDesk } = await import('../ui/notify.ts')
  const ask = vi.fn(async () => true)
  registerDesk({ show: () => undefined, close: () => undefined, ask })
  const { holdForm, letGo, mayLeave } = await import('./leaving.ts')
  const barred = async (action: string, to = '/admin/review', from = '/admin/staff') => {
    const [one] = blocks
    return one?.blockerFn({ action, currentLocation: { pathname: from }, nextLocation: { pathname: to } })
  }
  return { ask, barred, blocks, holdForm, letGo, mayLeave, restored }
}

describe('[I11] [SHELL-16~] leaving a form', () => {
  it('asks by the menu and by the way back where something was typed, and holds nothing once it is gone', async () => {
    const { ask, barred, blocks, holdForm } = await start()
    const form = { dirty: false }
    const release = holdForm(() => form)
    expect(await barred('PUSH')).toBe(false)
    expect(ask).not.toHaveBeenCalled()
    form.dirty = true
    ask.mockResolvedValueOnce(false)
    expect(await barred('PUSH')).toBe(true)
    ask.mockResolvedValueOnce(false)
    expect(await barred('BACK')).toBe(true)
    expect(await barred('PUSH')).toBe(false)
    expect(ask).toHaveBeenCalledTimes(3)
    expect([...blocks].map(({ enableBeforeUnload }) => enableBeforeUnload())).toEqual([true])
    release()
    expect(blocks.size).toBe(0)
  })
  it('asks nothing within the page, on the way to the sign-in, and of what is being sent', async () => {
    const { ask, barred, holdForm, letGo, blocks, mayLeave } = await start()
    const form = { dirty: true, sending: false }
    holdForm(() => form)
    expect(await barred('PUSH', '/admin/staff')).toBe(false)
    expect(await barred('REPLACE', '/pages/login')).toBe(false)
    form.sending = true
    expect([await barred('PUSH'), await mayLeave()]).toEqual([false, true])
    expect(ask).not.toHaveBeenCalled()
    form.sending = false
    expect(await mayLeave()).toBe(true)
    expect(ask).toHaveBeenCalledOnce()
    letGo()
    expect(blocks.size).toBe(0)
  })
  it('closes a form beside its page by the way back: at once where it is empty, after the question where it is not', async () => {
    const { ask, barred, holdForm, restored } = await start()
    const close = vi.fn()
    const form = { dirty: false, close }
    holdForm(() => ({ dirty: true }))
    holdForm(() => form)
    expect(await barred('BACK')).toBe(true)
    expect([close.mock.calls.length, ask.mock.calls.length]).toEqual([0, 0])
    // The browser is back where it was: now the form may change the address.
    for (const heard of restored.splice(0)) heard()
    expect(close).toHaveBeenCalledOnce()
    form.dirty = true
    ask.mockResolvedValueOnce(false)
    expect([await barred('BACK'), restored.length]).toEqual([true, 0])
    expect([await barred('BACK'), restored.length]).toEqual([true, 1])
  })
  it('leaves one that the address opened to the way back, and asks before', async () => {
    const { ask, barred, holdForm } = await start()
    const form = { dirty: false, inAddress: true }
    holdForm(() => form)
    expect(await barred('BACK', '/admin/staff')).toBe(false)
    form.dirty = true
    ask.mockResolvedValueOnce(false)
    expect(await barred('BACK', '/admin/staff')).toBe(true)
    expect(await barred('BACK', '/admin/staff')).toBe(false)
    // Closed by its own hand after it was saved.
    expect(await barred('PUSH', '/admin/staff')).toBe(false)
    expect(ask).toHaveBeenCalledTimes(2)
  })
  it('asks once, however often the way back is pressed', async () => {
    const { ask, barred, holdForm } = await start()
    holdForm(() => ({ dirty: true }))
    let answer = (_: boolean) => {}
    ask.mockReturnValueOnce(
      new Promise<boolean>((resolve) => {
        answer = resolve
      }),
    )
    const first = barred('BACK')
    expect(await barred('GO')).toBe(true)
    answer(false)
    // The second has brought the browser back already.
    expect(await first).toBe(false)
    expect(ask).toHaveBeenCalledOnce()
    expect(await barred('BACK')).toBe(false)
  })
})
