/** What is counted of what is eaten, in the order it is shown. */
export const nutrients = [
  'energy',
  'protein',
  'carbohydrate',
  'fat',
  'saturatedFat',
  'fibre',
  'sugar',
  'sodium',
  'potassium',
  'phosphorus',
  'calcium',
  'iron',
  'cholesterol',
] as const
export type Nutrient = (typeof nutrients)[number]

export const nutrientUnit = {
  energy: 'kcal',
  protein: 'g',
  carbohydrate: 'g',
  fat: 'g',
  saturatedFat: 'g',
  fibre: 'g',
  sugar: 'g',
  sodium: 'mg',
  potassium: 'mg',
  phosphorus: 'mg',
  calcium: 'mg',
  iron: 'mg',
  cholesterol: 'mg',
} as const satisfies Record<Nutrient, 'kcal' | 'g' | 'mg'>

/** Of 100 g; null where the table does not say. */
export type Per100 = Readonly<Record<Nutrient, number | null>>
export type Amounts = Record<Nutrient, number | null>

/** A plate of more is a slip of the finger. */
export const MAX_GRAMS = 5000
export const MIN_GRAMS = 0.1
/** What 100 g of anything can hold at most: of oil 902 kcal, of pure matter 100 g, of salt 38,758 mg sodium. */
export const maxPer100 = (nutrient: Nutrient) =>
  nutrient === 'energy' ? 910 : nutrient === 'sodium' ? 38_758 : nutrientUnit[nutrient] === 'g' ? 100 : 100_000

/** A thermochemical kilocalorie, as labels of food count it. */
export const KJ_PER_KCAL = 4.184
export const kcalOfKj = (kj: number) => Math.round((kj / KJ_PER_KCAL) * 10) / 10

/** What is counted within another one. */
const partOf: readonly (readonly [part: Nutrient, whole: Nutrient])[] = [
  ['saturatedFat', 'fat'],
  ['sugar', 'carbohydrate'],
  ['fibre', 'carbohydrate'],
]
/** A part that is more than its whole; or 100 g that hold more than 100 g of matter. */
export type LabelFault = { kind: 'part'; part: Nutrient; whole: Nutrient } | { kind: 'matter'; grams: number }
/** What cannot be of a label of 100 g. Where a whole is not said, its parts stand for it; minerals weigh, too. */
export function labelFaults(label: Per100): LabelFault[] {
  const faults: LabelFault[] = partOf.flatMap(([part, whole]): LabelFault[] => {
    const [less, more] = [label[part], label[whole]]
    return less !== null && more !== null && less > more ? [{ kind: 'part', part, whole }] : []
  })
  const { protein, carbohydrate, fat, saturatedFat, fibre, sugar } = label
  const minerals = [label.sodium, label.potassium, label.phosphorus, label.calcium, label.iron]
  const matter =
    (protein ?? 0) +
    (carbohydrate ?? (sugar ?? 0) + (fibre ?? 0)) +
    (fat ?? saturatedFat ?? 0) +
    minerals.reduce<number>((all, mg) => all + (mg ?? 0), 0) / 1000
  // A tenth for what labels round.
  if (matter > 100.1) faults.push({ kind: 'matter', grams: Math.round(matter * 10) / 10 })
  return faults
}

const places = { kcal: 1, g: 100, mg: 10 } as const
/** As it is shown: whole kilocalories, hundredths of a gram, tenths of a milligram. */
export const rounded = (nutrient: Nutrient, value: number): number => {
  const by = places[nutrientUnit[nutrient]]
  return Math.round(value * by) / by
}

export const amountsOf = (per100: Per100, grams: number): Amounts =>
  each((nutrient) => {
    const value = per100[nutrient]
    return value === null ? null : (value * grams) / 100
  })

export interface Total {
  /** The sum over the known values; null where none is known. */
  value: number | null
  /** Foods of which the table does not say it: the total is at least this. */
  unknown: number
}
export type Totals = Record<Nutrient, Total>

/** A sum that does not take what is unknown for nothing. Rounded once, at the end. */
export function sum(foods: readonly { per100: Per100; grams: number }[]): Totals {
  const portions = foods.map(({ per100, grams }) => amountsOf(per100, grams))
  return each((nutrient) => {
    const known = portions.flatMap((one) => one[nutrient] ?? [])
    return {
      value: known.length
        ? rounded(
            nutrient,
            known.reduce((all, one) => all + one, 0),
          )
        : null,
      unknown: portions.length - known.length,
    }
  })
}

export const each = <T>(of: (nutrient: Nutrient) => T): Record<Nutrient, T> =>
  Object.fromEntries(nutrients.map((nutrient) => [nutrient, of(nutrient)])) as Record<Nutrient, T>

export interface Range {
  min: number | null
  max: number | null
}
export type Standing = 'below' | 'within' | 'above' | 'unknown'
/** How a day stands to its target. What is not known in full may be more than it seems: it is not called too little. */
export function standing({ value, unknown }: Total, { min, max }: Range): Standing {
  if (value === null || (min === null && max === null)) return 'unknown'
  if (max !== null && value > max) return 'above'
  if (min !== null && value < min) return unknown > 0 ? 'unknown' : 'below'
  return unknown > 0 && max !== null ? 'unknown' : 'within'
}

/** Of the days on which something was entered: a day without a meal is no day of fasting. */
export function meanOf(days: readonly Totals[]): Totals {
  return each((nutrient) => {
    const known = days.flatMap((day) => day[nutrient].value ?? [])
    return {
      value: known.length ? rounded(nutrient, known.reduce((all, one) => all + one, 0) / known.length) : null,
      unknown: days.reduce((all, day) => all + day[nutrient].unknown, 0),
    }
  })
}
