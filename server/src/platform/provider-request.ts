export const ANSWERS_WITHIN_MS = 15_000

/** Nothing that a provider has to say is longer; what never ends is no answer. */
const MOST_BYTES = 2_000_000

export type Answered =
  | { status: number; text: string; headers: Headers }
  | { failed: 'TIMEOUT' | 'UNREACHABLE' | 'TOO_LONG' }

/** One request to a provider. Never throws for what the other side does; never follows it elsewhere. */
export async function askProvider(url: string, init: RequestInit, withinMs = ANSWERS_WITHIN_MS): Promise<Answered> {
  try {
    const response = await fetch(url, { redirect: 'error', ...init, signal: AbortSignal.timeout(withinMs) })
    const text = await textOf(response)
    return text === null ? { failed: 'TOO_LONG' } : { status: response.status, text, headers: response.headers }
  } catch (error) {
    // Not reached, or no answer in time: what it says may name the address, so its kind alone is kept.
    return { failed: error instanceof Error && error.name === 'TimeoutError' ? 'TIMEOUT' : 'UNREACHABLE' }
  }
}

/** `null`: it went on and on, and was hung up on. */
async function textOf({ body }: Response): Promise<string | null> {
  if (!body) return ''
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    parts.push(part)
    bytes += part.byteLength
    // Leaving the loop lets go of the line.
    if (bytes > MOST_BYTES) return null
  }
  return Buffer.concat(parts).toString('utf8')
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
