import { authzChanged } from '@teleward/contract/consents/events.ts'
import { mrNoteData } from '@teleward/contract/emr/endpoints.ts'
import type { PrintableNote } from '@teleward/contract/emr/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onEvent } from '../../api/events.ts'
import { endpointQuery, showError } from '../../api/query.ts'
import { isClosed } from '../../patterns/files/closed.ts'

/** What the caller may read of this patient has changed: an authorisation came or went, an emergency access or a grant is over. */
export const onRightsTo = (pid: number, changed: () => void) =>
  onEvent(authzChanged, ({ pid: of }) => {
    if (of === undefined || of === pid) changed()
  })

/**
 * The notes of one visit as they were when they were opened: each opening is audited, and what one reads is not swapped under
 * one's eyes. Whether it may still be read is asked anew with each change of the authorisation; a refusal closes it.
 */
export function useSheet(qid: number) {
  const query = useQuery({
    ...endpointQuery(mrNoteData, { body: { qid } }),
    meta: { tags: [] },
    staleTime: Number.POSITIVE_INFINITY,
    // While nobody looks at it nobody hears that it was closed.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const { data, error, refetch } = query
  const closed = isClosed(query)
  const [opened, keep] = useState<PrintableNote>()
  if (closed ? opened : data && !opened) keep(closed ? undefined : data)
  const pid = data?.patient.pid
  useEffect(() => (pid === undefined ? undefined : onRightsTo(pid, () => void refetch())), [pid, refetch])
  const again = async () => {
    const { data: newest, error: failed } = await refetch()
    if (!failed) keep(newest)
    else if (opened) showError(failed)
  }
  return { sheet: closed ? undefined : (opened ?? data), error: closed ? error : null, again }
}
