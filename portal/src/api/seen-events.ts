/** More than can be around one break of the line: the server repeats at most so many at a resume, and a few about it. */
const REMEMBERED = 1000

/** Which events have come already. After a lost connection a few come twice: once by the resume and once by themselves. */
export class SeenEvents {
  private readonly seen = new Set<number>()

  /** True the first time. Events without a place in the log (0) are not repeated, and always new. */
  first(cursor: number): boolean {
    if (cursor === 0) return true
    if (this.seen.has(cursor)) return false
    this.seen.add(cursor)
    const [oldest] = this.seen
    if (this.seen.size > REMEMBERED && oldest !== undefined) this.seen.delete(oldest)
    return true
  }
}
