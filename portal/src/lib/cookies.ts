/** Small choices of this browser (theme, language, remembered accounts). Local storage belongs to the session's keys. */
const YEAR_S = 365 * 24 * 3600

export function readCookie(name: string): string | null {
  const found = globalThis.document?.cookie?.split('; ').find((part) => part.startsWith(`${name}=`))
  if (!found) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    // Somebody else wrote it; as good as none.
    return null
  }
}

export function writeCookie(name: string, value: string, maxAgeS = YEAR_S): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax${secure}`
}
