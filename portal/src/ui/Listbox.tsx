import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import './listbox.css'
import { composing } from './composing.ts'

interface Options<T> {
  items: readonly T[]
  /** Which row is which: with it the mark stays where the same rows come in an array that was made anew. */
  keyOf?: (item: T) => string | number
  /** What the rows were asked by: after another word an earlier mark says nothing. */
  asked?: string
  open: boolean
  onPick: (item: T) => void
  onClose: () => void
  /** Tab picks, too. */
  tabPicks?: boolean
  /** Enter picks only after an arrow: the sign that opened the list may have been meant as itself. */
  hesitant?: boolean
  /** No row is marked before an arrow has marked one: what is offered was not asked for. */
  unmarked?: boolean
}
/** The keyboard of a list under a field. Call `onKeyDown` first; true: the key was taken. */
export function useListKeys<T>({
  items,
  keyOf,
  asked,
  open,
  onPick,
  onClose,
  tabPicks,
  hesitant,
  unmarked,
}: Options<T>) {
  const start = unmarked ? -1 : 0
  const [at, setAt] = useState(start)
  const [moved, setMoved] = useState(false)
  const id = useId()
  const list = keyOf ? [asked, ...items.map(keyOf)].join('\n') : items
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts at its top.
  useEffect(() => {
    setAt(start)
    setMoved(false)
  }, [list, open, start])
  const move = (to: number) => {
    setAt(to)
    setMoved(true)
  }
  const picks = (event: KeyboardEvent) =>
    event.key === 'Tab' ? tabPicks && !event.shiftKey : event.key === 'Enter' && (!hesitant || moved)
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open || composing(event) || event.altKey || event.ctrlKey || event.metaKey) return false
    const item = items[at]
    if (event.key === 'ArrowDown' && items.length) move((at + 1) % items.length)
    else if (event.key === 'ArrowUp' && items.length) move((at <= 0 ? items.length : at) - 1)
    else if (item !== undefined && picks(event)) onPick(item)
    else if (event.key === 'Escape') onClose()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { at, setAt, id, onKeyDown, active: open && items[at] !== undefined ? `${id}-${at}` : undefined }
}

interface Props<T> {
  anchor: RefObject<HTMLElement | null>
  id: string
  at: number
  items: readonly T[]
  label: string
  keyOf: (item: T) => string | number
  render: (item: T) => ReactNode
  onHover: (index: number) => void
  onPick: (item: T) => void
  /** Instead of rows: searching, nothing found. */
  note?: ReactNode
  minWidth?: number
}
const GAP = 4
const MAX_HEIGHT = 320

/** The list itself, over everything, above or below its field as there is room. */
export function Listbox<T>({
  anchor,
  id,
  at,
  items,
  label,
  keyOf,
  render,
  onHover,
  onPick,
  note,
  minWidth = 0,
}: Props<T>) {
  const [place, setPlace] = useState<{
    left: number
    top?: number
    bottom?: number
    width: number
    maxHeight: number
  } | null>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const box = anchor.current?.getBoundingClientRect()
      if (!box) return
      const width = Math.min(Math.max(box.width, minWidth), window.innerWidth - 16)
      const left = Math.max(8, Math.min(box.left, window.innerWidth - width - 8))
      const below = window.innerHeight - box.bottom - GAP - 8
      const above = box.top - GAP - 8
      const up = below < 180 && above > below
      const maxHeight = Math.min(MAX_HEIGHT, up ? above : below)
      const next = up
        ? { left, bottom: window.innerHeight - box.top + GAP, width, maxHeight }
        : { left, top: box.bottom + GAP, width, maxHeight }
      setPlace((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
    }
    measure()
    window.addEventListener('scroll', measure, true)
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure, true)
      window.removeEventListener('resize', measure)
    }
  })
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  if (!place) return null
  return createPortal(
    <div className="listpop" style={place}>
      {note && <div className="note">{note}</div>}
      <div role="listbox" id={id} aria-label={label}>
        {items.map((item, index) => (
          <div
            key={keyOf(item)}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => index !== at && onHover(index)}
            onClick={() => onPick(item)}
            onKeyDown={() => {}}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>,
    document.body,
  )
}
