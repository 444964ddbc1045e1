import { useDraft } from '../../api/useDraft.ts'
import { type Edits, edited, over } from '../../patterns/sharedForm.ts'
import { useFaults } from '../../patterns/useFaults.ts'

/**
 * What is being typed in a part: kept in this browser until the server has it, over reloads and tabs. Only fields that were
 * touched are kept; the others follow the record, so that a save sends back nothing that another tab has changed meanwhile.
 */
export function usePart<T extends object>(name: string, stored: T) {
  const { value, draft, kept } = useDraft<Edits<T>>({ screen: `profile:edits:${name}`, subject: '' })
  const faults = useFaults()
  const form = over(stored, value ?? {})
  return {
    value: form.fields,
    dirty: Object.keys(form.changed).length > 0,
    /** The input is stored on this browser's disk. */
    kept,
    /** What is wrong at a field. */
    fault: faults.of,
    takeRefusal: faults.take,
    setFaults: (found: Readonly<Record<string, string>>) =>
      faults.set(Object.entries(found).map(([path, text]) => ({ path, text }))),
    change(next: Partial<T>) {
      faults.clear()
      draft?.write(edited(draft.get().value ?? {}, stored, next))
    },
    async clear() {
      faults.clear()
      await draft?.clear()
    },
  }
}
export type PartState<T extends object> = ReturnType<typeof usePart<T>>
