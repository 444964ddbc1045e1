import { colourFamily, parseColour, readableOn } from '@teleward/contract/core/colour.ts'
import { type Palette, paletteOf, type ThemeName } from './tokens.ts'

/** What an institution's primary colour replaces. Status colours never change with the partner. */
export function brandPalette(colour: string | null | undefined, theme: ThemeName): Partial<Palette> {
  const asked = colour ? parseColour(colour) : null
  if (!asked) return {}
  const surface = paletteOf(theme).bg
  // On a dark ground a dark brand is lightened until it can be read.
  const family = colourFamily(readableOn(asked, [surface]), surface)
  return {
    primary: family.primary,
    'primary-hover': family.hover,
    'primary-active': family.active,
    'on-primary': family.onPrimary,
    'primary-text': family.text,
    'primary-bg': family.bg,
    'primary-bg-2': family.bgStrong,
    'primary-line': family.line,
    'bg-selected': family.bg,
  }
}
