export interface Tag {
  name: string
  /** Ends an element: `</a>`. */
  closes: boolean
  /** Is one by itself: `<a/>`. */
  empty: boolean
  attributes: string
  /** What stands between it and the next tag. */
  text: string
}

export class BrokenXml extends Error {}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five named characters and numbered ones; anything else a document would have to declare, which none may. */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,8}));/g, (said, hex, decimal, name) => {
        if (name) return NAMED[String(name)] ?? said
        const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text

/** An attribute's value; of its name alone, without the prefix of a name space. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? unescaped(found[1] ?? found[2] ?? '') : undefined
}

/**
 * The tags of a document in their order, names without prefixes. One pass, whatever stands in it. Declarations of types
 * and entities are refused: no sheet needs them, and they make bombs and read files.
 */
export function* tagsOf(xml: string): Generator<Tag> {
  let at = xml.indexOf('<')
  while (at >= 0) {
    if (xml.startsWith('<!--', at)) {
      const end = xml.indexOf('-->', at)
      if (end < 0) throw new BrokenXml('a comment without an end')
      at = xml.indexOf('<', end)
      continue
    }
    if (xml.startsWith('<!', at)) throw new BrokenXml('a declaration')
    const end = xml.indexOf('>', at)
    if (end < 0) throw new BrokenXml('a tag without an end')
    const next = xml.indexOf('<', end)
    if (xml.charAt(at + 1) !== '?') {
      const closes = xml.charAt(at + 1) === '/'
      const empty = xml.charAt(end - 1) === '/'
      const inside = xml.slice(at + (closes ? 2 : 1), empty ? end - 1 : end)
      if (inside.includes('<')) throw new BrokenXml('a tag without an end')
      const blank = inside.search(/\s/)
      const name = blank < 0 ? inside : inside.slice(0, blank)
      yield {
        name: name.slice(name.indexOf(':') + 1),
        closes,
        empty,
        attributes: blank < 0 ? '' : inside.slice(blank),
        text: next < 0 ? '' : xml.slice(end + 1, next),
      }
    }
    at = next
  }
}
