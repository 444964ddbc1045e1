import { checkDeviceToken } from '@teleward/contract/auth/endpoints.ts'
import { call } from '../api/client.ts'
import { codeOf } from '../api/errors.ts'
import { signOut } from '../api/me.ts'
import { session } from '../api/session.ts'
import { isGuarded } from '../ui/guards.ts'
import { router } from './routes.tsx'
import { matchScreen } from '../shell/screens.ts'
import { reloadWanted } from '../shell/version.ts'

function hideBootOverlay(): void {
  document.getElementById('boot')?.setAttribute('hidden', '')
}
function scrollToTop(): void {
  window.scrollTo(0, 0)
  document.getElementById('content')?.scrollTo(0, 0)
}

/** A mismatch signs out and reloads (AUTH-13). Being unable to ask changes nothing. */
async function checkDevice(): Promise<void> {
  const device_token = session.deviceToken()
  if (session.standing() !== 'active' || !device_token) return
  try {
    const screen = matchScreen(location.pathname)?.screen.id
    const [answer] = await call(checkDeviceToken, { body: { device_token, type: session.deviceType(), screen } })
    if (answer?.token === device_token) return
  } catch (error) {
    if (codeOf(error) !== 'DEVICE_MISMATCH') return
  }
  // While the dialog of a forced-out session stands, that is the answer; and another tab may have signed in meanwhile.
  if (session.pending() || session.deviceToken() !== device_token) return
  await signOut()
  location.replace('/pages/login?reason=device')
}

let lastPath = ''
/** What each navigation does beside showing the page (SHELL-03, AUTH-13). Changes of the query alone are none. */
export function watchNavigation(): () => void {
  return router.subscribe('onResolved', ({ toLocation }) => {
    hideBootOverlay()
    if (toLocation.pathname === lastPath) return
    const first = lastPath === ''
    lastPath = toLocation.pathname
    if (reloadWanted() && !first && !isGuarded('call') && !isGuarded('draft')) {
      location.reload()
      return
    }
    scrollToTop()
    void checkDevice()
  })
}
