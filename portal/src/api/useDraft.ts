import { useEffect, useState, useSyncExternalStore } from 'react'
import { type DraftPlace, type DraftState, type DraftWriter, openDraft } from './drafts.ts'

const NOTHING: DraftState<never> = { value: undefined, at: 0, kept: true, loaded: false }
const never = () => () => {}

/** A browser without a draft store (no secure context) still has to let people write. */
const SHELF_MS = 1500

interface Draft<T> extends DraftState<T> {
  /** Null for the moment before it is opened. */
  draft: DraftWriter<T> | null
  /** The shelf has been looked at, or will not be: what `value` says now can be built on. */
  settled: boolean
}

/** The draft of a place, live over the author's tabs; of no place (`null`) nothing is kept. */
export function useDraft<T>(place: DraftPlace | null): Draft<T> {
  const { screen, subject } = place ?? {}
  const [draft, setDraft] = useState<DraftWriter<T> | null>(null)
  useEffect(() => {
    if (screen === undefined || subject === undefined) return undefined
    const opened = openDraft<T>({ screen, subject })
    setDraft(opened.draft)
    return () => {
      setDraft(null)
      opened.close()
    }
  }, [screen, subject])
  const state = useSyncExternalStore(draft?.subscribe ?? never, draft?.get ?? (() => NOTHING as DraftState<T>))
  const late = useLate(state.loaded)
  return { ...state, draft, settled: draft !== null && (state.loaded || late) }
}

function useLate(loaded: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (loaded) return
    const timer = setTimeout(() => setLate(true), SHELF_MS)
    return () => clearTimeout(timer)
  }, [loaded])
  return late
}
