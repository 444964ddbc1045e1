/** Handed over whole; what is taken of it is counted otherwise: drops of a bottle, units of a pen. */
export const containers: ReadonlySet<string> = new Set(['BOT', 'TUBE', 'PEN', 'CAN', 'BOX'])

/** What a drug of the list says of itself. */
interface ListedDrug {
  /** What is handed over. */
  unit: string
  form?: string | null
  strength?: string | null
}

/** By the form as the list of drugs writes it, the first that fits. */
const byForm: readonly (readonly [RegExp, string])[] = [
  [/DROP/, 'GTT'],
  [/SPRAY|DPI|MDI|SMI|INHAL/, 'PUFF'],
  [/SOLN|SUSP|SYRUP|ELIX/, 'ML'],
  [/CREAM|GEL|OINT|PASTE|LOTION/, 'APPL'],
]

/**
 * In what a dose of the drug is said: what is taken, which is what is handed over but for containers. An enema is taken by the
 * bottle; where the form does not say, the container it stays.
 */
export function doseUnitOf({ unit, form, strength }: ListedDrug): string {
  const handed = unit.trim().toUpperCase()
  if (!containers.has(handed)) return unit
  if (/\biu\b/i.test((strength ?? '').replace(/\d/g, ' '))) return 'IU'
  const kind = (form ?? '').toUpperCase()
  const known = byForm.find(([pattern]) => pattern.test(kind))
  if (known) return known[1]
  return kind.startsWith('INJ') && /^[\d.]+ ?mg\b/i.test(strength ?? '') ? 'MG' : unit
}

/** The amounts of a line as the rules read them. */
export interface TakenLine {
  /** Of the dose. */
  unit: string
  /** Of the total; unset: as the dose. */
  totalUnit?: string | null | undefined
  /** As the list has it: it says how much one container holds. */
  name?: string | undefined
}
export const handedUnit = ({ unit, totalUnit }: TakenLine): string => totalUnit || unit

const figureIn = (name: string, pattern: RegExp): number | null => {
  const found = pattern.exec(name)
  return found ? Number(found[1]) : null
}
const volumeIn = (name: string) => figureIn(name, /(?:^|[^/\d.])(\d+(?:\.\d+)?) ?mL\b/i)

/** How much of what is taken one container holds, as its name says: `100 IU/mL 3mL` is 300 units. Null: it does not. */
export function contentOf({ unit, totalUnit, name = '' }: TakenLine): number | null {
  if (!totalUnit || totalUnit === unit) return null
  if (unit === 'ML') return volumeIn(name)
  if (unit === 'PUFF') return figureIn(name, /(?:^|[^\w.])(\d+) ?doses?\b/i)
  const perMl = figureIn(name, unit === 'IU' ? /(\d+(?:\.\d+)?) ?IU\/mL/i : /(\d+(?:\.\d+)?) ?mg\/mL/i)
  if (unit === 'IU' || unit === 'MG') {
    const volume = volumeIn(name)
    return perMl === null || volume === null ? null : perMl * volume
  }
  return null
}
/**
 * Whether the total follows from the dose: millilitres and puffs are counted out. Of a pen some is lost at each use and it is
 * thrown away after its weeks; drops and what is spread differ by the hand: there somebody says how many.
 */
export const totalFollows = ({ unit }: TakenLine): boolean => unit === 'ML' || unit === 'PUFF'
