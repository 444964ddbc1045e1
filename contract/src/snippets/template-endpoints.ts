import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { removal } from '../core/removal.ts'
import { asked, id, prose, singleLine, version } from '../core/scalars.ts'

/** As many as one person keeps. */
export const TEMPLATES_MAX = 100
export const TEMPLATE_NAME_MAX = 80
/** Letters one part of a template may hold. */
export const TEMPLATE_PART_MAX = 2_000

const part = prose(TEMPLATE_PART_MAX)
const templateText = { s: part, o: part, a: part, p: part, memo: part }

/** What the parts of a note begin with, with blanks to fill (`blanksIn`). It says nothing of any patient. */
export const noteTemplate = z.object({
  id,
  name: z.string(),
  /** What is typed to find it. */
  code: z.string().nullable(),
  /** Whoever is of this division puts it in, too; `null`: its maker alone. Its maker alone changes it. */
  division: z.string().nullable(),
  divisionEn: z.string().nullable(),
  owner: z.string(),
  /** The caller's own. */
  own: z.boolean(),
  s: z.string(),
  o: z.string(),
  a: z.string(),
  p: z.string(),
  memo: z.string(),
  version,
})
export type NoteTemplate = z.output<typeof noteTemplate>

const common = { permission: 'setting.own', tags: ['templates'] } as const

export const getNoteTemplates = endpoint({
  method: 'GET',
  path: '/his/api/notetemplates',
  summary: "Templates of notes: one's own and those of one's division, by name",
  audit: 'none',
  response: z.object({
    /** The caller's, to whose people a template can be given. */
    division: z.string().nullable(),
    divisionEn: z.string().nullable(),
    templates: z.array(noteTemplate),
  }),
  ...common,
})
export const upsertNoteTemplate = endpoint({
  method: 'POST',
  path: '/his/api/notetemplates',
  summary: 'Make a template of a note, or change an own one',
  audit: 'write',
  idempotent: true,
  body: z.object({
    /** An existing one, with its `version`. */
    id: id.optional(),
    version: version.optional(),
    name: asked(singleLine(TEMPLATE_NAME_MAX).optional()),
    /** One word of letters, digits, `_` and `-`; another is refused as VALUE_INVALID. */
    code: singleLine(20).nullish(),
    /** For everybody of the caller's division. */
    shared: z.boolean().default(false),
    ...templateText,
  }),
  response: noteTemplate,
  errors: ['FIELD_EMPTY', 'PHRASE_DUPLICATE', 'VALUE_INVALID', 'VERSION_STALE', 'NOT_FOUND'],
  ...common,
})
export const delNoteTemplate = endpoint({
  ...removal,
  path: '/his/api/delnotetemplate',
  summary: 'Remove an own template; no note changes by it',
  ...common,
})
