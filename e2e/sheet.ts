import { strToU8, zipSync } from 'fflate'

const text = (at: string, said: string) => `<c r="${at}" t="inlineStr"><is><t>${said}</t></is></c>`
const row = (number: number, cells: readonly string[]) =>
  `<row r="${number}">${cells.map((said, at) => (said ? text(`${String.fromCharCode(65 + at)}${number}`, said) : '')).join('')}</row>`

/** An Excel file as a person chooses it: the titles first, every cell a text. */
export const sheetFile = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="sheet1" r:id="rId1"/></sheets></workbook>'),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet><sheetData>${rows.map((cells, at) => row(at + 1, cells)).join('')}</sheetData></worksheet>`,
      ),
    }),
  ),
})
