import type { Affected, FreeDoctor, FreeSession, Way, WayAct } from '@teleward/contract/shifts/schema.ts'
import { formatTime } from '../../ui/format.ts'

/** What was chosen for one entry so far. */
export interface Choice {
  act?: WayAct
  date?: string
  did?: number
  name?: string
  interval?: number
  /** The place's instant. */
  at?: string
}
export interface Place {
  at: string
  interval: number
  free: number
}

/** Times of a day that can still be had. */
export const placesOf = (sessions: readonly FreeSession[]): Place[] =>
  sessions.flatMap(({ interval, places }) =>
    places.filter(({ free }) => free > 0).map(({ at, free }) => ({ at, interval, free })),
  )

export const isComplete = ({ act, at, did }: Choice): boolean =>
  act === 'keep' ||
  act === 'cancel' ||
  (act === 'move' && at !== undefined) ||
  (act === 'substitute' && at !== undefined && did !== undefined)

/** The same time of day where it is free, else the first one; `taken` are the places others of the list have chosen. */
export function nearest(places: readonly Place[], wanted: string, taken: readonly string[]): Place | undefined {
  const left = places.filter(({ at, free }) => taken.filter((one) => one === at).length < free)
  return left.find(({ at }) => formatTime(at) === formatTime(wanted)) ?? left[0]
}

/** Can this person be booked for the patient of the entry? Both are at home in one unit. */
export const sharesUnit = (
  { unitIds }: Pick<FreeDoctor, 'unitIds'>,
  { patient }: { patient: Pick<Affected['patient'], 'unitIds'> },
): boolean => patient.unitIds.some((unit) => unitIds.includes(unit))

/** Gives everybody a place, nobody the same; who gets none stays without. */
export function spread(entries: readonly Affected[], places: readonly Place[]): Map<number, Place> {
  const found = new Map<number, Place>()
  const taken: string[] = []
  for (const { qid, startAt } of entries) {
    const place = nearest(places, startAt, taken)
    if (!place) continue
    taken.push(place.at)
    found.set(qid, place)
  }
  return found
}

export function wayOf({ qid, version }: Affected, choice: Choice, notify: boolean): Way | null {
  const { act, date, did, interval, at } = choice
  if (!act || !isComplete(choice)) return null
  const base = { qid, version, act, notify }
  if (act === 'keep' || act === 'cancel') return base
  return { ...base, date, interval, time: at ? formatTime(at) : undefined, ...(act === 'substitute' ? { did } : {}) }
}
