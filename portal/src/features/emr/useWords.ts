import { getWords } from '@teleward/contract/words/endpoints.ts'
import type { WordType } from '@teleward/contract/words/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointQuery } from '../../api/query.ts'
import type { CannedWord } from './words.ts'

export type Words = Partial<Record<WordType, CannedWord[]>>
const empty: Words = {}

/** Own canned words by type. The note can be written without them. */
export function useWords(enabled: boolean): Words {
  const { data } = useQuery({ ...endpointQuery(getWords, { query: {} }), enabled, staleTime: 5 * 60_000 })
  return useMemo(() => {
    if (!data) return empty
    const words: Words = {}
    for (const { id, type, code, word } of data) words[type] = [...(words[type] ?? []), { id, code, word }]
    return words
  }, [data])
}
