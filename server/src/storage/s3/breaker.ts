/** So many calls in a row that came to nothing, and nobody is sent there for a while but one who looks. */
const FAILURES = 3

export interface Turn {
  /** It is tried once, not again: whoever came before came to nothing. */
  last: boolean
  well(): void
  ill(): void
}

/** Whether a store that does not answer is asked at all: a queue of those who wait for it would hold everybody else up. */
export function createBreaker(closedMs: number, now: () => number = () => performance.now()) {
  let failures = 0
  let closedUntil = 0
  const well = () => {
    failures = 0
    closedUntil = 0
  }
  return {
    /** Undefined: not now. */
    ask(): Turn | undefined {
      if (now() < closedUntil) return undefined
      // One looks, and those who come meanwhile are refused.
      if (failures >= FAILURES) closedUntil = now() + closedMs
      return {
        last: failures > 0,
        well,
        ill() {
          failures += 1
          if (failures >= FAILURES) closedUntil = now() + closedMs
        },
      }
    },
  }
}
