import type { EndpointData, EndpointInput, EndpointShape, Tag } from '@teleward/contract/core/endpoint.ts'
import { type Query, QueryClient, queryOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { errorText } from '../i18n/i18n.ts'
import { notify } from '../ui/notify.ts'
import { call } from './client.ts'
import { ApiError } from './errors.ts'
import { newKey } from './http.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { tags?: readonly Tag[] }
  }
}

const RETRIES = 2
/** Only what may heal by itself: no network, a server in trouble. A refusal is an answer. */
const mayRetry = (count: number, error: unknown) =>
  count < RETRIES && error instanceof ApiError && (error.http === 0 || error.http >= 502)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: mayRetry,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Query options of a reading endpoint: key, function and tags come from the contract. */
export function endpointQuery<const E extends EndpointShape>(endpoint: E, input: EndpointInput<E>) {
  return queryOptions<EndpointData<E>, Error>({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    meta: { tags: endpoint.tags },
  })
}

const waiting = new WeakSet<Query>()
/** Once the answer under way is there, which may be older than what made it stale, the question is put again. */
async function askAfter(query: Query): Promise<void> {
  if (waiting.has(query)) return
  waiting.add(query)
  const filters = { predicate: (one: Query) => one === query }
  await queryClient.refetchQueries(filters, { cancelRefetch: false })
  waiting.delete(query)
  await queryClient.invalidateQueries(filters)
}
/**
 * Stale, and asked for again where they are on screen. The library joins a first question under way and then takes its
 * answer for fresh: that one is repeated. `cut` breaks off later ones under way, as after one's own act or a lost connection;
 * without it they end first, so that a stream of events quicker than the answers does not keep every answer away.
 */
async function refresh(stale: (query: Query) => boolean, cut: boolean): Promise<void> {
  const later = new Set(
    queryClient
      .getQueryCache()
      .findAll({ predicate: stale, fetchStatus: 'fetching' })
      .filter(({ state }) => !cut || state.data === undefined),
  )
  await Promise.all([
    queryClient.invalidateQueries({ predicate: (query) => stale(query) && !later.has(query) }),
    ...[...later].map(askAfter),
  ])
}
const ofFamilies = (tags: readonly Tag[]) => (query: Query) =>
  query.meta?.tags?.some((tag) => tags.includes(tag)) ?? false

/** After an act of one's own: all queries of these families are stale; those on screen are fetched again at once. */
export const invalidateTags = (tags: readonly Tag[]): Promise<void> => refresh(ofFamilies(tags), true)
/** The same for what the line told: as quick as the answers come, and no quicker. */
export const invalidateHeard = (tags: readonly Tag[]): Promise<void> => refresh(ofFamilies(tags), false)
export const invalidateAll = (): Promise<void> => refresh(() => true, true)

/** With one idempotency key over its tries, where the endpoint takes one: the line may drop, nothing is done twice. */
export async function callAgain<const E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointData<E>> {
  const idempotencyKey = endpoint.idempotent ? newKey() : undefined
  for (let count = 0; ; count++) {
    try {
      return await call(endpoint, input, { idempotencyKey })
    } catch (error) {
      if (!idempotencyKey || !mayRetry(count, error)) throw error
    }
  }
}

/** Calls a changing endpoint and makes stale what it changed; for places without a component. */
export async function mutateEndpoint<const E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointData<E>> {
  const answer = await callAgain(endpoint, input)
  void invalidateTags(endpoint.tags)
  return answer
}

export interface ActOptions<E extends EndpointShape> {
  onDone?: (data: EndpointData<E>, input: EndpointInput<E>) => void
  /** Returns true when the screen has shown the error itself (next to a field, as a conflict). */
  onError?: (error: ApiError, input: EndpointInput<E>) => boolean | undefined
}

/**
 * A mutation from an endpoint: sent, invalidation, and a word when it fails. What is to be done after each of several calls
 * belongs into `onDone`: what is given to `mutate` is forgotten once it is called again.
 */
export function useEndpointMutation<const E extends EndpointShape>(
  endpoint: E,
  options: ActOptions<E> = {},
): UseMutationResult<EndpointData<E>, Error, EndpointInput<E>> {
  return useMutation({
    mutationFn: (input: EndpointInput<E>) => callAgain(endpoint, input),
    onSuccess: (data, input) => {
      void invalidateTags(endpoint.tags)
      options.onDone?.(data, input)
    },
    onError: (error, input) => {
      if (error instanceof ApiError && options.onError?.(error, input)) return
      showError(error)
    },
  })
}

/** The words for a failed call: the server's, in the user's language, or the catalogue's. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message || errorText(error.code)
  return errorText('ERROR')
}
export function showError(error: unknown): void {
  notify({ kind: 'bad', title: errorMessage(error) })
}
