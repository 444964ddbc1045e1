import { beforeAll, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

type Module = typeof import('./number-entry.ts')
let module: Module
beforeAll(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../i18n/i18n.ts')
  await ensureTexts('common')
  await setLanguage('en')
  module = await import('./number-entry.ts')
})

const weight = { min: 0.3, max: 400, precision: 1 }
const age = { min: 0, max: 130, precision: 0 }

describe('a number that is typed', () => {
  it.each([
    ['3,5', weight, 3.5],
    ['72,5', weight, 72.5],
    ['１７０．５', { min: 20, max: 260 }, 170.5],
    ['170,5', { min: 20, max: 260 }, 170.5],
    ['62.0', age, 62],
    ['６２', age, 62],
    ['37,5', {}, 37.5],
    ['-4', {}, -4],
    ['', weight, null],
  ])('[MEMB-03~] %j is taken as what it says', (text, limits, value) =>
    expect(module.understand(text, limits)).toEqual({ value }),
  )
  it.each([
    ["5'9", weight, 'This number is unclear: digits and at most one decimal point'],
    ['1.234,5', {}, 'This number is unclear: digits and at most one decimal point'],
    ['1e3', { max: 5000 }, 'This number is unclear: digits and at most one decimal point'],
    ['3 kg', weight, 'This number is unclear: digits and at most one decimal point'],
    ['705', weight, 'Enter a number from 0.3 to 400'],
    ['-1', age, 'Enter a number from 0 to 130'],
    ['0', { min: 1 }, 'Enter a number of at least 1'],
    ['6', { max: 5 }, 'Enter a number of at most 5'],
    ['72.55', weight, 'Decimal places: at most 1'],
    ['6,5', age, 'Enter a whole number'],
  ])('[MEMB-03~] %j is not taken, and why is said', (text, limits, fault) =>
    expect(module.understand(text, limits)).toEqual({ value: Number.NaN, fault }),
  )
  it('[MEMB-03~] steps within its limits, without what halves of bits leave behind', () => {
    expect(module.stepped(0.2, 0.1, weight)).toBe(0.3)
    expect(module.stepped(null, -1, age)).toBe(0)
    expect(module.textOf(0.1 + 0.2)).toBe('0.3')
    expect(module.textOf(Number.NaN)).toBe('')
  })
})

describe('the text in a number field', () => {
  const typed = { text: '1.234,5', value: Number.NaN, fault: 'unclear', over: 70, taken: false }
  it('[MEMB-03~] stays as it was typed while the form holds what the field gave it, or did not take it', () => {
    expect(module.stands(typed, Number.NaN)).toBe(true)
    expect(module.stands(typed, 70)).toBe(true)
  })
  it('[MEMB-03~] gives way to another number of the form, and to the earlier one once its own was taken', () => {
    expect(module.stands(typed, 71)).toBe(false)
    expect(module.stands({ ...typed, taken: true }, 70)).toBe(false)
  })
})
