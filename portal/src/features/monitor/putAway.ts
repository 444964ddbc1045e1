import type { UrgentAlerts } from '@teleward/contract/monitoring/alert-schema.ts'
import { useState } from 'react'

/** Of this tab, over a reload. Ids and times alone. */
const KEPT = 'alerts-put-away'

type Urgent = UrgentAlerts['alerts'][number]
type Shut = UrgentAlerts['shut'][number]
/** One waiting of an alert: it comes back when it gets worse, and when the whole unit is told. */
export const waitingKey = (one: Pick<Urgent, 'id' | 'raisedAt' | 'reopenedAt' | 'wide'>): string =>
  `${one.id} ${one.reopenedAt ?? one.raisedAt} ${one.wide}`
export const shutKey = (one: Pick<Shut, 'pid' | 'unitId' | 'since' | 'wide'>): string =>
  `${one.pid}-${one.unitId} ${one.since} ${one.wide}`

function read(mid: number): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(`${KEPT}-${mid}`) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    // Written by no one else: what cannot be read hides nothing.
    return []
  }
}

/** What the person has put away here. Whoever put it away still has the entry of the bell and the number in the menu. */
export function usePutAway(mid: number): [away: (key: string) => boolean, putAway: (key: string) => void] {
  const [keys, setKeys] = useState(() => read(mid))
  const putAway = (key: string) => {
    const next = [...keys, key].slice(-200)
    setKeys(next)
    try {
      sessionStorage.setItem(`${KEPT}-${mid}`, JSON.stringify(next))
    } catch (error) {
      // Full or closed storage: it is put away until the page is loaded anew.
      console.warn(error)
    }
  }
  return [(key) => keys.includes(key), putAway]
}
