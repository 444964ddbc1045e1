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

/** Longest attributes of one tag: a cell of Excel's has 32,767 letters at most, and no tag of a sheet comes near it. */
const ATTRIBUTES_MAX = 65_536

/**
 * The tags of a document in their order, names without prefixes; what is none, a comment or an instruction, has an empty
 * name. One pass, whatever stands in it. Declarations of types and entities are refused: no sheet needs them, and they make
 * bombs and read files.
 */
export function* tagsOf(xml: string): Generator<Tag> {
  let at = xml.indexOf('<')
  while (at >= 0) {
    if (xml.startsWith('<!--', at)) {
      const end = xml.indexOf('-->', at)
      if (end < 0) throw new BrokenXml('a comment without an end')
      at = xml.indexOf('<', end)
      yield NO_TAG
      continue
    }
    if (xml.startsWith('<!', at)) throw new BrokenXml('a declaration')
    const end = xml.indexOf('>', at)
    if (end < 0) throw new BrokenXml('a tag without an end')
    if (end - at > ATTRIBUTES_MAX) throw new BrokenXml('a tag of any length')
    const next = xml.indexOf('<', end)
    if (xml.charAt(at + 1) === '?') yield NO_TAG
    else {
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
const NO_TAG: Tag = { name: '', closes: false, empty: true, attributes: '', text: '' }

/** Between two breaths, so that a part of any making holds nobody up for longer than some milliseconds. */
const TAGS_AT_ONCE = 1000
const LETTERS_AT_ONCE = 256 * 1024
const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Shows each tag to `visit` until it says that it has seen enough, and lets others have their turn by what was read: by
 * tags opened as well as closed, since a part made to hurt closes none. More than `most` tags are refused by `tooMany`.
 */
export async function eachTag(
  xml: string,
  { most, tooMany }: { most: number; tooMany: () => Error },
  visit: (tag: Tag) => 'enough' | undefined,
): Promise<void> {
  let tags = 0
  let letters = 0
  let since = 0
  for (const tag of tagsOf(xml)) {
    tags += 1
    if (tags > most) throw tooMany()
    if (tag.name !== '' && visit(tag) === 'enough') return
    since += 1
    letters += tag.attributes.length + tag.text.length
    if (since < TAGS_AT_ONCE && letters < LETTERS_AT_ONCE) continue
    since = 0
    letters = 0
    await breath()
  }
}
