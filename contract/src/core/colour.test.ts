import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AA, colourFamily, contrast, parseColour } from './colour.ts'

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0').toUpperCase()}`)

describe('parseColour', () => {
  it.each([
    ['#0F766E', '#0F766E'],
    ['0f766e', '#0F766E'],
    ['  #0f766e ', '#0F766E'],
    ['＃０Ｆ７６６Ｅ', '#0F766E'],
    ['#FFF', null],
    ['#0F766E0', null],
    ['##0F766E', null],
    ['red', null],
    ['#0F766G', null],
    ['#0F766E;background:url(x)', null],
    ['', null],
  ])('%j → %j', (text, parsed) => expect(parseColour(text)).toBe(parsed))
})

describe('contrast', () => {
  it('is 21 for black on white and 1 for a colour on itself', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
    expect(contrast('#0F766E', '#0F766E')).toBe(1)
    expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2)
  })
  it('is symmetric', () => {
    fc.assert(
      fc.property(colour, colour, (a, b) => {
        expect(contrast(a, b)).toBe(contrast(b, a))
      }),
    )
  })
})

describe('colourFamily', () => {
  it('keeps a readable colour as it is', () => {
    expect(colourFamily('0f766e')).toMatchObject({ primary: '#0F766E', onPrimary: '#FFFFFF', text: '#0F766E' })
  })
  it.each(['#FFFFFF', '#121C19'])('reaches AA for any colour on %s', (surface) => {
    fc.assert(
      fc.property(colour, (given) => {
        const family = colourFamily(given, surface)
        for (const solid of [family.primary, family.hover, family.active])
          expect(contrast(family.onPrimary, solid)).toBeGreaterThanOrEqual(AA)
        expect(contrast(family.text, surface)).toBeGreaterThanOrEqual(AA)
        expect(contrast(family.text, family.bg)).toBeGreaterThanOrEqual(AA)
      }),
    )
  })
})
