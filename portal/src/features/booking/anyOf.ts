import type { FreeDay, FreeSession, FreeTimes } from '@teleward/contract/shifts/schema.ts'

/** Sessions of one part of the day as one: a place is free where anybody has it. */
function together(sessions: readonly FreeSession[]): FreeSession {
  const [first] = sessions
  if (!first || sessions.length === 1) return first as FreeSession
  const byTime = new Map<string, FreeSession['places'][number]>()
  for (const place of sessions.flatMap(({ places }) => places)) {
    const before = byTime.get(place.at)
    const free = (before?.free ?? 0) + place.free
    byTime.set(place.at, { ...place, free, closed: free > 0 ? null : (before?.closed ?? place.closed) })
  }
  const sum = (of: (one: FreeSession) => number) => sessions.reduce((all, one) => all + of(one), 0)
  // A closed session of one has no places to add to those of the others.
  const open = sessions.filter(({ closed }) => closed === null)
  return {
    ...first,
    startAt: sessions.map(({ startAt }) => startAt).toSorted()[0] ?? first.startAt,
    endAt:
      sessions
        .map(({ endAt }) => endAt)
        .toSorted()
        .at(-1) ?? first.endAt,
    capacity: sum(({ closed, capacity }) => (closed ? 0 : capacity)),
    booked: sum(({ closed, booked }) => (closed ? 0 : booked)),
    held: sum(({ closed, held }) => (closed ? 0 : held)),
    closed: open.length > 0 ? null : first.closed,
    places: [...byTime.values()].toSorted((a, b) => a.at.localeCompare(b.at)),
  }
}

/** The months of several doctors as one. */
export function daysOfAll(months: readonly FreeTimes[]): FreeDay[] {
  const [first] = months
  if (!first || months.length === 1) return first?.days ?? []
  return first.days.map(({ date }) => {
    const own = months.flatMap(({ days }) => days.filter((day) => day.date === date))
    const byPart = Map.groupBy(
      own.flatMap(({ sessions }) => sessions),
      ({ interval }) => interval,
    )
    const free = own.reduce((sum, day) => sum + day.free, 0)
    return {
      date,
      free,
      closed: free > 0 ? null : (own.find(({ closed }) => closed !== 'none')?.closed ?? 'none'),
      sessions: [...byPart.values()].map(together).toSorted((a, b) => a.startAt.localeCompare(b.startAt)),
    }
  })
}

/** Who of several is booked for a time: of those who have it free the one with the fewest of the day, then the first. */
export function whoHas(
  months: readonly FreeTimes[],
  at: { date: string; interval: number; startAt: string },
): number | undefined {
  const able = months.flatMap(({ did, days }) => {
    const day = days.find(({ date }) => date === at.date)
    const places = day?.sessions.find(({ interval }) => interval === at.interval)?.places ?? []
    if (!day || !places.some((place) => place.at === at.startAt && place.free > 0)) return []
    return [{ did, load: day.sessions.reduce((sum, { booked }) => sum + booked, 0) }]
  })
  return able.toSorted((a, b) => a.load - b.load)[0]?.did
}
