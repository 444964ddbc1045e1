import { describe, expect, it } from 'vitest'
import { bodyFigures } from './body.ts'
import { accountOf, faultsOfNew, newMember } from './rules.ts'

const TODAY = '2026-03-12'
const woman = { birthday: '1986-03-12', gender: 'female', height: 160, weight: 56 } as const

describe('body figures', () => {
  it('[MEMB-04~] are those of the formulas, worked out by hand', () => {
    // BMI 56 / 1.6²; Mifflin–St Jeor 560 + 1000 − 200 − 161; Deurenberg 1.2 × 21.875 + 0.23 × 40 − 5.4.
    expect(bodyFigures(woman, TODAY)).toEqual({ bmi: 21.9, bmr: 1199, bodyFat: 30.1, missing: [], minor: false })
    expect(bodyFigures({ ...woman, gender: 'male' }, TODAY)).toMatchObject({ bmr: 1365, bodyFat: 19.3 })
  })
  it('[MEMB-04~] ask for what is missing and give what can be given', () => {
    expect(bodyFigures({ ...woman, birthday: null }, TODAY)).toEqual({
      bmi: 21.9,
      bmr: null,
      bodyFat: null,
      missing: ['birthday'],
      minor: false,
    })
    expect(bodyFigures({ birthday: null, gender: 'other', height: null, weight: null }, TODAY).missing).toEqual([
      'birthday',
      'gender',
      'height',
      'weight',
    ])
  })
  it('[MEMB-04~] body fat is of adults only, from the eighteenth birthday on', () => {
    expect(bodyFigures({ ...woman, birthday: '2008-03-13' }, TODAY)).toMatchObject({ bodyFat: null, minor: true })
    expect(bodyFigures({ ...woman, birthday: '2008-03-12' }, TODAY)).toMatchObject({ bodyFat: 25, minor: false })
  })
})

describe('what is said of a member', () => {
  it.each([
    ['a123456789', 'A123456789'],
    ['Ａ１２３ ４５６-７８９', 'A123456789'],
    ['ab00207171', 'AB00207171'],
    ['A900207177', 'A900207177'],
    ['+886 912 345 678', '0912345678'],
    ['A123456788', null],
    ['0800123456', null],
    ['wang', null],
    ['', null],
  ])('[MEMB-03~] %j as an account is %j', (text, account) => expect(accountOf(text)).toBe(account))
  it('[MEMB-03~] faults stand in the order of the form, each at its field', () => {
    expect(faultsOfNew({ nhiCardNumber: '1234567890123', birthday: '2026-03-13', mobile: '1' }, TODAY)).toEqual([
      { path: 'name', code: 'MEMBER_NAME_REQUIRED' },
      { path: 'account', code: 'MEMBER_ACCOUNT_REQUIRED' },
      { path: 'nhiCardNumber', code: 'ERR_0014' },
      { path: 'mobile', code: 'PHONE_INVALID' },
      { path: 'birthday', code: 'VALUE_INVALID' },
    ])
  })
  it('[MEMB-02~] an account that is an id is the id, and says the sex; one that is a mobile is the mobile', () => {
    expect(newMember({ account: 'F131104093', name: ' 林  一 ' })).toMatchObject({
      idNumber: 'F131104093',
      gender: 'male',
      mobile: null,
      name: '林 一',
    })
    expect(newMember({ account: '0912 345 678', name: '林' })).toMatchObject({
      idNumber: null,
      mobile: '0912345678',
      gender: null,
    })
  })
})
