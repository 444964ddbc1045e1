import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { View } from './view.ts'
import type { Line, Point } from './scale.ts'

export const MODES = ['window', 'pan', 'zoom', 'scroll', 'length'] as const
export type Mode = (typeof MODES)[number]
export const ZOOM = { min: 0.2, max: 32 } as const
export const zoomed = (view: View, factor: number): View => ({
  ...view,
  zoom: Math.min(ZOOM.max, Math.max(ZOOM.min, view.zoom * factor)),
})

interface Hands {
  mode: Mode
  view: View
  /** As it is shown now; `null`: colours have no window. */
  window: View['window']
  range: readonly [number, number]
  change: (view: View) => void
  step: (by: number) => void
  toPicture: (point: Point) => Point
  /** The line as it is drawn; `null`: it came to nothing. */
  draw: (line: Line | null, done: boolean) => void
}
const SCROLL_PX = 12

/** Mouse, pen and fingers on the picture. One drags as the mode says; two zoom and move; the wheel leafs, with Ctrl it zooms. */
export function useGestures(element: RefObject<HTMLDivElement | null>, hands: Hands) {
  const now = useRef(hands)
  now.current = hands
  const down = useRef(new Map<number, Point>())
  const from = useRef<{
    view: View
    window: View['window']
    at: Point
    mode: Mode
    apart: number
    rest: number
  } | null>(null)
  useEffect(() => {
    const target = element.current
    let rest = 0
    // React listens passively: the page would scroll along.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      if (event.ctrlKey || event.metaKey)
        return now.current.change(zoomed(now.current.view, event.deltaY < 0 ? 1.15 : 1 / 1.15))
      rest += event.deltaMode === 0 ? event.deltaY / 50 : event.deltaY
      const steps = Math.trunc(rest)
      rest -= steps
      if (steps) now.current.step(steps)
    }
    target?.addEventListener('wheel', wheel, { passive: false })
    return () => target?.removeEventListener('wheel', wheel)
  }, [element])

  const local = (event: PointerEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  const begin = (event: PointerEvent, at: Point) => {
    const mode: Mode = event.button === 2 ? 'zoom' : event.button === 1 ? 'pan' : now.current.mode
    from.current = { view: now.current.view, window: now.current.window, at, mode, apart: apart(down.current), rest: 0 }
  }
  return {
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, local(event))
      // A second finger turns a line into a movement.
      if (down.current.size > 1) now.current.draw(null, false)
      begin(event, centre(down.current))
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current
      if (!start || !down.current.has(event.pointerId)) return
      down.current.set(event.pointerId, local(event))
      const { change, step, toPicture, draw, range } = now.current
      const at = centre(down.current)
      const [dx, dy] = [at[0] - start.at[0], at[1] - start.at[1]]
      const panned: View = { ...start.view, pan: [start.view.pan[0] + dx, start.view.pan[1] + dy] }
      if (down.current.size > 1) return change(zoomed(panned, start.apart ? apart(down.current) / start.apart : 1))
      if (start.mode === 'pan') return change(panned)
      if (start.mode === 'zoom') return change(zoomed(start.view, 1.01 ** -dy))
      if (start.mode === 'length') return draw({ from: toPicture(start.at), to: toPicture(at) }, false)
      if (start.mode === 'scroll') {
        const steps = Math.trunc((dy - start.rest) / SCROLL_PX)
        if (steps) {
          start.rest += steps * SCROLL_PX
          step(steps)
        }
        return undefined
      }
      if (!start.window) return undefined
      const unit = Math.max(0.05, (range[1] - range[0]) / 800)
      return change({
        ...now.current.view,
        window: { centre: start.window.centre + dy * unit, width: Math.max(1, start.window.width + dx * unit) },
      })
    },
    onPointerUp: (event: PointerEvent) => {
      const start = from.current
      const at = centre(down.current)
      down.current.delete(event.pointerId)
      if (start?.mode === 'length' && down.current.size === 0) {
        const { draw, toPicture } = now.current
        const long = Math.hypot(at[0] - start.at[0], at[1] - start.at[1]) > 3
        draw(long ? { from: toPicture(start.at), to: toPicture(at) } : null, long)
      }
      from.current = null
      // The finger that stays goes on from where it is; a line it begins anew, when it is put down.
      if (down.current.size && now.current.mode !== 'length') begin(event, centre(down.current))
    },
    onPointerCancel: (event: PointerEvent) => {
      down.current.delete(event.pointerId)
      from.current = null
      now.current.draw(null, false)
    },
  }
}
const centre = (points: ReadonlyMap<number, Point>): Point => {
  const all = [...points.values()]
  return [all.reduce((sum, [x]) => sum + x, 0) / all.length, all.reduce((sum, [, y]) => sum + y, 0) / all.length]
}
const apart = (points: ReadonlyMap<number, Point>): number => {
  const [a, b] = [...points.values()]
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0
}
