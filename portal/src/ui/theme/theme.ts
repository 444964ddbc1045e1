import { readCookie, writeCookie } from '../../lib/cookies.ts'
import { createStore } from '../../lib/store.ts'
import { onPicked, tellTabs } from '../../lib/tabs.ts'
import { useStore } from '../../lib/useStore.ts'
import { brandPalette } from './brand.ts'
import { type Palette, THEMES, type ThemeName } from './tokens.ts'

/** Theme of this browser and brand of the institution; the variables on `<html>` and Ant Design follow both. */
interface Looks {
  theme: ThemeName
  over: Partial<Palette>
}
const isTheme = (value: unknown): value is ThemeName => THEMES.some((one) => one === value)

let brand: string | null = null
const stored = readCookie('tw_theme')
const looks = createStore<Looks>({ theme: isTheme(stored) ? stored : 'light', over: {} })

function apply(theme: ThemeName): void {
  const root = document.documentElement
  for (const name of Object.keys(looks.get().over)) root.style.removeProperty(`--${name}`)
  const over = brandPalette(brand, theme)
  for (const [name, value] of Object.entries(over)) root.style.setProperty(`--${name}`, value)
  root.dataset.theme = theme
  looks.set({ theme, over })
}

export function setTheme(theme: ThemeName): void {
  writeCookie('tw_theme', theme)
  apply(theme)
  tellTabs({ theme })
}
onPicked(({ theme }) => {
  if (isTheme(theme) && theme !== looks.get().theme) apply(theme)
})
/** Six hex digits, the hash optional; null takes the product's own colour. */
export function setBrand(colour: string | null): void {
  if (colour === brand) return
  brand = colour
  apply(looks.get().theme)
}
export const useLooks = () => useStore(looks)
