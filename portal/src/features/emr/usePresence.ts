import { notePresence } from '@teleward/contract/emr/events.ts'
import { PRESENCE_EVERY_MS } from '@teleward/contract/emr/rules.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { onEvent } from '../../api/events.ts'
import { connectionStore, staffSocket } from '../../api/socket.ts'
import { useNow } from '../../ui/format.ts'
import { nobody, peopleOf, type Present, type Where } from './presence-lines.ts'
import { useSettled } from './useSearchList.ts'

/** Between two fields the focus is nowhere for a moment. */
const MOVING_MS = 150

/**
 * Tells the others on a note that I am here and where, and says who they are. A line that ends is told by the server;
 * while one's own is lost nobody is shown, for nothing is known of them: the frame says that there is no connection.
 */
export function usePresence(noteId: string | null, mine: number, part: Where): Present[] {
  const [lines, setLines] = useState(nobody)
  const known = useRef(lines)
  known.current = lines
  const settled = useSettled(part, MOVING_MS)
  const where = useRef(settled)

  useEffect(() => {
    if (!noteId) return
    const seen = () => document.visibilityState === 'visible'
    const say = () => seen() && staffSocket()?.volatile.emit('note.here', { noteId, part: where.current })
    const leave = () => {
      staffSocket()?.volatile.emit('note.gone', { noteId })
      setLines(nobody)
    }
    say()
    const timer = setInterval(say, PRESENCE_EVERY_MS)
    const online = () => connectionStore.get().state === 'online'
    let was = online()
    const line = connectionStore.subscribe(() => {
      if (online() === was) return
      was = online()
      if (was) say()
      else setLines(nobody)
    })
    const turned = () => (seen() ? say() : leave())
    document.addEventListener('visibilitychange', turned)
    const end = onEvent(notePresence, (event) => {
      if (event.noteId !== noteId || event.mid === mine) return
      // Whoever has just come does not know of this page yet.
      if (!event.gone && !known.current.has(event.line)) say()
      const next = new Map(known.current)
      if (event.gone) next.delete(event.line)
      else
        next.set(event.line, {
          mid: event.mid,
          name: event.name,
          nameEn: event.nameEn,
          part: event.part,
          at: Date.now(),
        })
      known.current = next
      setLines(next)
    })
    return () => {
      clearInterval(timer)
      line()
      document.removeEventListener('visibilitychange', turned)
      end()
      leave()
    }
  }, [noteId, mine])

  // A change of place is told at once.
  useEffect(() => {
    if (where.current === settled) return
    where.current = settled
    if (noteId && document.visibilityState === 'visible')
      staffSocket()?.volatile.emit('note.here', { noteId, part: settled })
  }, [noteId, settled])

  const now = useNow(5_000)
  return useMemo(() => peopleOf(lines, now), [lines, now])
}
