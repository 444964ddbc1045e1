import type { Tag } from '@teleward/contract/core/endpoint.ts'

/** Long enough for what one act tells to arrive together, too short for anybody to notice. */
export const BATCH_MS = 100

/**
 * Query families that events made stale, asked for again together: a patient's arrival tells of the entry, the room and
 * the counts within a few milliseconds, and a busy desk of many entries at once. The clock starts at the first of them
 * and is not put back by later ones, so that an unbroken stream is answered ten times a second, not never.
 */
export class TagBatcher {
  private readonly stale = new Set<Tag>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly ask: (tags: readonly Tag[]) => void

  constructor(ask: (tags: readonly Tag[]) => void) {
    this.ask = ask
  }

  add(tags: readonly Tag[]): void {
    for (const tag of tags) this.stale.add(tag)
    if (this.stale.size > 0) this.timer ??= setTimeout(() => this.now(), BATCH_MS)
  }

  /** What has been gathered is asked for at once. */
  now(): void {
    const tags = [...this.stale]
    this.forget()
    if (tags.length > 0) this.ask(tags)
  }

  /** The session is over: nothing is asked for any more. */
  forget(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.stale.clear()
  }
}
