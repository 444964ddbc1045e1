const SHOWN = 8

/** The last patients of visits that come newest first: each once, with the last one. */
export function lastPatients<Visit extends { pid: number }>(visits: readonly Visit[]): Visit[] {
  const first = new Map<number, Visit>()
  for (const visit of visits) if (!first.has(visit.pid)) first.set(visit.pid, visit)
  return [...first.values()].slice(0, SHOWN)
}
