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

const textOf = (path: string, search: Search) => {
  const query = new URLSearchParams({ ...search }).toString()
  return query ? `${path}?${query}` : path
}

/**
 * Which page an address opens, in the order of SHELL-02: bare pages open; an unknown path goes to the error page with a
 * session or without; no session goes to sign-in; an unverified one to verification.
 */
export function decide(pathname: string, search: Search, standing: Standing): Verdict {
  if (/^\/logout\/*$/i.test(pathname)) return { kind: 'signOut' }
  const lead = leadOf(pathname)
  if (lead) return go(lead.path, { ...search, ...lead.search })

  const match = matchScreen(pathname)
  if (!match) return go('/pages/error-404', { from: pathname.slice(0, 200) })
  if (match.path !== pathname) return go(match.path, search)

  if (match.screen.id === 'login' && standing === 'active') return go(...splitReturn(search))
  if (match.screen.id === 'login' && standing === 'unverified') return go('/pages/verify')
  if (match.screen.layout === 'bare') return { kind: 'open', match }
  if (standing === 'none')
    return go('/pages/login', pathname === '/' && !Object.keys(search).length ? {} : { to: textOf(pathname, search) })
  if (standing === 'unverified') return go('/pages/verify')
  return { kind: 'open', match }
}

/** With a session the sign-in page leads to where it would have led after signing in. */
function splitReturn(search: Search): [string, Record<string, string>] {
  const url = new URL(safeReturn(search.to), 'http://own.invalid')
  return [url.pathname, Object.fromEntries(url.searchParams)]
}
