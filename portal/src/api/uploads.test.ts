import type { UiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

const KB = 1024
const limits: UiConfig['uploads'] = {
  atOnce: 5,
  maxMb: 50,
  extensions: ['pdf'],
  perExtension: {},
  perKind: {},
}
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.doUnmock('./thumbs.ts')
})

/** A server that keeps a file, on a line that the test makes poor: `piece` answers in its place, or lets it through. */
async function sent(bytes: number, piece: (init: RequestInit, nth: number) => Promise<Response> | Response | null) {
  vi.resetModules()
  stubBrowser()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.doMock('./thumbs.ts', () => ({ thumbOf: async () => null }))
  let received = 0
  const pieces: number[] = []
  const answer = () =>
    Response.json({
      status: 'OK',
      data: { id: 'u1', received, bytes, state: received === bytes ? 'stored' : 'uploading', duplicate: null },
    })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method !== 'PATCH') return answer()
    const body = init.body as Uint8Array
    pieces.push(body.byteLength)
    const instead = await piece(init, pieces.length)
    if (instead) return instead
    received += body.byteLength
    return answer()
  })
  const [{ sendFiles }, { sendings }] = await Promise.all([import('./uploads.ts'), import('./sendings.ts')])
  const states = new Set<string>()
  sendFiles(limits, [{ file: new File([new Uint8Array(bytes)], 'a.pdf'), kind: 'pe_report', pid: 1 }])
  await vi.waitFor(
    () => {
      const state = sendings()[0]?.state ?? ''
      states.add(state)
      expect(['done', 'refused', 'failed']).toContain(state)
    },
    { timeout: 10_000, interval: 20 },
  )
  return { pieces, state: sendings()[0]?.state, states }
}

describe('a file on its way', () => {
  it('[FILE-04~] comes over a line that carries no megabyte in time: smaller pieces are sent until one arrives', async () => {
    const soon = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => soon(30))
    const { pieces, state, states } = await sent(1500 * KB, ({ body, signal }) => {
      if ((body as Uint8Array).byteLength <= 256 * KB) return null
      // Still on its way when the patience is over.
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    expect(state).toBe('done')
    expect(pieces.slice(0, 3).map((bytes) => bytes / KB)).toEqual([1024, 512, 256])
    expect([...states]).not.toContain('offline')
  })

  it('[FILE-04~] waits where the server has too much to do, as long as it says, and goes on', async () => {
    const began = performance.now()
    const busy = () =>
      Response.json({ status: 'RATE_LIMITED', message: 'later' }, { status: 429, headers: { 'retry-after': '2' } })
    const { state, states } = await sent(10 * KB, (_, nth) => (nth === 1 ? busy() : null))
    expect(state).toBe('done')
    expect(performance.now() - began).toBeGreaterThan(1900)
    expect([...states]).not.toContain('offline')
  })

  it('[FILE-04~] is refused by what the server says of the file itself', async () => {
    const { state, pieces } = await sent(10 * KB, () =>
      Response.json({ status: 'UPLOAD_CONTENT', message: 'no' }, { status: 415 }),
    )
    expect([state, pieces.length]).toEqual(['refused', 1])
  })
})
