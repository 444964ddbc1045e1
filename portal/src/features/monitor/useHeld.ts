import type { Page } from '@teleward/contract/core/endpoint.ts'
import { useEffect, useRef, useState } from 'react'
import { keepOrder } from './frozen-order.ts'

/** Is a mouse over the rows? A finger rests on nothing. */
export function usePointerOver(selector: string): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const look = ({ pointerType, target }: PointerEvent) =>
      setOver(pointerType === 'mouse' && target instanceof Element && target.closest(selector) !== null)
    const leave = () => setOver(false)
    document.addEventListener('pointerover', look)
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      document.removeEventListener('pointerover', look)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [selector])
  return over
}

interface Source<Row> {
  data: Page<Row> | undefined
  dataUpdatedAt: number
  isPlaceholderData: boolean
}
interface Hold {
  /** Rows stay where they are. */
  still: boolean
  /** What has come up to then is shown, whatever lies over it: somebody asked for it, or did it. */
  until: number
}
/** A page of rows that keeps its places while the pointer is on it; another question is answered at once. */
export function useHeld<Row>(source: Source<Row>, question: string, keyOf: (row: Row) => string, hold: Hold) {
  const last = useRef<{ question: string; data: Page<Row>; at: number } | undefined>(undefined)
  const { data, dataUpdatedAt: at, isPlaceholderData } = source
  const none: ReadonlySet<string> = new Set()
  if (data === undefined || isPlaceholderData) return { data, moved: false, came: 0, gone: none }
  const shown = last.current
  const asked = shown !== undefined && shown.at < hold.until && at >= hold.until
  if (shown === undefined || shown.question !== question || !hold.still || asked || at <= hold.until) {
    last.current = { question, data, at }
    return { data, moved: false, came: 0, gone: none }
  }
  const { rows, ...what } = keepOrder(shown.data.data, data.data, keyOf)
  return { data: { ...data, data: rows }, ...what }
}
