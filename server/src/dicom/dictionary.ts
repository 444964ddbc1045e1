import { seedRows } from '../reference/seeds.ts'

/** The data elements of DICOM PS3.6 by tag (server/seeds/SOURCES.md), read when first asked for. */
let table: Map<number, { vr: string; keyword: string }> | undefined
function known(): Map<number, { vr: string; keyword: string }> {
  table ??= new Map(
    seedRows('dicom-tags.tsv.gz', ['tag', 'vr', 'keyword']).map(([tag = '', vr = '', keyword = '']) => [
      Number.parseInt(tag, 16),
      // `xs`: US or SS, as the pixels are; `ox`: OB or OW.
      { vr: vr === 'xs' ? 'US' : vr === 'ox' ? 'OW' : vr.slice(0, 2), keyword },
    ]),
  )
  return table
}
/** Groups of overlays and curves repeat: 6002 is written as 6000 is. */
const plain = (tag: number) => (tag >= 0x60000000 && tag < 0x60200000 ? (tag & 0x6000ffff) >>> 0 : tag)

export function vrOf(tag: number): string {
  if ((tag & 0xffff) === 0) return 'UL'
  return known().get(plain(tag))?.vr ?? 'UN'
}
export const keywordOf = (tag: number): string => known().get(plain(tag))?.keyword ?? ''
