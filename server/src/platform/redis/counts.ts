import type { Counted } from '../limits.ts'
import type { Line } from './line.ts'

/** One more, and how long the window still is: in one step, so that a key without an end cannot stay behind. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  ttl = tonumber(ARGV[1])
end
return {count, ttl}`
/** Longer nobody waits for it: the process then counts by itself. */
const ANSWER_MS = 300

export const countsOver =
  (line: Line, name: string, failed: () => void) =>
  async (kind: string, key: string, windowMs: number): Promise<Counted | undefined> => {
    if (!line.up) return undefined
    try {
      const asked = { keys: [`${name}:limit:${kind}:${key}`], arguments: [String(windowMs)] }
      const [count, ttl] = (await line.quick((redis) => redis.eval(COUNT, asked), ANSWER_MS)) as [number, number]
      return { count, ttl }
    } catch {
      failed()
      return undefined
    }
  }
