import { z } from 'zod'
import { EXPERIENCE_ROWS } from '../auth/schema.ts'
import { paging } from '../core/paging.ts'
import { staffTypes } from '../core/permissions.gen.ts'
import { date, id, instant, singleLine, partnerId, uuid } from '../core/scalars.ts'
import { feeTable } from '../fees/schema.ts'
import { presenceCode } from '../staff/schema.ts'
import { divisionNames, PHOTO_MAX_BYTES, photoKinds, serviceFlags, serviceLanguages, serviceTypes } from './rules.ts'

const readVersion = z.number().int().min(0)
export const serviceLanguage = z.enum(serviceLanguages)
export const serviceType = z.enum(serviceTypes)
export const flags = z.record(z.enum(serviceFlags), z.boolean())
export const photoKind = z.enum(photoKinds)

const unit = z.object({ id, main_id: id.nullable(), name: z.string(), nameEn: z.string().nullable() })
const month = z.string().regex(/^(?:\d{4}(?:-(?:0[1-9]|1[0-2]))?)?$/)
/** `from` and `to`: a year, or a month of it; empty: still. */
export const experienceEntry = z.object({
  from: month,
  to: month,
  organisation: singleLine(100),
  title: singleLine(100),
})
export const experiences = z.array(experienceEntry).length(EXPERIENCE_ROWS)

export const bankKind = z.enum(['local', 'foreign'])
/** As it is shown: of the account its last four digits. */
export const bankInfo = z.object({
  kind: bankKind,
  bankCode: z.string().nullable(),
  branchCode: z.string().nullable(),
  bankName: z.string(),
  branchName: z.string().nullable(),
  address: z.string(),
  accountLast: z.string(),
  accountName: z.string(),
  swift: z.string().nullable(),
  /** The settlement from which on it holds. */
  validFrom: date,
  changedAt: instant,
})
export type BankInfo = z.output<typeof bankInfo>

/** A signed address of a picture; it ends by itself. */
export const photo = z.object({
  id: uuid,
  kind: photoKind,
  url: z.string(),
  expiresAt: instant,
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  uploadedAt: instant,
})
export type Photo = z.output<typeof photo>
export const photos = z.object({
  avatar: photo.nullable(),
  licenseImage: photo.nullable(),
  bankImage: photo.nullable(),
  personsign: photo.nullable(),
})

export const parts = ['person', 'experience', 'languages', 'services', 'bank', 'photos'] as const
const partVersions = z.object({
  person: readVersion,
  experience: readVersion,
  languages: readVersion,
  services: readVersion,
  bank: readVersion,
  photos: readVersion,
})
export type PartVersions = z.output<typeof partVersions>
export type Part = keyof PartVersions

/** Specification §3 'Staff profile', each field by its name. */
export const profile = z.object({
  did: id,
  mid: id,
  account: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  family_name: z.string().nullable(),
  avatar: z.string().nullable(),
  doctortype: z.string(),
  partner: z.object({ id: partnerId, name: z.string() }),
  /** Reviewed and on board, the phone verified. */
  verify: z.boolean(),
  review: z.string(),
  uiastaff: z.boolean(),
  doctorEnable: z.number().int(),
  title: z.string().nullable(),
  division: z.string().nullable(),
  divisionStrC: z.string().nullable(),
  divisionStrE: z.string().nullable(),
  /** Masked: its last three digits. */
  phone: z.string().nullable(),
  serviceunit: z.array(unit),
  servicelang: z.array(serviceLanguage),
  experience: z.object({ education: experiences, career: experiences }),
  flags,
  types: z.array(serviceType),
  bank: bankInfo.nullable(),
  photos,
  /** Another licence that waits for its review, or why the last one was returned. The one in force stays until then. */
  licenceChange: z
    .object({
      state: z.enum(['waiting', 'returned']),
      photo: photo.nullable(),
      number: z.string().nullable(),
      expires: date.nullable(),
      submittedAt: instant,
      reason: z.string().nullable(),
    })
    .nullable(),
  line_list: z.array(z.object({ id: z.string(), name: z.string() })),
  versions: partVersions,
})
export type Profile = z.output<typeof profile>

export const personPart = z.object({
  name: singleLine(60).min(1),
  nameEn: singleLine(100).nullable(),
  family_name: singleLine(30).nullable(),
  title: singleLine(60).nullable(),
  /** One of the ten; what was there before may stay. */
  division: singleLine(60).nullable(),
  doctorEnable: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
})
// Kind and completeness have codes of their own: the schema asks for no more than text.
const typed = singleLine(200).optional()
export const bankPart = z.object({
  kind: bankKind.optional(),
  bankCode: typed,
  branchCode: typed,
  bankName: typed,
  branchName: typed,
  address: typed,
  account: typed,
  accountName: typed,
  swift: typed,
})
export const profileBody = z.discriminatedUnion('part', [
  z.object({ part: z.literal('person'), version: readVersion, person: personPart }),
  z.object({
    part: z.literal('bank'),
    version: readVersion,
    bank: bankPart,
    password: z.string().max(200).default(''),
  }),
])
export const experienceBody = z.object({ version: readVersion, education: experiences, career: experiences })
/** Without a version nothing is changed: the own services are read. */
export const myServiceBody = z.object({
  version: readVersion.optional(),
  flags: z.partialRecord(z.enum(serviceFlags), z.boolean()).optional(),
  uiastaff: z.boolean().optional(),
  /** The visits that are booked have been shown, and stay. */
  acknowledged: z.boolean().default(false),
})
export const bookedVisit = z.object({ qid: id, date, time: z.string(), site: z.string() })
export const myService = z.object({
  flags,
  uiastaff: z.boolean(),
  types: z.array(serviceType),
  servicelang: z.array(serviceLanguage),
  versions: z.object({ services: readVersion, languages: readVersion }),
})
export type MyService = z.output<typeof myService>
export const myServiceLangBody = z.object({
  version: readVersion,
  servicelang: z.array(serviceLanguage).min(1).max(serviceLanguages.length),
})
export const phoneBody = z.object({
  /** Without a code: sends one to this number, by the password. */
  phone: z.string().max(40).default(''),
  password: z.string().max(200).optional(),
  id: uuid.optional(),
  code: z.string().max(20).optional(),
})
export const phoneAnswer = z.object({
  state: z.enum(['sent', 'changed']),
  id: uuid.nullable(),
  phone: z.string(),
  expiresAt: instant.nullable(),
  againAt: instant.nullable(),
})

/** base64 of the bytes as they were chosen; the portal makes them small and upright first. */
export const uploadBody = z.object({
  kind: photoKind,
  name: z.string().max(255).default(''),
  version: readVersion,
  data: z.string().max(Math.ceil((PHOTO_MAX_BYTES * 2 * 4) / 3)),
  /** Of a licence: what stands on it, for whoever reviews it. */
  licenceNumber: singleLine(60).optional(),
  licenceExpires: date.optional(),
})
export const photoTicket = z.object({ ticket: z.string().max(600) })

export const bank = z.object({ code: z.string(), name: z.string() })
export const bankBranch = z.object({ code: z.string(), name: z.string() })

/** A colleague of the own units, as others see one. */
export const employee = z.object({
  did: id,
  mid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  family_name: z.string().nullable(),
  avatar: z.string().nullable(),
  doctortype: z.string(),
  title: z.string().nullable(),
  division: z.string().nullable(),
  divisionStrE: z.string().nullable(),
  servicelang: z.array(z.string()),
  units: z.array(z.object({ id, name: z.string(), nameEn: z.string().nullable() })),
  code: presenceCode,
})
export type Employee = z.output<typeof employee>
export const doctorRow = employee.extend({
  flags,
  types: z.array(serviceType),
  uiastaff: z.boolean(),
  doctorEnable: z.number().int(),
  /** The default fees; null: none were set. */
  fees: feeTable.nullable(),
})
export type DoctorRow = z.output<typeof doctorRow>
const people = {
  partnerid: partnerId.optional(),
  unit: id.optional(),
  /** Part of the name. */
  q: singleLine(50).optional(),
}
export const employeesBody = z.object({
  ...people,
  doctortype: z.enum(staffTypes).optional(),
  /** Of any of these. */
  doctortypes: z.array(z.enum(staffTypes)).max(staffTypes.length).optional(),
  ...paging,
})
export const allDoctorBody = z.object({ ...people, ...paging })
export const queryDoctorBody = z.object({
  ...people,
  name: singleLine(50).optional(),
  division: singleLine(60).optional(),
  language: serviceLanguage.optional(),
  service: z.enum(serviceFlags).optional(),
  ...paging,
})
export { divisionNames }
