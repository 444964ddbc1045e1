import { useEffect, useRef } from 'react'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/useStore.ts'

/** Something of the note that stands typed in its field and is not part of the note: signing waits for it. */
export interface Unfinished {
  kind: 'line' | 'drug' | 'diagnosis' | 'total'
  /** As typed, or the drug of the line. */
  text: string
  /** Brings the keyboard there. */
  go: () => void
}

const store = createStore<readonly Unfinished[]>([])

/** Tells of a field while `text` is something; null: nothing of it is left over. */
export function useUnfinishedField(kind: Unfinished['kind'], text: string | null, go: () => void): void {
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    if (text === null) return
    const one: Unfinished = { kind, text, go: () => latest.current() }
    store.set([...store.get(), one])
    return () => store.set(store.get().filter((other) => other !== one))
  }, [kind, text])
}

export const unfinishedNow = (): readonly Unfinished[] => store.get()
export const useUnfinished = (): readonly Unfinished[] => useStore(store)
