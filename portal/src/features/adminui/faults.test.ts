import { uiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { describe, expect, it } from 'vitest'
import { sections } from './changes.ts'
import { faultsAt, faultySections } from './faults.ts'

describe('what is wrong with an interface', () => {
  const faults = [
    { path: 'config.uploads.extensions.0', code: 'VALUE_INVALID' },
    { path: 'config.logo', code: 'VALUE_INVALID' },
    { path: 'config.menu.labels.crm.en', code: 'VALUE_INVALID' },
  ]
  it('[SHELL-07~] stands at its own field, in its own section, and at no other', () => {
    const paths = (path: string) => faultsAt(faults, path).map((one) => one.path)
    expect(paths('uploads.extensions')).toEqual(['config.uploads.extensions.0'])
    expect(paths('logo')).toEqual(['config.logo'])
    expect(paths('menu.labels.crm')).toEqual(['config.menu.labels.crm.en'])
    expect([...paths('log'), ...paths('menu.labels.cr'), ...paths('uploads.maxMb')]).toEqual([])
    expect(faultySections(faults)).toEqual(['menu', 'brand', 'uploads'])
  })
  it('[SHELL-07~] has a section for every part that a configuration is made of', () => {
    for (const part of Object.keys(uiConfig.shape))
      expect(faultySections([{ path: `config.${part}.x` }]), part).toHaveLength(1)
    expect(faultySections([{ path: 'config' }])).toEqual([])
    expect(sections).toHaveLength(7)
  })
})
