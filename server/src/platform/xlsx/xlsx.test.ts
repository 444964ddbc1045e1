import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { type ReadRow, readXlsx, UnreadableSheet } from './read.ts'
import { columnName, type SheetPart, writeXlsx } from './write.ts'

const sheet = (rows: SheetPart['rows'], titles = false): SheetPart => ({ name: 'sheet1', rows, titles })
const textsOf = (rows: ReadRow[]) => rows.map(({ cells }) => Array.from(cells, (cell) => cell?.text ?? null))
const reason = async (bytes: Buffer, limits = {}) => {
  try {
    await readXlsx(bytes, limits)
    return 'read'
  } catch (error) {
    if (error instanceof UnreadableSheet) return error.reason
    throw error
  }
}
/** A workbook of a single sheet whose rows are given as they stand in the file. */
const made = (rows: string, more: Record<string, string> = {}) =>
  Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>'),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
      ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
    }),
  )

describe('a workbook that is written', () => {
  it('[SHELL-14~] says after reading what was put in, in every script', async () => {
    const rows = [
      ['姓名', 'Name', 'x'],
      ['王小明 & <b>"𠮷"', "O'Neil\nsecond line", 12.5],
      [null, '000012345678', { day: '1990-02-28' }],
    ]
    const read = await readXlsx(await writeXlsx([sheet(rows, true)]))
    expect(textsOf(read)).toEqual([
      ['姓名', 'Name', 'x'],
      ['王小明 & <b>"𠮷"', "O'Neil\nsecond line", '12.5'],
      [null, '000012345678', '1990-02-28'],
    ])
    expect(read[1]?.cells[2]?.numeric).toBe(true)
    expect(read[2]?.cells[1]?.numeric).toBe(false)
  })
  it.each(['=1+1', '+886912345678', '-2', '@SUM(A1)', '=cmd|"/c calc"!A1', '\t=1'])(
    '[SHELL-14~] keeps %j as text, never as a formula',
    async (text) => {
      const bytes = await writeXlsx([sheet([[text]])])
      const xml = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()
      expect(xml).not.toContain('<f>')
      expect(xml).toMatch(/t="inlineStr"/)
      expect(xml).toMatch(/s="5"/)
      expect(textsOf(await readXlsx(bytes))).toEqual([[text]])
    },
  )
  it('[SHELL-14~] counts the days of 1900 as Excel does, and has as text those that Excel has not', async () => {
    const days = ['1900-01-01', '1900-02-28', '1900-03-01', '9999-12-31', '1895-05-05', '1899-12-31']
    const bytes = await writeXlsx([sheet([days.map((day) => ({ day }))])])
    const xml = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()
    expect([...xml.matchAll(/<v>(.*?)<\/v>/g)].map(([, number]) => Number(number))).toEqual([1, 59, 61, 2_958_465])
    const [row] = await readXlsx(bytes)
    expect(row?.cells.map((cell) => cell?.text)).toEqual(days)
  })
  it('[SHELL-14~] a moment keeps its time at midnight, too', async () => {
    const bytes = await writeXlsx([sheet([[new Date(Date.UTC(2026, 2, 12)), { day: '2026-03-12' }]])])
    const xml = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()
    expect([...xml.matchAll(/s="(\d)"><v>(\d+)</g)].map(([, style, days]) => [style, days])).toEqual([
      ['4', '46093'],
      ['3', '46093'],
    ])
  })
  it.each(['_x000B_字', '_x005F_', '換_x000d_行', '__x0041__'])('[SHELL-14~] keeps %j to the letter', async (text) => {
    const bytes = await writeXlsx([sheet([[text]])])
    const xml = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()
    expect(xml).toContain('_x005F_x')
    expect(textsOf(await readXlsx(bytes))).toEqual([[text]])
  })
  it('[SHELL-14~] leaves out what no XML may hold, and cuts what no cell can', async () => {
    const [row] = textsOf(
      await readXlsx(await writeXlsx([sheet([['a\u0000b\ud800c\u000bd', 'x'.repeat(40_000)]])]), { text: 40_000 }),
    )
    expect([row?.[0], row?.[1]?.length]).toEqual(['abcd', 32_767])
  })
  it('[SHELL-14~] holds ten thousand rows without holding up others', async () => {
    const turns: number[] = []
    let last = performance.now()
    const clock = setInterval(() => {
      turns.push(performance.now() - last)
      last = performance.now()
    }, 1)
    const rows = Array.from({ length: 10_000 }, (_, at) => [`M-${at}`, '王小明', 'Wang', at])
    const bytes = await writeXlsx([sheet(rows)])
    clearInterval(clock)
    expect((await readXlsx(bytes)).length).toBe(10_000)
    // Others got their turn while it was written, more than once.
    expect(turns.length).toBeGreaterThan(5)
  })
  it('counts columns as sheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
})

describe('a workbook of others', () => {
  it('[MEMB-08~] is read with shared texts, runs, gaps, prefixes, days and numbers', async () => {
    const bytes = made(
      '<x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="s"><x:v>1</x:v></x:c></x:row>' +
        '<row r="5"><c r="A5" s="1"><v>32932</v></c><c r="B5"><v>9.12345678E8</v></c><c r="C5" t="b"><v>1</v></c></row><row r="6"/>',
      {
        'xl/sharedStrings.xml':
          '<sst><si><t>王小明</t><rPh sb="0" eb="1"><t>おう</t></rPh></si><si><r><t>Wang </t></r><r><t>Mei &amp; Co</t></r></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy/m/d"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      },
    )
    const rows = await readXlsx(bytes)
    expect(textsOf(rows)).toEqual([
      ['王小明', null, 'Wang Mei & Co'],
      ['1990-02-28', '912345678', '1'],
    ])
    expect(rows.map(({ number }) => number)).toEqual([2, 5])
  })
  it('[MEMB-08~] reads the days of 1900 as Excel shows them, and takes for none what it shows as none', async () => {
    const styles = {
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    }
    const cells = [1, 59, 60, 61, -3, 0, 0.5, 59.75, 44_927.9999999999, 2_958_466]
      .map((number, at) => `<c r="${columnName(at)}1" s="1"><v>${number}</v></c>`)
      .join('')
    const [row] = await readXlsx(made(`<row r="1">${cells}</row>`, styles))
    expect(row?.cells.map((cell) => cell?.text)).toEqual([
      ...['1900-01-01', '1900-02-28', '60', '1900-03-01', '-3', '0', '0.5', '1900-02-28', '2023-01-02', '2958466'],
    ])
    const from1904 = {
      ...styles,
      'xl/workbook.xml':
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>',
    }
    const [other] = await readXlsx(made(`<row r="1">${cells}</row>`, from1904))
    expect(other?.cells.slice(0, 6).map((cell) => cell?.text)).toEqual([
      ...['1904-01-02', '1904-02-29', '1904-03-01', '1904-03-02', '-3', '1904-01-01'],
    ])
  })
  it('[MEMB-08~] reads control characters as sheets write them, and an underscore that is none of them', async () => {
    const said = [
      '換_x000D_\n行',
      '_x005F_x000B_字',
      'a_x000B_b',
      '_xD83D__xDE00_',
      'a_x0000_b_xD800_c',
      '_x12_',
      '_X000D_',
    ]
    const cells = said.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
    const shared = { 'xl/sharedStrings.xml': `<sst>${said.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>` }
    const numbers = said.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('')
    const [typed, common] = textsOf(
      await readXlsx(made(`<row r="1">${cells}</row><row r="2">${numbers}</row>`, shared)),
    )
    expect(typed).toEqual(['換\r\n行', '_x000B_字', 'a\u000bb', '😀', 'abc', '_x12_', '_X000D_'])
    expect(common).toEqual(typed)
  })
  it('[MEMB-08~] tells a formula, whatever it pretends to have come to', async () => {
    const [row] = await readXlsx(
      made('<row r="1"><c r="A1" t="str"><f>HYPERLINK("http://x")</f><v>王小明</v></c></row>'),
    )
    expect(row?.cells[0]).toEqual({ text: '王小明', numeric: false, formula: true })
  })
})

describe('a file made to hurt', () => {
  const workbook = '<workbook><sheets/></workbook>'
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('name,account\n王,A123456789')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex')],
    ['a renamed zip', Buffer.from(zipSync({ 'holiday/photo.jpg': new Uint8Array(2000) }))],
    ['a workbook without a sheet', Buffer.from(zipSync({ 'xl/workbook.xml': strToU8(workbook) }))],
    ['a workbook that was cut', made('<row r="1"><c r="A1"><v>1</v></c></row>').subarray(0, 150)],
    [
      'a document that declares entities',
      made('', {
        'xl/worksheets/sheet1.xml':
          '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&x;</t></is></c></row></sheetData></worksheet>',
      }),
    ],
    ['a tag without an end', made('<row r="1"><c r="A1"')],
  ])('[MEMB-08~] %s is no sheet', async (_, bytes) => expect(await reason(bytes)).toBe('notASheet'))

  it('[MEMB-08~] a bomb is stopped at its limit, also where its headers lie about its size', async () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024, 32)
    const honest = Buffer.from(
      zipSync({ 'xl/workbook.xml': strToU8(workbook), 'xl/worksheets/sheet1.xml': [zeros, { level: 9 }] }),
    )
    expect(honest.length).toBeLessThan(1024 * 1024)
    const lying = Buffer.from(honest)
    // The directory says that ten bytes will come out.
    const directory = lying.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml'))
    lying.writeUInt32LE(10, directory - 46 + 24)
    const before = process.memoryUsage().arrayBuffers
    expect([await reason(honest), await reason(lying)]).toEqual(['tooLarge', 'tooLarge'])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60 * 1024 * 1024)
  })
  it('[MEMB-08~] a thousand parts are too much, two parts of one name are none', async () => {
    const parts = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`part${at}`, new Uint8Array(1)]))
    expect(await reason(Buffer.from(zipSync(parts)))).toBe('tooLarge')
    const twice = made('', { 'xl/worksheets/sheet2.xml': 'x' })
    const at = twice.lastIndexOf(Buffer.from('xl/worksheets/sheet2.xml'))
    twice.write('xl/worksheets/sheet1.xml', at)
    expect(await reason(twice)).toBe('notASheet')
  })
  it('[MEMB-08~] stops at too many rows and looks at no column beyond the last', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`).join(
      '',
    )
    expect([await reason(made(many), { rows: 29 }), await reason(made(many), { rows: 30 })]).toEqual([
      'tooManyRows',
      'read',
    ])
    const [wide] = await readXlsx(
      made('<row r="1"><c r="XFD1"><v>1</v></c><c r="B1"><v>2</v></c><c r="1"><v>2</v></c></row>'),
    )
    expect(wide?.cells.length).toBe(2)
  })
  it('[MEMB-08~] a cell of a megabyte comes cut, and marked as longer than allowed', async () => {
    const [row] = await readXlsx(
      made(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(1_000_000)}</t></is></c></row>`),
      { text: 100 },
    )
    expect(row?.cells[0]?.text.length).toBe(101)
  })
  it('[MEMB-08~] a million tags take no time that grows with their square', async () => {
    // With it, these would take hours, and the test its end.
    expect(await reason(made('<a>'.repeat(1_000_000)))).toBe('read')
    expect(await reason(made(`<row>${'<c r="A1"><v>'.repeat(300_000)}</row>`))).toBe('read')
    const format = '['.repeat(2_000_000)
    expect(
      await reason(
        made('', { 'xl/styles.xml': `<styleSheet><numFmt numFmtId="170" formatCode="${format}"/></styleSheet>` }),
      ),
    ).toBe('notASheet')
  })
  /** What is opened and never closed, in any part of a workbook, and how its reading ends. */
  const inPart = (part: string, text: string) => made('<row r="1"><c r="A1"><v>1</v></c></row>', { [part]: text })
  const floods: [string, () => Buffer, string][] = [
    ['rows', () => made('<row>'.repeat(300_000)), 'tooManyRows'],
    ['rows that are empty', () => made('<row/>'.repeat(300_000)), 'tooManyRows'],
    ['cells of one row', () => made(`<row>${'<c>'.repeat(1_000_000)}`), 'tooLarge'],
    ['cells that are empty', () => made(`<row>${'<c/>'.repeat(1_000_000)}</row>`), 'tooLarge'],
    ['cells with texts', () => made(`<row>${'<c t="inlineStr"><is><t>'.repeat(600_000)}`), 'tooLarge'],
    ['comments', () => made('<!---->'.repeat(2_500_000)), 'tooLarge'],
    ['instructions', () => made('<?a?>'.repeat(2_500_000)), 'tooLarge'],
    ['tags of no meaning', () => made('<a>'.repeat(2_500_000)), 'tooLarge'],
    ['shared texts', () => inPart('xl/sharedStrings.xml', `<sst>${'<si>'.repeat(1_000_000)}`), 'tooLarge'],
    ['styles', () => inPart('xl/styles.xml', `<cellXfs>${'<xf>'.repeat(1_000_000)}`), 'tooLarge'],
    ['formats', () => inPart('xl/styles.xml', '<numFmt numFmtId="1">'.repeat(1_000_000)), 'tooLarge'],
    ['sheets', () => inPart('xl/workbook.xml', `<workbook>${'<sheet>'.repeat(1_000_000)}`), 'tooLarge'],
    ['relations', () => inPart('xl/_rels/workbook.xml.rels', '<Relationship>'.repeat(1_000_000)), 'tooLarge'],
  ]
  it.each(floods)('[MEMB-08~] a flood of %s ends at its bound', async (_, file, ends) => {
    expect(await reason(file())).toBe(ends)
  })
  it.each([
    ['rows', () => made('<row>'.repeat(90_000)), 90],
    ['cells', () => made(`<row>${'<c r="A1" t="inlineStr"><is><t>'.repeat(200_000)}`), 600],
    ['comments', () => made('<!---->'.repeat(900_000)), 900],
    ['shared texts', () => inPart('xl/sharedStrings.xml', `<sst>${'<si>'.repeat(300_000)}`), 300],
    ['styles', () => inPart('xl/styles.xml', `<cellXfs>${'<xf>'.repeat(60_000)}`), 60],
    ['relations by their tags', () => inPart('xl/_rels/workbook.xml.rels', '<a>'.repeat(500_000)), 500],
    // Few tags, and much in each of them.
    ['long texts', () => made(`<row>${`<c><v>${'1'.repeat(1_000_000)}`.repeat(12)}`), 12],
  ])('[MEMB-08~] others have their turn while %s are read that nothing closes', async (_, file, least) => {
    const bytes = file()
    const turns = vi.spyOn(globalThis, 'setImmediate')
    await reason(bytes)
    const given = turns.mock.calls.length
    turns.mockRestore()
    expect(given).toBeGreaterThanOrEqual(least)
  })
  it('[MEMB-08~] a sheet formatted far below its last row is read, by the numbers its rows have', async () => {
    const below = Array.from({ length: 20_000 }, (_, at) => `<row r="${at + 4}"><c r="A${at + 4}" s="1"/></row>`)
    const rows = await readXlsx(
      made(
        `<row/><row/><row><c t="inlineStr"><is><t>a</t></is></c></row>${below.join('')}<row r="x"><c><v>2</v></c></row>`,
      ),
      { rows: 10 },
    )
    expect(rows.map(({ number, cells }) => [number, cells[0]?.text])).toEqual([
      [3, 'a'],
      [20_004, '2'],
    ])
  })
})
