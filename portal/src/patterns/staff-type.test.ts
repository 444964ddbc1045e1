import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

it('[Iw12] the staff types are found by a part of their name in any language, and one may stand first', async () => {
  vi.resetModules()
  stubBrowser()
  const { staffTypeChoice } = await import('./staffType.ts')
  const { options, showSearch } = staffTypeChoice('admin')
  expect([options.length, options[0]]).toEqual([19, { value: 'admin', label: '管理員' }])
  expect(staffTypeChoice().options[0]?.value).toBe('doctor')
  const found = (typed: string) =>
    options.filter((one) => showSearch.filterOption(typed, one)).map(({ value }) => value)
  expect(found('管理員')).toEqual(['admin'])
  expect(found('ADMIN')).toEqual(['admin'])
  expect(found(' 护士 ')).toEqual(['nurse'])
  expect(found('physical t')).toEqual(['physical_therapist'])
  expect(found('魔術師')).toEqual([])
  expect(found('')).toHaveLength(19)
})
