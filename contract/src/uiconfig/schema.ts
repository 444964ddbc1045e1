import { z } from 'zod'
import { loginTypes } from '../core/login-types.ts'
import { parseColour } from '../core/colour.ts'
import { staffTypes } from '../core/permissions.gen.ts'
import { id, instant, singleLine, partnerId, prose } from '../core/scalars.ts'
import { fileKinds } from '../core/file-kinds.ts'
import { screenNames } from './names.ts'
import { appointmentSections, emrSections, remoteSections } from './sections.ts'

export { appointmentSections, emrSections, remoteSections }
/** What a file may be at least, at most and unless told, in MB; avatars and licence photos stay at 2 (decision 9). */
export const UPLOAD_MB = { min: 1, default: 20, max: 1000 } as const
export const UPLOAD_COUNT_MAX = 500
/** A logo travels with every session state, as a picture within the text. */
export const LOGO_MAX_CHARS = 90_000
export const LABEL_MAX = 12

const localised = z.object({ 'zh-TW': prose(200), 'zh-CN': prose(200), en: prose(200) })
const label = z.object({
  'zh-TW': singleLine(LABEL_MAX).default(''),
  'zh-CN': singleLine(LABEL_MAX).default(''),
  en: singleLine(LABEL_MAX * 2).default(''),
})
const screen = z.enum(screenNames)
const some = <T extends z.ZodType>(of: T) => z.array(of).max(100)
const extension = z.string().regex(/^[a-z0-9]{1,8}$/)
const list = <const T extends readonly [string, ...string[]]>(names: T) => some(z.enum(names)).default([])
const colour = z
  .string()
  .refine((text) => parseColour(text) !== null, 'COLOUR_INVALID')
  .describe('a colour, as CSS writes it')
  .transform((text) => parseColour(text) ?? text)
/** A picture within the page: no address of another host, and a drawing only as a picture, so that nothing in it runs. */
const logo = z
  .string()
  .max(LOGO_MAX_CHARS)
  .regex(/^(\/[\w./-]*|data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/=]+)$/)

/** Interface of an institution. What is not said is shown, and looks as the product does. */
export const uiConfig = z.object({
  menu: z
    .object({
      hidden: some(screen).default([]),
      /** Within its group an item stands by its place here; one that is not named, behind, in the product's order. */
      order: some(screen).default([]),
      /** Own names of menu items; an empty language keeps the product's. */
      labels: z.partialRecord(screen, label).default({}),
      /** Only these staff types see the item; unset means all that have the permission. */
      seenBy: z.partialRecord(screen, some(z.enum(staffTypes)).min(1)).default({}),
    })
    .prefault({}),
  logo: logo.nullable().default(null),
  primaryColour: colour.nullable().default(null),
  login: z
    .object({
      loginTypes: z
        .array(z.enum(loginTypes))
        .min(1)
        .default([...loginTypes]),
      welcome: localised.nullable().default(null),
    })
    .prefault({}),
  appointment: z.object({ hidden: list(appointmentSections) }).prefault({}),
  emr: z.object({ hidden: list(emrSections) }).prefault({}),
  remoteAppointment: z.object({ hidden: list(remoteSections) }).prefault({}),
  uploads: z
    .object({
      extensions: z
        .array(extension)
        .min(1)
        .max(40)
        .default(['jpg', 'jpeg', 'png', 'pdf', 'dcm', 'mp4', 'm4v', 'mov', 'wav', 'xml', 'hea', 'dat']),
      maxMb: z.number().int().min(UPLOAD_MB.min).max(UPLOAD_MB.max).default(UPLOAD_MB.default),
      /** Of single extensions: DICOM, video, ultrasound. */
      perExtension: z.record(extension, z.number().int().min(UPLOAD_MB.min).max(UPLOAD_MB.max)).default({}),
      atOnce: z.number().int().min(1).max(UPLOAD_COUNT_MAX).default(50),
      /** Of single kinds of medical files; what is not said is as above. */
      perKind: z
        .partialRecord(
          z.enum(fileKinds),
          z.object({
            maxMb: z.number().int().min(UPLOAD_MB.min).max(UPLOAD_MB.max).optional(),
            atOnce: z.number().int().min(1).max(UPLOAD_COUNT_MAX).optional(),
            extensions: z.array(extension).min(1).max(40).optional(),
          }),
        )
        .default({}),
    })
    .prefault({}),
})
export type UiConfig = z.output<typeof uiConfig>

/** What is stored, read as today's shape; parts of an earlier version that no longer fit fall back to the product's. */
export function readUiConfig(stored: unknown): UiConfig {
  const whole = uiConfig.safeParse(stored ?? {})
  if (whole.success) return whole.data
  const parts = typeof stored === 'object' && stored !== null ? stored : {}
  const kept = Object.entries(parts).filter(([name, value]) => uiConfig.safeParse({ [name]: value }).success)
  return uiConfig.parse(Object.fromEntries(kept))
}

const person = z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() })
export const uiVersion = z.object({
  number: z.number().int(),
  state: z.enum(['draft', 'published', 'superseded']),
  editedBy: person.nullable(),
  editedAt: instant,
  publishedBy: person.nullable(),
  publishedAt: instant.nullable(),
  rolledBackFrom: z.number().int().nullable(),
  remark: z.string().nullable(),
  /** The contents, of any state: two versions are compared, an old one is looked at before it is rolled back to. */
  config: uiConfig,
})
export type UiVersion = z.output<typeof uiVersion>
export const uiConfigs = z.object({
  partnerId,
  /** What the sign-in page and the frame fall back to. */
  brand: z.object({ logo: z.string().nullable(), primaryColour: z.string().nullable() }),
  /** Serves sessions now; null: the product's own interface. */
  published: z.number().int().nullable(),
  /** One draft an institution; `revision` counts its saves and is what a save, a publish or a discard is measured against. */
  draft: z.object({ number: z.number().int(), revision: z.number().int() }).nullable(),
  /** Newest first, at most 50. */
  versions: z.array(uiVersion),
  /** Screens that are open at this moment, and with whom. */
  openNow: z.array(z.object({ screen: z.string(), people: z.array(person) })),
})
export type UiConfigs = z.output<typeof uiConfigs>

/** `revision` 0: there is no draft yet as far as the writer knows. `config` null throws the draft away. */
export const draftBody = z.object({ revision: z.number().int().min(0), config: z.unknown() })
export const draftAnswer = z.object({ draft: uiConfigs.shape.draft, config: uiConfig.nullable() })
export const publishBody = z.object({ revision: z.number().int().min(1), remark: singleLine(200).optional() })
/** `published`: what the writer takes for the one in force. */
export const rollbackBody = z.object({
  number: z.number().int().min(1),
  published: z.number().int().min(1),
  remark: singleLine(200).optional(),
})
export const publishAnswer = z.object({ number: z.number().int(), publishedAt: instant })
