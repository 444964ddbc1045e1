import { useEffect } from 'react'
import { unlockDrafts } from '../api/drafts.ts'
import type { Me } from '../api/me.ts'
import { language, setLanguage } from '../i18n/i18n.ts'
import { currentTimeZone, setTimeZone } from '../ui/format.ts'
import { setSingleKeys } from '../ui/keys.ts'
import { setBrand, setTheme } from '../ui/theme/theme.ts'

/** What the session state sets beyond React: zone, brand, the key of the drafts, the person's language and theme. */
export function useMeEffects(me: Me | undefined): void {
  const draftKey = me?.draftKey
  useEffect(() => {
    if (draftKey) unlockDrafts(draftKey)
  }, [draftKey])
  const zone = me?.timeZone
  // Not after the first drawing: what is on the screen by then would stay in the other zone until it changes.
  if (zone && zone !== currentTimeZone()) setTimeZone(zone)
  const brand = me?.brand.primaryColour
  useEffect(() => {
    if (brand !== undefined) setBrand(brand)
  }, [brand])
  // The person's own choice comes with the person; without one this browser's stays.
  const theme = me?.preferences.theme
  useEffect(() => {
    if (theme) setTheme(theme)
  }, [theme])
  const wanted = me?.preferences.language
  useEffect(() => {
    if (wanted && wanted !== language()) void setLanguage(wanted)
  }, [wanted])
  const singleKeys = me?.preferences.singleKeys
  useEffect(() => {
    if (singleKeys !== undefined) setSingleKeys(singleKeys)
  }, [singleKeys])
}
