import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { EventEnvelope } from '@teleward/contract/core/event.ts'
import { mrNoteData } from '@teleward/contract/emr/endpoints.ts'
import type { PrintableNote } from '@teleward/contract/emr/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

afterEach(() => vi.unstubAllGlobals())

const authz = (payload: object) => ({ type: 'authz.changed', payload }) as unknown as EventEnvelope

async function opened() {
  vi.resetModules()
  stubBrowser()
  const [{ useSheet, onRightsTo }, { endpointQuery }, { ApiError }, { emitEvent }] = await Promise.all([
    import('./useSheet.ts'),
    import('../../api/query.ts'),
    import('../../api/errors.ts'),
    import('../../api/events.ts'),
  ])
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { queryKey } = endpointQuery(mrNoteData, { body: { qid: 7 } })
  client.setQueryData(queryKey, { patient: { pid: 201 }, visit: { qid: 7 }, notes: [] } as unknown as PrintableNote)
  const shown = () => {
    let state: ReturnType<typeof useSheet> | undefined
    const Page = () => {
      state = useSheet(7)
      return null
    }
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    )
    return state
  }
  const refusedWith = (code: string, http: number) =>
    client
      .fetchQuery({ queryKey, staleTime: 0, queryFn: () => Promise.reject(new ApiError(code, code, http)) })
      .catch(() => undefined)
  return { shown, refusedWith, onRightsTo, emitEvent }
}

describe('the notes of a visit on a page of their own', () => {
  it('[AUTHZ-03~] [EMR-03~] [EMR-11~] close when they are refused to whoever has them open, and not for a lost line', async () => {
    const { shown, refusedWith } = await opened()
    expect(shown()?.sheet?.patient.pid).toBe(201)
    await refusedWith('NETWORK_FAILED', 0)
    expect([shown()?.sheet?.patient.pid, shown()?.error]).toEqual([201, null])
    await refusedWith('EMR_NOT_AUTHORISED', 403)
    expect(shown()).toMatchObject({ sheet: undefined, error: { code: 'EMR_NOT_AUTHORISED' } })
  })

  it('[AUTHZ-03~] are asked for anew when the rights to this patient change, and for no other patient', async () => {
    const { onRightsTo, emitEvent } = await opened()
    const asked = vi.fn()
    const end = onRightsTo(201, asked)
    emitEvent(authz({ pid: 202, at: '2026-03-12T02:30:00Z' }))
    expect(asked).toHaveBeenCalledTimes(0)
    emitEvent(authz({ pid: 201, at: '2026-03-12T02:30:00Z' }))
    emitEvent(authz({ grant: 5, at: '2026-03-12T02:30:00Z' }))
    expect(asked).toHaveBeenCalledTimes(2)
    end()
    emitEvent(authz({ pid: 201, at: '2026-03-12T02:30:00Z' }))
    expect(asked).toHaveBeenCalledTimes(2)
  })
})
