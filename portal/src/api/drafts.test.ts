import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DraftStore, openEncryptedDrafts, type SealedDraft } from './encrypted-drafts.ts'
import { DraftWriter } from './draft-writer.ts'

const KEY = Buffer.alloc(32, 1).toString('base64url')
const OTHER = Buffer.alloc(32, 2).toString('base64url')

function memoryStore(): { store: DraftStore; map: Map<string, SealedDraft> } {
  const map = new Map<string, SealedDraft>()
  return {
    map,
    store: {
      get: async (key) => map.get(key),
      put: async (key, draft) => void map.set(key, draft),
      delete: async (key) => void map.delete(key),
    },
  }
}
const vaultOf = (store: DraftStore, key = KEY) => openEncryptedDrafts(key, Promise.resolve(store))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the vault of drafts', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('[SHELL-16~] is unreadable without the person’s key, and says nothing in clear', async () => {
    const { store, map } = memoryStore()
    await (await vaultOf(store)).write('1:12:note', { s: '早上血壓偏高' }, 5)
    const sealed = map.get('1:12:note')?.sealed ?? new ArrayBuffer(0)
    expect(Buffer.from(sealed).includes(Buffer.from('血壓'))).toBe(false)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await (await vaultOf(store, OTHER)).read('1:12:note')).toBeNull()
    expect(await (await vaultOf(store)).read('1:12:note')).toEqual({ value: { s: '早上血壓偏高' }, at: 5 })
  })

  it('[SHELL-16~] does not open under another patient, even when its bytes are moved there', async () => {
    const { store, map } = memoryStore()
    const drafts = await vaultOf(store)
    await drafts.write('1:12:note', 'of patient 12', 5)
    map.set('1:13:note', map.get('1:12:note') as SealedDraft)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await drafts.read('1:13:note')).toBeNull()
  })
})

describe('a draft', () => {
  const opened: DraftWriter<string>[] = []
  const open = (store: DraftStore, key = '1:12:note') => {
    const draft = new DraftWriter<string>(key, () => vaultOf(store))
    opened.push(draft)
    return draft
  }
  afterEach(() => {
    for (const draft of opened.splice(0)) draft.dispose()
  })

  it('[SHELL-16~] has the last keystroke on disk within 300 ms, also while typing goes on', async () => {
    const { store } = memoryStore()
    const draft = open(store)
    const drafts = await vaultOf(store)
    for (let n = 1; n <= 30; n++) {
      draft.write('x'.repeat(n))
      await pause(20)
    }
    const during = await drafts.read('1:12:note')
    expect(String(during?.value).length).toBeGreaterThan(10)
    await pause(300)
    expect((await drafts.read('1:12:note'))?.value).toHaveLength(30)
    expect(draft.get().kept).toBe(true)
  })

  it('[SHELL-16~] is on its way with every key, and never in two writings at once', async () => {
    const { store, map } = memoryStore()
    let going = 0
    const slow: DraftStore = {
      ...store,
      put: async (key, draft) => {
        going += 1
        expect(going).toBe(1)
        await pause(5)
        await store.put(key, draft)
        going -= 1
      },
    }
    const draft = open(slow)
    draft.write('還')
    draft.write('還沒')
    // Nothing asks for it: the second key follows the first by itself.
    await vi.waitFor(() => expect(draft.get().kept).toBe(true), { interval: 1 })
    expect((await (await vaultOf(store)).read('1:12:note'))?.value).toBe('還沒')
    expect(map.size).toBe(1)
  })

  it('[SHELL-16~] is tried again by the next key where the disk refused it, and not for ever', async () => {
    const { store } = memoryStore()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let refusals = 1
    const put = vi.fn(async (key: string, sealed: SealedDraft) => {
      if (refusals-- > 0) throw new Error('full')
      await store.put(key, sealed)
    })
    const draft = open({ ...store, put })
    draft.write('a')
    await draft.flush()
    expect([draft.get().kept, put.mock.calls.length]).toEqual([false, 1])
    draft.write('ab')
    await draft.flush()
    expect([draft.get().kept, put.mock.calls.length]).toEqual([true, 2])
    vi.restoreAllMocks()
  })

  it('[SHELL-16~] comes back after a reload', async () => {
    const { store } = memoryStore()
    const before = open(store)
    before.write('血壓偏高')
    await before.flush()
    before.dispose()
    expect(await open(store).ready()).toMatchObject({ value: '血壓偏高', kept: true, loaded: true })
  })

  it('[SHELL-16~] is one draft in two tabs of an author, and none of another patient’s', async () => {
    const { store } = memoryStore()
    const [here, there, elsewhere] = [open(store), open(store), open(store, '1:13:note')]
    await Promise.all([here.ready(), there.ready(), elsewhere.ready()])
    here.write('from here')
    await pause(50)
    expect(there.get().value).toBe('from here')
    there.write('from here and there')
    await pause(50)
    expect(here.get().value).toBe('from here and there')
    expect(elsewhere.get().value).toBeUndefined()
  })

  it('keeps what was typed while the server was saving', async () => {
    const { store, map } = memoryStore()
    const draft = open(store)
    draft.write('sent')
    const sentAt = draft.get().at
    draft.write('sent, and more')
    await draft.clear(sentAt)
    expect(draft.get().value).toBe('sent, and more')
    await draft.flush()
    await draft.clear()
    expect(map.size).toBe(0)
  })

  it('does not let a slow load overwrite what has been typed since', async () => {
    const { store } = memoryStore()
    await (await vaultOf(store)).write('1:12:note', 'old', 1)
    const draft = open(store)
    draft.write('new')
    expect((await draft.ready()).value).toBe('new')
  })
})
