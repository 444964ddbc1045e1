import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const nonces = new WeakMap<IncomingMessage, string>()

/** One per request: `index.html` carries it where it says `__CSP_NONCE__`, antd's style elements take it from there. */
export function nonceOf(request: IncomingMessage): string {
  let nonce = nonces.get(request)
  if (!nonce) {
    nonce = randomBytes(16).toString('base64')
    nonces.set(request, nonce)
  }
  return nonce
}

export interface Origins {
  secure: boolean
  /** Further ones that the portal speaks to: a comm service, an upload host. */
  connect: readonly string[]
  /** Further ones that pictures come from. */
  pictures: readonly string[]
}
export function policy(nonce: string, { secure, connect, pictures }: Origins): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    // React and antd set single properties through the DOM; attributes in markup stay refused.
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'data:', 'blob:', ...pictures],
    'media-src': ["'self'", 'blob:', 'mediastream:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
