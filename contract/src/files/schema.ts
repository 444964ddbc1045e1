import { z } from 'zod'
import { staffBrief } from '../staff/brief.ts'
import { sortBy } from '../core/paging.ts'
import { date, id, instant, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { fileFormats, fileKinds } from '../core/file-kinds.ts'
import { fileActions, THUMB_MAX_BYTES, uploadStates } from './rules.ts'

export const fileKind = z.enum(fileKinds)
export const eye = z.enum(['L', 'R'])
export const turn = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
/** As a disk or a camera called it: shown, never used as a path. */
export const fileName = singleLine(200).regex(/^[^\\/]+$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Enough to tell whose it is. */
export const whose = z.object({
  pid: id,
  name: z.string(),
  nameEn: z.string().nullable(),
  memberNo: z.string(),
  birthday: date.nullable(),
  idLast: z.string().nullable(),
})

// ── what a device or a model found ──────────────────────────────────────────────────────────────────────────────
/** Colours of a fundus model (§9), from nothing to see to urgent; `unreadable`: it could not tell. */
export const eyeGrades = ['green', 'yellow', 'orange', 'red', 'unreadable'] as const
export const eyeGrade = z.enum(eyeGrades)
export type EyeGrade = z.output<typeof eyeGrade>
/** Values of acoustic cardiography; what the report does not say is `null`, never 0. */
const strength = z.number().min(0).max(10).nullable()
export const phonoValues = z.object({
  /** Electromechanical activation time, per cent of the cycle. */
  emat: z.number().min(0).max(100).nullable(),
  /** Systolic dysfunction index. */
  sdi: strength,
  s3: strength,
  s4: strength,
})
export type PhonoValues = z.output<typeof phonoValues>
export const imageQualities = ['good', 'fair', 'poor'] as const
export const findingValues = z.discriminatedUnion('of', [
  z.object({ of: z.literal('phono'), ...phonoValues.shape }),
  z.object({
    of: z.literal('eye'),
    grade: eyeGrade,
    quality: z.enum(imageQualities).nullable(),
    /** What it said in words. */
    word: singleLine(120).min(1).nullable(),
  }),
])
export const findingBody = z.object({
  values: findingValues,
  /** The device or model, with its version, as its report names it. */
  model: singleLine(100).min(1),
  /** Of the report. */
  date,
})
export type FindingBody = z.output<typeof findingBody>
const finding = findingBody.extend({ by: staffBrief, at: instant })
export type Finding = z.output<typeof finding>

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
  /** Of an ECG as WFDB: its data, and the name under which the header speaks of it. */
  data: z.object({ name: z.string(), bytes: z.number().int() }).nullable(),
  /** Who wrote the remark as it stands; `null` where there is none, or it came with the file. */
  remarked: z.object({ by: staffBrief, at: instant }).nullable(),
  /** What was said of the picture or the sound last: by a device, a model, and who entered it. */
  finding: finding.nullable(),
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
  reasonData: z.object({ types: z.string().optional(), max: z.number().optional(), side: z.number().optional() }),
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
  reason: reason(singleLine(300)).optional(),
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
  /** Of a WFDB pair: its data. */
  data: z.string().nullable(),
  mime: z.string(),
  expiresAt: instant,
})
export type FileAddress = z.output<typeof fileAddress>

/** A remark on one eye, on the version that was read. */
export const eyeBody = z.object({ version, remark: prose(500) })
/** Fundus pictures of one patient, newest first: the one that was asked for among them. */
export const eyes = z.object({
  eyeid: uuid,
  images: z.array(medicalFile),
  /** There are older ones than these. */
  more: z.boolean(),
})
export type Eyes = z.output<typeof eyes>

/** Whom an unassigned file may mean, and by what: a number one slip away, a name in its name, or what a DICOM file says. */
export const suggestion = whose.extend({ by: z.enum(['number', 'name', 'dicom']) })
export type Suggestion = z.output<typeof suggestion>
