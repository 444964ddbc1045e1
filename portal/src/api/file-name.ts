/** The name that an answer gives its file (RFC 6266, RFC 8187): the one in UTF-8 before the plain one; '' where it says none. */
export function fileNameOf(disposition: string | null): string {
  if (!disposition) return ''
  const [, coded] = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition) ?? []
  if (coded) {
    try {
      return decodeURIComponent(coded)
    } catch {
      // What is no UTF-8 is no name: the plain one stands beside it.
    }
  }
  const [, plain] = /filename\s*=\s*"([^"]*)"/i.exec(disposition) ?? []
  return plain ?? ''
}
