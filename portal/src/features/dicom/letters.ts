import type { DicomImage } from '@teleward/contract/files/dicom.ts'

export interface Edges {
  top: string
  right: string
  bottom: string
  left: string
}
const AXES = [
  ['R', 'L'],
  ['A', 'P'],
  ['F', 'H'],
] as const
const opposite: Record<string, string> = { R: 'L', L: 'R', A: 'P', P: 'A', F: 'H', H: 'F' }
const turned = (letters: string) => [...letters].map((one) => opposite[one] ?? one).join('')

/** Where a direction leads in the patient: the main axis first, others where they are more than a little of it (PS3.17). */
export function lettersOf(direction: readonly number[]): string {
  return AXES.map(([low, high], n) => ({
    letter: (direction[n] ?? 0) < 0 ? low : high,
    part: Math.abs(direction[n] ?? 0),
  }))
    .filter(({ part }) => part > 0.3)
    .sort((a, b) => b.part - a.part)
    .map(({ letter }) => letter)
    .join('')
}

/** What stands at the four edges of the picture as it is turned and flipped; `null`: the file does not say how the patient lies. */
export function edgesOf(
  { orientation, edges }: Pick<DicomImage, 'orientation' | 'edges'>,
  rotation: number,
  flip: boolean,
): Edges | null {
  const right = orientation ? lettersOf(orientation.slice(0, 3)) : (edges?.right ?? '')
  const bottom = orientation ? lettersOf(orientation.slice(3, 6)) : (edges?.bottom ?? '')
  if (!right || !bottom) return null
  let now: Edges = { top: turned(bottom), right, bottom, left: turned(right) }
  if (flip) now = { ...now, left: now.right, right: now.left }
  for (let turns = (((rotation / 90) % 4) + 4) % 4; turns > 0; turns -= 1)
    now = { top: now.left, right: now.top, bottom: now.right, left: now.bottom }
  return now
}
