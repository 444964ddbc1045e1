import type { EndpointData, EndpointInput, EndpointShape, Page } from '@teleward/contract/core/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endpointQuery } from '../../api/query.ts'

const TYPING_MS = 120

export function useSettled<T>(value: T, ms = TYPING_MS): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** Rows of a search endpoint while one types; the last ones stay until the next are there. */
export function useSearchList<const E extends EndpointShape>(endpoint: E, input: EndpointInput<E>, enabled: boolean) {
  const { data, isFetching, error } = useQuery({
    ...endpointQuery(endpoint, input),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  })
  const page = data as Page<EndpointData<E> extends Page<infer Row> ? Row : never> | undefined
  return { rows: enabled ? page?.data : undefined, isFetching, error }
}
