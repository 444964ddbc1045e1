import { getEmrData } from '@teleward/contract/emr/endpoints.ts'
import { noteChanged } from '@teleward/contract/emr/events.ts'
import { type EmrData, emrData, type Note } from '@teleward/contract/emr/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { onEvent } from '../../api/events.ts'
import { endpointQuery, queryClient } from '../../api/query.ts'

/** An own save and its event arrive in either order; the answer is waited for this long. */
const OWN_ANSWER_MS = 400

const optionsOf = (pid: number, qid: number) => ({
  ...endpointQuery(getEmrData, { body: { pid, qid } }),
  // Each opening is audited: own saves bring their answer along, and others' are told by `note.changed`.
  meta: { tags: ['consents', 'members', 'prescriptions', 'recommendations'] as const },
})

const notesOf = (data: EmrData | undefined): Note[] => (data ? [...(data.note ? [data.note] : []), ...data.others] : [])

/** The newer one of two answers; they may come in the wrong order. */
const newer = (a: Note | undefined, b: Note) => (a && a.version > b.version ? a : b)

function withNote(data: EmrData, note: Note, mine: number): EmrData {
  if (note.author.mid === mine) {
    const known = data.note?.id === note.id ? data.note : undefined
    return { ...data, note: newer(known, note) }
  }
  const known = data.others.find(({ id }) => id === note.id)
  const others = known
    ? data.others.map((one) => (one.id === note.id ? newer(known, note) : one))
    : [...data.others, note]
  return { ...data, others }
}

/** Keeps what a save answered for whoever opens the record next: each opening is audited, and none is needed for it. */
export const keepNote = (pid: number, qid: number, mine: number, note: Note) =>
  queryClient.setQueryData(optionsOf(pid, qid).queryKey, (now: EmrData | undefined) => now && withNote(now, note, mine))

/** The record beside a visit. What a refusal says of the patient comes as data with `access: 'none'`. */
export function useEmr(pid: number, qid: number, mine: number) {
  const options = useMemo(() => optionsOf(pid, qid), [pid, qid])
  const { data, error, refetch, isPending } = useQuery(options)
  const refused = useMemo(
    () => (isApiError(error, 'EMR_NOT_AUTHORISED') ? emrData.safeParse(error.data) : undefined),
    [error],
  )
  // Asked again, a query that was refused forgets its refusal: until the answer the screen stays as it was.
  const [before, remember] = useState(refused)
  if (refused && refused !== before) remember(refused)
  const closed = refused ?? (isPending ? before : undefined)

  const seen = useCallback((note: Note) => keepNote(pid, qid, mine, note), [pid, qid, mine])
  const latest = useCallback(
    (id: string) => notesOf(queryClient.getQueryData(options.queryKey)).find((note) => note.id === id),
    [options],
  )
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const end = onEvent(noteChanged, ({ qid: of, noteId, version }) => {
      if (of !== qid) return
      const behind = () => (latest(noteId)?.version ?? 0) < version
      const timer = setTimeout(async () => {
        timers.delete(timer)
        if (behind()) await refetch()
        // The first question was still under way, and its answer is older than the change.
        if (behind()) await refetch()
      }, OWN_ANSWER_MS)
      timers.add(timer)
    })
    return () => {
      end()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [qid, latest, refetch])

  // A record that was closed while open shows nothing of what it showed.
  if (closed)
    return {
      data: closed.success ? closed.data : undefined,
      error: closed.success ? null : error,
      isPending: false,
      refetch,
      seen,
    }
  return { data, error: data ? null : error, isPending, refetch, seen }
}
