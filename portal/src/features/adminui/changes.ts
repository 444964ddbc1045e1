import { closedCalls } from '@teleward/contract/uiconfig/rules.ts'
import type { UiConfig } from '@teleward/contract/uiconfig/schema.ts'

export const sections = ['menu', 'brand', 'login', 'appointment', 'emr', 'remoteAppointment', 'uploads'] as const
export type Section = (typeof sections)[number]

export type Tree = Readonly<Record<string, unknown>>
export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Names in one order: which was given first is no difference. */
const ordered = (_: string, value: unknown): unknown =>
  isTree(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a, ordered) === JSON.stringify(b, ordered)
const differing = (a: readonly string[], b: readonly string[]) => [
  ...a.filter((one) => !b.includes(one)),
  ...b.filter((one) => !a.includes(one)),
]
type Menu = UiConfig['menu']
type Named = Partial<Record<string, unknown>>

/** Has this menu item another state, name or audience than in the other version? Its place counts for the menu as a whole. */
export const itemChanged = (a: Menu, b: Menu, screen: string): boolean =>
  a.hidden.some((one) => one === screen) !== b.hidden.some((one) => one === screen) ||
  !same((a.labels as Named)[screen], (b.labels as Named)[screen]) ||
  !same((a.seenBy as Named)[screen], (b.seenBy as Named)[screen])

/** How many things differ, by section; what a person would count, not what the data does. */
export function changesOf(a: UiConfig, b: UiConfig): Record<Section, number> {
  const keys = (x: object, y: object) => [...new Set([...Object.keys(x), ...Object.keys(y)])]
  const fields = (x: object, y: object) =>
    keys(x, y).filter((key) => !same((x as Named)[key], (y as Named)[key])).length
  const items = new Set([
    ...a.menu.hidden,
    ...b.menu.hidden,
    ...keys(a.menu.labels, b.menu.labels),
    ...keys(a.menu.seenBy, b.menu.seenBy),
  ])
  return {
    menu:
      [...items].filter((screen) => itemChanged(a.menu, b.menu, screen)).length +
      (same(a.menu.order, b.menu.order) ? 0 : 1),
    brand: (same(a.logo, b.logo) ? 0 : 1) + (same(a.primaryColour, b.primaryColour) ? 0 : 1),
    login: fields(a.login, b.login),
    appointment: differing(a.appointment.hidden, b.appointment.hidden).length,
    emr: differing(a.emr.hidden, b.emr.hidden).length,
    remoteAppointment: differing(a.remoteAppointment.hidden, b.remoteAppointment.hidden).length,
    uploads: fields(a.uploads, b.uploads),
  }
}
export const totalOf = (changes: Record<Section, number>) => Object.values(changes).reduce((sum, one) => sum + one, 0)

/** Calls that nobody can make any more once these are hidden, and could before. */
export function newlyClosed(before: readonly string[], after: readonly string[]): string[] {
  const was = closedCalls(before)
  return [...closedCalls(after)].filter((call) => !was.has(call)).sort()
}
