export const ANSWERS_WITHIN_MS = 15_000

export type Answered = { status: number; text: string; headers: Headers } | { failed: 'TIMEOUT' | 'UNREACHABLE' }

/** One request to a provider. Never throws for what the other side does; never follows it elsewhere. */
export async function askProvider(url: string, init: RequestInit, withinMs = ANSWERS_WITHIN_MS): Promise<Answered> {
  try {
    const response = await fetch(url, { redirect: 'error', ...init, signal: AbortSignal.timeout(withinMs) })
    return { status: response.status, text: await response.text(), headers: response.headers }
  } catch (error) {
    // Not reached, or no answer in time: what it says may name the address, so its kind alone is kept.
    return { failed: error instanceof Error && error.name === 'TimeoutError' ? 'TIMEOUT' : 'UNREACHABLE' }
  }
}

/** Worth another try: the other side is busy, or in trouble. */
export const isTemporary = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status)

/** A field of a JSON object; undefined where it is none. */
export function fieldOf(text: string, name: string): unknown {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? Reflect.get(said, name) : undefined
  } catch {
    // The other side says nothing that can be read: its status is what counts.
    return undefined
  }
}
