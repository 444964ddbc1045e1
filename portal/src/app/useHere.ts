import { useRouterState } from '@tanstack/react-router'
import { matchScreen, type ScreenMatch } from '../shell/screens.ts'

/** The screen that is open. */
export function useHere(): ScreenMatch | null {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname })
  return matchScreen(pathname)
}
/** The whole address, for a star. */
export const useHref = () => useRouterState({ select: (state) => state.location.href })
