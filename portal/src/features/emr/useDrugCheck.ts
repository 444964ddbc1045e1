import { drugChecks } from '@teleward/contract/emr/safety-endpoints.ts'
import type { DrugCheck } from '@teleward/contract/prescriptions/checks/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointQuery } from '../../api/query.ts'
import type { NoteView } from './note-draft.ts'
import { useSettled } from './useSearchList.ts'

export interface DrugChecking {
  /** Of the lines as they stand; `undefined` while they are being checked. */
  check: DrugCheck | undefined
  pending: boolean
  error: Error | null
  again(): void
}

/**
 * The check of the lines as they are written, put again when they rest, and when the history or the authorisation changes.
 * An answer about other lines is never shown as one about these.
 */
export function useDrugCheck(
  pid: number,
  qid: number,
  noteId: string | null,
  view: NoteView,
  wanted: boolean,
): DrugChecking {
  const asked = JSON.stringify([
    view.lines.map(({ code, dose, frequency, route }) => ({ code, dose, frequency, route })),
    view.diagnoses.map(({ code }) => code),
  ])
  const settled = useSettled(asked)
  const body = useMemo(() => {
    const [lines, diagnoses] = JSON.parse(settled)
    return { pid, qid, ...(noteId ? { noteId } : {}), lines, diagnoses }
  }, [settled, pid, qid, noteId])
  const hasLines = wanted && view.lines.length > 0
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(drugChecks, { body }),
    enabled: hasLines && settled === asked,
    meta: { tags: ['members', 'consents'] as const },
  })
  const current = hasLines && settled === asked
  return {
    check: current && !error ? data : undefined,
    pending: hasLines && (settled !== asked || (isFetching && !data)),
    error: current ? error : null,
    again: () => void refetch(),
  }
}
