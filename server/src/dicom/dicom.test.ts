import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import type { DicomSummary } from '@teleward/contract/files/dicom.ts'
import { dicomSummary } from '@teleward/contract/files/dicom.ts'
import { describe, expect, test } from 'vitest'
import { contentsOf } from './contents.ts'
import { element, EXPLICIT, part10, picture, sample, sourceOf, u16 } from './fixture.ts'
import { summaryOf } from './summary.ts'
import { matchesOf } from './whose.ts'

const read = (bytes: Buffer) => summaryOf(sourceOf(bytes))
const seen = ({ object, syntax, image, problems }: DicomSummary) =>
  [
    object,
    syntax.slice('1.2.840.10008.1.2'.length),
    image && `${image.columns}x${image.rows}x${image.frames} ${image.photometric}`,
    problems.join(),
  ]
    .filter(Boolean)
    .join(' ')

/** What each sample is: kind, how it is written, its picture, what is wrong with it. */
const samples: Record<string, string> = {
  'CT0012.fragmented_no_bot_jpeg_baseline.51': 'image .4.51 512x512x2 MONOCHROME2',
  CT_small: 'image .1 128x128x1 MONOCHROME2',
  ExplVR_BigEnd: 'image .2 80x60x1 RGB',
  ExplVR_BigEndNoMeta: 'other .2',
  ExplVR_LitEndNoMeta: 'other .1',
  'JPEG-LL': 'image .4.70 256x1024x1 MONOCHROME2',
  JPEG2000: 'image .4.91 256x1024x1 MONOCHROME2',
  JPGExtended: 'image .4.51 256x1024x1 MONOCHROME2',
  MR_small: 'image .1 64x64x1 MONOCHROME2',
  MR_small_RLE: 'image .5 64x64x1 MONOCHROME2',
  MR_small_bigendian: 'image .2 64x64x1 MONOCHROME2',
  MR_small_implicit: 'image 64x64x1 MONOCHROME2',
  MR_small_jp2klossless: 'image .4.90 64x64x1 MONOCHROME2',
  MR_small_jpeg_ls_lossless: 'image .4.80 64x64x1 MONOCHROME2',
  MR_small_padded: 'image .1 64x64x1 MONOCHROME2 longer',
  MR_truncated: 'image .1 64x64x1 MONOCHROME2 truncated',
  SC_rgb_jpeg_gdcm: 'image .4.70 100x100x1 RGB',
  SC_ybr_full_422_uncompressed: 'image .1 100x100x1 YBR_FULL_422',
  chrH31: 'image .1 32x32x1 MONOCHROME2',
  chrI2: 'image .1 32x32x1 MONOCHROME2',
  chrKoreanMulti: 'image .1 truncated,header',
  chrX1: 'image .1 32x32x1 MONOCHROME2',
  chrX2: 'image .1 32x32x1 MONOCHROME2',
  emri_small: 'image .1 64x64x10 MONOCHROME2',
  emri_small_RLE: 'image .5 64x64x10 MONOCHROME2',
  examples_ybr_color: 'image .4.50 320x240x30 YBR_FULL_422',
  image_dfl: 'image .1.99 512x512x1 MONOCHROME2',
  'test-SR': 'report .1',
}

describe('DICOM files', () => {
  test('[FILE-05~] each sample is read as what it is, in whatever transfer syntax', async () => {
    const found: Record<string, string> = {}
    const names = readdirSync(new URL('./samples/', import.meta.url)).filter((name) => name.endsWith('.dcm'))
    for (const name of names.map((one) => one.replace(/\.dcm$/, ''))) {
      const summary = await read(sample(name))
      if (!summary) throw new Error(`${name} is refused`)
      // What is stored is what the contract says, or a viewer gets none of it.
      expect(dicomSummary.parse(summary)).toEqual(summary)
      found[name] = seen(summary)
    }
    expect(found).toEqual(samples)
  })

  // Larger ones than belong into a repository: there is no such test where there is no such folder.
  const folder = process.env.DICOM_SAMPLES ?? join(import.meta.dirname, '../../../../shared/data/dicom')
  for (const name of existsSync(folder) ? readdirSync(folder).filter((one) => one.endsWith('.dcm')) : [])
    test(`[FILE-05~] ${name} of a folder beside the repository is read`, async () => {
      const summary = await read(readFileSync(join(folder, name)))
      expect(summary?.problems).toEqual([])
    })

  test('[FILE-05~] without the preamble, the mark or the file meta information a data set is recognised by its elements', async () => {
    for (const [name, length] of [
      ['MR_small', 64],
      ['MR_small_implicit', 64],
      ['MR_small_bigendian', 64],
      ['CT_small', 128],
    ] as const) {
      const whole = sample(name)
      const before = await read(whole)
      const set = whole.subarray(132 + 12 + whole.readUInt32LE(140))
      for (const [how, bytes] of [
        ['no meta', set],
        ['no preamble', whole.subarray(128)],
        ['neither mark nor preamble', whole.subarray(132)],
      ] as const) {
        const found = await read(bytes)
        expect([name, how, found?.image?.rows, found?.study]).toEqual([name, how, length, before?.study])
      }
    }
  })

  test('[FILE-05~] what only looks like one is none', async () => {
    const web = Buffer.from('<!DOCTYPE html><script>alert(1)</script>'.padEnd(400, ' '))
    const meta = picture().subarray(128)
    const falling = Buffer.concat([
      element(0x00080060, 'CS', 'CT'),
      element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
      Buffer.alloc(64),
    ])
    const program = Buffer.concat([
      Buffer.from([8, 0, 5, 0]),
      Buffer.from('MZ this program cannot be run in DOS mode'.padEnd(300)),
    ])
    const other = Buffer.concat([
      element(0x00080008, 'CS', 'ORIGINAL'),
      element(0x00080016, 'UI', '9.9.9'),
      element(0x00080018, 'UI', '9.9.9.1'),
      Buffer.alloc(64),
    ])
    const preamble = Buffer.concat([web.subarray(0, 128), meta])
    const all = {
      web,
      falling,
      program,
      other,
      preamble,
      empty: Buffer.alloc(0),
      short: Buffer.from([8, 0]),
      zeros: Buffer.alloc(4096),
    }
    for (const [name, bytes] of Object.entries(all)) expect([name, await read(bytes)]).toEqual([name, null])
  })

  test('[FILE-05~] names are read by the character set that the file names, with code extensions', async () => {
    const name = async (file: string) => (await read(sample(file)))?.person.name
    expect(await name('chrI2')).toBe('Hong^Gildong=洪^吉洞=홍^길동')
    expect(await name('chrKoreanMulti')).toBe('김희중')
    expect(await name('chrX1')).toBe('Wang^XiaoDong=王^小東=')
    expect(await name('chrX2')).toBe('Wang^XiaoDong=王^小东=')
    expect(await name('chrH31')).toBe('Yamada^Tarou=山田^太郎=やまだ^たろう')
    const gb2312 = picture({
      more: [
        element(0x00080005, 'CS', '\\ISO 2022 IR 58'),
        element(0x00100010, 'PN', Buffer.from('Zhang^XiaoDong=\x1b$)A\xd5\xc5^\x1b$)A\xd0\xa1\xb6\xab', 'latin1')),
      ],
    })
    expect((await read(gb2312))?.person.name).toBe('Zhang^XiaoDong=张^小东')
    // What the set does not hold is shown as lost, and as no other letter.
    const wrong = picture({
      more: [element(0x00080005, 'CS', 'ISO_IR 192'), element(0x00100010, 'PN', Buffer.from([0xd5, 0xc5]))],
    })
    expect((await read(wrong))?.person.name).toMatch(/�/)
  })

  test('[FILE-05~] where each frame lies: one after another, by a table, by the starts of its pictures', async () => {
    const emri = (await read(sample('emri_small')))?.image
    expect(emri?.native?.frame).toBe(64 * 64 * 2)
    const rle = sample('emri_small_RLE')
    const pieces = (await read(rle))?.image?.pieces ?? []
    expect(pieces).toHaveLength(10)
    // RLE begins with the number of its segments.
    for (const [at = 0] of pieces) expect(rle.readUInt32LE(at)).toBe(2)
    const film = sample('examples_ybr_color')
    for (const [at = 0] of (await read(film))?.image?.pieces ?? []) expect(film.readUInt16BE(at)).toBe(0xffd8)
    const ct = sample('CT0012.fragmented_no_bot_jpeg_baseline.51')
    const two = (await read(ct))?.image?.pieces ?? []
    expect(two.map((one) => one.length / 2)).toEqual([6, 5])
    for (const [at = 0] of two) expect(ct.readUInt16BE(at)).toBe(0xffd8)
  })

  test('[FILE-05~] pixel data that is too short or too long is told, and what cannot be shown says why', async () => {
    const problems = async (bytes: Buffer) => (await read(bytes))?.problems
    expect(await problems(picture())).toEqual([])
    expect(await problems(picture({ pixels: Buffer.alloc(40) }))).toEqual(['longer'])
    expect(await problems(picture({ pixels: Buffer.alloc(10) }))).toEqual(['truncated'])
    expect(await problems(picture().subarray(0, -6))).toEqual(['truncated'])
    expect(await problems(picture({ rows: 65_535, columns: 65_535, pixels: Buffer.alloc(2) }))).toEqual(['huge'])
    expect(await problems(picture({ rows: 0 }))).toEqual(['header'])
    expect(await problems(picture({ frames: 2_000_000, pixels: Buffer.alloc(2) }))).toEqual(['header'])
    expect(await problems(picture({ syntax: '1.2.840.10008.1.2.4.100' }))).toEqual(['syntax'])
    expect(await problems(picture({ syntax: '1.2.840.10008.1.2.4.90' }))).toEqual(['frames'])
  })

  test('[FILE-05~] bombs: an endless deflated file, a nest without a bottom, lengths that lead nowhere', async () => {
    const zeros = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH })
    const bomb = part10('1.2.840.10008.1.2.1.99', ...Array.from({ length: 300 }, () => zeros))
    expect((await read(bomb))?.problems).toContain('huge')
    const item = Buffer.from('feff00e0ffffffff', 'hex')
    const sequence = Buffer.from('08004011' + '5351' + '0000' + 'ffffffff', 'hex')
    const nest = part10(EXPLICIT, ...Array.from({ length: 5000 }, () => [sequence, item]).flat())
    expect((await read(nest))?.problems).toEqual(['header'])
    const long = part10(EXPLICIT, Buffer.from('10001000554e0000f0ffffff', 'hex'), Buffer.alloc(8))
    expect((await read(long))?.problems).toEqual(['truncated'])
  })

  test('[FILE-05~] cut anywhere or with bytes changed, a file is read or refused, and nothing breaks', async () => {
    for (const name of [
      'MR_small',
      'MR_small_RLE',
      'MR_small_implicit',
      'test-SR',
      'emri_small_RLE',
      'image_dfl',
      'chrI2',
    ]) {
      const whole = sample(name)
      for (let n = 0; n < 60; n += 1) {
        await read(whole.subarray(0, Math.floor((whole.length * n) / 60)))
        const changed = Buffer.from(whole)
        // The same places at each run: no test that fails on some days.
        for (let k = 0; k < 8; k += 1)
          changed[(n * 7919 + k * 104_729) % Math.min(4000, whole.length)] = (n * 31 + k * 97) & 255
        await read(changed)
        await contentsOf(sourceOf(changed))
      }
    }
  })

  test('[FILE-05~] a structured report reads as text, and elements carry their names', async () => {
    const report = await contentsOf(sourceOf(sample('test-SR')))
    expect(
      report?.report?.map(({ depth, name, value }) => `${depth} ${name}: ${value}`).slice(0, 3),
    ).toMatchInlineSnapshot(`
      [
        "0 Diagnosis: ",
        "1 Some UID: 1.2.3.4.5",
        "2 Text Code: A mass of",
      ]
    `)
    const tags = (await contentsOf(sourceOf(sample('MR_small_implicit'))))?.tags ?? []
    expect(tags.find(({ tag }) => tag === '0010,0010')).toMatchObject({
      vr: 'PN',
      name: 'PatientName',
      value: 'CompressedSamples^MR1',
    })
    expect(tags.find(({ tag }) => tag === '0028,0010')).toMatchObject({ name: 'Rows', value: '64' })
    const many = part10(EXPLICIT, ...Array.from({ length: 6000 }, (_, n) => element(0x00090000 + n, 'UN', u16(n))))
    const cut = await contentsOf(sourceOf(many))
    expect([cut?.cut, cut?.tags.length]).toEqual([true, 5000])
  })

  test('[FILE-05~] the patient of the file beside the member: the same, another, or not to be told', () => {
    const member = {
      pid: 7,
      name: '王小東',
      nameEn: 'Wang Xiao-Dong',
      account: 'w7',
      idNumber: 'A123456789',
      memberNo: 'M-7',
      birthday: '1958-01-02',
    }
    const says = (name: string | null, id: string | null, birthday: string | null) => {
      const { name: a, id: b, birthday: c } = matchesOf(member, { name, id, birthday, sex: null })
      return [a, b, c]
    }
    expect(says('Wang^XiaoDong=王^小東', 'a123456789 ', '19580102')).toEqual(['same', 'same', 'same'])
    expect(says('WANG^XIAO DONG', 'M-7', '1958.01.02')).toEqual(['same', 'same', 'unknown'])
    expect(says('李^大明', 'B223456789', '19600101')).toEqual(['differs', 'differs', 'differs'])
    expect(says('やまだ', null, null)).toEqual(['unknown', 'unknown', 'unknown'])
    expect(matchesOf({ ...member, nameEn: null }, { name: 'Li^Da', id: null, birthday: '', sex: null })).toEqual({
      name: 'unknown',
      id: 'unknown',
      birthday: 'unknown',
    })
  })
})
