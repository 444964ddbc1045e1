import type { MedicalFile } from '@teleward/contract/files/schema.ts'

export type Side = 'R' | 'L'
export const sides = ['R', 'L'] as const satisfies readonly Side[]
/** What was brought of both eyes on one day. */
export interface EyePair {
  /** One of its pictures: by it the pair is named in the address. */
  key: string
  day: string
  R: MedicalFile | null
  L: MedicalFile | null
  /** Nobody said which eye: it stands alone. */
  unsided: MedicalFile | null
}

/**
 * Pairs, newest first. Of several pictures of an eye on one day the newest goes with the newest of the other, and so on; a
 * picture whose eye was not said makes no pair.
 */
export function pairsOf(images: readonly MedicalFile[], dayOf: (instant: string) => string): EyePair[] {
  const days = Map.groupBy(images, ({ createdAt }) => dayOf(createdAt))
  return [...days]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([day, some]) => {
      const of = (eye: Side | null) =>
        some.filter((one) => one.eye === eye).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      const [right, left] = [of('R'), of('L')]
      const pairs = Array.from({ length: Math.max(right.length, left.length) }, (_, at): EyePair => {
        const [R, L] = [right[at] ?? null, left[at] ?? null]
        return { key: (R ?? L)?.id ?? '', day, R, L, unsided: null }
      })
      return [...pairs, ...of(null).map((unsided): EyePair => ({ key: unsided.id, day, R: null, L: null, unsided }))]
    })
}
export const holds = ({ R, L, unsided }: EyePair, id: string) => [R?.id, L?.id, unsided?.id].includes(id)
