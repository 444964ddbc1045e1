import { useEffect, useSyncExternalStore } from 'react'

/**
 * What must not be interrupted just now: a running call, unsent text. The inactivity lock, the new-version prompt and
 * sign-out ask here instead of knowing calls and drafts.
 */
export type Hold = 'call' | 'draft'

const counts: Record<Hold, number> = { call: 0, draft: 0 }
let snapshot: Readonly<Record<Hold, boolean>> = { call: false, draft: false }
const listeners = new Set<() => void>()

function changed(): void {
  snapshot = { call: counts.call > 0, draft: counts.draft > 0 }
  for (const listener of listeners) listener()
}

/** Holds until the returned function is called. */
export function hold(kind: Hold): () => void {
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
export const held = (kind: Hold): boolean => snapshot[kind]

/** Holds while `active`; in a component that knows it. */
export function useHold(kind: Hold, active: boolean): void {
  useEffect(() => (active ? hold(kind) : undefined), [kind, active])
}
export const useHolds = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => snapshot,
  )
