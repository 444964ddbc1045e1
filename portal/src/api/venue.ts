import type { EndpointData, EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { language } from '../i18n/i18n.ts'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/useStore.ts'
import { call } from './client.ts'
import { isApiError } from './errors.ts'
import { cached, keep } from './kept.ts'
import { endpointQuery } from './query.ts'

/** The worker knows no texts but its own, by the language in its address. */
export const registerWorker = () => navigator.serviceWorker.register(`/sw.js?lang=${language()}`)

const ready = createStore(false)
/** Whether this page opens without a line, too. */
export const useOpensOffline = (): boolean => useStore(ready)

/**
 * From now on this page opens without a line: its files with the worker, and who is at work sealed in this browser. What the
 * page loads later is kept as it comes. Answers how to stop listening for it.
 */
export function keepPage(me: unknown): () => void {
  // A browser that keeps nothing (a private window) works on with its line.
  keep('me', me).catch((error: unknown) => console.warn('Nothing is kept for a page without a line', error))
  if (!('serviceWorker' in navigator)) return () => {}
  const heard = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'kept' in data) ready.set(true)
  }
  navigator.serviceWorker.addEventListener('message', heard)
  let observer: PerformanceObserver | undefined
  void (async () => {
    // What `me.ts` asks for when no line is: it has to be among the files by then.
    await Promise.all([import('./kept.ts'), registerWorker()])
    const { active } = await navigator.serviceWorker.ready
    observer = new PerformanceObserver((list) => {
      const files = list
        .getEntries()
        .map(({ name }) => new URL(name))
        .filter(({ origin, pathname }) => origin === location.origin && /^\/(assets\/|boot\.|favicon)/.test(pathname))
      active?.postMessage({ keep: [...new Set(files.map(({ pathname }) => pathname))] })
    })
    observer.observe({ type: 'resource', buffered: true })
  })().catch((error: unknown) => console.warn('This page does not open without a line', error))
  return () => {
    observer?.disconnect()
    navigator.serviceWorker.removeEventListener('message', heard)
  }
}

/** A reading that is kept as it comes, and answered from there where no line is: the last one of its name. */
export function keptQuery<const E extends EndpointShape>(name: string, endpoint: E, input: EndpointInput<E>) {
  const query = endpointQuery(endpoint, input)
  const of = JSON.stringify(query.queryKey)
  return queryOptions<EndpointData<E>, Error>({
    ...query,
    queryFn: async ({ signal }) => {
      try {
        const data = await call(endpoint, input, { signal })
        keep(name, { of, data }).catch((error: unknown) => console.warn('Nothing is kept of this page', error))
        return data
      } catch (error) {
        if (!isApiError(error) || error.http !== 0) throw error
        const there = (await cached(name)) as { of: string; data: unknown } | undefined
        const parsed = there?.of === of ? endpoint.response.safeParse(there.data) : undefined
        if (!parsed?.success) throw error
        return parsed.data as EndpointData<E>
      }
    },
  })
}
