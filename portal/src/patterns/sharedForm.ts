import { useEffect, useRef, useState } from 'react'
import type { DraftPlace } from '../api/drafts.ts'
import { useDraft } from '../api/useDraft.ts'
import type { Kept } from './keptForm.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What was done to the fields of a form: of each that was touched what it was then, and what it is here now. */
export type Edits<T extends object> = {
  readonly [Name in keyof T]?: { readonly before: T[Name]; readonly here: T[Name] }
}

/** The edits with one more; a field that is put back to what the record has is untouched. */
export function edited<T extends object>(edits: Edits<T>, live: T, next: Partial<T>): Edits<T> {
  const all: { [Name in keyof T]?: { readonly before: T[Name]; readonly here: T[Name] } } = { ...edits }
  for (const name of Object.keys(next) as (keyof T)[]) {
    const here = next[name] as T[keyof T]
    if (same(here, live[name])) delete all[name]
    else all[name] = { before: edits[name]?.before ?? live[name], here }
  }
  return all
}

/** What the record has by now is no edit any more, whatever becomes of it later. */
export function settled<T extends object>(edits: Edits<T>, live: T): Edits<T> {
  const names = (Object.keys(edits) as (keyof T)[]).filter((name) => edits[name] && same(edits[name].here, live[name]))
  if (!names.length) return edits
  const left: { [Name in keyof T]?: { readonly before: T[Name]; readonly here: T[Name] } } = { ...edits }
  for (const name of names) delete left[name]
  return left
}

/** The form over the record as it is now. */
export function over<T extends object>(live: T, edits: Edits<T>) {
  const fields: T = { ...live }
  const changed: Partial<T> = {}
  const theirs: Partial<T> = {}
  for (const name of Object.keys(edits) as (keyof T)[]) {
    const edit = edits[name]
    if (!edit || same(edit.here, live[name])) continue
    fields[name] = edit.here
    changed[name] = edit.here
    if (!same(edit.before, live[name])) theirs[name] = live[name]
  }
  return { fields, changed, theirs }
}

/**
 * The fields of a form over a record that others change at the same time, each by itself: what was typed here stays, what nobody
 * touched here follows the record, and of a field that both changed `theirs` has what it is there now. So a version is never sent
 * beside fields of an earlier one, and nothing typed goes because somebody else has saved.
 * `onEdit`: it is typed in again. `place`: what was touched is kept there until it is saved or discarded, and comes back.
 */
export function useSharedForm<T extends object>(live: T, onEdit?: () => void, place: DraftPlace | null = null) {
  const [edits, setEdits] = useState<Edits<T>>(untouched)
  const form = over(live, edits)
  const kept = useKeptEdits(place, edits, setEdits)
  useEffect(() => setEdits((now) => settled(now, live)))
  return {
    ...form,
    kept,
    dirty: Object.keys(form.changed).length > 0,
    set: (next: Partial<T>) => {
      onEdit?.()
      setEdits((now) => edited(now, live, next))
    },
    /** What the record has is taken in place of what was typed. */
    take: (name: keyof T) => setEdits((now) => edited(now, live, { [name]: live[name] } as Partial<T>)),
  }
}

const untouched = {}

/** The edits on this device: they come back once, unless something was typed before they were found. */
function useKeptEdits<T extends object>(
  place: DraftPlace | null,
  edits: Edits<T>,
  setEdits: (next: Edits<T>) => void,
): Kept {
  const { draft, value, loaded, kept } = useDraft<Edits<T>>(place)
  const [restored, setRestored] = useState(false)
  const looked = useRef(false)
  const given = useRef<Edits<T>>(untouched)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the setter of a state.
  useEffect(() => {
    if (!loaded || looked.current) return
    looked.current = true
    if (!value || edits !== untouched) return
    given.current = value
    setEdits(value)
    setRestored(true)
  }, [loaded, value, edits])
  useEffect(() => {
    if (!draft || edits === given.current) return
    given.current = edits
    if (Object.keys(edits).length) draft.write(edits)
    else void draft.clear()
  }, [draft, edits])
  const clear = () => {
    given.current = untouched
    setEdits(untouched)
    setRestored(false)
    void draft?.clear()
  }
  return { safe: place !== null && draft !== null && kept, restored, anew: clear, clear }
}
