import type { IncomingMessage } from 'node:http'

/**
 * A browser names the page a socket comes from; only pages of this very server (or of `PUBLIC_URL`, behind a proxy) are
 * let in. What names none is no browser page, and has to show a token like everybody else.
 */
export function sameOrigin(request: Pick<IncomingMessage, 'headers'>, publicUrl: string | undefined): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  try {
    const from = new URL(origin)
    if (publicUrl && from.origin === new URL(publicUrl).origin) return true
    return host !== undefined && from.host === host.toLowerCase()
  } catch {
    return false
  }
}
