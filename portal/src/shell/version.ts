import { versionFile } from '@teleward/contract/auth/endpoints.ts'
import { send } from '../api/http.ts'
import { session } from '../api/session.ts'
import { t } from '../i18n/i18n.ts'
import { createStore, type Store } from '../lib/store.ts'
import { isGuarded, onGuards } from '../ui/guards.ts'
import { notify } from '../ui/notify.ts'

export const VERSION = __BUILD_VERSION__
/** `0.1.0` of `0.1.0+3fa9…`. */
export const SHOWN_VERSION = VERSION.split('+')[0] ?? VERSION
const ASK_EVERY_MS = 5000

/** With a session it is the person's decision when to reload; without one the page does it by itself (SHELL-11). */
function onNewVersion(): void {
  if (session.standing() === 'none') reloadFree()
  else promptReload()
}

let flag = false
/** The next change of page loads everything anew, unless something would be lost. */
export const reloadWanted = () => flag

/** A `refresh` message: with a session the flag and a word, without one a reload by itself (SHELL-12). */
export function onRefresh(): void {
  if (session.standing() === 'none') {
    reloadFree()
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

type Field = Pick<HTMLInputElement, 'value' | 'isConnected'>
/** Fields that somebody typed in since the page was loaded: without a session their text is nowhere else. */
const typed = new Set<Field>()
const halfFilled = () => [...typed].some((field) => field.isConnected && field.value !== '')
const busy = () => isGuarded('call') || isGuarded('draft') || halfFilled()

/** A page that nobody has touched for so long is left alone. */
const IDLE_MS = 60_000
const SIGNS = ['pointerdown', 'keydown', 'input'] as const
const waits = createStore(false)
/** A page without a session is of an earlier version, and waits for its visit or its form to be over. */
export const versionWaits: Pick<Store<boolean>, 'get' | 'subscribe'> = waits

/** At once where nothing would be lost: never in a visit, nor over what is being typed; else when the page is idle again. */
function reloadFree(): void {
  if (!busy()) {
    location.reload()
    return
  }
  if (waits.get()) return
  waits.set(true)
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => busy() || location.reload(), IDLE_MS)
  }
  for (const sign of SIGNS) document.addEventListener(sign, again, { capture: true, passive: true })
  onGuards(again)
  again()
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
  document.addEventListener('input', ({ target }) => typed.add(target as unknown as Field), { capture: true })
}
