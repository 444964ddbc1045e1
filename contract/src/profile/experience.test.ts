import { expect, it } from 'vitest'
import { experienceFault } from './rules.ts'

it('[Iw10] a row of education or career says where, begins before it ends, and has begun', () => {
  const fault = (row: object) => {
    const found = experienceFault({ from: '', to: '', organisation: 'x', title: '', ...row }, '2026-03-12')
    return found && `${found.path} ${found.code}`
  }
  for (const good of [
    {},
    { from: '2026-03' },
    { from: '2026' },
    { from: '2008', to: '2008' },
    { from: '2008-06', to: '2008' },
  ])
    expect(fault(good), JSON.stringify(good)).toBeNull()
  expect([fault({ from: '2024', to: '2029-06' }), fault({ organisation: '', title: '' })]).toEqual([null, null])
  expect(fault({ to: '2010' })).toBe('from FIELD_EMPTY')
  for (const from of ['2099', '2026-04', '2027', '1899', '0001'])
    expect(fault({ from }), from).toBe('from VALUE_INVALID')
  expect(fault({ from: '2010', to: '2001' })).toBe('to VALUE_INVALID')
  expect(fault({ from: '2020', to: '2037' })).toBe('to VALUE_INVALID')
  expect(fault({ organisation: '', to: '2010' })).toBe('organisation FIELD_EMPTY')
})
