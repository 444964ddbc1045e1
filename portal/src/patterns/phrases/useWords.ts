import { getWords } from '@teleward/contract/snippets/endpoints.ts'
import type { WordType } from '@teleward/contract/snippets/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import type { CannedWord } from './phrase.ts'

const none: CannedWord[] = []
/** The person's own canned words of a type. A field can be written in without them. */
export function useWords(type: WordType) {
  const { data } = useQuery({ ...endpointQuery(getWords, { query: { type } }), staleTime: 5 * 60_000 })
  return data ?? none
}
