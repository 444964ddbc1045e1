import { type RefObject, useEffect, useState } from 'react'

/** From this many rows on, only those in sight are in the page. */
export const WINDOW_FROM = 200
/** Rows above and below the sight, so that a turn of the wheel meets no gap. */
const BEYOND = 12

export interface Span {
  first: number
  /** One behind the last. */
  end: number
  above: number
  below: number
}

/** Which rows are in sight, by the running sum of their heights: `tops[i]` is where row i begins, the last is the end. */
export function spanOf(tops: readonly number[], scrollTop: number, height: number): Span {
  const count = tops.length - 1
  const total = tops[count] ?? 0
  const at = (y: number) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tops[middle + 1] ?? total) <= y) low = middle + 1
      else high = middle
    }
    return low
  }
  const first = Math.max(0, at(scrollTop) - BEYOND)
  const end = Math.min(count, at(scrollTop + height) + 1 + BEYOND)
  return { first, end, above: tops[first] ?? 0, below: total - (tops[end] ?? total) }
}

/** The rows to draw of a long table in a box that scrolls; all of them while there are few. */
export function useWindow(box: RefObject<HTMLElement | null>, tops: readonly number[], long: boolean): Span {
  const count = tops.length - 1
  const [span, setSpan] = useState<Span>(() => spanOf(tops, 0, window.innerHeight))
  useEffect(() => {
    const element = box.current
    if (!long || !element) return
    let frame = 0
    const look = () => {
      frame = 0
      const next = spanOf(tops, element.scrollTop, element.clientHeight)
      setSpan((now) => (now.first === next.first && now.end === next.end && now.below === next.below ? now : next))
    }
    // Once a frame, however often the browser tells of scrolling.
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    element.addEventListener('scroll', soon, { passive: true })
    const observer = new ResizeObserver(soon)
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', soon)
      observer.disconnect()
    }
  }, [box, tops, long])
  return long ? span : { first: 0, end: count, above: 0, below: 0 }
}
