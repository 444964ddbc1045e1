import { getWords } from '@teleward/contract/snippets/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { CannedWord } from '../../patterns/phrases/phrase.ts'
import { endpointQuery } from '../../api/query.ts'

const none: CannedWord[] = []
/** The person's own canned words for advice. Advice can be written without them. */
export function useDietSnippets() {
  const { data } = useQuery({ ...endpointQuery(getWords, { query: { type: 'diet' } }), staleTime: 5 * 60_000 })
  return data ?? none
}
