import { type RefObject, useEffect, useRef, useState } from 'react'

/** The width there is for a plot, whole pixels, as it changes; at least `least`. `first`: before it was measured. */
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

/** One, two or five times a power of ten: some four of them make the span. */
export function roundStep(span: number): number {
  const rough = (span || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power * 10
}
