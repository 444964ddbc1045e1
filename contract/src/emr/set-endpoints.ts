import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { removal } from '../core/removal.ts'
import { asked, id, instant, singleLine, version } from '../core/scalars.ts'
import { person, prescriptionItem, prescriptionItemInput } from './schema.ts'

/** As many as one person keeps. */
export const SETS_MAX = 200
export const SET_LINES_MAX = 60
export const SET_NAME_MAX = 80
/** What is typed into the field of drugs: one word. */
export const SET_CODE_MAX = 20
const setCode = singleLine(SET_CODE_MAX).regex(/^\S*$/)

/** A line as a set keeps it; its drug's names are those of the list in force, as long as it stands there. */
export const setLine = prescriptionItem
  .pick({
    code: true,
    name: true,
    nameZhTw: true,
    unit: true,
    totalUnit: true,
    dose: true,
    frequency: true,
    route: true,
    days: true,
    total: true,
    totalReason: true,
    totalToCheck: true,
    notes: true,
  })
  .extend({
    /** Its drug still stands on the list of drugs: of a line whose drug does not nothing is prescribed. */
    listed: z.boolean(),
    /** Its dose is kept in the unit in which the list has the drug taken: a pen is never read as a unit of insulin. */
    sameUnit: z.boolean(),
  })
export type SetLine = z.output<typeof setLine>

export const prescriptionSet = z.object({
  id,
  name: z.string(),
  code: z.string(),
  /** Everybody of the institution who prescribes puts it in; its owner alone changes it. */
  shared: z.boolean(),
  owner: person,
  /** The caller's own. */
  own: z.boolean(),
  lines: z.array(setLine),
  version,
  updatedAt: instant,
})
export type PrescriptionSet = z.output<typeof prescriptionSet>

const sets = { permission: 'prescription.write', tags: ['sets'] } as const

export const getMedicinePackages = endpoint({
  method: 'POST',
  path: '/his/api/getMedicinePackages',
  summary: "Prescription sets: one's own, those of doctors one prepares for, and the institution's shared ones",
  audit: 'none',
  body: z.object({ id: id.optional() }),
  response: z.array(prescriptionSet),
  ...sets,
})
export const upsertMedicinePackage = endpoint({
  method: 'POST',
  path: '/his/api/upsertMedicinePackage',
  summary: 'Make a prescription set of lines, or change an own one',
  audit: 'write',
  idempotent: true,
  body: z.object({
    /** An existing one, with its `version`. */
    id: id.optional(),
    version: version.optional(),
    name: asked(singleLine(SET_NAME_MAX).optional()),
    code: asked(setCode.optional()),
    shared: z.boolean().default(false),
    lines: z.array(prescriptionItemInput).max(SET_LINES_MAX),
  }),
  response: prescriptionSet,
  errors: [
    'FIELD_EMPTY',
    'RX_SET_NAME_DUPLICATE',
    'RX_SET_CODE_DUPLICATE',
    'RX_EMPTY',
    'RX_LINE_INVALID',
    'DRUG_NOT_FOUND',
    'VERSION_STALE',
    'NOT_FOUND',
  ],
  ...sets,
})
export const deleteMedicinePackage = endpoint({
  ...removal,
  path: '/his/api/deleteMedicinePackage',
  summary: 'Remove an own prescription set; no prescription changes by it',
  ...sets,
})
