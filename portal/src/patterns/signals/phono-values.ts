import type { PhonoValues } from '@teleward/contract/files/schema.ts'

/** Values of acoustic cardiography and from where on they are remarkable (specification §9). */
export const phonoKeys = ['emat', 'sdi', 's3', 's4'] as const
export type PhonoKey = (typeof phonoKeys)[number]
const FIRST: Record<PhonoKey, number> = { emat: 15, sdi: 5, s3: 5, s4: 5 }
/** Of the systolic dysfunction index the specification has two. */
const SECOND: Partial<Record<PhonoKey, number>> = { sdi: 7.5 }
export type Compared = 'noLimit' | 'below' | 'reached' | 'reachedFirst' | 'reachedBoth'

export function compared(key: PhonoKey, value: number | null): Compared {
  if (value === null) return 'noLimit'
  if (value < FIRST[key]) return 'below'
  const second = SECOND[key]
  if (second === undefined) return 'reached'
  return value >= second ? 'reachedBoth' : 'reachedFirst'
}

const MOST: Record<PhonoKey, number> = { emat: 100, sdi: 10, s3: 10, s4: 10 }
/** What a recorder noted in its own file (RIFF INFO): `EMAT=15.2%; S3: 6`. `null`: nothing of it. */
export function notedValues(notes: Readonly<Record<string, string>>): PhonoValues | null {
  const text = Object.values(notes).join('\n')
  const of = (key: PhonoKey): number | null => {
    const said = new RegExp(`\\b${key}\\s*[=:]\\s*(\\d{1,3}(?:\\.\\d{1,3})?)(?![\\d.])`, 'i').exec(text)?.[1]
    const value = said === undefined ? Number.NaN : Number(said)
    return value >= 0 && value <= MOST[key] ? value : null
  }
  const values = { emat: of('emat'), sdi: of('sdi'), s3: of('s3'), s4: of('s4') }
  return phonoKeys.every((key) => values[key] === null) ? null : values
}
