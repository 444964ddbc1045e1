// Official tables → the compact files of server/seeds/. The folder of originals is the argument:
//   npx node scripts/gen/seeds.ts <folder>     (codes/…, drugs/… as listed in server/seeds/SOURCES.md)
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { frequency } from '../../contract/src/prescriptions/frequency.ts'
import { chineseName, type FoodTerms, readFoodTerms } from './food-names.ts'
import { commonDepartments, commonFrequencies, commonRoutes, houseFrequencies, routeNames } from './seed-choices.ts'
import { parseTsv } from './tsv.ts'

type Row = Record<string, string>
const seeds = join(import.meta.dirname, '../../server/seeds')

export function toTsv(columns: readonly string[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => {
    if (cells.some((cell) => /[\t\n\r]/.test(cell))) throw new Error(`a separator inside a cell: ${cells[0]}`)
    return cells.join('\t')
  }
  return `${[line(columns), ...rows.map((row) => line(columns.map((column) => row[column] ?? '')))].join('\n')}\n`
}

/** `"DEXAZONE TABLETS ""JOHNSON"""` → `DEXAZONE TABLETS "JOHNSON"`: the quoting of the file they came from. */
export const unquote = (text: string) => (/^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text).trim()

const bare = (code: string) => code.replace('.', '')
const flag = (value: boolean) => (value ? '1' : '0')

export function icdRows(all: readonly Row[], common: readonly Row[]): Row[] {
  const chosen = new Set(common.map((row) => row.code))
  const known = new Set(all.map((row) => row.code))
  for (const code of chosen) if (!known.has(code)) throw new Error(`common code that is not in the table: ${code}`)
  return all
    .map((row) => ({ ...row, common: flag(chosen.has(row.code)) }))
    .sort((a: Row, b: Row) => (bare(a.code ?? '') < bare(b.code ?? '') ? -1 : 1))
}

// Placeholders of the official list (`QxD`, `yWzD`, `QW(x,y,z..)`) are forms of codes, not codes.
const placeholder = (code: string) => /[a-z]/.test(code)
const slips: Readonly<Record<string, string>> = { '43W9D': '4W9D' }

export function frequencyRows(official: readonly Row[]): Row[] {
  const rows = official
    .map((row) => ({
      code: slips[row.code ?? ''] ?? row.code ?? '',
      name_zh_tw: (row.display_zh_tw ?? '').replace('欽', '每'),
      origin: 'NHI',
    }))
    .filter((row) => !placeholder(row.code))
  const all = [...rows, ...houseFrequencies.map(([code, name]) => ({ code, name_zh_tw: name, origin: 'own' }))]
  if (new Set(all.map((row) => row.code)).size !== all.length) throw new Error('a frequency occurs twice')
  for (const code of commonFrequencies)
    if (!all.some((row) => row.code === code)) throw new Error(`no such frequency: ${code}`)
  return all
    .map((row, index) => {
      const read = frequency(row.code)
      if (!read) throw new Error(`cannot read the frequency ${row.code}`)
      const at = commonFrequencies.indexOf(row.code)
      return {
        ...row,
        name_en: read.nameEn,
        times_per_day: read.timesPerDay === null ? '' : String(Number(read.timesPerDay.toFixed(6))),
        common: flag(at >= 0),
        sort: at >= 0 ? at + 1 : 1000 + index,
      }
    })
    .sort((a, b) => a.sort - b.sort)
    .map((row) => ({ ...row, sort: String(row.sort) }))
}

export function routeRows(official: readonly Row[]): Row[] {
  return official
    .map((row, index) => {
      const code = row.code ?? ''
      const english = routeNames[code]
      if (!english) throw new Error(`no English name for the route ${code}`)
      const at = commonRoutes.indexOf(code)
      // 治射, 潄 are slips of the official list.
      const chinese = (row.display_zh_tw ?? '').replace('治射', '注射').replace('潄', '漱')
      return {
        code,
        name_zh_tw: chinese,
        name_en: english,
        common: flag(at >= 0),
        sort: at >= 0 ? at + 1 : 1000 + index,
      }
    })
    .sort((a, b) => a.sort - b.sort)
    .map((row) => ({ ...row, sort: String(row.sort) }))
}

const foodColumns = [
  'id',
  'name_en',
  'name_zh_tw',
  'kcal',
  'protein_g',
  'fat_g',
  'carb_g',
  'fiber_g',
  'sugar_g',
  'sodium_mg',
  'potassium_mg',
  'phosphorus_mg',
  'calcium_mg',
  'iron_mg',
  'cholesterol_mg',
  'sat_fat_g',
  'serving_g',
  'serving_desc',
  'common',
]
export function foodRows(all: readonly Row[], terms: FoodTerms): Row[] {
  if (new Set(all.map((row) => row.id)).size !== all.length) throw new Error('a food occurs twice')
  return all.map((row) => {
    const english = unquote(row.name_en ?? '')
    return {
      ...row,
      name_en: english,
      // The rows that the original names in Chinese are the staples: they come first when they are looked for.
      common: flag(Boolean(row.name_zh_tw)),
      name_zh_tw: row.name_zh_tw || chineseName(english, terms),
      serving_desc: unquote(row.serving_desc ?? '').replace(/\s+/g, ' '),
    }
  })
}

if (import.meta.main) {
  const from = process.argv[2]
  if (!from) throw new Error('usage: npx node scripts/gen/seeds.ts <folder of the originals>')
  const read = (path: string) => parseTsv(readFileSync(join(from, path), 'utf8'))
  const packed = (path: string) => parseTsv(gunzipSync(readFileSync(join(from, path))).toString('utf8'))
  const write = (name: string, columns: readonly string[], rows: readonly Row[]) => {
    const text = toTsv(columns, rows)
    writeFileSync(join(seeds, name), name.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text)
    console.log(`${name}: ${rows.length} rows`)
  }
  write(
    'icd10.tsv.gz',
    ['code', 'billable', 'common', 'name_en', 'name_zh_tw'],
    icdRows(packed('codes/icd10cm_2023_tw.tsv.gz'), read('codes/icd10_common_outpatient.tsv')),
  )
  write(
    'drugs.tsv.gz',
    ['code', 'name_en', 'name_zh_tw', 'generic', 'strength', 'unit', 'form', 'form_zh_tw', 'route', 'atc', 'origin'],
    read('drugs/drugs.tsv').map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, unquote(value)])),
    ),
  )
  write(
    'frequencies.tsv',
    ['code', 'name_zh_tw', 'name_en', 'times_per_day', 'common', 'sort', 'origin'],
    frequencyRows(read('drugs/rx_frequency_nhi.tsv')),
  )
  write('routes.tsv', ['code', 'name_zh_tw', 'name_en', 'common', 'sort'], routeRows(read('drugs/rx_route_nhi.tsv')))
  write(
    'departments.tsv',
    ['code', 'name_zh_tw', 'common'],
    read('codes/department_consultation_nhi.tsv').map((row) => ({
      code: row.code ?? '',
      name_zh_tw: row.display_zh_tw ?? '',
      common: flag(commonDepartments.includes(row.code ?? '')),
    })),
  )
  write('foods.tsv.gz', foodColumns, foodRows(read('foods/foods_usda_sr27.tsv'), readFoodTerms()))
}
