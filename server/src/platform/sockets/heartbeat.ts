/** How a silent line is noticed: asked every `intervalMs`, given up `timeoutMs` after a question without an answer. */
export interface Heartbeat {
  intervalMs: number
  timeoutMs: number
}
/** Their sum is well within the 30 s of presence. */
export const HEARTBEAT: Heartbeat = { intervalMs: 8000, timeoutMs: 6000 }
