import { type RefObject, useEffect, useRef, useState } from 'react'

/** The width of a box, in whole pixels, as it changes; at least `least`. `first`: before it was measured. */
export function useWidth(first: number, least: number): [box: RefObject<HTMLDivElement | null>, width: number] {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    const seen = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(least, Math.floor(entry.contentRect.width))),
    )
    if (box.current) seen.observe(box.current)
    return () => seen.disconnect()
  }, [least])
  return [box, width]
}
