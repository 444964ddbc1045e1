import { describe, expect, it } from 'vitest'
import { foods } from './foods.ts'

const names = (query: string) =>
  foods()
    .search(query)
    .map(({ nameZhTw, nameEn }) => nameZhTw ?? nameEn)

describe('[DIET-02~] the shipped food table', () => {
  it('is found by Chinese and English names, what is eaten here first', () => {
    expect(foods().size).toBe(7803)
    expect(names('白飯')).toEqual(['白飯（蓬萊米）'])
    expect(names('牛蒡')[0]).toMatch(/^牛蒡（/)
    expect(names('虱目魚')).toContain('虱目魚（生）')
    expect(names('豬肝')[0]).toMatch(/^豬肝/)
    expect(names('burdock root')[0]).toMatch(/^牛蒡（/)
    expect(names('豆腐').length).toBeGreaterThanOrEqual(3)
    expect(names('豆腐').every((name) => name.includes('豆腐'))).toBe(true)
    expect(names('milk nonfat')[0]).toBe('脫脂牛奶')
    expect(names('ＭＩＬＫ　ＮＯＮＦＡＴ')[0]).toBe('脫脂牛奶')
    expect(names('salmon atlantic')[0]).toBe('大西洋鮭魚（熟）')
  })
  it('is found in traditional and simplified characters alike', () => {
    expect(names('豆漿').length).toBeGreaterThan(0)
    expect(names('豆浆')).toEqual(names('豆漿'))
    expect(names('鸡蛋')).toEqual(names('雞蛋'))
  })
  it('keeps apart what is nought and what is not known', () => {
    expect(foods().get('01039')?.per100.sugar).toBeNull()
    expect(foods().get('01003')?.per100.sugar).toBe(0)
    expect(foods().get('01003')?.per100.energy).toBe(876)
  })
  it('gives nothing for what is no word, and is not broken by any', () => {
    for (const query of ['', '   ', '%', '\\', '()[', '🍚', '沒有這種食物', 'x'.repeat(500)])
      expect(names(query)).toEqual([])
    expect(foods().get('')).toBeUndefined()
    expect(foods().get('__proto__')).toBeUndefined()
  })
})
