import type { Deps } from '../../platform/deps.ts'
import type { Hub, HubBetween, HubWord } from './hub.ts'

const ROOMS = 'rooms'
/** Somebody whom a process missed in a room is in it after this at the latest, and whoever it took to be there is not. */
const SHARED_MS = 5000

export function betweenHubs({ joined }: Pick<Deps, 'joined'>): HubBetween | undefined {
  return joined && { self: joined.self, say: (word) => void joined.tell(ROOMS, word), leads: joined.roster.leads }
}

/** The two sides of a call may be on two processes: each hub knows of the people of all. */
export function joinHubs({ joined, onStart, onStop }: Pick<Deps, 'joined' | 'onStart' | 'onStop'>, hub: Hub): void {
  if (!joined) return
  joined.on(ROOMS, (word) => hub.hear(word as HubWord))
  joined.roster.onFound(() => hub.shareAll())
  joined.roster.onLost((process) => hub.lost(process))
  // Also by one without anybody, of whom another may have read late that they are here.
  const regular = setInterval(() => hub.shareAll(), SHARED_MS)
  regular.unref()
  onStop(() => clearInterval(regular))
  onStart(() => hub.shareAll())
}
