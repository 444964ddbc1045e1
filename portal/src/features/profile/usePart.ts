import { useDraft } from '../../api/useDraft.ts'
import { useFaults } from '../../patterns/useFaults.ts'

/** What is being typed in a part: kept in this browser until the server has it, over reloads and tabs. */
export function usePart<T extends object>(name: string, stored: T) {
  const { value, draft, kept } = useDraft<T>({ screen: `profile:${name}`, subject: '' })
  const faults = useFaults()
  return {
    value: value ?? stored,
    dirty: value !== undefined,
    /** The input is stored on this browser's disk. */
    kept,
    /** What is wrong at a field. */
    fault: faults.of,
    takeRefusal: faults.take,
    setFaults: (found: Readonly<Record<string, string>>) =>
      faults.set(Object.entries(found).map(([path, text]) => ({ path, text }))),
    change(next: Partial<T>) {
      faults.clear()
      draft?.write({ ...(value ?? stored), ...next })
    },
    async clear() {
      faults.clear()
      await draft?.clear()
    },
  }
}
export type PartState<T extends object> = ReturnType<typeof usePart<T>>
