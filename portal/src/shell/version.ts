import { versionFile } from '@teleward/contract/auth/endpoints.ts'
import { send } from '../api/http.ts'
import { session } from '../api/session.ts'
import { t } from '../i18n/i18n.ts'
import { isGuarded } from '../ui/guards.ts'
import { notify } from '../ui/notify.ts'

export const VERSION = __BUILD_VERSION__
/** `0.1.0` of `0.1.0+3fa9…`. */
export const SHOWN_VERSION = VERSION.split('+')[0] ?? VERSION
const ASK_EVERY_MS = 5000

/** With a session it is the person's decision when to reload; without one the page reloads at once (SHELL-11). */
function onNewVersion(): void {
  if (session.standing() === 'none' && !isGuarded('call') && !isGuarded('draft')) {
    location.reload()
    return
  }
  promptReload()
}

let flag = false
/** The next change of page loads everything anew, unless something would be lost. */
export const reloadWanted = () => flag

/** A `refresh` message: with a session the flag and a word, without one a reload at once (SHELL-12). */
export function onRefresh(): void {
  if (session.standing() === 'none' && !isGuarded('call') && !isGuarded('draft')) {
    location.reload()
    return
  }
  flag = true
  promptReload()
}

export function promptReload(): void {
  notify({
    kind: 'info',
    title: t('shell.version.title'),
    text: isGuarded('call') ? t('shell.version.inCall') : t('shell.version.text'),
    lasts: 'untilClosed',
    key: 'version',
    action: { label: t('shell.version.reload'), run: () => location.reload() },
  })
}

/** Asks for the version file when the tab becomes visible, at most every 5 s, never on localhost. */
export function watchVersion(): void {
  let askedAt = 0
  const ask = async () => {
    if (document.visibilityState !== 'visible' || location.hostname === 'localhost') return
    if (Date.now() - askedAt < ASK_EVERY_MS) return
    askedAt = Date.now()
    try {
      const { version } = await send(versionFile, { query: { t: String(askedAt) } })
      if (version !== VERSION) onNewVersion()
    } catch (error) {
      console.warn('The version could not be asked for', error)
    }
  }
  document.addEventListener('visibilitychange', () => void ask())
}
