/**
 * How far this process is. `draining`: it still answers what it has begun, and wants nothing new. Whoever stops the
 * process sets it, once and for good; `/ready` says so to whoever sends it traffic.
 */
export interface Lifecycle {
  draining: boolean
  /** Nothing new is begun any more: a request that still gets in is refused before anything is done. */
  closing: boolean
  /**
   * Other servers by name, without which the rest goes on: whether each answers. `/ready` tells of them and wants traffic all the
   * same.
   */
  readonly parts: Map<string, () => Promise<boolean>>
}

export const createLifecycle = (): Lifecycle => ({ draining: false, closing: false, parts: new Map() })
