/** How pixel data may be written: `native` one frame after another, `packed` each frame by itself, `deflated` the file as a whole. */
interface Syntax {
  name: string
  pixels: 'native' | 'packed' | 'deflated'
  lossy?: true
  /** In the order of bytes that no other syntax has. */
  bigEndian?: true
}
/** Transfer syntaxes that are read (DICOM PS3.5, PS3.6 annex A); any other is refused by its name. */
export const transferSyntaxes: Readonly<Record<string, Syntax>> = {
  '1.2.840.10008.1.2': { name: 'Implicit VR Little Endian', pixels: 'native' },
  '1.2.840.10008.1.2.1': { name: 'Explicit VR Little Endian', pixels: 'native' },
  '1.2.840.10008.1.2.2': { name: 'Explicit VR Big Endian', pixels: 'native', bigEndian: true },
  '1.2.840.10008.1.2.1.99': { name: 'Deflated Explicit VR Little Endian', pixels: 'deflated' },
  '1.2.840.10008.1.2.5': { name: 'RLE Lossless', pixels: 'packed' },
  '1.2.840.10008.1.2.4.50': { name: 'JPEG Baseline', pixels: 'packed', lossy: true },
  '1.2.840.10008.1.2.4.51': { name: 'JPEG Extended', pixels: 'packed', lossy: true },
  '1.2.840.10008.1.2.4.57': { name: 'JPEG Lossless', pixels: 'packed' },
  '1.2.840.10008.1.2.4.70': { name: 'JPEG Lossless SV1', pixels: 'packed' },
  '1.2.840.10008.1.2.4.80': { name: 'JPEG-LS Lossless', pixels: 'packed' },
  '1.2.840.10008.1.2.4.81': { name: 'JPEG-LS Near-Lossless', pixels: 'packed', lossy: true },
  '1.2.840.10008.1.2.4.90': { name: 'JPEG 2000 Lossless', pixels: 'packed' },
  '1.2.840.10008.1.2.4.91': { name: 'JPEG 2000', pixels: 'packed' },
  '1.2.840.10008.1.2.4.201': { name: 'High-Throughput JPEG 2000 Lossless', pixels: 'packed' },
  '1.2.840.10008.1.2.4.202': { name: 'High-Throughput JPEG 2000 RPCL', pixels: 'packed' },
  '1.2.840.10008.1.2.4.203': { name: 'High-Throughput JPEG 2000', pixels: 'packed' },
}
export const syntaxName = (uid: string) => transferSyntaxes[uid]?.name ?? uid
export const JPEG_2000: readonly string[] = [
  '1.2.840.10008.1.2.4.90',
  '1.2.840.10008.1.2.4.91',
  '1.2.840.10008.1.2.4.201',
  '1.2.840.10008.1.2.4.202',
  '1.2.840.10008.1.2.4.203',
]

/** A frame of more pixels, or a deflated file of more bytes, is not unpacked in a browser. */
export const FRAME_MAX_PIXELS = 64_000_000
export const INFLATED_MAX_BYTES = 256 * 1024 * 1024
