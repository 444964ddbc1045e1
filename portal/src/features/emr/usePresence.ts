import { notePresences } from '@teleward/contract/emr/endpoints.ts'
import { notePresence } from '@teleward/contract/emr/events.ts'
import { PRESENCE_EVERY_MS, PRESENCE_GONE_MS } from '@teleward/contract/emr/rules.ts'
import type { NotePart } from '@teleward/contract/emr/schema.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { onEvent } from '../../api/events.ts'
import { useNow } from '../../ui/format.ts'

export type Where = NotePart | 'diagnoses' | 'prescription' | null
export interface Present {
  mid: number
  name: string
  part: Where
}

/** Tells the others on a note that I am here and where, and says who they are. Silence of 30 seconds means gone. */
export function usePresence(noteId: string | null, mine: number, part: Where): Present[] {
  const [seen, setSeen] = useState<ReadonlyMap<number, Present & { at: number }>>(new Map())
  const where = useRef(part)
  where.current = part

  useEffect(() => {
    if (!noteId) return
    // Being seen is a courtesy: a call that fails is not worth a word, the next one comes in seconds.
    const tell = (now: Where | 'gone') =>
      void call(notePresences, { body: { noteId, part: now } }).catch((error: unknown) =>
        console.debug('Presence was not told', error),
      )
    const beat = () => document.visibilityState === 'visible' && tell(where.current)
    beat()
    const timer = setInterval(beat, PRESENCE_EVERY_MS)
    const end = onEvent(notePresence, (event) => {
      if (event.noteId !== noteId || event.mid === mine) return
      setSeen((before) => {
        const next = new Map(before)
        if (event.part === 'gone') next.delete(event.mid)
        else next.set(event.mid, { mid: event.mid, name: event.name, part: event.part, at: Date.now() })
        return next
      })
    })
    return () => {
      clearInterval(timer)
      end()
      tell('gone')
      setSeen(new Map())
    }
  }, [noteId, mine])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of place is told at once.
  useEffect(() => {
    if (noteId && part)
      void call(notePresences, { body: { noteId, part } }).catch((error: unknown) =>
        console.debug('Presence was not told', error),
      )
  }, [part])

  const now = useNow(10_000)
  return useMemo(() => [...seen.values()].filter(({ at }) => now - at < PRESENCE_GONE_MS), [seen, now])
}
