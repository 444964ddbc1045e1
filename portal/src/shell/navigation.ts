import type { AnyRouter } from '@tanstack/react-router'
import { session } from '../api/session.ts'
import { back } from './gate.ts'
import { pathTo, type ScreenId } from './screens.ts'

type Params = Readonly<Record<string, string | number>>

/** The part of the router that leads somewhere. Bound once by `routes.ts`, which knows every screen; nothing else may. */
type Navigator = Pick<AnyRouter, 'navigate' | 'state' | 'history'>
let navigator: Navigator | undefined
export function bindNavigator(router: Navigator): void {
  navigator = router
}
function bound(): Navigator {
  if (!navigator) throw new Error('no router is bound yet')
  return navigator
}

/** The router, for whoever stands below the routes. */
export const router: Navigator = {
  navigate: (to) => bound().navigate(to),
  get state() {
    return bound().state
  },
  get history() {
    return bound().history
  },
}

/** Leads to an address of the portal as it was stored, with its query. */
export const goToAddress = (href: string): Promise<void> => bound().navigate({ href })

/** Leads to a screen by its name. */
export function go(id: ScreenId, params: Params = {}, search: Record<string, string> = {}): Promise<void> {
  return bound().navigate({ to: pathTo(id, params), search })
}

/** To the sign-in page, with the way back for the same person; whoever signs out by choice leaves none for the next person. */
export function goToLogin(reason?: string): Promise<void> {
  const { pathname, href } = bound().state.location
  // Several calls may be refused one after the other: the second finds the sign-in page open already, and must not
  // forget where the first came from.
  const there = location.pathname === '/pages/login' ? Object.fromEntries(new URLSearchParams(location.search)) : {}
  const from = pathname.startsWith('/pages/') || href === '/' ? {} : back(href, session.lastMid())
  const { to, of } = there.to ? there : from
  const way = to && reason !== 'signedOut' ? { to, ...(of ? { of } : {}) } : {}
  return bound().navigate({ to: '/pages/login', search: { ...way, ...(reason ? { reason } : {}) }, replace: true })
}
