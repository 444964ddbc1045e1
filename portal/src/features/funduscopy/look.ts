/** How all pictures of the page are looked at: zoom about the middle, moved by parts of the pane, so that they stay in step. */
export interface Look {
  zoom: number
  x: number
  y: number
}
export const WHOLE: Look = { zoom: 1, x: 0, y: 0 }
const [LEAST, MOST] = [1, 12]
export const STEP = 1.25

/** Nothing is moved further than its edge. */
export function bounded({ zoom, x, y }: Look): Look {
  const z = Math.min(MOST, Math.max(LEAST, zoom))
  const most = (z - 1) / 2
  const within = (value: number) => Math.min(most, Math.max(-most, value)) || 0
  return { zoom: z, x: within(x), y: within(y) }
}
/** Larger or smaller about a place of the pane (from -0.5 to 0.5), which stays where it is. */
export function zoomed(look: Look, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): Look {
  const zoom = Math.min(MOST, Math.max(LEAST, look.zoom * factor))
  const by = zoom / look.zoom
  return bounded({ zoom, x: at.x - (at.x - look.x) * by, y: at.y - (at.y - look.y) * by })
}
