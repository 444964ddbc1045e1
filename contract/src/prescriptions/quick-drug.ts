import type { Amount, QuickLine } from './quick-line.ts'
import { counted } from './rules.ts'
import { containers } from './taken.ts'
import { figureOf, figuresOf, hasFigure, isStrength } from './strength.ts'

export interface QuickDrug {
  name: string
  strength: string | null
  unit: string
}
/** More pieces at once than anybody takes without being asked: a bare number above is a strength, or a slip. */
export const MOST_PIECES = 10

/** What is taken at once without anybody wondering: any other bare number may be a strength that another pack has. */
const USUAL_PIECES: ReadonlySet<number> = new Set([0.5, 1, 1.5, 2, 3])

/** A line of typing held against one drug. */
export interface DrugReading {
  /** Null: none was written, and the usual one is meant. */
  dose: number | null
  /** A strength was typed, and the drug does not have it: as typed. */
  otherStrength: string | null
  /** A bare number that is read as pieces, and is no usual count of them: as typed. */
  unsure: string | null
  /** What cannot be a dose of this drug, as typed. */
  unclear: readonly string[]
}

const numberOf = ({ figures }: Amount) => figures[0]?.written ?? null

/**
 * What a line says of one drug. A bare number that is a strength of the drug is its strength; else it is the dose, if that many
 * can be taken at once; where it is no usual count, that is asked about. A dose in a unit that the drug is not counted in is not one.
 */
export function readFor(drug: QuickDrug, line: Pick<QuickLine, 'strength' | 'dose' | 'bare'>): DrugReading {
  const none: DrugReading = { dose: null, otherStrength: null, unsure: null, unclear: [] }
  const { strength, dose, bare } = line
  if (bare) {
    const value = numberOf(bare)
    if (isStrength(drug, bare.figures)) return none
    // Five tablets of 5/160 mg, or those of 5 mg: nobody knows.
    if (hasFigure(drug, bare.figures)) return { ...none, otherStrength: bare.text }
    const inPieces = counted.has(drug.unit.trim().toUpperCase())
    if (value !== null && (value <= MOST_PIECES || !inPieces))
      return { ...none, dose: value, unsure: inPieces && !USUAL_PIECES.has(value) ? bare.text : null }
    return { ...none, otherStrength: bare.text }
  }
  const unit = drug.unit.trim().toUpperCase()
  const mass = strength?.figures[0]
  // Milligrams of a pen are its dose, unless they are what the pack says.
  if (unit === 'MG' && strength && !dose && mass?.unit === 'mg' && !isStrength(drug, strength.figures))
    return { ...none, dose: mass.value }
  const other = strength && !(figuresOf(drug).length && isStrength(drug, strength.figures)) ? strength.text : null
  const reading = { ...none, otherStrength: other }
  if (!dose) return reading
  const value = numberOf(dose)
  if (dose.kind === 'other') {
    // `100iu` of a pen that says 100 IU/mL was its strength.
    if (!strength && isStrength(drug, dose.figures)) return none
    const own = figureOf(1, drug.unit).unit
    return own === dose.figures[0]?.unit ? { ...reading, dose: value } : { ...reading, unclear: [dose.text] }
  }
  // A piece of something that is measured out is no dose of it: one pen is not one unit.
  if (dose.kind === 'piece' && !counted.has(unit) && !containers.has(unit)) return { ...reading, unclear: [dose.text] }
  if (dose.kind === null && value !== null && value > MOST_PIECES && counted.has(unit))
    return { ...reading, unclear: [dose.text] }
  return { ...reading, dose: value }
}
