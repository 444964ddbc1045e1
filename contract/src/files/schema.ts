import { z } from 'zod'
import { staffBrief } from '../appointments/schema.ts'
import { sortBy } from '../core/paging.ts'
import { date, id, instant, line, prose, uuid, version } from '../core/scalars.ts'
import { fileFormats, fileKinds } from './kinds.ts'
import { fileActions, THUMB_MAX_BYTES, uploadStates } from './rules.ts'

export const fileKind = z.enum(fileKinds)
export const eye = z.enum(['L', 'R'])
export const turn = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
/** As a disk or a camera called it: shown, never used as a path. */
export const fileName = line(200).regex(/^[^\\/]+$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Enough to tell whose it is. */
const whose = z.object({
  pid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  memberNo: z.string(),
  birthday: date.nullable(),
  idLast: z.string().nullable(),
})

export const medicalFile = z.object({
  id: uuid,
  kind: fileKind,
  /** Of the wire, where the kind has one. */
  number: z.number().int().nullable(),
  format: z.enum(fileFormats),
  mime: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  eye: eye.nullable(),
  /** Clockwise: how it is looked at. The original stays as it came. */
  rotation: turn,
  remark: z.string(),
  state: z.enum(['stored', 'unassigned', 'withdrawn']),
  patient: whose.nullable(),
  unitId: id.nullable(),
  unitName: z.string().nullable(),
  unitNameEn: z.string().nullable(),
  by: staffBrief,
  createdAt: instant,
  /** A signed address, where the caller may look at it and a browser made one. */
  thumb: z.object({ url: z.string(), expiresAt: instant }).nullable(),
  /** It was stored once before, and kept all the same. */
  duplicate: z.boolean(),
  withdrawn: z.object({ by: staffBrief, at: instant, reason: z.string(), wrongPatient: z.boolean() }).nullable(),
  /** It came here from another patient's record. */
  moved: z.boolean(),
  /** The content may be opened. */
  opens: z.boolean(),
  version,
})
export type MedicalFile = z.output<typeof medicalFile>

export const upload = z.object({
  id: uuid,
  state: z.enum(uploadStates),
  kind: fileKind,
  name: z.string(),
  bytes: z.number().int(),
  received: z.number().int(),
  eye: eye.nullable(),
  patient: whose.nullable(),
  /** Why it was refused, or what has to be said by hand: a code of the catalogue with its values. */
  reason: z.string().nullable(),
  reasonData: z.object({ types: z.string().optional(), max: z.number().optional() }),
  /** The same bytes are stored for this patient already. */
  duplicate: z.object({ id: uuid, name: z.string(), createdAt: instant }).nullable(),
  file: medicalFile.nullable(),
  createdAt: instant,
  /** Kept until then, if nothing more comes. */
  expiresAt: instant,
})
export type Upload = z.output<typeof upload>

/** Unless told, the newest first. */
export const uploadSort = sortBy('name', 'size', 'time')

/** `pid` absent: of a batch, whose patient the name tells. */
export const uploadBody = z.object({
  kind: fileKind,
  name: fileName,
  bytes: z.number().int().min(0).max(1_048_576_000),
  pid: id.optional(),
  unitId: id.optional(),
  eye: eye.optional(),
  sha256: sha256.optional(),
  /** A small JPEG or PNG that the browser made of it, in base64. */
  thumb: z
    .string()
    .max(Math.ceil((THUMB_MAX_BYTES * 4) / 3) + 4)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .optional(),
})
export type UploadBody = z.output<typeof uploadBody>

export const fileBody = z.object({
  action: z.enum(fileActions),
  version,
  pid: id.optional(),
  unitId: id.optional(),
  kind: fileKind.optional(),
  eye: eye.nullable().optional(),
  rotation: turn.optional(),
  name: fileName.optional(),
  remark: prose(500).optional(),
  reason: line(300).optional(),
})
export type FileBody = z.output<typeof fileBody>

export const filesBody = z.object({
  pid: id,
  /** What was stored or changed since then. */
  since: instant.optional(),
  kind: fileKind.optional(),
  withdrawn: z.boolean().default(false),
  page: z.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.number().int().min(1).max(200).default(60),
})

export const fileAddress = z.object({
  /** To be shown in place: of a picture without what the camera wrote into it. */
  url: z.string(),
  /** The bytes as they came, to be saved. */
  download: z.string(),
  mime: z.string(),
  expiresAt: instant,
})
export type FileAddress = z.output<typeof fileAddress>
