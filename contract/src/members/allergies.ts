import type { Allergy } from './schema.ts'

/**
 * The severity of the entry that says: asked, and none is known (FHIR: an AllergyIntolerance coded 'no known allergy'). It
 * stands among the allergies with who recorded it and when; without any entry nobody has asked.
 */
export const NONE_KNOWN = 'none'

/** `closed`: the record is not open to the caller, who is told nothing. */
export type AllergyStatus = 'closed' | 'notAsked' | 'noneKnown' | 'known'

/** What the entries come to; an allergy outweighs an earlier or another unit's 'none known'. */
export function allergiesOf<A extends Pick<Allergy, 'severity'>>(
  entries: readonly A[] | null,
): { status: AllergyStatus; known: A[] } {
  if (entries === null) return { status: 'closed', known: [] }
  const known = entries.filter(({ severity }) => severity !== NONE_KNOWN)
  return { status: known.length ? 'known' : entries.length ? 'noneKnown' : 'notAsked', known }
}
