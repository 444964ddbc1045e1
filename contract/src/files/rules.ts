import type { ErrorCode } from '../core/errors.gen.ts'
import type { UiConfig } from '../uiconfig/schema.ts'
import {
  type FileFormat,
  type FileKind,
  extensionOf,
  extensionsOf,
  formatOfName,
  formatsOf,
  isOpenName,
} from '../core/file-kinds.ts'

// ── what may come ───────────────────────────────────────────────────────────────────────────────────────────────
const MEGABYTE = 1024 * 1024
/** A chunk is what a lost connection can cost; a browser sends these, a tus client of its own up to the most. */
export const CHUNK_BYTES = MEGABYTE
export const CHUNK_MAX_BYTES = 4 * MEGABYTE
/** An upload that is not gone on with is kept so long. */
export const KEPT_HOURS = 24
/** A picture for lists, which the browser makes: longer side in pixels, and bytes. */
export const THUMB_SIDE = 320
export const THUMB_MAX_BYTES = 120_000
/** Pictures are unpacked to be checked: of a side, and of the whole. */
export const PICTURE_MAX_MB = 100
export const IMAGE_MAX_SIDE = 16_000
export const IMAGE_MAX_PIXELS = 60_000_000

type Limits = UiConfig['uploads']
export interface KindLimits {
  formats: FileFormat[]
  extensions: string[]
  atOnce: number
  /** MB, by format. */
  maxMb: (format: FileFormat) => number
}
/** What the institution lets in for a kind: its own settings for the kind, else those for the extension, else for all. */
export function limitsOf(uploads: Limits, kind: FileKind): KindLimits {
  const own = uploads.perKind[kind]
  const taken = own?.extensions ?? uploads.extensions
  const formats = formatsOf[kind].filter((format) => extensionsOf[format].some((one) => taken.includes(one)))
  const extensions = formats.flatMap((format) => extensionsOf[format].filter((one) => taken.includes(one)))
  const maxMb = (format: FileFormat) => {
    const set = own?.maxMb ?? Math.max(...extensionsOf[format].map((one) => uploads.perExtension[one] ?? uploads.maxMb))
    return format === 'jpg' || format === 'png' ? Math.min(set, PICTURE_MAX_MB) : set
  }
  return { formats, extensions, atOnce: own?.atOnce ?? uploads.atOnce, maxMb }
}

export interface UploadRefusal {
  code: Extract<ErrorCode, 'UPLOAD_EMPTY' | 'UPLOAD_TYPE' | 'UPLOAD_IMAGE_ONLY' | 'UPLOAD_TOO_LARGE'>
  data: { types?: string; max?: number }
}
const onlyPictures = (kind: FileKind) => formatsOf[kind].every((format) => format === 'jpg' || format === 'png')
/** What the kind takes. */
export const typeRefusal = (limits: Limits, kind: FileKind): UploadRefusal => ({
  code: onlyPictures(kind) ? 'UPLOAD_IMAGE_ONLY' : 'UPLOAD_TYPE',
  data: { types: limitsOf(limits, kind).extensions.join(', ') },
})

/**
 * By name and size, before a byte goes; `null`: it may come. The content is looked at when it is there, and alone says what a
 * name leaves open: a picture under the ending of another, a file of a disc without one.
 */
export function uploadRefusal(limits: Limits, kind: FileKind, name: string, bytes: number): UploadRefusal | null {
  const allowed = limitsOf(limits, kind)
  const named = formatOfName(name)
  const open = isOpenName(name, formatsOf[kind])
  if (allowed.formats.length === 0 || !(open || (named && allowed.extensions.includes(extensionOf(name)))))
    return typeRefusal(limits, kind)
  if (bytes === 0) return { code: 'UPLOAD_EMPTY', data: {} }
  // Of a name that says nothing the largest that it may be: by its content it is asked once more.
  const max = named && !open ? allowed.maxMb(named) : Math.max(...allowed.formats.map(allowed.maxMb))
  return bytes > max * MEGABYTE ? { code: 'UPLOAD_TOO_LARGE', data: { max } } : null
}

// ── names of a batch ────────────────────────────────────────────────────────────────────────────────────────────
export interface BatchName {
  /** An account or an id, as it stands. */
  who: string
  eye: 'L' | 'R' | null
}
/** `account or id _ original`; of a fundus picture the eye comes second. `null`: no name of a batch. */
export function batchName(name: string, kind: FileKind): BatchName | null {
  const [who = '', second = '', ...rest] = name
    .normalize('NFKC')
    .replace(/\.[^.]*$/, '')
    .split('_')
    .map((part) => part.trim())
  if (!who || (!second && !rest.length)) return null
  const eye = kind === 'eye' && /^[lr]$/i.test(second) ? (second.toUpperCase() as 'L' | 'R') : null
  return { who, eye }
}

// ── steps ───────────────────────────────────────────────────────────────────────────────────────────────────────
export const uploadStates = [
  'queued',
  'uploading',
  'checking',
  'unassigned',
  'stored',
  'rejected',
  'failed',
  'withdrawn',
] as const
export type UploadState = (typeof uploadStates)[number]
interface Step {
  from: readonly UploadState[]
  to: UploadState
}
/** A pause is the client's: the server waits, and gives up after a day. */
export const uploadSteps = {
  receive: { from: ['queued', 'uploading'], to: 'uploading' },
  check: { from: ['uploading'], to: 'checking' },
  store: { from: ['checking'], to: 'stored' },
  leave: { from: ['checking'], to: 'unassigned' },
  reject: { from: ['checking'], to: 'rejected' },
  giveUp: { from: ['queued', 'uploading'], to: 'failed' },
  assign: { from: ['unassigned'], to: 'stored' },
  withdraw: { from: ['stored', 'unassigned'], to: 'withdrawn' },
} as const satisfies Record<string, Step>
export const canUpload = (step: keyof typeof uploadSteps, state: UploadState): boolean =>
  (uploadSteps[step] as Step).from.includes(state)
/** Still on its way. */
export const openUploads = ['queued', 'uploading', 'checking'] as const satisfies UploadState[]

type Kept = 'stored' | 'unassigned' | 'withdrawn'
const fileSteps = {
  change: ['stored', 'unassigned'],
  assign: ['unassigned'],
  wrongPatient: ['stored'],
  withdraw: ['stored', 'unassigned'],
} as const satisfies Record<string, readonly Kept[]>
export type FileAction = keyof typeof fileSteps
export const fileActions = Object.keys(fileSteps) as [FileAction, ...FileAction[]]
export interface FileActor {
  mid: number
  doctortype: string
}
/** `null`: yes. To whom a file is no more than open, it is not to take away: who brought it may, and doctors who read it. */
export function fileRefusal(
  action: FileAction,
  who: FileActor,
  file: { mid: number; state: Kept },
): Extract<ErrorCode, 'FORBIDDEN' | 'ILLEGAL_STEP'> | null {
  if (!(fileSteps[action] as readonly Kept[]).includes(file.state)) return 'ILLEGAL_STEP'
  // How it is turned and what is remarked is no judgement on it.
  if (action === 'change') return null
  return file.mid === who.mid || who.doctortype === 'doctor' ? null : 'FORBIDDEN'
}
