import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { stubFetch } from './browser.ts'

interface Answer {
  http: number
  body: unknown
}
/** The server is in trouble. */
export const BROKEN: Answer = { http: 500, body: { status: 'SYS', message: 'SYS-TROUBLE' } }
export const ok = (data: unknown): Answer => ({ http: 200, body: { status: 'OK', data } })

/** A part of a screen as it stands once its questions are answered, those as well that its answers lead to. */
export async function answered(part: ReactNode, answer: (url: string) => Answer): Promise<string> {
  stubFetch((url) => answer(url))
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  const shown = () => renderToStaticMarkup(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
  for (;;) {
    const html = shown()
    // Nothing is mounted here, so that nothing asks by itself.
    const open = client
      .getQueryCache()
      .getAll()
      .filter(
        ({ state, options }) => state.status === 'pending' && (options as { enabled?: unknown }).enabled !== false,
      )
    if (open.length === 0) return html
    await Promise.allSettled(open.map((query) => query.fetch()))
  }
}
