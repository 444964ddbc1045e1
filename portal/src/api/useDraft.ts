import { useEffect, useState, useSyncExternalStore } from 'react'
import { type DraftPlace, type DraftState, type DraftWriter, openDraft } from './drafts.ts'

const NOTHING: DraftState<never> = { value: undefined, at: 0, kept: true, loaded: false }
const never = () => () => {}

/** The draft of a place, live over the author's tabs. `draft` is null for the moment before it is opened. */
export function useDraft<T>({ screen, subject }: DraftPlace): DraftState<T> & { draft: DraftWriter<T> | null } {
  const [draft, setDraft] = useState<DraftWriter<T> | null>(null)
  useEffect(() => {
    const opened = openDraft<T>({ screen, subject })
    setDraft(opened.draft)
    return () => {
      setDraft(null)
      opened.close()
    }
  }, [screen, subject])
  const state = useSyncExternalStore(draft?.subscribe ?? never, draft?.get ?? (() => NOTHING as DraftState<T>))
  return { ...state, draft }
}
