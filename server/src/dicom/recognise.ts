import { inflateRaw } from 'node:zlib'
import { INFLATED_MAX_BYTES, transferSyntaxes } from '@teleward/contract/files/dicom-syntaxes.ts'
import { DicomError, type DataSet, readElements, type Writing } from './elements.ts'
import { bytesSource, type Source } from './source.ts'
import { textOf } from './values.ts'

export interface Recognised {
  /** UID of the transfer syntax; of a file that does not say it, what it is written in. */
  syntax: string
  writing: Writing
  /** Where the data set begins in `source`. */
  from: number
  /** The file, or what was unpacked of it. */
  source: Source
  /** Where in the file the packed part is; a checksum may stand behind it. */
  deflated: { offset: number; length: number } | null
  /** Unpacked it would be larger than is taken, or it is not packed as it says. */
  huge: boolean
  /** It says itself what it is; otherwise its elements have to. */
  meta: boolean
}
const [IMPLICIT, EXPLICIT, BIG_ENDIAN] = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2'] as const
const META: Writing = { explicit: true, bigEndian: false }
const uid = /^[0-9][0-9.]{3,63}$/

/**
 * A DICOM file (PS3.10), or a data set as older scanners write it: without the preamble, without the file meta information,
 * or without either. `null`: none. What has no preamble is believed only when its first elements read as those of a DICOM
 * object do, so that no page or program passes as one.
 */
export async function recognise(file: Source): Promise<Recognised | null> {
  const head = await file.read(0, 132)
  if (head.length < 16) return null
  if (head.toString('latin1', 128, 132) === 'DICM') {
    // The preamble is for other readers: as a picture (TIFF) or nothing. With anything else in it the file is two things.
    const preamble = head.subarray(0, 128)
    const tiff = /^(II\*\0|MM\0\*)/.test(preamble.toString('latin1', 0, 4))
    return !tiff && preamble.some((byte) => byte !== 0) ? null : withMeta(file, 132)
  }
  if (head.toString('latin1', 0, 4) === 'DICM') return withMeta(file, 4)
  return head.readUInt16LE(0) === 2 ? withMeta(file, 0) : bare(file, 0)
}

async function withMeta(file: Source, from: number): Promise<Recognised | null> {
  let meta: DataSet
  try {
    meta = await readElements(file, from, META, [2, 2])
  } catch (error) {
    if (error instanceof DicomError) return null
    throw error
  }
  if (meta.truncated) return null
  const said = meta.elements.find(({ tag }) => tag === 0x00020010)
  // No word on how the rest is written, or no meta information at all behind the mark: it is looked at.
  if (!said) return bare(file, meta.end)
  const syntax = textOf(said)
  if (!uid.test(syntax)) return null
  if (transferSyntaxes[syntax]?.pixels === 'deflated') return unpacked(file, syntax, meta.end)
  // Some writers name one syntax and write the other: the first element shows which kind it has.
  const first = (await file.read(meta.end, 6)).toString('latin1', 4, 6)
  const writing: Writing = {
    explicit: /^[A-Z]{2}$/.test(first) || syntax === BIG_ENDIAN,
    bigEndian: syntax === BIG_ENDIAN,
  }
  return { syntax, writing, from: meta.end, source: file, deflated: null, huge: false, meta: true }
}

/** A data set without a word of how it is written. */
async function bare(file: Source, from: number): Promise<Recognised | null> {
  const head = await file.read(from, 8)
  if (head.length < 8) return null
  const bigEndian = head[0] === 0 && head[1] === 8
  const explicit = /^[A-Z]{2}$/.test(head.toString('latin1', 4, 6))
  if (!bigEndian && head.readUInt16LE(0) !== 8) return null
  const writing: Writing = { explicit, bigEndian }
  try {
    const { elements } = await readElements(file, from, writing, [8, 8])
    const of = (tag: number) => elements.find((one) => one.tag === tag)
    const rising = elements.every(({ tag }, at) => tag > (elements[at - 1]?.tag ?? 0))
    const sopClass = textOf(of(0x00080016))
    const says = sopClass.startsWith('1.2.840.10008.') && uid.test(sopClass)
    const older = /^[A-Z]{2}$/.test(textOf(of(0x00080060))) && of(0x00080008) !== undefined
    if (elements.length < 3 || !rising || !(says || older)) return null
  } catch (error) {
    if (error instanceof DicomError) return null
    throw error
  }
  const syntax = bigEndian ? BIG_ENDIAN : explicit ? EXPLICIT : IMPLICIT
  return { syntax, writing, from, source: file, deflated: null, huge: false, meta: false }
}

async function unpacked(file: Source, syntax: string, from: number): Promise<Recognised> {
  const packed = await file.read(from, Math.min(file.size - from, INFLATED_MAX_BYTES))
  const base = { syntax, writing: META, from: 0, meta: true }
  const unpacked = await inflated(packed)
  return unpacked
    ? { ...base, source: bytesSource(unpacked.bytes), deflated: { offset: from, length: unpacked.packed }, huge: false }
    : { ...base, source: bytesSource(Buffer.alloc(0)), deflated: null, huge: true }
}
/** `undefined`: more than is taken, or nothing that was packed. */
const inflated = (bytes: Buffer): Promise<{ bytes: Buffer; packed: number } | undefined> =>
  new Promise((done) => {
    inflateRaw(bytes, { maxOutputLength: INFLATED_MAX_BYTES, info: true }, (error, found) => {
      const { buffer, engine } = (found ?? {}) as unknown as { buffer?: Buffer; engine?: { bytesWritten: number } }
      done(error || !buffer || !engine ? undefined : { bytes: buffer, packed: engine.bytesWritten })
    })
  })
