import type { Lms } from '@teleward/contract/childcare/growth.ts'
import { STANDS_FROM } from '@teleward/contract/childcare/growth.ts'
import { seedRows } from '../reference/seeds.ts'

const columns = ['age_group', 'name', 'sex', 'measurement_type', 'x_var_type', 'x', 'l', 'm', 's']
export type Sex = 'male' | 'female'
type Row = Lms & { x: number }
export type Curve = 'weight' | 'length' | 'head' | 'bmi' | 'weightForLength' | 'weightForHeight'

const measureOf: Record<string, Curve> = {
  weight: 'weight',
  stature: 'length',
  head_circumference: 'head',
  body_mass_index: 'bmi',
}
let kept: Map<string, Row[]> | undefined
/** WHO 2006 (birth to five years) and 2007 (to nineteen), by sex and measure, in the order of age in days or length in cm. */
function tables(): Map<string, Row[]> {
  if (kept) return kept
  const found = new Map<string, Row[]>()
  for (const [group, , sex, measure = '', by, x, l, m, s] of seedRows('who-growth.tsv.gz', columns)) {
    const curve = by === 'stature' ? (group === '0-2' ? 'weightForLength' : 'weightForHeight') : measureOf[measure]
    if (!curve) throw new Error(`who-growth.tsv.gz: no curve of ${measure}`)
    const key = `${sex === 'M' ? 'male' : 'female'} ${curve}`
    const rows = found.get(key) ?? []
    rows.push({ x: Number(x), l: Number(l), m: Number(m), s: Number(s) })
    found.set(key, rows)
  }
  for (const rows of found.values()) rows.sort((a, b) => a.x - b.x)
  kept = found
  return found
}

/** Between two rows in proportion, as the WHO's own programs do; null before the first and beyond the last. */
export function lmsAt(sex: Sex, curve: Curve, x: number): Lms | null {
  const rows = tables().get(`${sex} ${curve}`) ?? []
  let [low, high] = [0, rows.length - 1]
  const [first, last] = [rows[low], rows[high]]
  if (!first || !last || x < first.x || x > last.x) return null
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.x ?? 0) <= x) low = middle
    else high = middle
  }
  const [a = first, b = last] = [rows[low], rows[high]]
  const part = b.x === a.x ? 0 : (x - a.x) / (b.x - a.x)
  const between = (key: 'l' | 'm' | 's') => a[key] + (b[key] - a[key]) * part
  return { l: between('l'), m: between('m'), s: between('s') }
}
export const weightCurve = (ageDays: number): Curve => (ageDays < STANDS_FROM ? 'weightForLength' : 'weightForHeight')
