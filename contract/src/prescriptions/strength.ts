import { toHalfWidth } from '../core/text.ts'

/** Mass in mg; every other unit stands for itself. */
const IN_MG: Readonly<Record<string, number>> = { mg: 1, mcg: 0.001, ug: 0.001, μg: 0.001, g: 1000 }
/** One name for each unit, as people write it. */
const SAME: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['u', 'unit', 'units', '單位'].map((word) => [word, 'iu'])),
  ...Object.fromEntries(['cc', '毫升'].map((word) => [word, 'ml'])),
  ...Object.fromEntries(['drop', 'drops', 'gtts', '滴'].map((word) => [word, 'gtt'])),
  ...Object.fromEntries(['puffs', '噴'].map((word) => [word, 'puff'])),
}
export const STRENGTH_UNIT = /(mg|mcg|ug|μg|g|ml|iu|u|units?|%)$/i

/** A figure of a strength: `500mg`, or a bare `500`. Mass is in mg. */
export interface Figure {
  value: number
  /** `mg`, `ml`, `iu`, `%`; null where none was written. */
  unit: string | null
  /** As written, without a unit. */
  written: number
}

export function figureOf(written: number, unit: string | null): Figure {
  const name = unit === null ? null : (SAME[unit.toLowerCase()] ?? unit.toLowerCase())
  if (name === null) return { value: written, unit: null, written }
  const inMg = IN_MG[name]
  return inMg === undefined ? { value: written, unit: name, written } : { value: written * inMg, unit: 'mg', written }
}

/** All figures of a drug's strength: `5/160mg` has two of mg, `100IU/mL` one of IU. Where it has none, those of its name. */
export function figuresOf(drug: { name: string; strength: string | null }): Figure[] {
  const read = (text: string): Figure[] => {
    const plain = toHalfWidth(text)
      .replace(/[µΜ]/g, 'μ')
      .replace(/(\d),(?=\d{3}\b)/g, '$1')
    const found = [
      ...plain.matchAll(/(?:^|[^a-z\d.])(\d+(?:\.\d+)?)(?:\s*(mg|mcg|ug|μg|g|ml|iu|units?|u|%))?(?![a-z])/gi),
    ]
    return found.map(([, number, unit], at) => {
      // `5/160mg`: what stands behind the last figure is the unit of all of them.
      const own = unit ?? found.slice(at + 1).find(([, , later]) => later)?.[2] ?? null
      return figureOf(Number(number), own)
    })
  }
  const own = drug.strength && /\d/.test(drug.strength) ? read(drug.strength) : []
  return own.length ? own : read(drug.name)
}

const same = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(a, b, 1)
const agrees = (figure: Figure, wanted: Figure) =>
  wanted.unit === null
    ? same(figure.written, wanted.written)
    : figure.unit === wanted.unit && same(figure.value, wanted.value)
/** How many ingredients have a figure: `5/160mg` two, `75mg/3mL` one. */
const ingredients = (figures: readonly Figure[]) =>
  figures.filter(({ unit }) => unit === 'mg' || unit === 'iu' || unit === null).length

/**
 * Whether what was typed is the strength of the drug: 1 g is 1,000 mg and not 1 mg; a figure without a unit is one that is
 * written on the pack. A combination is meant where each of its ingredients has a figure: `20mg` is not 20/5/12.5 mg.
 */
export function isStrength(drug: { name: string; strength: string | null }, typed: readonly Figure[]): boolean {
  const figures = figuresOf(drug)
  if (ingredients(figures) > 1 && typed.length < ingredients(figures)) return false
  return typed.every((wanted) => figures.some((figure) => agrees(figure, wanted)))
}

/** Whether what was typed is on the pack at all, as the figure of one ingredient of several. */
export const hasFigure = (drug: { name: string; strength: string | null }, typed: readonly Figure[]): boolean =>
  figuresOf(drug).some((figure) => typed.some((wanted) => agrees(figure, wanted)))
