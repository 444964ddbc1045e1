import type { PeerStats } from './types.ts'

declare global {
  var __telewardMedia: (() => Promise<PeerStats[]>) | undefined
}

const rooms = new Set<{ getStats(): Promise<PeerStats[]> }>()

/** Lets an automated browser, and only such a one, read the figures of the running call. */
export function exposeProbe(room: { getStats(): Promise<PeerStats[]> }): () => void {
  if (!navigator.webdriver) return () => undefined
  rooms.add(room)
  globalThis.__telewardMedia = async () => (await Promise.all([...rooms].map((each) => each.getStats()))).flat()
  return () => {
    rooms.delete(room)
    if (rooms.size === 0) globalThis.__telewardMedia = undefined
  }
}
