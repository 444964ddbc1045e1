import { createStore, type Store } from '../../lib/store.ts'

/** Of several tabs with the same link one is in the call; `deciding`: it is not yet known which. */
export type Place = 'deciding' | 'here' | 'elsewhere'

/** What is asked of the browser. */
export interface TabBrowser {
  /** Absent in old browsers: there the server's word alone says that another tab took over. */
  locks: Pick<LockManager, 'request'> | undefined
  visible(): boolean
  /** Returns the way to stop listening. */
  onVisibility(listener: () => void): () => void
}
export interface OneTab extends Pick<Store<Place>, 'get' | 'subscribe'> {
  /** By hand: the call goes on here, wherever it was. */
  take(): void
  /** The server says that the same person came in by another page, of this browser or of another. */
  replaced(): void
  close(): void
}

/** Whoever called or answered goes first; the other tabs hear of the same answer at the same time. */
const OTHERS_FIRST_MS = 300
/** A page behind others opens no camera, unless there is nobody else to be in the call. */
const HIDDEN_MS = 3000

const own: TabBrowser = {
  get locks() {
    return navigator.locks as LockManager | undefined
  },
  visible: () => document.visibilityState === 'visible',
  onVisibility(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}

/**
 * Decides by a Web Lock which tab has the call: the one that `acted` (it called or answered), else one that is looked at. The
 * others wait behind it, and the one that is looked at goes on with the call when that tab goes.
 */
export function createOneTab(name: string, acted: boolean, browser: TabBrowser = own): OneTab {
  const place = createStore<Place>('deciding')
  const { locks } = browser
  let asked: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let release: () => void = () => {}
  let closed = false
  /** Another browser has it, which no lock of this one knows: it comes back by hand alone. */
  let away = false
  const set = (now: Place) => {
    if (!closed && place.get() !== now) place.set(now)
  }

  const ask = (how: 'take' | 'queue' | 'ifFree') => {
    clearTimeout(timer)
    asked?.abort()
    const mine = new AbortController()
    // What is taken comes at once, and is not given up before.
    asked = how === 'take' ? null : mine
    if (!locks) return set('here')
    // Not at once: what is free is there in a moment.
    if (how === 'queue') timer = setTimeout(() => set('elsewhere'), OTHERS_FIRST_MS)
    const options =
      how === 'take' ? { steal: true } : how === 'ifFree' ? { ifAvailable: true } : { signal: mine.signal }
    locks
      .request(name, options, (lock) => {
        if (!lock) return set('elsewhere')
        if (closed || mine.signal.aborted) return
        clearTimeout(timer)
        set('here')
        return new Promise<void>((done) => {
          release = done
        })
      })
      .catch((error: unknown) => {
        if (!(error instanceof DOMException) || error.name !== 'AbortError') return reportError(error)
        // Given up by this tab; or taken from it by another.
        if (closed || mine.signal.aborted) return
        set('elsewhere')
        wait()
      })
  }
  const wait = () => {
    if (closed || away || place.get() === 'here') return
    if (browser.visible()) ask('queue')
    else asked?.abort()
  }

  const off = browser.onVisibility(wait)
  const begin = () => {
    if (browser.visible()) ask('queue')
    else timer = setTimeout(() => ask('ifFree'), HIDDEN_MS)
  }
  if (acted) ask('take')
  else timer = setTimeout(begin, OTHERS_FIRST_MS)
  return {
    get: place.get,
    subscribe: place.subscribe,
    take() {
      away = false
      if (place.get() !== 'here') ask('take')
    },
    replaced() {
      away = true
      set('elsewhere')
      asked?.abort()
      release()
    },
    close() {
      closed = true
      off()
      clearTimeout(timer)
      asked?.abort()
      release()
    },
  }
}

/** Calls that were begun or answered on this very page. */
const acted = new Set<string>()
export const actedOn = (callID: string | undefined): void => void (callID && acted.add(callID))
export const hasActed = (callID: string | undefined): boolean => callID !== undefined && acted.has(callID)
