import { getWords } from '@teleward/contract/snippets/endpoints.ts'
import type { WordType } from '@teleward/contract/snippets/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointQuery } from '../../api/query.ts'
import type { CannedWord } from '../../patterns/phrases/phrase.ts'

export type Snippets = Partial<Record<WordType, CannedWord[]>>
const empty: Snippets = {}

/** Own canned words by type. The note can be written without them. */
export function useSnippets(enabled: boolean): Snippets {
  const { data } = useQuery({ ...endpointQuery(getWords, { query: {} }), enabled, staleTime: 5 * 60_000 })
  return useMemo(() => {
    if (!data) return empty
    const words: Snippets = {}
    for (const { id, type, code, word } of data) words[type] = [...(words[type] ?? []), { id, code, word }]
    return words
  }, [data])
}
