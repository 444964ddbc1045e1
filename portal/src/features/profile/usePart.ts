import { useState } from 'react'
import { useDraft } from '../../api/useDraft.ts'

/** What is being typed in a part: kept in this browser until the server has it, over reloads and tabs. */
export function usePart<T extends object>(name: string, stored: T) {
  const { value, draft, kept } = useDraft<T>({ screen: `profile:${name}`, subject: '' })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  return {
    value: value ?? stored,
    dirty: value !== undefined,
    /** The input is stored on this browser's disk. */
    kept,
    faults,
    setFaults,
    change(next: Partial<T>) {
      setFaults({})
      draft?.write({ ...(value ?? stored), ...next })
    },
    async clear() {
      setFaults({})
      await draft?.clear()
    },
  }
}
export type PartState<T extends object> = ReturnType<typeof usePart<T>>
