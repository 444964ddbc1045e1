import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { getGuestPage, identifyGuest } from '@teleward/contract/calls/guest-endpoints.ts'
import type { GuestView } from '@teleward/contract/calls/guest-schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser, stubFetch } from '../../testing/browser.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page on screen whose server knows how many tries are left, and takes no code. */
async function page(reading: () => number) {
  vi.resetModules()
  stubBrowser()
  let triesLeft = 5
  const respond = (http: number, code: string, data: unknown) => ({ http, body: { status: code, message: code, data } })
  stubFetch((_, { method }) => {
    if (method === 'GET') return respond(reading(), reading() === 200 ? 'OK' : 'SYS', { triesLeft })
    triesLeft -= 1
    return respond(403, 'IDENTITY_MISMATCH', { triesLeft })
  })
  const [{ usePage }, { endpointQuery }] = await Promise.all([import('./usePage.ts'), import('../../api/query.ts')])
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const state: { current?: ReturnType<typeof usePage<GuestView>> } = {}
  const how = { look: () => false as const, passed: () => false }
  const Page = () => {
    state.current = usePage<GuestView>('t', getGuestPage, how)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  // What a page that is mounted does.
  const query = endpointQuery(getGuestPage, { params: { token: 't' } })
  const seen = new QueryObserver(client, query)
  const close = seen.subscribe(() => undefined)
  await vi.waitFor(() => expect(seen.getCurrentResult().data?.triesLeft).toBe(5))
  const refused = () =>
    state.current?.act(identifyGuest, { body: { code: '000000' } }).then(
      () => 'accepted',
      (error: { code: string }) => [error.code, seen.getCurrentResult().data?.triesLeft],
    )
  return { refused, close }
}

describe('the page of a link', () => {
  it('[CALL-13~] [CALL-15~] knows what is left to try when it says that a try was wrong', async () => {
    let http = 200
    const { refused, close } = await page(() => http)
    expect(await refused()).toEqual(['IDENTITY_MISMATCH', 4])
    expect(await refused()).toEqual(['IDENTITY_MISMATCH', 3])
    http = 500
    expect(await refused(), 'told all the same where the page cannot be read').toEqual(['IDENTITY_MISMATCH', 3])
    close()
  })
})
