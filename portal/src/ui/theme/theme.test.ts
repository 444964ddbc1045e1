import { contrast } from '@teleward/contract/core/colour.ts'
import { describe, expect, it } from 'vitest'
import { brandPalette } from './brand.ts'
import { tokensCss } from './css.ts'
import { type ColourName, paletteOf, THEMES } from './tokens.ts'

/** What stands on what. */
const READ: [ColourName, ColourName][] = [
  ['text', 'bg'],
  ['text-2', 'bg-layout'],
  ['text-3', 'bg-layout'],
  ['text-3', 'bg-subtle'],
  ['primary-text', 'bg-selected'],
  ['on-primary', 'primary'],
  ['ok', 'ok-bg'],
  ['warn', 'warn-bg'],
  ['bad', 'bad-bg'],
  ['info', 'info-bg'],
  ['on-solid', 'bad-solid'],
  ['sider-text', 'sider-bg'],
  ['sider-group', 'sider-bg'],
  ['sider-on', 'sider-on-bg'],
  ['sider-badge', 'sider-badge-bg'],
]

describe.each(THEMES)('the %s theme', (theme) => {
  const palette = paletteOf(theme)
  it.each(READ)('[SHELL-09~] reads %s on %s at 4.5 to 1', (over, under) => {
    expect(contrast(palette[over], palette[under])).toBeGreaterThanOrEqual(4.5)
  })

  it('[SHELL-09~] outlines controls at 3 to 1', () => {
    expect(contrast(palette['line-control'], palette.bg)).toBeGreaterThanOrEqual(3)
  })

  it.each(['#0F766E', '1D4ED8', '#FDE047', '#000000', '#ffffff', '#9CA3AF'])(
    '[SHELL-09~] stays readable in the brand %s',
    (brand) => {
      const own = { ...palette, ...brandPalette(brand, theme) }
      expect(contrast(own['primary-text'], own.bg)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(own['primary-text'], own['bg-selected'])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(own['on-primary'], own.primary)).toBeGreaterThanOrEqual(4.5)
      expect(own['bad-solid']).toBe(palette['bad-solid'])
    },
  )
})

it('[SHELL-09~] takes no colour from anything but six hex digits', () => {
  for (const text of ['red', '#fff', '#12345g', 'url(x)', '', null]) expect(brandPalette(text, 'light')).toEqual({})
})

it('writes each variable of each theme', () => {
  const css = tokensCss()
  expect(css).toContain('--primary: #0F766E;')
  expect(css).toMatch(/\[data-theme="dark"\] \{[^}]*--primary: #35BFAE;/)
  expect(css).toMatch(/\[data-theme="semi-dark"\] \{[^}]*--sider-bg: #0F2622;/)
})
