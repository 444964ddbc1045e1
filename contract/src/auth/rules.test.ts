import { describe, expect, it } from 'vitest'
import { defaultPreferences, preferenceChanges, readPreferences } from './preferences.ts'
import { isAccountForm, isOwnAccount, loginTypeOf, normaliseAccount } from './rules.ts'

describe('accounts as people type them', () => {
  it.each([
    ['  dr.lin ', 'dr.lin'],
    ['DR.LIN', 'dr.lin'],
    ['Ａ１２３４５６７８９', 'a123456789'],
    ['0912-345-678', '0912345678'],
    ['+886 912 345 678', '0912345678'],
    ['０９１２３４５６７８', '0912345678'],
  ])('[AUTH-01~] reads %j as %j', (typed, account) => {
    expect(normaliseAccount(typed)).toBe(account)
    expect(isAccountForm(account)).toBe(true)
  })
  it.each([
    ['A 123456789', 'a123456789'],
    ['a123-456-789', 'a123456789'],
    [' Ａ１２３　４５６７８９ ', 'a123456789'],
    ['A800 000 014', 'a800000014'],
  ])('[I3] reads %j as the id that registration keeps', (typed, account) => {
    expect(normaliseAccount(typed)).toBe(account)
    expect(isAccountForm(account)).toBe(true)
  })
  it('[I3] leaves what only resembles an id as it was typed', () => {
    expect(normaliseAccount('a123-456-788')).toBe('a123-456-788')
    expect(isAccountForm(normaliseAccount('A 123456788'))).toBe(false)
  })
  it('[I10] takes no account that is another mobile number', () => {
    expect(isOwnAccount('0912345678', '0912345678')).toBe(true)
    expect(isOwnAccount('0912345678', '0912345679')).toBe(false)
    expect(['dr.lin', 'a123456789', '091234567'].every((account) => isOwnAccount(account, '0912345678'))).toBe(true)
  })
  it.each(['dr lin', "'; drop", '<b>', '.', 'a\u0000b', 'x'.repeat(65)])(
    '[AUTH-03~] knows %j for no account',
    (typed) => {
      expect(isAccountForm(normaliseAccount(typed))).toBe(false)
    },
  )
  it('tells the login type by the staff type', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map(loginTypeOf)).toEqual([
      'doctor',
      'staff',
      'staff',
      'staff',
      'admin',
      'staff',
      'agent',
    ])
  })
})

describe('preferences', () => {
  it('reads what it knows and leaves the rest', () => {
    expect(readPreferences({ theme: 'dark', density: 7, __proto__: { singleKeys: false }, unknown: 1 })).toEqual({
      ...defaultPreferences,
      theme: 'dark',
    })
    expect(readPreferences(null)).toEqual(defaultPreferences)
  })
  it('changes only what is named', () => {
    expect(preferenceChanges.parse({ theme: 'dark' })).toEqual({ theme: 'dark' })
  })
  it('stars no foreign address', () => {
    for (const path of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/a b'])
      expect(preferenceChanges.safeParse({ stars: [{ path, title: 'x' }] }).success, path).toBe(false)
  })
})
