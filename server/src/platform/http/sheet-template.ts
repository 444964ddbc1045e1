import type { Locale } from '@teleward/contract/core/scalars.ts'
import { type LocalisedText, XLSX_TYPE } from '@teleward/contract/core/export.ts'
import { writeXlsx } from '../xlsx/write.ts'
import { RawReply } from './raw.ts'

interface Template {
  titles: readonly LocalisedText[]
  hints: Readonly<Record<Locale, readonly string[]>>
  /** What the file is called, and for a browser that reads no other name. */
  names: LocalisedText
  plainName: string
  lang: Locale
}
/** An empty sheet whose cells are text, so that no zero gets lost; a second sheet says how to fill it in. */
export async function emptySheet({ titles, hints, names, plainName, lang }: Template): Promise<RawReply> {
  const bytes = await writeXlsx([
    {
      name: 'sheet1',
      titles: true,
      textColumns: true,
      widths: titles.map(() => 16),
      rows: [titles.map((title) => title[lang])],
    },
    { name: 'info', widths: [80], rows: hints[lang].map((hint) => [hint]) },
  ])
  return new RawReply(bytes, {
    'content-type': XLSX_TYPE,
    'content-disposition': `attachment; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(names[lang])}`,
    'cache-control': 'no-store',
  })
}
