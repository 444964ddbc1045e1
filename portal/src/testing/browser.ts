import { vi } from 'vitest'

/** What the portal's logic asks of a browser, for tests that run without one. */
export function fakeStorage(): Storage {
  const map = new Map<string, string>()
  return {
    get length() {
      return map.size
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, String(value)),
    removeItem: (key) => void map.delete(key),
    key: (index) => [...map.keys()][index] ?? null,
  }
}

export function stubBrowser(): { storage: Storage; listeners: Map<string, (event?: unknown) => void> } {
  const storage = fakeStorage()
  const listeners = new Map<string, (event?: unknown) => void>()
  const addEventListener = (name: string, listener: (event?: unknown) => void) => void listeners.set(name, listener)
  vi.stubGlobal('localStorage', storage)
  const querySelector = () => null
  vi.stubGlobal('document', {
    cookie: '',
    visibilityState: 'visible',
    documentElement: {},
    addEventListener,
    querySelector,
  })
  vi.stubGlobal('location', { protocol: 'http:', hostname: 'clinic.example' })
  vi.stubGlobal('window', { addEventListener })
  vi.stubGlobal('__BUILD_VERSION__', '1.0.0+abc')
  return { storage, listeners }
}

/** Answers calls in order of arrival by what the test says of each. */
export function stubFetch(
  answer: (
    url: string,
    init: RequestInit,
  ) => { http: number; body: unknown } | Promise<{ http: number; body: unknown }>,
) {
  const fake = vi.fn(async (url: string, init: RequestInit) => {
    const { http, body } = await answer(url, init)
    return new Response(JSON.stringify(body), { status: http })
  })
  vi.stubGlobal('fetch', fake)
  return fake
}
export const bearerOf = (init: RequestInit) => (init.headers as Record<string, string>).Authorization
