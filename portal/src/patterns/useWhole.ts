import type { EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import { MAX_PAGE_SIZE } from '@teleward/contract/core/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../api/client.ts'

type Rows<E extends EndpointShape> = { rows: z.output<E['response']>[]; total: number }

/**
 * All rows of a list, for a board or a calendar, which have no pages: as many pages one after the other as it takes, up to
 * `most` rows. `total` says how many there are. A row that moves between two pages is kept once.
 */
export function useWhole<const E extends EndpointShape & { list: true }>(
  endpoint: E,
  input: (page: number, pageSize: number) => EndpointInput<E>,
  keyOf: (row: z.output<E['response']>) => string | number,
  { enabled = true, most = 1000 }: { enabled?: boolean; most?: number } = {},
) {
  return useQuery<Rows<E>>({
    queryKey: [endpoint.method, endpoint.path, 'whole', input(1, MAX_PAGE_SIZE)],
    meta: { tags: endpoint.tags },
    placeholderData: keepPreviousData,
    enabled,
    queryFn: async ({ signal }) => {
      const found = new Map<string | number, z.output<E['response']>>()
      let total = 0
      for (let page = 1; page === 1 || (page - 1) * MAX_PAGE_SIZE < Math.min(total, most); page += 1) {
        const answer = (await call(endpoint, input(page, MAX_PAGE_SIZE), { signal })) as {
          data: z.output<E['response']>[]
          total: number
        }
        total = answer.total
        for (const row of answer.data) found.set(keyOf(row), row)
      }
      return { rows: [...found.values()], total }
    },
  })
}
