import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTsv } from '../../../scripts/gen/tsv.ts'
import { idNumber, isHealthCard, isMobile, normaliseHealthCard, normaliseId, normaliseMobile } from './identity.ts'

const fixture = (name: string) => parseTsv(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8'))

describe('idNumber', () => {
  it('agrees with every vector', () => {
    const rows = fixture('tw_id_vectors.tsv')
    expect(rows.length).toBeGreaterThan(100)
    for (const { value = '', kind, verdict, sex } of rows) {
      const found = idNumber(value)
      if (verdict !== 'valid') expect(found, value).toBeNull()
      else {
        expect(found?.kind, value).toBe(kind)
        if (sex) expect(found?.sex, value).toBe({ M: 'male', F: 'female', '1': 'male', '2': 'female' }[sex] ?? sex)
      }
    }
  })
  it('notices any single wrong digit after the letter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'A123456789']
        digits[at] = String((Number(digits[at]) + by) % 10)
        const weight = [0, 8, 7, 6, 5, 4, 3, 2, 1, 1][at] ?? 0
        // Weights 2, 4, 5, 6 and 8 share a factor with 10: the scheme itself lets a few changes by.
        expect(idNumber(digits.join('')) === null).toBe((weight * by) % 10 !== 0)
      }),
    )
  })
  it.each(['', 'A', '💉123456789', "A12345678'", 'A123456789\n', 'Ａ123456789', 'A1234567890'])(
    'refuses %j',
    (value) => {
      expect(idNumber(value)).toBeNull()
    },
  )
  it('normalises what people type', () => {
    expect(normaliseId(' ａ１２３-４５６ 789 ')).toBe('A123456789')
  })
})

describe('mobile', () => {
  it('agrees with every vector', () => {
    for (const { value = '', verdict } of fixture('tw_mobile_vectors.tsv')) {
      expect(isMobile(value), value).toBe(verdict === 'valid')
      const repairable = ['valid', 'valid_e164', 'valid_after_stripping', 'invalid_fullwidth', 'invalid_as_local']
      expect(normaliseMobile(value) !== null, value).toBe(repairable.includes(verdict ?? ''))
    }
  })
  it('reads one number in all its forms', () => {
    for (const text of [
      '+886912345678',
      '+886 0912-345-678',
      '00886912345678',
      '０９１２－３４５－６７８',
      '(0912) 345.678',
    ])
      expect(normaliseMobile(text), text).toBe('0912345678')
  })
  it('is idempotent and gives only mobiles', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = normaliseMobile(text)
        if (once !== null) expect(isMobile(once) && normaliseMobile(once) === once).toBe(true)
      }),
    )
  })
})

it('health card numbers agree with every vector', () => {
  for (const { value = '', verdict } of fixture('nhi_card_vectors.tsv'))
    expect(isHealthCard(value), value).toBe(verdict === 'valid')
  expect(normaliseHealthCard('００００ 1234 5678')).toBe('000012345678')
})
