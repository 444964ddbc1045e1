import type { MenuCounts } from '@teleward/contract/appointments/schema.ts'
import type { Permission } from '@teleward/contract/core/permissions.gen.ts'
import type { ComponentType } from 'react'
import type { Domain } from '../i18n/messages.ts'
import type { IntoNote } from './into-note.ts'
import type { UseFoundMembers } from './palette.ts'
import type { ScreenId } from './screens.ts'

export type MenuGroup = 'care' | 'follow' | 'team' | 'setting' | 'admin'

export interface MenuEntry {
  group: MenuGroup
  icon: ComponentType
  /** Place within the group; the mock's order in steps of ten. */
  order: number
  /** The number beside it; `hot` when a person waits for it. */
  count?: (counts: MenuCounts) => number | undefined
  hot?: (counts: MenuCounts) => boolean
  /** On the phone's bottom bar, too. */
  bottom?: boolean
}

export interface ScreenEntry {
  load: () => Promise<{ default: ComponentType }>
  /** Text domains the screen needs before it shows. */
  texts?: readonly Domain[]
  /** Key of the permission table, of several one is enough; without it the menu item, the route and the palette entry are absent. */
  permission?: Permission | readonly Permission[]
  menu?: MenuEntry
  /** Keys that lead here: `g a`. */
  keys?: string
  /** The screen manages its own height (the record, the chat): the content area neither scrolls nor pads. */
  fill?: boolean
  /** A bare page that does without Ant Design. */
  plain?: boolean
}

export interface Feature {
  screens: Partial<Record<ScreenId, ScreenEntry>>
  /** Texts that are needed everywhere once signed in (a popup over all screens). */
  texts?: readonly Domain[]
  /** Of the members: how the palette finds them, loaded with it. */
  findsMembers?: () => Promise<{ useFoundMembers: UseFoundMembers }>
  /** Of the record: how a picture gets into a note, loaded when one is put there. */
  intoNote?: () => Promise<IntoNote>
}

export const defineFeature = (feature: Feature): Feature => feature
