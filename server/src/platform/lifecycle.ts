/**
 * How far this process is. `draining`: it still answers what it has begun, and wants nothing new. Whoever stops the
 * process sets it, once and for good; `/ready` says so to whoever sends it traffic.
 */
export interface Lifecycle {
  draining: boolean
  /** Nothing new is begun any more: a request that still gets in is refused before anything is done. */
  closing: boolean
}

export const createLifecycle = (): Lifecycle => ({ draining: false, closing: false })
