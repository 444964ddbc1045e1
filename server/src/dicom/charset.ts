/**
 * Text of a data set by its Specific Character Set (0008,0005), DICOM PS3.5 6.1.2.3. Code extensions (ISO 2022) switch
 * within a value by escape sequences: each run is read by the set that stands before it. What cannot be read so becomes
 * U+FFFD and never another character.
 */
const single: Readonly<Record<string, string>> = {
  '': 'latin1',
  'ISO_IR 6': 'latin1',
  'ISO_IR 100': 'iso-8859-1',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'iso-8859-9',
  'ISO_IR 203': 'iso-8859-15',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
}
/** What follows an escape, and how its bytes become what a decoder of the platform reads. */
interface Run {
  escape: string
  label: string
  /** Before the bytes, for decoders that want the escape themselves. */
  before?: Buffer
  bytes?: (raw: Buffer) => Buffer
}
const withBit8 = (raw: Buffer) => Buffer.from(raw.map((byte) => (byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte)))
/** JIS X 0212 within EUC-JP: each pair behind 0x8F. */
function supplementary(raw: Buffer): Buffer {
  const out: number[] = []
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at] ?? 0
    if (byte <= 0x20 || byte >= 0x7f) out.push(byte)
    else {
      out.push(0x8f, byte | 0x80, (raw[at + 1] ?? 0x3f) | 0x80)
      at += 1
    }
  }
  return Buffer.from(out)
}
const escapes: readonly Run[] = [
  { escape: '\x1b$)C', label: 'euc-kr' },
  { escape: '\x1b$)A', label: 'gb18030' },
  { escape: '\x1b$B', label: 'iso-2022-jp', before: Buffer.from('\x1b$B', 'latin1') },
  { escape: '\x1b$@', label: 'iso-2022-jp', before: Buffer.from('\x1b$@', 'latin1') },
  { escape: '\x1b$(D', label: 'euc-jp', bytes: supplementary },
  { escape: '\x1b(J', label: 'shift_jis' },
  { escape: '\x1b)I', label: 'shift_jis' },
  { escape: '\x1b(I', label: 'shift_jis', bytes: withBit8 },
  { escape: '\x1b(B', label: 'latin1' },
  { escape: '\x1b-A', label: 'iso-8859-1' },
  { escape: '\x1b-B', label: 'iso-8859-2' },
  { escape: '\x1b-C', label: 'iso-8859-3' },
  { escape: '\x1b-D', label: 'iso-8859-4' },
  { escape: '\x1b-L', label: 'iso-8859-5' },
  { escape: '\x1b-G', label: 'iso-8859-6' },
  { escape: '\x1b-F', label: 'iso-8859-7' },
  { escape: '\x1b-H', label: 'iso-8859-8' },
  { escape: '\x1b-M', label: 'iso-8859-9' },
  { escape: '\x1b-b', label: 'iso-8859-15' },
  { escape: '\x1b-T', label: 'windows-874' },
]
/** The one set of multi-byte characters that a value may begin with, where the escape was left out by the writer. */
const bare: Readonly<Record<string, string>> = { 'ISO 2022 IR 149': 'euc-kr', 'ISO 2022 IR 58': 'gb18030' }

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()
function decode(label: string, bytes: Uint8Array): string {
  let decoder = decoders.get(label)
  if (!decoder) {
    decoder = new TextDecoder(label)
    decoders.set(label, decoder)
  }
  return decoder.decode(bytes)
}

export type Charset = readonly string[]
/** As the element says it: several of them, the first of which is where a value begins. */
export const charsetOf = (value: string): Charset =>
  value.split('\\').map((one) => {
    const name = one.replace(/\0/g, '').trim()
    // As some writers spell it.
    if (/^(utf-?8|iso[_ ]?ir[_ ]?192)$/i.test(name)) return 'ISO_IR 192'
    return /^iso[-_ ]?(ir|8859)/i.test(name) ? name.replace(/^iso[-_ ]?ir[-_ ]?/i, 'ISO_IR ') : name
  })

export function decodeText(bytes: Buffer, charset: Charset): string {
  const [first = ''] = charset
  const start = single[first] ?? single[first.replace('ISO 2022 IR', 'ISO_IR')] ?? 'latin1'
  if (bytes.includes(0x1b)) return decodeRuns(bytes, start)
  // Two sets are named, no escape is there, and yet there are bytes of the second.
  const left = bare[charset.find((one) => bare[one]) ?? '']
  return decode(left && bytes.some((byte) => byte > 0x7f) ? left : start, bytes)
}

function decodeRuns(bytes: Buffer, start: string): string {
  let said = ''
  let label = start
  let run: Run | undefined
  let from = 0
  const flush = (to: number) => {
    if (to <= from) return
    const raw = bytes.subarray(from, to)
    const ready = run?.bytes ? run.bytes(raw) : raw
    said += decode(label, run?.before ? Buffer.concat([run.before, ready]) : ready)
  }
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === 0x1b) {
      flush(at)
      const ahead = bytes.toString('latin1', at, at + 4)
      const next = escapes.find((one) => ahead.startsWith(one.escape))
      run = next
      label = next?.label ?? start
      from = at + (next?.escape.length ?? 1)
      at = from - 1
    } else if (byte === 0x5e || byte === 0x3d || byte === 0x5c || byte === 0x0a || byte === 0x0d) {
      // The parts of a name and the lines of a text begin with the first set again; a pair of two bytes has none of these
      // at a place of its own, save in the sets whose bytes are all below 0x80.
      if (run?.before || run?.bytes) continue
      flush(at)
      said += String.fromCharCode(byte)
      from = at + 1
      run = undefined
      label = start
    }
  }
  flush(bytes.length)
  return said
}
