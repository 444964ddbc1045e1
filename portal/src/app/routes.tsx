/**
 * How a feature brings a screen, without touching a file of the frame:
 *
 * 1. `features/<domain>/feature.ts` exports `default defineFeature({ screens: { apptmgmt: { load: () =>
 *    import('./AppointmentsPage.tsx'), texts: ['appointments'], permission: 'appointment.read', menu: { group: 'care',
 *    icon: CalendarOutlined, order: 20, count: (counts) => counts.appointments }, keys: 'g a' } } })`. The file is found
 *    by its name; it stays small, because it is part of the entry chunk. The page is a default export.
 * 2. Texts: `i18n/{zh-TW,zh-CN,en}/<domain>.ts`, and for a new domain one line in `i18n/messages.ts`.
 * 3. The screen's name in menu, breadcrumb and tab title is `screens.name.<id>`; ids and paths are those of `screens.ts`.
 *
 * A screen that no feature brings has no menu item and says 'not available in this version'. Inside a screen:
 * `useSearchState(schema)` for what lives in the URL, `useMe()` for the session, `useKeys` for keys, `go(id, params)` to
 * lead elsewhere. `hold('call' | 'draft')` while something must not be interrupted.
 */
import './features.ts'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { signOut } from '../api/me.ts'
import { session } from '../api/session.ts'
import { ensureTexts } from '../i18n/i18n.ts'
import { lazyPart } from '../shell/chunks.tsx'
import type { ScreenEntry } from '../shell/feature.ts'
import { entries } from '../shell/features.ts'
import { decide } from '../shell/gate.ts'
import { bindNavigator } from '../shell/navigation.ts'
import { RouteError } from './RouteError.tsx'
import { SCREENS, type ScreenDef } from '../shell/screens.ts'
import { parseSearch, type Search, stringifySearch } from '../shell/search.ts'

const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>) => search as Search,
  beforeLoad: async ({ location }) => {
    const verdict = decide(location.pathname, location.search, session.standing(), session.lastMid())
    if (verdict.kind === 'signOut') {
      await signOut()
      throw redirect({ to: '/pages/login', search: { reason: 'signedOut' }, replace: true })
    }
    if (verdict.kind === 'go') throw redirect({ to: verdict.path, search: verdict.search, replace: true })
  },
  errorComponent: RouteError,
})

const frame = lazyPart(() => import('./MainLayout.tsx'))
const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  loader: () => Promise.all([frame.preload(), ensureTexts('shell', 'screens')]),
  component: frame.Component,
  errorComponent: RouteError,
})

/** `/apptmgmt/{agent?}` → `/apptmgmt/{-$agent}` */
const routerPath = (path: string) => path.replace(/\{(\w+)\?\}/g, '{-$$$1}').replace(/\{(\w+)\}/g, '$$$1')

const missing: ScreenEntry = { load: () => import('./MissingScreen.tsx'), texts: ['shell'] }

function screenRoute(screen: ScreenDef) {
  const entry = entries[screen.id] ?? missing
  // Inside the frame Ant Design is there already.
  const part = lazyPart(entry.load, entry.plain || screen.layout === 'main')
  return createRoute({
    getParentRoute: () => (screen.layout === 'main' ? mainRoute : rootRoute),
    path: routerPath(screen.path),
    staticData: { screen },
    loader: () => Promise.all([part.preload(), ensureTexts(...(entry.texts ?? []))]),
    component: part.Component,
    errorComponent: RouteError,
  })
}

const inFrame = SCREENS.filter((screen) => screen.layout === 'main').map(screenRoute)
const onTheirOwn = SCREENS.filter((screen) => screen.layout === 'bare').map(screenRoute)

export const router = createRouter({
  routeTree: rootRoute.addChildren([mainRoute.addChildren(inFrame), ...onTheirOwn]),
  parseSearch,
  stringifySearch,
  scrollRestoration: false,
  defaultPendingMs: 400,
  defaultStructuralSharing: true,
})
bindNavigator(router)

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenDef
  }
}
