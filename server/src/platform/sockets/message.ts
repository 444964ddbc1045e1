import { SOCKET_MESSAGES_PER_10S } from '@teleward/contract/core/sockets.ts'
import type { z } from 'zod'

export type Parsed<T> = { ok: true; data: T } | { ok: false }

export function parseMessage<S extends z.ZodType>(schema: S, payload: unknown): Parsed<z.output<S>> {
  const parsed = schema.safeParse(payload)
  return parsed.success ? { ok: true, data: parsed.data } : { ok: false }
}

const WINDOW_MS = 10_000
/** Who goes on at this many times the limit is disconnected. */
const PATIENCE = 3

/** Counts one socket's messages; real time, because it guards the machine and no rule of the house. */
export function messageMeter(limit = SOCKET_MESSAGES_PER_10S, now: () => number = Date.now) {
  let since = now()
  let count = 0
  return (): 'ok' | 'limited' | 'cut' => {
    if (now() - since >= WINDOW_MS) {
      since = now()
      count = 0
    }
    count += 1
    if (count <= limit) return 'ok'
    return count > limit * PATIENCE ? 'cut' : 'limited'
  }
}
