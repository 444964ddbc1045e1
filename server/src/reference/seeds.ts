import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../../seeds/', import.meta.url)

export const seedPath = (name: string) => fileURLToPath(new URL(name, folder))

/** The text of a seed file, unpacked. */
export function seedText(name: string): string {
  const bytes = readFileSync(seedPath(name))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** The lines below the header, split; the columns must be those the reader counts on. */
export function seedRows(name: string, columns: readonly string[], text: string = seedText(name)): string[][] {
  const [head, ...lines] = text.replace(/\n$/, '').split('\n')
  if (head !== columns.join('\t')) throw new Error(`${name} has the columns ${head}, expected ${columns.join(', ')}`)
  return lines.map((line, at) => {
    const cells = line.split('\t')
    if (cells.length !== columns.length) throw new Error(`${name}, line ${at + 2}: ${cells.length} columns`)
    return cells
  })
}

export const icdColumns = ['code', 'billable', 'common', 'name_en', 'name_zh_tw'] as const
export const drugColumns = [
  'code',
  'name_en',
  'name_zh_tw',
  'generic',
  'strength',
  'unit',
  'form',
  'form_zh_tw',
  'route',
  'atc',
  'origin',
] as const
export const frequencyColumns = ['code', 'name_zh_tw', 'name_en', 'times_per_day', 'common', 'sort', 'origin'] as const
export const routeColumns = ['code', 'name_zh_tw', 'name_en', 'common', 'sort'] as const
export const departmentColumns = ['code', 'name_zh_tw', 'common'] as const
export const foldingColumns = ['traditional', 'simplified', 'source'] as const
export const synonymColumns = ['term', 'lang', 'kind', 'target', 'source'] as const
