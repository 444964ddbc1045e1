import { toHalfWidth } from './text.ts'

type Rgb = readonly [number, number, number]

/** Six hex digits, the hash may be missing → `#RRGGBB` in capitals, or null. */
export function parseColour(text: string): string | null {
  const digits = /^#?([0-9a-f]{6})$/i.exec(toHalfWidth(text).trim())?.[1]
  return digits ? `#${digits.toUpperCase()}` : null
}

function rgb(colour: string): Rgb {
  const parsed = parseColour(colour)
  if (!parsed) throw new RangeError(`not a colour: ${colour}`)
  const value = Number.parseInt(parsed.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hex = (parts: Rgb) =>
  `#${parts
    .map((part) => Math.round(part).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`

/** `share` of the second colour in the first. */
export function mix(colour: string, other: string, share: number): string {
  const [a, b] = [rgb(colour), rgb(other)]
  const blend = (at: 0 | 1 | 2) => a[at] + (b[at] - a[at]) * share
  return hex([blend(0), blend(1), blend(2)])
}

/** Relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [r, g, b] = rgb(colour).map((part) => {
    const s = part / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

export const AA = 4.5
const WHITE = '#FFFFFF'
const BLACK = '#000000'

/** The colour moved towards black or white only as far as it needs to be read on all of the surfaces. */
export function readableOn(colour: string, surfaces: readonly string[], wanted = AA): string {
  const holds = (candidate: string) => surfaces.every((surface) => contrast(candidate, surface) >= wanted)
  const light = surfaces.every((surface) => contrast(surface, BLACK) >= contrast(surface, WHITE))
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, light ? BLACK : WHITE, share)
    if (holds(candidate)) return candidate
  }
  return light ? BLACK : WHITE
}

export interface ColourFamily {
  primary: string
  hover: string
  active: string
  /** On the three solid ones. */
  onPrimary: string
  /** The colour as text and link, on the surface and on `bg`. */
  text: string
  bg: string
  bgStrong: string
  line: string
}

/** An institution's colour and what goes with it on a light or dark surface; every text in it reaches AA. */
export function colourFamily(colour: string, surface: string = WHITE): ColourFamily {
  const primary = hex(rgb(colour))
  // White is the habit; where it cannot be read black can, since the two contrasts multiply to 21.
  const onPrimary = contrast(primary, WHITE) >= AA ? WHITE : BLACK
  const away = onPrimary === WHITE ? BLACK : WHITE
  const bg = mix(surface, primary, 0.1)
  return {
    primary,
    hover: mix(primary, away, 0.15),
    active: mix(primary, away, 0.3),
    onPrimary,
    text: readableOn(primary, [surface, bg]),
    bg,
    bgStrong: mix(surface, primary, 0.18),
    line: mix(surface, primary, 0.45),
  }
}
