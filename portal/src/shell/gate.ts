import { leadOf, matchScreen, type ScreenMatch } from './screens.ts'

export type Standing = 'none' | 'unverified' | 'active'
export type Verdict =
  | { kind: 'open'; match: ScreenMatch }
  | { kind: 'go'; path: string; search: Record<string, string>; replace: true }
  | { kind: 'signOut' }

type Search = Readonly<Record<string, string>>

const go = (path: string, search: Search = {}): Verdict => ({ kind: 'go', path, search: { ...search }, replace: true })

/** Only addresses of this origin: `//evil.example` and `https:…` are none. */
export function safeReturn(to: string | undefined): string {
  if (!to || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(to)) return '/'
  return /^\/(pages\/|login|logout)/i.test(to) ? '/' : to
}

/**
 * Where a sign-in leads: back to where the session ended, for the same person alone. `of` is the staff number of whoever left
 * it; an address that nobody left is a link, and leads whoever opens it.
 */
export const wayBack = ({ to, of }: { to?: string; of?: string }, mid: number | undefined): string =>
  of === undefined || of === String(mid) ? safeReturn(to) : '/'

const textOf = (path: string, search: Search) => {
  const query = new URLSearchParams({ ...search }).toString()
  return query ? `${path}?${query}` : path
}

/**
 * Which page an address opens, in the order of SHELL-02: bare pages open; an unknown path goes to the error page with a
 * session or without; no session goes to sign-in; an unverified one to verification. `mid` is who is signed in, or who was.
 */
export function decide(pathname: string, search: Search, standing: Standing, mid?: number): Verdict {
  if (/^\/logout\/*$/i.test(pathname)) return { kind: 'signOut' }
  const lead = leadOf(pathname)
  if (lead) return go(lead.path, { ...search, ...lead.search })

  const match = matchScreen(pathname)
  if (!match) return go('/pages/error-404', { from: pathname.slice(0, 200) })
  if (match.path !== pathname) return go(match.path, search)

  if (match.screen.id === 'login' && standing === 'active') return go(...split(wayBack(search, mid)))
  if (match.screen.id === 'login' && standing === 'unverified') return go('/pages/verify')
  if (match.screen.layout === 'bare') return { kind: 'open', match }
  if (standing === 'none')
    return go(
      '/pages/login',
      pathname === '/' && !Object.keys(search).length ? {} : back(textOf(pathname, search), mid),
    )
  if (standing === 'unverified') return go('/pages/verify')
  return { kind: 'open', match }
}

/** The way back as the address of the sign-in page keeps it. */
export const back = (to: string, mid: number | undefined): Record<string, string> =>
  mid === undefined ? { to } : { to, of: String(mid) }

/** With a session the sign-in page leads to where it would have led after signing in. */
function split(href: string): [string, Record<string, string>] {
  const url = new URL(href, 'http://own.invalid')
  return [url.pathname, Object.fromEntries(url.searchParams)]
}
