/** A film of a beating shape, computed: nobody was scanned for the demo. Grey, eight bits, with a scale and a time of frames. */
const [SIDE, FRAMES] = [192, 24]

const LONG = new Set(['OB', 'OW'])
function element(tag: number, vr: string, value: string | number[] | Buffer): Buffer {
  const raw = Buffer.isBuffer(value)
    ? value
    : typeof value === 'string'
      ? Buffer.from(value, 'utf8')
      : Buffer.concat(value.map((one) => Buffer.from([one & 255, one >> 8])))
  const padded = raw.length % 2 ? Buffer.concat([raw, Buffer.from([vr === 'UI' ? 0 : 0x20])]) : raw
  const head = Buffer.alloc(LONG.has(vr) ? 12 : 8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.write(vr, 4, 'latin1')
  if (LONG.has(vr)) head.writeUInt32LE(padded.length, 8)
  else head.writeUInt16LE(padded.length, 6)
  return Buffer.concat([head, padded])
}

/** A sector of an ultrasound, with a wall that moves within it. */
function frames(): Buffer {
  const pixels = Buffer.alloc(SIDE * SIDE * FRAMES)
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const beat = 0.3 + 0.1 * Math.sin((frame / FRAMES) * 2 * Math.PI)
    for (let row = 0; row < SIDE; row += 1)
      for (let column = 0; column < SIDE; column += 1) {
        const [x, y] = [(column / SIDE) * 2 - 1, (row / SIDE) * 2 - 1]
        const depth = Math.hypot(x, y + 1.1)
        const within = depth < 1.95 && Math.abs(Math.atan2(x, y + 1.1)) < 0.62
        const wall = Math.hypot(x * 1.4, y - 0.15)
        // Speckle that stays where it is.
        const grain = ((row * 7919 + column * 104_729 + ((row * column) % 97) * 31) % 64) / 64
        const tissue = wall < beat ? 6 : wall < beat + 0.14 ? 150 : 56
        pixels[(frame * SIDE + row) * SIDE + column] = within
          ? Math.min(255, tissue * (0.55 + 0.7 * grain) * (1.15 - depth * 0.25))
          : 0
      }
  }
  return pixels
}

export interface DemoPatient {
  pid: number
  name: string
  memberNo: string
  birthday: string | null
}
let film: Buffer | undefined
/** The film as a file of this patient. */
export function demoDicom({ pid, name, memberNo, birthday }: DemoPatient, day: string): Buffer {
  film ??= frames()
  // Under 2.25: numbers that nobody has to register.
  const uid = (last: number) => `2.25.${1_000_000_000 + pid}.${last}`
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(0x00020010, 'UI', '1.2.840.10008.1.2.1'),
    element(0x00080005, 'CS', 'ISO_IR 192'),
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.3.1'),
    element(0x00080018, 'UI', uid(3)),
    element(0x00080020, 'DA', day.replaceAll('-', '')),
    element(0x00080060, 'CS', 'US'),
    element(0x00080070, 'LO', 'Teleward demo'),
    element(0x00081030, 'LO', '心臟超音波（示範）'),
    element(0x0008103e, 'LO', '四腔室'),
    element(0x00100010, 'PN', `=${name}`),
    element(0x00100020, 'LO', memberNo),
    ...(birthday ? [element(0x00100030, 'DA', birthday.replaceAll('-', ''))] : []),
    element(0x00181063, 'DS', '40'),
    element(0x0020000d, 'UI', uid(1)),
    element(0x0020000e, 'UI', uid(2)),
    element(0x00200011, 'IS', '1'),
    element(0x00200013, 'IS', '1'),
    element(0x00280002, 'US', [1]),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    element(0x00280008, 'IS', String(FRAMES)),
    element(0x00280010, 'US', [SIDE]),
    element(0x00280011, 'US', [SIDE]),
    element(0x00280030, 'DS', '0.8\\0.8'),
    element(0x00280100, 'US', [8]),
    element(0x00280101, 'US', [8]),
    element(0x00280102, 'US', [7]),
    element(0x00280103, 'US', [0]),
    element(0x7fe00010, 'OB', film),
  ])
}
