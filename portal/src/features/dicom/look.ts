import { PLAIN, type View } from './view.ts'
import type { Line } from './scale.ts'

/** How a picture was looked at, with what was measured on it: as an address carries it. */
export interface Look {
  view: View
  lines: readonly Line[]
}
/** More than these are not told: a note is no place for a drawing. */
const LINES = 6
const round = (value: number) => Math.round(value * 100) / 100
/** A line as an address carries it: what is measured by it is the same on the screen, in the note and when it is opened again. */
export const asCarried = ({ from, to }: Line): Line => ({
  from: [round(from[0]), round(from[1])],
  to: [round(to[0]), round(to[1])],
})
export const carried = (lines: readonly Line[]): Line[] => lines.slice(0, LINES).map(asCarried)

/**
 * Parts joined by `;`: `w` centre, width; `z` zoom; `p` pan in hundredths of the shorter side of the screen; `r` turned by; `f`
 * flipped; `i` inverted; `l` a line in pixels of the picture. What is as usual is left out.
 */
export function lookText({ view, lines }: Look, side: number): string {
  const { window, zoom, pan, rotation, flip, invert } = view
  return [
    window && `w${round(window.centre)},${round(window.width)}`,
    zoom !== PLAIN.zoom && `z${round(zoom)}`,
    pan.some((one) => one !== 0) && side > 0 && `p${pan.map((one) => round((one / side) * 100)).join()}`,
    rotation !== 0 && `r${rotation}`,
    flip && 'f',
    invert && 'i',
    ...carried(lines).map(({ from, to }) => `l${[...from, ...to].join()}`),
  ]
    .filter(Boolean)
    .join(';')
}

const bounded = (value: number | undefined, least: number, most: number) =>
  value === undefined || !Number.isFinite(value) ? null : Math.min(most, Math.max(least, value))

/** An address is written by anybody: what makes no sense in it is left out. */
export function lookOf(text: string | undefined, side: number): Look {
  let view = PLAIN
  const lines: Line[] = []
  for (const part of (text ?? '').split(';').slice(0, 6 + LINES)) {
    const numbers = part.length > 1 ? part.slice(1).split(',').map(Number) : []
    const [a, b, c, d] = numbers.map((one) => bounded(one, -1e6, 1e6))
    const zoom = bounded(numbers[0], 0.2, 32)
    if (part[0] === 'w' && a != null && b != null && b >= 1) view = { ...view, window: { centre: a, width: b } }
    else if (part[0] === 'z' && zoom !== null) view = { ...view, zoom }
    else if (part[0] === 'p' && a != null && b != null) view = { ...view, pan: [(a / 100) * side, (b / 100) * side] }
    else if (part[0] === 'r' && a != null && [90, 180, 270].includes(a)) view = { ...view, rotation: a }
    else if (part === 'f') view = { ...view, flip: true }
    else if (part === 'i') view = { ...view, invert: true }
    else if (part[0] === 'l' && a != null && b != null && c != null && d != null)
      lines.push({ from: [a, b], to: [c, d] })
  }
  return { view, lines: lines.slice(0, LINES) }
}
