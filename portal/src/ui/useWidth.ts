import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of a box, in whole pixels, as it changes; at least `least`. `first`: before it was measured. */
export function useWidth(first: number, least: number): [box: RefObject<HTMLDivElement | null>, width: number] {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const to = (content: number) => setWidth(Math.max(least, Math.floor(content)))
    const seen = new ResizeObserver(([entry]) => entry && to(entry.contentRect.width))
    if (box.current) {
      // The observer speaks after the first picture, which would be too wide or too narrow.
      const { paddingLeft, paddingRight } = getComputedStyle(box.current)
      to(box.current.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
      seen.observe(box.current)
    }
    return () => seen.disconnect()
  }, [least])
  return [box, width]
}
