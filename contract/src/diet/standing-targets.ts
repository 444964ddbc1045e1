/** Targets of a person as they are kept: each holds from its day on, until one of a later day; a plan may be withdrawn. */
export interface Dated {
  from: string
  /** When it was decided. */
  at: string
  version: number
  withdrawn: unknown
}
/** Of one day the one that was decided last. */
const later = (one: Dated, other: Dated) =>
  one.at === other.at ? one.version - other.version : Date.parse(one.at) - Date.parse(other.at)

/** What holds on a day: of those of that day or before the one of the latest day, and of these what was decided last. */
export const inForce = <T extends Dated>(all: readonly T[], day: string): T | null =>
  all.reduce<T | null>((best, one) => {
    if (one.withdrawn || one.from > day) return best
    if (best === null || one.from > best.from) return one
    return one.from === best.from && later(one, best) > 0 ? one : best
  }, null)

/** What is planned for days after this one, the next first; a plan whose day has another, decided later, comes to nothing. */
export const plannedAfter = <T extends Dated>(all: readonly T[], day: string): T[] =>
  [...new Set(all.flatMap(({ from, withdrawn }) => (from > day && !withdrawn ? [from] : [])))]
    .toSorted()
    .flatMap((from) => inForce(all, from) ?? [])
