import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonPassword, passwordParts, passwordProblems } from './password.ts'
import { commonPasswords } from './passwords-common.ts'

describe('passwordProblems', () => {
  it.each([
    ['k7mple', {}, []],
    ['k7mpl', {}, ['PASSWORD_RULE']],
    ['abcdefgh', {}, ['PASSWORD_RULE']],
    ['83920174', {}, ['PASSWORD_RULE']],
    ['k7mple', { min: 8 }, ['PASSWORD_RULE']],
    ['k7mple', { min: 2 }, []],
    ['k7mp', { min: 2 }, ['PASSWORD_RULE']],
    ['密碼密碼1234', {}, ['PASSWORD_RULE']],
    ['ｇｏｏｄ４ｍｏｒｎ', {}, []],
    ['ｐａｓｓｗｏｒｄ１', {}, ['PASSWORD_COMMON']],
    ['Café9morning'.normalize('NFD'), { repeat: 'Café９morning' }, []],
    ['😀😀a1', {}, ['PASSWORD_RULE']],
    ['abc123', {}, ['PASSWORD_COMMON']],
    ['Password123!', {}, ['PASSWORD_COMMON']],
    ['k7mple', { repeat: 'k7mplE' }, ['PASSWORD_MISMATCH']],
    ['short', { repeat: '' }, ['PASSWORD_RULE', 'PASSWORD_MISMATCH']],
    ['k7mple', { repeat: 'k7mple' }, []],
    ['demo1234', { min: 8 }, []],
    ['Riverside-2026', { names: ['河岸診所', 'Riverside Clinic'] }, ['PASSWORD_COMMON']],
    ['1riversideclinic', { names: ['Riverside Clinic'] }, ['PASSWORD_COMMON']],
    ['riversideboat7', { names: ['Riverside Clinic'] }, []],
    ['abcx1234', { names: ['ABC', '河岸'] }, []],
  ])('[AUTH-05~] %j %j → %j', (password, options, problems) => {
    expect(passwordProblems(password, options)).toEqual(problems)
  })
  it('[AUTH-05~] lets nothing by without a letter, a digit and six characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (password) => {
        fc.pre(!/[a-z]/i.test(password) || !/\d/.test(password) || password.length < 6)
        expect(passwordProblems(password)).toContain('PASSWORD_RULE')
      }),
    )
  })
  it('knows at least two hundred that would otherwise pass', () => {
    const passing = [...commonPasswords].filter((word) => Object.values(passwordParts(word)).every(Boolean))
    expect(passing.length).toBeGreaterThanOrEqual(200)
    expect(passing.every(isCommonPassword)).toBe(true)
    expect([...commonPasswords].every((word) => word === word.toLowerCase())).toBe(true)
  })
})
