import { cardOf } from '@teleward/contract/careevents/rules.ts'
import { useEffect, useRef } from 'react'
import { composing } from '../ui/composing.ts'

/** A reader types a number quicker than a person, and ends it with Enter. */
const BETWEEN_MS = 60
const SHORTEST = 8
/** A device that is busy hears a reader with a gap or two, none as long as this: what was said before one belongs to the number. */
const GAP_MS = 500
const MOST_GAPS = 3

interface Burst {
  typed: string
  /** The field that it fell into, and what had stood there. */
  field: HTMLInputElement | null
  before: string
}

/**
 * What a card reader or code scanner types, wherever the focus is: the number alone, and nothing of it stays in the field that it
 * fell into. A person who types is never taken for a reader.
 */
export function useScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    const heard = reader((code) => latest.current(code))
    // Before anything else hears it: the form must not be sent by a reader's Enter.
    document.addEventListener('keydown', heard, true)
    return () => document.removeEventListener('keydown', heard, true)
  }, [])
}

/** Hears keys, and tells a number once it is whole. */
export function reader(onCode: (code: string) => void): (event: KeyboardEvent) => void {
  /** Since the last gap, and since the last long one. */
  let quick: Burst | null = null
  let whole: Burst | null = null
  let gaps = 0
  let last = 0
  return (event) => {
    if (composing(event) || event.ctrlKey || event.altKey || event.metaKey) return
    const waited = event.timeStamp - last
    if (event.key === 'Enter') {
      const isWhole = whole !== null && gaps <= MOST_GAPS && waited < GAP_MS && cardOf(whole.typed) !== null
      const read = isWhole ? whole : waited < BETWEEN_MS ? quick : null
      quick = null
      whole = null
      if (!read || read.typed.length < SHORTEST) return
      event.preventDefault()
      event.stopPropagation()
      if (read.field) putBack(read.field, read.before)
      onCode(read.typed)
      return
    }
    if (event.key.length !== 1) return
    last = event.timeStamp
    const field = event.target instanceof HTMLInputElement ? event.target : null
    const begun = () => ({ typed: '', field, before: field?.value ?? '' })
    if (!whole || waited >= GAP_MS || whole.field !== field) {
      whole = begun()
      gaps = 0
    } else if (waited >= BETWEEN_MS) gaps += 1
    if (!quick || waited >= BETWEEN_MS) quick = begun()
    quick.typed += event.key
    whole.typed += event.key
  }
}

/** As if it had never been typed; the component hears of it. */
function putBack(field: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
