import { z } from 'zod'
import { CONTROL, locale } from '../core/scalars.ts'
import { notificationKinds } from '../notifications/rules.ts'

const path = z
  .string()
  .max(200)
  .regex(new RegExp(`^/(?:[^/\\s${CONTROL}][^\\s${CONTROL}]*)?$`))

const hour = z.number().int().min(0).max(23)
const fields = {
  language: locale.nullable(),
  theme: z.enum(['light', 'dark', 'semi-dark']).nullable(),
  density: z.enum(['comfortable', 'compact']),
  sounds: z.object({ ring: z.boolean(), notice: z.boolean(), message: z.boolean(), queue: z.boolean() }),
  desktopAlerts: z.boolean(),
  /** Of each kind of entry whether it sounds, and whether it comes to the desktop; what is not said does. */
  alertKinds: z.partialRecord(z.enum(notificationKinds), z.object({ sound: z.boolean(), desktop: z.boolean() })),
  /** Hours of the institution's clock without sound, desktop alert and push; null: none. Critical alerts come through. */
  quiet: z.object({ from: hour, to: hour }).nullable(),
  singleKeys: z.boolean(),
  /** Rows a page, by screen path; 0: all of them, as one scrolls. */
  pageSizes: z.record(z.string().max(64), z.number().int().min(0).max(100)),
  /** Columns chosen for a list, by screen path; and how it is looked at. */
  listColumns: z.record(z.string().max(64), z.array(z.string().max(32)).max(40)),
  listViews: z.record(z.string().max(64), z.string().max(16)),
  stars: z.array(z.object({ path, title: z.string().max(100) })).max(100),
  /** The 3 units used last, newest first. */
  lastUnits: z.array(z.number().int()).max(3),
  menuFolded: z.boolean(),
}

/** What a person set for all devices; read with `userinfo`. */
export const preferences = z.object(fields)
export type Preferences = z.output<typeof preferences>

// Zod fills defaults even into optional fields, so a change is made of the bare fields.
export const preferenceChanges = z.object(fields).partial()
export type PreferenceChanges = z.output<typeof preferenceChanges>

export const defaultPreferences: Preferences = {
  language: null,
  theme: null,
  density: 'comfortable',
  sounds: { ring: true, notice: true, message: true, queue: true },
  desktopAlerts: false,
  alertKinds: {},
  quiet: null,
  singleKeys: true,
  pageSizes: {},
  listColumns: {},
  listViews: {},
  stars: [],
  lastUnits: [],
  menuFolded: false,
}

/** What is stored, with defaults where it says nothing or something this version does not know. */
export function readPreferences(stored: unknown): Preferences {
  const given = stored && typeof stored === 'object' ? (stored as Record<string, unknown>) : {}
  const entries = Object.entries(fields).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(Object.hasOwn(given, key) ? given[key] : undefined)
    return parsed.success ? [[key, parsed.data] as const] : []
  })
  return { ...defaultPreferences, ...Object.fromEntries(entries) }
}
