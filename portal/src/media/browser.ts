/** Which browser a page runs in, as far as it matters for what to press: an app's own browser may lend no camera at all. */
export type BrowserKind = 'line' | 'inApp' | 'iosSafari' | 'iosOther' | 'android' | 'firefox' | 'safari' | 'chrome'

export function browserOf(agent: string): BrowserKind {
  if (/\bLine\//i.test(agent)) return 'line'
  if (/FBAN|FBAV|Instagram|MicroMessenger|\bwv\)|TikTok|Weibo/i.test(agent)) return 'inApp'
  if (/iPhone|iPad|iPod/.test(agent)) return /CriOS|FxiOS|EdgiOS/.test(agent) ? 'iosOther' : 'iosSafari'
  if (/Android/.test(agent)) return 'android'
  if (/Firefox\//.test(agent)) return 'firefox'
  if (/Safari\//.test(agent) && !/Chrom(e|ium)\//.test(agent)) return 'safari'
  return 'chrome'
}

/**
 * The same page in the phone's own browser, out of an app's: LINE by its own parameter, Android by an intent, iOS by Safari's
 * scheme. `null`: this browser is none of an app, or knows no way out but the menu.
 */
export function outside(agent: string, href: string): string | null {
  const kind = browserOf(agent)
  const address = new URL(href)
  if (kind === 'line') {
    address.searchParams.set('openExternalBrowser', '1')
    return address.href
  }
  if (kind !== 'inApp' || /MicroMessenger/i.test(agent) || address.protocol !== 'https:') return null
  const rest = `${address.host}${address.pathname}${address.search}`
  if (/Android/.test(agent)) return `intent://${rest}#Intent;scheme=https;end`
  return /iPhone|iPad|iPod/.test(agent) ? `x-safari-https://${rest}` : null
}
