import { SignalError } from '@teleward/contract/files/wfdb.ts'

/** An element: names without their prefix, text without its white space at both ends. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}
const DEPTH = 64
const ELEMENTS = 300_000
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * As much of XML as a device writes. Nothing is expanded and nothing is fetched: a document type, with which entities are
 * made, is refused, and of entities there are the five of XML and numbered letters.
 * @throws SignalError entities, encoding, unreadable, counts
 */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let count = 0
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const until = (mark: string, from: number) => {
    const end = text.indexOf(mark, from)
    if (end < 0) throw new SignalError('truncated', mark)
    return end
  }
  while (at < text.length) {
    const top = open[open.length - 1] as XmlElement
    const next = text.indexOf('<', at)
    const until_ = next < 0 ? text.length : next
    if (until_ > at) top.text += decoded(text.slice(at, until_))
    if (next < 0) break
    if (text.startsWith('<!--', next)) at = until('-->', next + 4) + 3
    else if (text.startsWith('<?', next)) at = until('?>', next + 2) + 2
    else if (text.startsWith('<![CDATA[', next)) {
      at = until(']]>', next + 9)
      top.text += text.slice(next + 9, at)
      at += 3
    } else if (text.startsWith('<!', next)) throw new SignalError('entities')
    else if (text.startsWith('</', next)) {
      at = until('>', next) + 1
      const name = bare(text.slice(next + 2, at - 1).trim())
      if (open.length < 2 || top.name !== name) throw new SignalError('unreadable', `</${name.slice(0, 40)}>`)
      top.text = top.text.trim()
      open.pop()
    } else {
      const end = tagEnd(text, next + 1)
      const closed = text[end - 1] === '/'
      const element = startTag(text.slice(next + 1, closed ? end - 1 : end))
      count += 1
      if (count > ELEMENTS || open.length > DEPTH) throw new SignalError('counts', 'XML')
      top.children.push(element)
      if (!closed) open.push(element)
      at = end + 1
    }
  }
  const [only] = root.children
  if (open.length !== 1) throw new SignalError('truncated', `</${open[open.length - 1]?.name.slice(0, 40)}>`)
  if (!only || root.children.length !== 1) throw new SignalError('unreadable')
  return only
}

/** The end of a tag: a `>` outside of quotes. */
function tagEnd(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] as string
    if (quote) {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at
    else if (letter === '<') break
  }
  throw new SignalError('truncated', '>')
}
const bare = (name: string) => name.slice(name.indexOf(':') + 1)
const NAME = /^[A-Za-z_][\w.:-]{0,120}/
function startTag(said: string): XmlElement {
  const name = NAME.exec(said)?.[0]
  if (!name) throw new SignalError('unreadable', `<${said.slice(0, 40)}`)
  const attributes: Record<string, string> = Object.create(null)
  const rest = said.slice(name.length)
  const pattern = /\s+([A-Za-z_][\w.:-]{0,120})\s*=\s*(?:"([^"]*)"|'([^']*)')/y
  let last = 0
  for (let found = pattern.exec(rest); found; found = pattern.exec(rest)) {
    attributes[bare(found[1] ?? '')] = decoded(found[2] ?? found[3] ?? '')
    last = pattern.lastIndex
  }
  if (rest.slice(last).trim() !== '') throw new SignalError('unreadable', `<${said.slice(0, 40)}`)
  return { name: bare(name), attributes, children: [], text: '' }
}
function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[^;]{0,40});?/gi, (_, name: string) => {
    const named = NAMED[name]
    if (named) return named
    const code = name.startsWith('#') ? Number(name[1] === 'x' ? `0x${name.slice(2)}` : name.slice(1)) : Number.NaN
    if (!(code > 0 && code <= 0x10_ffff)) throw new SignalError('entities', `&${name.slice(0, 20)};`)
    return String.fromCodePoint(code)
  })
}

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []
export const childOf = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((from, name) => from?.children.find((child) => child.name === name), element)
/** Every element of these names, as they stand in the text. */
export function allOf(element: XmlElement, names: ReadonlySet<string>, into: XmlElement[] = []): XmlElement[] {
  for (const child of element.children) {
    if (names.has(child.name)) into.push(child)
    allOf(child, names, into)
  }
  return into
}
