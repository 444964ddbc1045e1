import { each, type Nutrient } from '@teleward/contract/diet/nutrients.ts'
import type { Food } from '@teleward/contract/diet/schema.ts'
import { normalise } from '../reference/fold.ts'
import { seedRows } from '../reference/seeds.ts'
import { Best, han, queryTokens } from '../reference/select.ts'

/** Where each nutrient stands in a row of the seed file. */
const columnOf: Record<Nutrient, string> = {
  energy: 'kcal',
  protein: 'protein_g',
  fat: 'fat_g',
  carbohydrate: 'carb_g',
  fibre: 'fiber_g',
  sugar: 'sugar_g',
  sodium: 'sodium_mg',
  potassium: 'potassium_mg',
  phosphorus: 'phosphorus_mg',
  calcium: 'calcium_mg',
  iron: 'iron_mg',
  cholesterol: 'cholesterol_mg',
  saturatedFat: 'sat_fat_g',
}
const columns = [
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
/** An empty cell is a value that the table does not have; a nought is a nought. */
const number = (cell: string | undefined) => (cell === undefined || cell === '' ? null : Number(cell))

export interface Foods {
  size: number
  /** At most `limit`, the best first; nothing for what holds no word. */
  search(query: string, limit?: number): Food[]
  get(code: string): Food | undefined
}

export function foodIndex(rows: readonly (readonly string[])[]): Foods {
  const at = (row: readonly string[], name: string) => row[columns.indexOf(name)]
  const all = rows.map((row): Food => {
    const grams = number(at(row, 'serving_g'))
    const name = at(row, 'serving_desc') ?? ''
    return {
      code: at(row, 'id') ?? '',
      nameEn: at(row, 'name_en') ?? '',
      nameZhTw: at(row, 'name_zh_tw') || null,
      per100: each((one) => number(at(row, columnOf[one]))),
      serving: grams && name ? { name, grams } : null,
    }
  })
  const staple = rows.map((row) => at(row, 'common') === '1')
  const byCode = new Map(all.map((one) => [one.code, one]))
  const chinese = all.map(({ nameZhTw }) => normalise(nameZhTw ?? '').replace(/\s+/g, ''))
  const english = all.map(({ nameEn }) => normalise(nameEn).match(/[a-z0-9%.]+/g) ?? [])

  const holds = (row: number, token: string) =>
    han.test(token) ? (chinese[row] ?? '').includes(token) : (english[row] ?? []).some((word) => word.startsWith(token))
  /** Staples first, then foods with a Chinese name; of each those that begin with the first word, the shortest name first. */
  function rank(row: number, first: string): number {
    const inChinese = han.test(first)
    const name = inChinese ? (chinese[row] ?? '') : (english[row]?.[0] ?? '')
    const length = inChinese ? name.length : (english[row]?.length ?? 0)
    const eaten = staple[row] ? 0 : all[row]?.nameZhTw ? 100 : 200
    return eaten + (name.startsWith(first) ? 0 : 50) + (name === first ? -20 : 0) + Math.min(length, 25)
  }
  return {
    size: all.length,
    get: (code) => byCode.get(code),
    search(query, limit = 20) {
      const tokens = queryTokens(query, normalise)
      const [first] = tokens
      if (first === undefined) return []
      const exact = byCode.get(query.trim())
      if (exact) return [exact]
      const best = new Best(limit)
      for (let row = 0; row < all.length; row += 1)
        if (tokens.every((token) => holds(row, token))) best.offer(row, rank(row, first))
      return best.rows.flatMap((row) => all[row] ?? [])
    },
  }
}

let read: Foods | undefined
/** The shipped table (server/seeds/SOURCES.md), read when it is first asked for. */
export function foods(): Foods {
  read ??= foodIndex(seedRows('foods.tsv.gz', columns))
  return read
}
