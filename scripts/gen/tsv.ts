/** Rows of a tab-separated text with a header line; every row must have all columns. */
export function parseTsv(text: string): Record<string, string>[] {
  const [head, ...rest] = text.replace(/\r/g, '').replace(/\n+$/, '').split('\n')
  const columns = (head ?? '').split('\t')
  return rest.map((line, index) => {
    const cells = line.split('\t')
    if (cells.length !== columns.length)
      throw new Error(`line ${index + 2}: ${cells.length} columns instead of ${columns.length}`)
    return Object.fromEntries(columns.map((column, at) => [column, (cells[at] ?? '').trim()]))
  })
}

/** A string literal in the house's quotes. */
export const quote = (text: string) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n')}'`

export const banner = (source: string, command: string) =>
  `// Made from ${source} by \`npx node ${command}\`. Edit the source, not this file.\n`
