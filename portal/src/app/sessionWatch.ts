import { session } from '../api/session.ts'
import { letGo } from '../shell/leaving.ts'
import { goToLogin } from '../shell/navigation.ts'
import { matchScreen } from '../shell/screens.ts'
import { behindCover } from './behindCover.ts'

const inFrame = () => matchScreen(location.pathname)?.screen.layout === 'main'

/** Leads away when the session is gone for good: ended by the server, or by another tab. */
export function watchSession(): void {
  let before = session.user()?.mid ?? null
  session.subscribe(() => {
    before = session.user()?.mid ?? before
  })
  session.onEnd((end) => {
    if (end.kind === 'login') void behindCover(() => goToLogin(end.reason))
  })
  session.onElsewhere(() => {
    const now = session.user()?.mid ?? null
    const was = before
    before = now
    if (was === null || !inFrame()) return
    // Signed out in another tab, or somebody else signed in there: nothing of the first person may stay on screen.
    if (now === null) void behindCover(() => goToLogin('signedOut'))
    else if (now !== was) {
      letGo()
      location.assign('/')
    }
  })
}
