import { dateText, instantText, integer, jsonText, OID } from './driver.ts'

/** From a value to the text the server reads, by the type that the statement gives its parameter. */
export type Encode = (value: unknown) => string
export interface Column {
  name: string
  decode(text: string): unknown
}

const digit = (text: string, at: number) => text.charCodeAt(at) - 48
const two = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1)
/** `2026-11-22 20:03:51.347896+00`, as a session in UTC is told, to the millisecond; other forms are left to the engine. */
function instant(text: string): Date {
  const year = two(text, 0) * 100 + two(text, 2)
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(10) !== 32 || year < 100 || !text.endsWith('+00'))
    return new Date(text)
  let ms = 0
  for (let at = 20, worth = 100; at < text.length - 3 && at < 23; at += 1, worth /= 10) ms += digit(text, at) * worth
  return new Date(Date.UTC(year, two(text, 5) - 1, two(text, 8), two(text, 11), two(text, 14), two(text, 17), ms))
}
const stamp = (text: string) => new Date(`${text.replace(' ', 'T')}Z`)
const bytes = (text: string) => Buffer.from(text.slice(2), 'hex')
const number = (text: string) => Number(text)
const same = (text: string) => text
const parsed = (text: string): unknown => JSON.parse(text)

const decoders = new Map<number, (text: string) => unknown>([
  [OID.bool, (text) => text === 't'],
  [OID.bytea, bytes],
  [OID.int8, integer],
  [21, number],
  [23, number],
  [26, number],
  [700, number],
  [701, number],
  [OID.numeric, number],
  [OID.json, parsed],
  [OID.jsonb, parsed],
  [OID.timestamptz, instant],
  [OID.timestamp, stamp],
])
/** Lists, by the type of their elements. */
const lists = new Map<number, number>([
  [1000, OID.bool],
  [1001, OID.bytea],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1016, OID.int8],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1028, 26],
  [1041, 869],
  [1021, 700],
  [1022, 701],
  [1115, OID.timestamp],
  [1182, OID.date],
  [1183, 1083],
  [1187, 1186],
  [1185, OID.timestamptz],
  [1231, OID.numeric],
  [2951, 2950],
  [199, OID.json],
  [3807, OID.jsonb],
])
for (const [list, element] of lists) {
  const decode = decoders.get(element) ?? same
  decoders.set(list, (text) => listOf(text, decode))
}

/** `{a,"b c",NULL,{d}}`, as the server writes lists. */
export function listOf(text: string, decode: (text: string) => unknown): unknown[] {
  let at = text.indexOf('{')
  const element = (): unknown => {
    if (text[at] === '{') return list()
    if (text[at] !== '"') {
      const from = at
      while (text[at] !== ',' && text[at] !== '}') at += 1
      const bare = text.slice(from, at)
      return bare === 'NULL' ? null : decode(bare)
    }
    let value = ''
    for (at += 1; text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1
      value += text[at]
    }
    at += 1
    return decode(value)
  }
  const list = (): unknown[] => {
    const all: unknown[] = []
    at += 1
    while (text[at] !== '}') {
      all.push(element())
      if (text[at] === ',') at += 1
    }
    at += 1
    return all
  }
  return list()
}

const plain: Encode = (value) => {
  if (value instanceof Date) return instantText(value)
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
const encoders = new Map<number, Encode>([
  [OID.date, dateText],
  [OID.timestamptz, instantText],
  [OID.timestamp, instantText],
  [OID.json, jsonText],
  [OID.jsonb, jsonText],
])
const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

export function encoderOf(type: number): Encode {
  const element = lists.get(type)
  if (element === undefined) return encoders.get(type) ?? plain
  const encode = encoders.get(element) ?? plain
  const list = (value: unknown): string => {
    if (!Array.isArray(value)) return plain(value)
    const all = value.map((one: unknown) =>
      one === null || one === undefined ? 'NULL' : Array.isArray(one) ? list(one) : quoted(encode(one)),
    )
    return `{${all.join(',')}}`
  }
  return list
}

export function columnsOf(buffer: Buffer, from: number): Column[] {
  let at = from + 2
  return Array.from({ length: buffer.readInt16BE(from) }, () => {
    const end = buffer.indexOf(0, at)
    const name = buffer.toString('utf8', at, end)
    const type = buffer.readInt32BE(end + 7)
    at = end + 19
    return { name, decode: decoders.get(type) ?? same }
  })
}

/** From a row of the protocol to an object. */
export type Reader = (buffer: Buffer, from: number) => Record<string, unknown>

/**
 * All rows of a statement have one shape, which an object literal tells the engine: an object that gets forty names one by
 * one becomes a dictionary, and costs ten times as much to make, to copy and to read. The names are the statement's own.
 */
export function readerOf(columns: readonly Column[]): Reader {
  const values: unknown[] = new Array(columns.length)
  const key = (name: string) => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name))
  const named = columns.map(({ name }, at) => `${key(name)}: v[${at}]`).join(', ')
  const made = new Function('v', `return { ${named} }`) as (values: unknown[]) => Record<string, unknown>
  return (buffer, from) => {
    let at = from + 2
    for (let n = 0; n < columns.length; n += 1) {
      const length = buffer.readInt32BE(at)
      at += 4
      if (length < 0) values[n] = null
      else {
        values[n] = (columns[n] as Column).decode(buffer.toString('utf8', at, at + length))
        at += length
      }
    }
    return made(values)
  }
}
