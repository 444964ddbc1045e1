import type { Allergy } from '../patients/brief.ts'

/**
 * The severity of the entry that says: asked, and none is known (FHIR: an AllergyIntolerance coded 'no known allergy'). It
 * stands among the allergies with who recorded it and when; without any entry nobody has asked.
 */
export const NONE_KNOWN = 'none'
/** Asked, and there is none. */
export const isNone = ({ severity }: { severity: string | null }): boolean => severity === NONE_KNOWN

/** `closed`: the record is not open to the caller, who is told nothing. */
export type AllergyStatus = 'closed' | 'notAsked' | 'noneKnown' | 'known'

/** What the entries come to; an allergy outweighs an earlier or another unit's 'none known'. */
export function allergiesOf<A extends Pick<Allergy, 'severity'>>(
  entries: readonly A[] | null,
): { status: AllergyStatus; known: A[] } {
  if (entries === null) return { status: 'closed', known: [] }
  const known = entries.filter((entry) => !isNone(entry))
  return { status: known.length ? 'known' : entries.length ? 'noneKnown' : 'notAsked', known }
}
