import { z } from 'zod'
import { appointmentKind, appointmentStatus, interval, site } from '../appointments/schema.ts'
import { date, id, instant, numeric, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import { consentKind, consentState } from '../consents/schema.ts'
import { patientBrief } from '../patients/brief.ts'
import { historyFact } from '../members/fact.ts'
import { emergencyContact, historyKind } from '../members/schema.ts'
import { productSending } from '../products/schema.ts'
import { refill, rxSending } from './rx-schema.ts'
import { drugAnswer } from '../prescriptions/checks/issue.ts'

/** Letters one part of a note may hold. */
export const NOTE_PART_MAX = 20_000
export const noteParts = ['s', 'o', 'a', 'p', 'memo'] as const
export type NotePart = (typeof noteParts)[number]
const part = prose(NOTE_PART_MAX)

/** `qid` 0: the record is read without a visit. */
export const visitId = numeric(z.number().int().min(0).max(2_147_483_647))

export const noteState = z.enum(['draft', 'prepared', 'signed', 'amended', 'withdrawn'])
export type NoteState = z.output<typeof noteState>

export const person = z.object({ mid: id, name: z.string(), nameEn: z.string().nullable() })
export type Person = z.output<typeof person>

export const icdRow = z.object({
  code: z.string(),
  nameEn: z.string(),
  nameZhTw: z.string(),
  /** Only these are accepted for a claim; a heading may be written down, with a warning. */
  billable: z.boolean(),
})
export type IcdRow = z.output<typeof icdRow>

/** The term by which a row was found, where its own names do not say what was typed: `HTN`. */
const via = z.string().nullable()
/** A guess: a word is written nowhere as it was typed, and this is a slip or two away. Another may be meant. */
const similar = z.boolean()
export const foundIcd = icdRow.extend({
  via,
  similar,
  /** The asker has signed it for this patient before. */
  withPatient: z.boolean(),
})
export type FoundIcd = z.output<typeof foundIcd>

/** `sort` 0 is the primary diagnosis. */
export const diagnosis = icdRow.extend({
  id: uuid,
  remarks: z.string(),
  sort: z.number().int(),
  /** The note's version in which this line last changed; sent back with a change of it. */
  version,
})
export type Diagnosis = z.output<typeof diagnosis>

export const prescriptionItem = z.object({
  id: uuid,
  code: z.string(),
  name: z.string(),
  nameZhTw: z.string().nullable(),
  /** In what the dose is said: what is taken. */
  unit: z.string(),
  /** In what the total is: what is handed over; unset: as the dose. */
  totalUnit: z.string().nullish(),
  dose: z.number(),
  frequency: z.string(),
  route: z.string(),
  days: z.number().int(),
  total: z.number(),
  /** Why the total is not the computed one; `null`: it is. */
  totalReason: z.string().nullable(),
  /** Nothing computes the total, and nobody has looked at it yet: the note is not signed before. */
  totalToCheck: z.boolean().optional(),
  dailyDose: z.number().nullable(),
  notes: z.string(),
  /** Who said that amounts beyond the usual are meant (`ceilings.ts`), and when; unset: nobody was asked. */
  confirmed: z.object({ by: person, at: instant }).nullish(),
  sort: z.number().int(),
  version,
})
export type PrescriptionItem = z.output<typeof prescriptionItem>

export const noteText = z.object({ s: z.string(), o: z.string(), a: z.string(), p: z.string(), memo: z.string() })
export type NoteText = z.output<typeof noteText>

/** A part of a note as its versions and copies name it. */
export const changedPart = z.enum([...noteParts, 'diagnoses', 'prescription'])
export type ChangedPart = z.output<typeof changedPart>

/** What was taken over from an earlier note, by part. What became of it since, `copyState` says. */
export const copied = z.object({
  part: changedPart,
  noteId: uuid,
  qid: id,
  /** The day of the visit it came from. */
  date,
  author: person,
  /** As it stood there; of lists one line each (`codesText`, `linesText`). */
  text: z.string(),
})
export type Copied = z.output<typeof copied>

export const note = noteText.extend({
  id: uuid,
  pid: id,
  qid: id,
  author: person,
  /** The nurse or caregiver who prepared it; stays named after the signature. */
  preparedBy: person.nullable(),
  state: noteState,
  version,
  /** Per part the note's version in which it last changed: what a save is merged by. */
  partVersions: z.object({ s: version, o: version, a: version, p: version, memo: version }),
  diagnoses: z.array(diagnosis),
  lines: z.array(prescriptionItem),
  /** Why warnings of the drug check were passed over. */
  drugAnswers: z.array(drugAnswer),
  /** How often it is filled; `null`: once. */
  refill: refill.nullable(),
  copied: z.array(copied),
  signedAt: instant.nullable(),
  signedBy: person.nullable(),
  /** SHA-256 over the canonical content, who and when. */
  hash: z.string().nullable(),
  /** Signed more than 24 hours after the visit. */
  late: z.boolean(),
  amendedAt: instant.nullable(),
  /** Of the last amendment; each of them stands with its version. */
  amendedReason: z.string().nullable(),
  withdrawnAt: instant.nullable(),
  withdrawnReason: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Note = z.output<typeof note>

/** A line of the list of earlier records. */
export const recordBrief = z.object({
  noteId: uuid,
  qid: id,
  date,
  site,
  author: person,
  division: z.string().nullable(),
  state: noteState,
  version,
  signedAt: instant.nullable(),
  late: z.boolean(),
  consultProblem: z.string().nullable(),
  diagnoses: z.array(z.object({ code: z.string(), nameEn: z.string(), nameZhTw: z.string() })),
  drugs: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type RecordBrief = z.output<typeof recordBrief>

/** The frame of a visit, which stands in the record by itself. */
export const visit = z.object({
  qid: id,
  unitId: id,
  unitName: z.string(),
  unitNameEn: z.string().nullable(),
  doctor: person,
  status: appointmentStatus,
  kind: appointmentKind,
  interval,
  date,
  startAt: instant,
  queueNo: z.number().int(),
  site,
  /** Held by video or voice: the record says so. */
  telemedicine: z.boolean(),
  serviceItem: z.string().nullable(),
  consultProblem: z.string().nullable(),
  p_memo: z.string().nullable(),
  roomId: uuid.nullable(),
  /** When the patient proved who they are. */
  identityAt: instant.nullable(),
  consents: z.array(z.object({ kind: consentKind, state: consentState, at: instant, witness: z.string().nullable() })),
  /** Begin and end of the consultation, from the room or from the entry. */
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  version,
})
export type Visit = z.output<typeof visit>

/**
 * What opened the record: the patient's authorisation, the caller's emergency access, or only the own note of this
 * visit. `none`: nothing is open (the answer is then EMR_NOT_AUTHORISED, and this shape travels in its `data`).
 */
export const recordAccess = z.enum(['authorised', 'emergency', 'own', 'none'])
export type RecordAccess = z.output<typeof recordAccess>

/** More of the patient than a list shows; `null` without access to the record. */
export const patientDetails = z.object({
  idNumber: z.string().nullable(),
  nhiCardNumber: z.string().nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  height: z.number().nullable(),
  weight: z.number().nullable(),
  language: z.string(),
  emergencyContact: emergencyContact.nullable(),
})

export const historyByKind = z.record(historyKind, z.array(historyFact))

/** `missing`: no provider is set up; `notAllowed`: the institution has not agreed. */
export const aiReadiness = z.enum(['ready', 'missing', 'notAllowed'])
export const emrData = z.object({
  access: recordAccess,
  /** Until when the authorisation or the emergency access stands; `null`: no end. */
  accessUntil: instant.nullable(),
  patient: patientBrief,
  details: patientDetails.nullable(),
  history: historyByKind.nullable(),
  /** `null` for qid 0. */
  visit: visit.nullable(),
  /** The caller's own note of this visit, if one was begun. */
  note: note.nullable(),
  /** Notes of others of this visit that the caller may read: signed ones, and drafts of doctors the caller prepares for. */
  others: z.array(note),
  /** Earlier records, newest first, at most 10. */
  records: z.array(recordBrief).nullable(),
  /** What was recommended in this visit, and what the caller has chosen and not sent. */
  products: z.array(productSending),
  /** What became of the visit's prescriptions at pharmacies, the last one first. */
  sendings: z.array(rxSending),
  /** Doctors whose notes the caller may prepare. */
  preparesFor: z.array(id),
  /** The caller may begin a note of their own for this visit now. */
  mayWrite: z.boolean(),
  /** Whether a suggestion can be asked for of a note, and why not. */
  ai: aiReadiness,
  /** The caller may ask for emergency access. */
  mayEmergency: z.boolean(),
  /** The password given at the last signature still counts until then; `null`: it is asked for. */
  signConfirmedUntil: instant.nullable(),
})
export type EmrData = z.output<typeof emrData>

export const versionKind = z.enum(['autosave', 'sign', 'amend', 'withdraw'])
/** What a version keeps of a line: as it stood. */
export const versionContent = noteText.extend({
  diagnoses: z.array(z.object({ code: z.string(), nameEn: z.string(), nameZhTw: z.string(), remarks: z.string() })),
  prescription: z.array(
    prescriptionItem
      .pick({ code: true, name: true, unit: true, dose: true, frequency: true, route: true, days: true, total: true })
      .extend({
        totalUnit: prescriptionItem.shape.totalUnit,
        totalReason: z.string().nullish(),
        notes: z.string().optional(),
        confirmed: prescriptionItem.shape.confirmed,
      }),
  ),
  /** Not of versions that were kept before there were checks. */
  drugAnswers: z.array(drugAnswer).optional(),
  /** Not of versions that were kept before prescriptions could be refilled. */
  refill: refill.nullish(),
  /** Not of versions that were kept before anything could be taken over. */
  copied: z.array(copied).optional(),
})
export type VersionContent = z.output<typeof versionContent>
export const noteVersion = z.object({
  version,
  kind: versionKind,
  at: instant,
  savedBy: person,
  reason: z.string().nullable(),
  hash: z.string().nullable(),
  /** Against the kept version before this one. */
  changed: z.array(changedPart),
  content: versionContent,
})
export type NoteVersion = z.output<typeof noteVersion>

/** The note alone, for reading and printing. */
export const printableNote = z.object({
  access: recordAccess,
  institution: z.object({
    name: z.string(),
    nameEn: z.string().nullable(),
    unitName: z.string(),
    unitNameEn: z.string().nullable(),
    logo: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  patient: patientBrief,
  visit,
  notes: z.array(note),
  products: z.array(productSending),
  sendings: z.array(rxSending),
})
export type PrintableNote = z.output<typeof printableNote>

// ── what callers send ──────────────────────────────────────────────────────────────────────────────────────

/** Which record a write means: checked against the note's own at every save, so that no text lands with another patient. */
export const owner = { pid: id, qid: id }

export const saveNoteBody = z.object({
  ...owner,
  /** The version the typing began from. */
  version,
  s: part.optional(),
  o: part.optional(),
  a: part.optional(),
  p: part.optional(),
  memo: part.optional(),
  /** A nurse or caregiver has finished preparing: the doctor is told. */
  handOver: z.boolean().optional(),
})
export type SaveNoteBody = z.output<typeof saveNoteBody>

// Wrong shapes of a line are answered as RX_LINE_INVALID with the fields' names, so the schema lets them come in.
const figure = z.union([z.number(), z.string().max(20)]).nullish()
export const prescriptionItemInput = z.object({
  code: singleLine(40),
  /** In what the dose is said. Of a drug that is taken otherwise than handed over (units of a pen) it has to be there. */
  unit: singleLine(20).nullish(),
  dose: figure,
  frequency: singleLine(20).nullish(),
  route: singleLine(20).nullish(),
  days: figure,
  /** Other than the computed total: needs `totalReason`. */
  total: figure,
  totalReason: singleLine(200).nullish(),
  /** The total is a beginning that nobody has looked at; counts where nothing computes it. */
  totalToCheck: z.boolean().optional(),
  notes: prose(500).default(''),
  /** Amounts beyond the usual are meant; without it they are refused (`unusual`). Who said so, and when, is kept. */
  confirm: z.boolean().optional(),
})
export type PrescriptionItemInput = z.output<typeof prescriptionItemInput>

export const diagnosisInput = z.object({ code: singleLine(10), remarks: prose(500).default('') })

/** The reason for which a warning is passed over; the key is the one the check gave it. */
export const answerInput = z.object({ key: singleLine(1000), reason: reason(prose(300)) })

export const copyNoteBody = z.object({
  ...owner,
  id: uuid,
  /** A signed note of the same patient. */
  from: uuid,
  parts: z.array(changedPart).min(1).max(7),
})
export type CopyNoteBody = z.output<typeof copyNoteBody>
/** What did not come along: a code that is on its list no more, a line that cannot be written so any more, what stands there already, a text that is too long for the part. */
export const leftOut = z.object({
  part: changedPart,
  code: z.string(),
  name: z.string(),
  reason: z.enum(['delisted', 'unfit', 'present', 'tooLong']),
})
export type LeftOut = z.output<typeof leftOut>

export const amendBody = z.object({
  ...owner,
  id: uuid,
  version,
  reason: reason(prose(500)),
  /** As at signing. */
  password: z.string().max(200).optional(),
  s: part.optional(),
  o: part.optional(),
  a: part.optional(),
  p: part.optional(),
  memo: part.optional(),
  /** The whole list as it shall stand, the primary one first; unset: unchanged. */
  diagnoses: z.array(diagnosisInput).max(30).optional(),
  lines: z.array(prescriptionItemInput).max(60).optional(),
  /** Reasons for warnings about the lines as they shall stand. */
  answers: z.array(answerInput).max(60).optional(),
})
export type AmendBody = z.output<typeof amendBody>

export const signBody = z.object({
  ...owner,
  id: uuid,
  version,
  /** Needed unless one was given within the last 10 minutes of this session. */
  password: z.string().max(200).optional(),
  /** Also finish the appointment, in the same step: both happen or neither. */
  finish: z.boolean().default(false),
})
export type SignBody = z.output<typeof signBody>

// ── reference lists ────────────────────────────────────────────────────────────────────────────────────────

export const drugRow = z.object({
  code: z.string(),
  name: z.string(),
  nameZhTw: z.string().nullable(),
  generic: z.string().nullable(),
  strength: z.string().nullable(),
  /** In what a dose is said. */
  unit: z.string(),
  /** In what it is handed over, where that is another: a pen. */
  totalUnit: z.string().nullish(),
  route: z.string().nullable(),
})
export type DrugRow = z.output<typeof drugRow>
export const foundDrug = drugRow.extend({
  via,
  similar,
})
export type FoundDrug = z.output<typeof foundDrug>
export const frequencyRow = z.object({
  code: z.string(),
  nameEn: z.string(),
  nameZhTw: z.string(),
  timesPerDay: z.number().nullable(),
})
export const routeRow = z.object({ code: z.string(), nameEn: z.string(), nameZhTw: z.string() })
