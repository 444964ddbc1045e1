import { describe, expect, it } from 'vitest'
import { each, meanOf, nutrients, type Per100, rounded, standing, sum } from './nutrients.ts'
import { conditions, missingOf, type Profile, targetsOf, withHand, bmiOf } from './targets.ts'

const per100 = (over: Partial<Per100>): Per100 => ({ ...each(() => null), ...over })
const who: Profile = { gender: 'female', age: 60, weightKg: 60, heightCm: 158, activity: 'low', condition: 'none' }
const of = (over: Partial<Profile>) => targetsOf({ ...who, ...over })

describe('nutrients of a meal', () => {
  it('[DIET-02~] adds amounts and never takes what the table does not say for nothing', () => {
    const rice = per100({ energy: 130, protein: 2.4, sodium: 0 })
    const soup = per100({ energy: 40, protein: null, sodium: 300 })
    const all = sum([
      { per100: rice, grams: 200 },
      { per100: soup, grams: 250 },
    ])
    expect(all.energy).toEqual({ value: 360, unknown: 0 })
    expect(all.protein).toEqual({ value: 4.8, unknown: 1 })
    expect(all.sodium).toEqual({ value: 750, unknown: 0 })
    expect(all.iron).toEqual({ value: null, unknown: 2 })
    expect(sum([]).energy).toEqual({ value: null, unknown: 0 })
  })
  it('rounds once, at the end', () => {
    const crumb = per100({ protein: 0.1 })
    expect(sum(Array.from({ length: 100 }, () => ({ per100: crumb, grams: 4 }))).protein.value).toBe(0.4)
    expect(rounded('energy', 99.5)).toBe(100)
  })
  it('calls nothing too little that may be more than is known', () => {
    expect(standing({ value: 40, unknown: 0 }, { min: 50, max: null })).toBe('below')
    expect(standing({ value: 40, unknown: 1 }, { min: 50, max: null })).toBe('unknown')
    expect(standing({ value: 2400, unknown: 3 }, { min: null, max: 2300 })).toBe('above')
    expect(standing({ value: 2000, unknown: 1 }, { min: null, max: 2300 })).toBe('unknown')
    expect(standing({ value: null, unknown: 0 }, { min: 1, max: 2 })).toBe('unknown')
    expect(standing({ value: 1, unknown: 0 }, { min: null, max: null })).toBe('unknown')
  })
  it('takes the mean of the days on which something was entered', () => {
    const day = (energy: number) => sum([{ per100: per100({ energy }), grams: 100 }])
    expect(meanOf([day(1000), day(2000)]).energy.value).toBe(1500)
    expect(meanOf([]).energy.value).toBeNull()
  })
})

describe('targets', () => {
  it('[DIET-02~] computes energy by Mifflin-St Jeor where the height is known, else by FAO/WHO/UNU', () => {
    // 10 × 60 + 6.25 × 158 − 5 × 60 − 161 = 1126.5; × 1.5
    expect(of({})?.energy).toEqual({ min: 1521, max: 1859, source: 'mifflin' })
    // 10.5 × 60 + 596 = 1226; × 1.5
    expect(of({ heightCm: null })?.energy).toEqual({ min: 1655, max: 2023, source: 'fao1985' })
    // A child: 22.7 × 20 + 495 = 949; × 1.75
    expect(of({ gender: 'male', age: 6, weightKg: 20, activity: 'active' })?.energy).toEqual({
      min: 1495,
      max: 1827,
      source: 'fao1985',
    })
  })
  it('differs for kidneys and in pregnancy', () => {
    expect(of({})?.protein).toMatchObject({ min: 48, max: null })
    expect(of({ condition: 'ckd' })?.protein).toEqual({ min: 33, max: 36, source: 'kdoqi2020' })
    expect(of({ condition: 'ckd' })?.potassium).toMatchObject({ min: null, max: null })
    expect(of({ condition: 'dialysis' })?.protein).toMatchObject({ min: 60, max: 72 })
    expect(of({ condition: 'hypertension' })?.sodium).toEqual({ min: null, max: 2000, source: 'who2012' })
    expect(of({ age: 30, condition: 'pregnancy3' })?.iron.min).toBe(27)
    const [not, late] = [of({ age: 30 })?.energy.max ?? 0, of({ age: 30, condition: 'pregnancy3' })?.energy.max ?? 0]
    expect(Math.round(late - not)).toBe(Math.round(452 * 1.1))
  })
  it('says what is missing, and computes nothing from contradictions or nonsense', () => {
    expect(missingOf({ ...who, gender: 'other', age: null, weightKg: null, activity: null })).toEqual([
      'gender',
      'birthday',
      'weightKg',
      'activity',
    ])
    for (const bad of [
      { gender: null },
      { age: 0 },
      { age: -3 },
      { weightKg: 0 },
      { weightKg: Number.NaN },
      { weightKg: 4000 },
    ])
      expect(of(bad as Partial<Profile>), JSON.stringify(bad)).toBeNull()
    expect(of({ gender: 'male', condition: 'pregnancy2' })).toBeNull()
  })
  it('is finite, not negative and in order for everybody', () => {
    const odd: string[] = []
    for (const gender of ['male', 'female'] as const)
      for (const condition of conditions)
        for (let age = 1; age <= 120; age += 1)
          for (const weightKg of [2, 10, 60, 400]) {
            const values = of({ gender, condition, age, weightKg })
            for (const one of values ? nutrients : []) {
              const { min = null, max = null } = values?.[one] ?? {}
              const fair = [min, max].every((value) => value === null || (Number.isFinite(value) && value >= 0))
              if (!fair || (min !== null && max !== null && min > max))
                odd.push(`${one} ${gender} ${condition} ${age} ${weightKg}`)
            }
          }
    expect(odd).toEqual([])
  })
  it('lets a person differ, and says so', () => {
    const values = of({})
    if (!values) throw new Error('no values')
    expect(withHand(values, { sodium: { min: null, max: 1500 } }).sodium).toEqual({
      min: null,
      max: 1500,
      source: 'hand',
    })
    expect(withHand(values, {}).sodium).toEqual(values.sodium)
  })
  it('knows a body mass index only of weight and height', () => {
    expect(bmiOf(60, 158)).toBe(24)
    expect(bmiOf(60, null)).toBeNull()
    expect(bmiOf(60, 0)).toBeNull()
  })
})
