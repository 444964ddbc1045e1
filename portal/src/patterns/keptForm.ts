import { useEffect, useRef, useState } from 'react'
import type { DraftPlace } from '../api/drafts.ts'
import { useDraft } from '../api/useDraft.ts'

/** How a form stands that is kept on this device until it is sent or discarded (SHELL-16). */
export interface Kept {
  /** Everything typed is on disk: the form may be left by any way, and is there again. */
  safe: boolean
  /** What stands in it was begun before it was opened: that is said, or one would take it for what belongs to today. */
  restored: boolean
  /** Forgets it, and begins as the form does. */
  anew: () => void
  /** It is discarded, or sent: nothing of it comes back. */
  clear: () => void
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** With the fields of `more`; what is as the form begins is nothing that would be kept. */
export function withMore<T extends object>(now: T, more: Partial<T>, start: T): { next: T; nothing: boolean } {
  const next = { ...now, ...more }
  return { next, nothing: same(next, start) }
}

/**
 * The fields of a form that begins with `start`, kept at `place`. What was begun there before comes back, unless something was
 * typed meanwhile; a tab that has the same form open for somebody else is left alone. `null`: kept nowhere.
 */
export function useKeptForm<T extends object>(place: DraftPlace | null, start: T) {
  const { draft, value, loaded, kept } = useDraft<T>(place)
  const [first] = useState(start)
  const [typed, setTyped] = useState(first)
  const now = useRef(first)
  const [restored, setRestored] = useState(false)
  const looked = useRef(false)
  const put = (next: T) => {
    now.current = next
    setTyped(next)
  }
  useEffect(() => {
    if (!loaded || looked.current) return
    looked.current = true
    if (value === undefined || now.current !== first) return
    // A form of an earlier version may have kept fewer fields.
    now.current = { ...first, ...value }
    setTyped(now.current)
    setRestored(true)
  }, [loaded, value, first])
  const clear = () => {
    setRestored(false)
    void draft?.clear()
  }
  return {
    typed,
    dirty: !same(typed, first),
    change: (more: Partial<T>) => {
      const { next, nothing } = withMore(now.current, more, first)
      put(next)
      if (nothing) clear()
      else draft?.write(next)
    },
    /** It is sent: nothing of it comes back. */
    clear,
    kept: {
      clear,
      safe: place !== null && draft !== null && kept,
      restored,
      anew: () => {
        put(first)
        clear()
      },
    } satisfies Kept,
  }
}
