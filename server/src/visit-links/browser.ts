import type { Deps } from '../platform/deps.ts'
import type { Ctx } from '../platform/http/index.ts'
import { hashOf } from './links.ts'

/** The one browser that has proved who reads a link: it holds a secret, of which the link keeps the hash. */
export interface LinkOfBrowser {
  kind: 'link' | 'referral' | 'guest'
  id: string
}
type Cookies = (name: string) => string | undefined

/**
 * One cookie per link: two visits of a family on one phone do not put each other out. Under HTTPS its prefix makes the
 * browser hold it to this very host; the plain one is for a trial on the loopback interface.
 */
export const cookieName = ({ kind, id }: LinkOfBrowser, secure: boolean) =>
  `${secure ? '__Host-' : ''}tw_${kind}_${id.slice(0, 8)}`

export function holds(cookie: Cookies, link: LinkOfBrowser, browserHash: string | null): boolean {
  const secret = cookie(cookieName(link, true)) ?? cookie(cookieName(link, false))
  return browserHash !== null && secret !== undefined && hashOf(secret) === browserHash
}

export function keepSecret(
  ctx: Pick<Ctx, 'setCookie'>,
  { tls, publicUrl }: Pick<Deps['config'], 'tls' | 'publicUrl'>,
  { secret, seconds, ...link }: LinkOfBrowser & { secret: string; seconds: number },
): void {
  const secure = Boolean(tls || publicUrl?.startsWith('https:'))
  ctx.setCookie(cookieName(link, secure), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    maxAge: seconds,
    secure,
  })
}
