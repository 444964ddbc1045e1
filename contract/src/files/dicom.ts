import { z } from 'zod'
import { instant, uuid } from '../core/scalars.ts'
import { fileKind } from './schema.ts'

/** What a DICOM object is for a viewer: pixels, a structured report, an enclosed document, waves, or none of these. */
export const dicomObjects = ['image', 'report', 'document', 'waveform', 'other'] as const
/**
 * What is wrong with an object as a whole. `truncated`: bytes are missing at its end; `longer`: more pixel data than its
 * header says; `frames`: what belongs to which frame cannot be told; `huge`: unpacked it would be larger than is shown;
 * `header`: what an image has to say of itself is missing or makes no sense; `syntax`: packed in a way that is not read.
 */
export const dicomProblems = ['truncated', 'longer', 'frames', 'huge', 'header', 'syntax'] as const
export type DicomProblem = (typeof dicomProblems)[number]
/** With these no pixel is shown. */
export const hopeless: readonly DicomProblem[] = ['frames', 'huge', 'header', 'syntax']

const number = z.number()
const text = z.string().nullable()
const whole = z.number().int()
const window = z.object({ centre: number, width: number, name: z.string() })
/** How stored values become values of the modality (HU for CT), and the windows that the device proposes. */
const frameValues = z.object({
  slope: number,
  intercept: number,
  windows: z.array(window),
  /** Of the top left pixel in the patient, mm. */
  position: z.array(number).length(3).nullable(),
})
const table = z.object({ first: whole, bits: whole, data: z.base64() })

export const dicomImage = z.object({
  rows: whole,
  columns: whole,
  frames: whole,
  samples: whole,
  photometric: z.string(),
  bitsAllocated: whole,
  bitsStored: whole,
  signed: z.boolean(),
  planar: z.boolean(),
  /** Values of eight bits lie in words of two, the second one first: big endian, as words. */
  swapped: z.boolean(),
  /** One for all frames, or one a frame. */
  values: z.array(frameValues).min(1),
  /** mm between the centres of two rows and of two columns; `detector`: at the detector, larger than in the patient. */
  spacing: z.object({ row: number, column: number, plane: z.enum(['patient', 'detector']) }).nullable(),
  /** Parts of an ultrasound picture that have a scale: corners in pixels, mm a pixel. */
  regions: z.array(z.object({ x0: whole, y0: whole, x1: whole, y1: whole, dx: number, dy: number })),
  /** Direction cosines of a row and of a column. */
  orientation: z.array(number).length(6).nullable(),
  /** Where the right and the lower edge lie in the patient, where only that is known: `L`, `FR`. */
  edges: z.object({ right: z.string(), bottom: z.string() }).nullable(),
  frameMs: number.nullable(),
  lossy: z.boolean(),
  /** Eight bits an entry; `first` is the stored value of the first one. */
  palette: z.object({ first: whole, red: z.base64(), green: z.base64(), blue: z.base64() }).nullable(),
  /** A table in the place of a window. */
  voi: table.nullable(),
  /** Bytes of each frame in the file: start and length, of each of its pieces. Absent: frames lie one after another. */
  pieces: z.array(z.array(whole)).nullable(),
  /** Of frames that lie one after another: where the first begins, and how long each is. */
  native: z.object({ offset: whole, frame: whole }).nullable(),
})
export type DicomImage = z.output<typeof dicomImage>

const person = z.object({ name: text, id: text, birthday: text, sex: text })
/** Of what is stored: what was read into another form is read from the file again. */
export const DICOM_FORM = 1
export const dicomSummary = z.object({
  form: z.literal(DICOM_FORM),
  object: z.enum(dicomObjects),
  syntax: z.string(),
  sopClass: text,
  sop: text,
  study: text,
  series: text,
  modality: text,
  studyDate: text,
  studyTime: text,
  studyDescription: text,
  seriesDescription: text,
  seriesNumber: whole.nullable(),
  number: whole.nullable(),
  bodyPart: text,
  maker: text,
  /** As the file says it, in the order of the name's parts. */
  person,
  image: dicomImage.nullable(),
  document: z.object({ offset: whole, length: whole, mime: text, title: text }).nullable(),
  waveform: z.object({ channels: whole, seconds: number, leads: z.array(z.string()) }).nullable(),
  /** This part of the file is packed by DEFLATE; all other places are of what is unpacked. */
  deflated: z.object({ offset: whole, length: whole }).nullable(),
  problems: z.array(z.enum(dicomProblems)),
})
export type DicomSummary = z.output<typeof dicomSummary>

/** One file of a study. */
export const dicomInstance = dicomSummary.extend({
  fileId: uuid,
  name: z.string(),
  bytes: whole,
  /** Signed addresses: of the bytes to look at, and to save them. */
  url: z.string(),
  download: z.string(),
})
export type DicomInstance = z.output<typeof dicomInstance>

const compared = z.enum(['same', 'differs', 'unknown'])
export const dicomStudy = z.object({
  /** The file that was asked for. */
  fileId: uuid,
  kind: fileKind,
  expiresAt: instant,
  patient: z
    .object({ pid: whole, name: z.string(), nameEn: text, memberNo: z.string(), birthday: text, idLast: text })
    .nullable(),
  /** The member beside what the file says. */
  matches: z.object({ name: compared, id: compared, birthday: compared }),
  /** By series and, within one, by number or place. */
  instances: z.array(dicomInstance).min(1),
  /** So many files of the study are not in this answer. */
  more: whole,
  /** An opinion alone shows it to the caller: it is looked at, and nothing else is done with it. */
  onlyShown: z.boolean(),
})
export type DicomStudy = z.output<typeof dicomStudy>

export const dicomTag = z.object({
  /** `0010,0020`. */
  tag: z.string(),
  depth: whole,
  vr: z.string(),
  /** Keyword of the standard; empty: a private element. */
  name: z.string(),
  value: z.string(),
})
/** A line of a structured report: a heading or a finding, as deep as it lies. */
export const reportLine = z.object({ depth: whole, name: z.string(), value: z.string() })
export const dicomContents = z.object({
  tags: z.array(dicomTag),
  /** The list ends here, the file does not. */
  cut: z.boolean(),
  report: z.array(reportLine).nullable(),
})
export type DicomContents = z.output<typeof dicomContents>
