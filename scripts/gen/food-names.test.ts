import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chineseName, readFoodTerms, termsOf } from './food-names.ts'
import { foodRows } from './seeds.ts'
import { parseTsv } from './tsv.ts'

const terms = readFoodTerms()
const named = (english: string) => chineseName(english, terms)

describe('[DIET-02~] Chinese names of foods', () => {
  it('are put together from the food and its attributes', () => {
    expect(named('APRICOTS,CND,HVY SYRUP PK,WO/SKN,SOL&LIQUIDS')).toBe('杏桃（罐頭、濃糖漿、去皮、含汁）')
    expect(named('BAMBOO SHOOTS,RAW')).toBe('竹筍（生）')
    expect(named('HONEY')).toBe('蜂蜜')
    expect(named('PORK,FRSH,VAR MEATS&BY-PRODUCTS,LIVER,RAW')).toBe('豬肝（生）')
  })
  it('take the food with the most terms: a bean sprout is no bean', () => {
    expect(named('MUNG BNS,MATURE SEEDS,SPROUTED,RAW')).toBe('綠豆芽（生）')
    expect(named('MUNG BNS,MATURE SEEDS,RAW')).toBe('綠豆（乾豆、生）')
  })
  it('stay empty where a single term is unknown', () => {
    expect(named('HONEY,FROM ANOTHER PLANET')).toBe('')
    expect(named('UNKNOWN,RAW')).toBe('')
    expect(named('')).toBe('')
  })
  it('leave commas in brackets alone', () => {
    expect(termsOf('COOKIES,ANIMAL CRACKERS (INCL ARROWROOT,TEA BISCUITS),x')).toEqual([
      'COOKIES',
      'ANIMAL CRACKERS (INCL ARROWROOT,TEA BISCUITS)',
      'X',
    ])
  })
  it('never replace a name of the original, and take the quotes of its file away', () => {
    const row = { id: '1', name_en: '"BEEF,GROUND,RAW"', name_zh_tw: '', serving_desc: '' }
    const [unnamed] = foodRows([row], terms)
    expect(unnamed).toMatchObject({ name_en: 'BEEF,GROUND,RAW', name_zh_tw: '牛絞肉（生）' })
    const [kept] = foodRows([{ ...row, name_zh_tw: '絞肉' }], terms)
    expect(kept?.name_zh_tw).toBe('絞肉')
  })
  it('name more than 1,500 foods of the shipped table, and no two different foods alike', () => {
    const packed = readFileSync(join(import.meta.dirname, '../../server/seeds/foods.tsv.gz'))
    const rows = parseTsv(gunzipSync(packed).toString('utf8')).filter((row) => row.name_zh_tw)
    expect(rows.length).toBeGreaterThan(3_000)
    const english = new Map<string, string | undefined>()
    for (const { name_zh_tw: chinese = '', name_en } of rows) {
      expect(english.get(chinese) ?? name_en, chinese).toBe(name_en)
      english.set(chinese, name_en)
    }
  })
})
