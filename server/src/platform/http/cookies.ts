/** Reads single cookies of a Cookie header; the first of a name counts. */
export function readCookies(header: string | undefined): (name: string) => string | undefined {
  return (name) => {
    for (const part of (header ?? '').split(';')) {
      const at = part.indexOf('=')
      if (at < 0 || part.slice(0, at).trim() !== name) continue
      const value = part
        .slice(at + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1')
      try {
        return decodeURIComponent(value)
      } catch {
        return value
      }
    }
    return undefined
  }
}
