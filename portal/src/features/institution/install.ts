import { browserOf } from '../../media/browser.ts'

/** The browser that the page is open in, as far as installing goes. */
export interface Place {
  system: 'ios' | 'android' | 'macos' | 'windows' | 'other'
  browser: 'chrome' | 'edge' | 'safari' | 'firefox' | 'samsung' | 'embedded' | 'other'
}
/** In the words of the guide. `elsewhere`: not by this browser; `outside`: by the same system's browser, not within another app. */
export const WAYS = [
  'prompt',
  'desktop',
  'safariMac',
  'iosShare',
  'android',
  'firefoxAndroid',
  'outside',
  'elsewhere',
] as const
export type Way = (typeof WAYS)[number]

const SYSTEMS: readonly [RegExp, Place['system']][] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/Macintosh|Mac OS X/, 'macos'],
  [/Windows/, 'windows'],
]
const BROWSERS: readonly [RegExp, Place['browser']][] = [
  [/\bEdg(?:A|iOS)?\//, 'edge'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\bOPR\/|\bOPT\//, 'other'],
  [/(?:Chrome|CriOS)\//, 'chrome'],
  [/\bVersion\/.*\bSafari\//, 'safari'],
]

/** `touch`: the number of fingers; an iPad calls itself a Macintosh, and no Macintosh is touched. */
export function placeOf(agent: string, touch: number): Place {
  const named = SYSTEMS.find(([like]) => like.test(agent))?.[1] ?? 'other'
  // Apps show pages within themselves, where nothing can be installed.
  const within = ['line', 'inApp'].includes(browserOf(agent))
  return {
    system: named === 'macos' && touch > 1 ? 'ios' : named,
    browser: within ? 'embedded' : (BROWSERS.find(([like]) => like.test(agent))?.[1] ?? 'other'),
  }
}

/** How it is installed here; `offered`: the browser has a prompt of its own ready. */
export function wayOf({ system, browser }: Place, offered: boolean): Way {
  if (browser === 'embedded') return 'outside'
  if (offered) return 'prompt'
  if (system === 'ios') return browser === 'other' ? 'elsewhere' : 'iosShare'
  if (system === 'android') {
    if (browser === 'firefox') return 'firefoxAndroid'
    return browser === 'other' ? 'elsewhere' : 'android'
  }
  if (browser === 'chrome' || browser === 'edge') return 'desktop'
  return browser === 'safari' && system === 'macos' ? 'safariMac' : 'elsewhere'
}
/** The ways told besides, folded: of other devices. */
export const otherWays = (way: Way): Way[] =>
  (['desktop', 'safariMac', 'iosShare', 'android', 'firefoxAndroid'] as const).filter((one) => one !== way)

/** What Chromium gives a page to ask with. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}
declare global {
  /** Kept by `boot.js` when the browser offers it. */
  var __installPrompt: InstallPrompt | undefined
}

/** A clock that is wrong by more makes codes and tokens fail. */
export const CLOCK_TOLERANCE_MS = 120_000
