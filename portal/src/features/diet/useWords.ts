import { getWords } from '@teleward/contract/words/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'

/** The person's own canned words for advice. Advice can be written without them. */
export function useDietWords() {
  const { data } = useQuery({ ...endpointQuery(getWords, { query: { type: 'diet' } }), staleTime: 5 * 60_000 })
  return data ?? []
}
