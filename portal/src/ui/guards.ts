import { useEffect } from 'react'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/useStore.ts'

/**
 * What must not be interrupted just now: a running call, unsent text, a voice that plays. The inactivity lock, the new-version prompt and
 * sign-out ask here instead of knowing calls and drafts.
 */
export type Guarded = 'call' | 'draft' | 'playing'

const counts: Record<Guarded, number> = { call: 0, draft: 0, playing: 0 }
const holds = createStore<Readonly<Record<Guarded, boolean>>>({ call: false, draft: false, playing: false })

function changed(): void {
  holds.set({ call: counts.call > 0, draft: counts.draft > 0, playing: counts.playing > 0 })
}

/** Holds until the returned function is called. */
export function guard(kind: Guarded): () => void {
  counts[kind] += 1
  changed()
  let released = false
  return () => {
    if (released) return
    released = true
    counts[kind] -= 1
    changed()
  }
}
export const isGuarded = (kind: Guarded): boolean => holds.get()[kind]

/** Holds while `active`; in a component that knows it. */
export function useUnsavedGuard(kind: Guarded, active: boolean): void {
  useEffect(() => (active ? guard(kind) : undefined), [kind, active])
}
/** Whenever something begins or ends to be held. */
export const onGuards = holds.subscribe
export const useGuards = () => useStore(holds)
