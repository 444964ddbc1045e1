/** The only source of "now" on the server, so that a test can move it, and that processes have one in common (`db/database-clock.ts`). */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Stands still until it is moved. */
export function testClock(
  start: Date | string = new Date(),
): Clock & { set(at: Date | string): void; advance(ms: number): void } {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to).getTime()
    },
    advance: (ms) => {
      at += ms
    },
  }
}
