import type { MenuCounts } from '@teleward/contract/appointments/schema.ts'
import { counts as countsEndpoint } from '@teleward/contract/appointments/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { Permission } from '@teleward/contract/core/permissions.gen.ts'
import { hiddenScreens } from '@teleward/contract/uiconfig/names.ts'
import type { Me } from '../api/me.ts'
import { endpointQuery } from '../api/query.ts'
import { type Language, t } from '../i18n/i18n.ts'
import type { MenuEntry, MenuGroup, ScreenEntry } from './feature.ts'
import { entries } from './features.ts'
import { SCREENS, type ScreenDef, type ScreenId } from './screens.ts'

export interface OpenScreen {
  screen: ScreenDef
  entry: ScreenEntry
}
export interface MenuItemView {
  screen: ScreenDef
  menu: MenuEntry
}
const GROUPS: readonly MenuGroup[] = ['care', 'follow', 'team', 'setting', 'admin']

/** One reading of the configuration for all places that ask, as long as it stays the same. */
const hiddenBy = new WeakMap<Me['ui_config'], ReadonlySet<string>>()
function isHidden(me: Me, screen: ScreenDef): boolean {
  const known = hiddenBy.get(me.ui_config) ?? new Set<string>(hiddenScreens(me.ui_config, me.doctortype))
  hiddenBy.set(me.ui_config, known)
  return known.has(screen.id)
}

/** What the institution calls a screen, or what the product calls it. */
export function screenName(me: Pick<Me, 'ui_config'>, id: ScreenId, language: Language): string {
  const labels: Partial<Record<string, Record<Language, string>>> = me.ui_config.menu.labels
  return labels[id]?.[language] || t(`screens.name.${id}`)
}

/** Of these one opens the screen; none: everybody. */
export const permissionsOf = ({ permission }: Pick<ScreenEntry, 'permission'>): readonly Permission[] =>
  permission === undefined ? [] : typeof permission === 'string' ? [permission] : permission

/** Why a screen of this version is closed to the signed-in person, or null when it is open. */
export function closedBy(me: Me, screen: ScreenDef): 'version' | 'institution' | 'permission' | null {
  const entry = entries[screen.id]
  if (!entry) return 'version'
  if (isHidden(me, screen)) return 'institution'
  const asked = permissionsOf(entry)
  if (asked.length && asked.every((one) => (me.permissions[one] ?? '-') === '-')) return 'permission'
  return null
}

/** The screens this person can open in this version. */
export const openScreens = (me: Me): OpenScreen[] =>
  SCREENS.flatMap((screen) => {
    const entry = entries[screen.id]
    return entry && screen.layout === 'main' && closedBy(me, screen) === null ? [{ screen, entry }] : []
  })

/** Menu groups in the order of the design; groups without an item are left out. */
export function menuOf(me: Me): { group: MenuGroup; items: MenuItemView[] }[] {
  const items = openScreens(me).flatMap(({ screen, entry }) => (entry.menu ? [{ screen, menu: entry.menu }] : []))
  const order: readonly string[] = me.ui_config.menu.order
  const place = ({ screen, menu }: MenuItemView) => {
    const at = order.indexOf(screen.id)
    return at < 0 ? 1000 + menu.order : at
  }
  return GROUPS.map((group) => ({
    group,
    items: items.filter((item) => item.menu.group === group).sort((a, b) => place(a) - place(b)),
  })).filter(({ items: own }) => own.length > 0)
}

/** Specification §2: the default quick links, as far as their screens exist. */
const QUICK: readonly ScreenId[] = ['home', 'apptmgmt', 'members', 'appthistory', 'chat', 'profile']
export const quickLinks = (me: Me): ScreenDef[] => {
  const open = openScreens(me).map(({ screen }) => screen)
  return QUICK.flatMap((id) => open.find((screen) => screen.id === id) ?? [])
}

const NO_COUNTS: MenuCounts = {
  appointments: 0,
  waiting: 0,
  emergency: 0,
  todo: 0,
  messages: 0,
  noti: 0,
  schedule: 0,
  opinion: 0,
  alerts: 0,
}
/** Counted on the server, never added up from events. */
export function useCounts(me: Me): MenuCounts {
  const may = (me.permissions['appointment.read'] ?? '-') !== '-'
  return useQuery({ ...endpointQuery(countsEndpoint, {}), enabled: may }).data ?? NO_COUNTS
}
