import { z } from 'zod'
import { uuid } from './scalars.ts'

/** What an import answers of each row of a file, and of the whole. `said`: the row as it was understood. */
export const importRowOf = <S extends z.ZodType>(said: S) =>
  z.object({
    /** As the sheet counts. */
    number: z.number().int(),
    said,
    faults: z.array(
      z.object({
        path: z.string(),
        code: z.string(),
        message: z.string(),
        /** Where it stands, as the sheet names it (`D5`); null where the file has no such column. */
        cell: z.string().nullable(),
        /** What stands there, to the letter: what was understood of it may be something else. */
        text: z.string(),
      }),
    ),
    state: z.enum(['good', 'bad', 'imported', 'skipped']),
    /** What stands in the way, in words, each cell by its column and place. */
    problem: z.string(),
  })
export const importResultOf = <R extends z.ZodType>(row: R) =>
  z.object({
    importId: uuid,
    state: z.enum(['preview', 'done']),
    total: z.number().int(),
    good: z.number().int(),
    bad: z.number().int(),
    imported: z.number().int(),
    /** The sheet of the workbook that was read, and the names of others with such titles, of which nothing was. */
    sheet: z.string(),
    otherSheets: z.array(z.string()),
    /** Rows, as the sheet counts, that are out of sight in it: hidden, or filtered out. They are read like the others. */
    hidden: z.array(z.number().int()),
    /** Titles that no column has, and the second of two that say the same; what stood below them is not read. */
    unknown: z.array(z.string()),
    rows: z.array(row),
  })

const words = (tw: string, cn: string, en: string) => ({ 'zh-TW': tw, 'zh-CN': cn, en })
/** The first columns of the result as a file. */
export const importNumber = { path: 'number', title: words('列', '行', 'Row'), kind: 'number', width: 6 } as const
export const importState = {
  path: 'state',
  title: words('結果', '结果', 'Result'),
  words: {
    good: words('可匯入', '可导入', 'Good'),
    bad: words('有誤', '有误', 'Bad'),
    imported: words('已匯入', '已导入', 'Imported'),
    skipped: words('未匯入', '未导入', 'Left out'),
  },
} as const
export const importProblem = { path: 'problem', title: words('問題', '问题', 'Problem'), width: 40 } as const
export const importFile = { fileName: words('檔案', '文件', 'File') }
