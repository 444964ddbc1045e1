import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { paging } from '../core/paging.ts'
import { singleLine, numeric, uuid } from '../core/scalars.ts'
import { dicomContents, dicomStudy } from './dicom.ts'
import {
  eyeBody,
  eyes,
  fileAddress,
  fileBody,
  fileKind,
  filesBody,
  findingBody,
  medicalFile,
  suggestion,
  upload,
  uploadBody,
  uploadSort,
} from './schema.ts'
import { uploadSheet } from './sheet.ts'
import { uploadStates } from './rules.ts'

const one = z.object({ id: uuid })

export const getUploads = endpoint({
  method: 'GET',
  path: '/his/api/uploads',
  summary: "One's own uploads, newest first: on their way, to be assigned, stored, refused",
  permission: 'file.upload',
  audit: 'read',
  replica: true,
  query: z.object({
    state: z.enum(['all', 'open', ...uploadStates]).default('all'),
    kind: fileKind.optional(),
    pid: numeric(z.number().int().min(1).max(2_147_483_647)).optional(),
    sort: uploadSort.optional(),
    ...paging,
  }),
  response: upload,
  list: true,
  sheet: uploadSheet,
  tags: ['files'],
})

/** The answer's `Location` is where the bytes go, as tus 1.0 has it. `duplicate`: they are stored already; nothing is refused for it. */
export const postUpload = endpoint({
  method: 'POST',
  path: '/his/api/uploads',
  summary: 'Begin an upload of a medical file',
  permission: 'file.upload',
  audit: 'write',
  idempotent: true,
  body: uploadBody,
  response: upload,
  errors: [
    'NOT_FOUND',
    'MEMBER_DISABLED',
    'UPLOAD_EMPTY',
    'UPLOAD_TYPE',
    'UPLOAD_IMAGE_ONLY',
    'UPLOAD_TOO_LARGE',
    'UPLOAD_COUNT',
    'UPLOAD_CONTENT',
  ],
  tags: ['files'],
})

const mine = { permission: 'file.upload', params: one } as const
/** `Upload-Offset` and `Upload-Length` in the answer, no body. */
export const headUpload = endpoint({
  ...mine,
  method: 'HEAD',
  path: '/his/api/uploads/{id}',
  summary: 'How much of an upload has come (tus)',
  audit: 'none',
  response: z.unknown(),
  raw: true,
  file: 'empty',
  errors: ['NOT_FOUND', 'UPLOAD_GONE'],
  tags: [],
})
/**
 * The body is the chunk, `application/offset+octet-stream`, and the header `Upload-Offset` says where it belongs. A wrong one
 * is refused with UPLOAD_OFFSET; the right one is in the answer's header and `data.offset`. After the last byte the content
 * is looked at, and the answer says what became of it.
 */
export const patchUpload = endpoint({
  ...mine,
  method: 'PATCH',
  path: '/his/api/uploads/{id}',
  summary: 'The next chunk of an upload (tus)',
  audit: 'none',
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  binary: true,
  response: upload,
  errors: [
    'NOT_FOUND',
    'UPLOAD_OFFSET',
    'UPLOAD_EMPTY',
    'UPLOAD_GONE',
    'UPLOAD_TOO_LARGE',
    'UPLOAD_FAILED',
    'UPLOAD_CONTENT',
    'UPLOAD_TYPE',
    'UPLOAD_IMAGE_ONLY',
  ],
  tags: ['files'],
})
export const deleteUpload = endpoint({
  ...mine,
  method: 'DELETE',
  path: '/his/api/uploads/{id}',
  summary: 'Give an upload up that is on its way (tus): what has come is removed',
  audit: 'write',
  idempotent: true,
  response: upload,
  errors: ['NOT_FOUND', 'ILLEGAL_STEP'],
  tags: ['files'],
})

export const syncMedicalFile = endpoint({
  method: 'POST',
  path: '/his/api/syncMedicalFile',
  summary: 'Medical files of a patient, newest first; with `since` what has changed',
  permission: 'file.read',
  audit: 'read',
  body: filesBody,
  response: medicalFile,
  list: true,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'EMR_NOT_AUTHORISED'],
  tags: ['files'],
})
export const getFile = endpoint({
  method: 'GET',
  path: '/his/api/files/{id}',
  summary: 'One medical file: what is known of it',
  permission: 'file.read',
  audit: 'read',
  params: one,
  response: medicalFile,
  errors: ['NOT_FOUND'],
  tags: ['files'],
})
export const putFile = endpoint({
  method: 'PUT',
  path: '/his/api/files/{id}',
  summary: 'Assign a file, change what is said of it, mark a wrong patient, withdraw it',
  permission: 'file.upload',
  audit: 'write',
  idempotent: true,
  params: one,
  body: fileBody,
  response: medicalFile,
  errors: [
    'NOT_FOUND',
    'MEMBER_NOT_FOUND',
    'MEMBER_DISABLED',
    'FORBIDDEN',
    'ILLEGAL_STEP',
    'REASON_REQUIRED',
    'VERSION_STALE',
    'UPLOAD_TYPE',
    'VALUE_INVALID',
  ],
  tags: ['files'],
})
export const getFileSuggestions = endpoint({
  method: 'GET',
  path: '/his/api/files/{id}/suggestions',
  summary: 'Whom an unassigned file of a batch may mean: members of the units of the caller, to be chosen from by hand',
  permission: 'file.upload',
  audit: 'read',
  params: one,
  response: z.array(suggestion),
  errors: ['NOT_FOUND'],
  tags: [],
})
export const fileAddresses = endpoint({
  method: 'POST',
  path: '/his/api/files/{id}/addresses',
  summary: 'Short-lived addresses to look at a medical file and to save it',
  permission: 'file.read',
  audit: 'read',
  params: one,
  response: fileAddress,
  errors: ['NOT_FOUND'],
  tags: [],
})
/** Streams the file, whole or by `Range`; `ticket` is what `fileAddresses` or a list gave. */
export const fileContent = endpoint({
  method: 'GET',
  path: '/his/api/files/{id}/content',
  summary: 'The content of a medical file, by a signed address',
  permission: 'public',
  audit: 'read',
  params: one,
  query: z.object({ ticket: singleLine(512) }),
  response: z.unknown(),
  raw: true,
  file: 'medicalFile',
  errors: ['FILE_LINK_EXPIRED', 'NOT_FOUND'],
  tags: [],
})

/** What a device or a model found, as its report says: added, never changed; the newest holds. */
export const postFinding = endpoint({
  method: 'POST',
  path: '/his/api/files/{id}/findings',
  summary: 'Enter what a device or an AI model found in a fundus picture or a heart sound',
  permission: 'file.upload',
  audit: 'write',
  idempotent: true,
  params: one,
  body: findingBody,
  response: medicalFile,
  errors: ['NOT_FOUND', 'ILLEGAL_STEP', 'VALUE_INVALID'],
  tags: ['files'],
})
const eye = z.object({ eyeid: uuid })
export const getEyes = endpoint({
  method: 'GET',
  path: '/his/api/eyes/{eyeid}',
  summary: 'Fundus pictures of a patient, by one of them: both eyes, earlier ones, what was found and remarked',
  permission: 'file.read',
  audit: 'read',
  params: eye,
  response: eyes,
  errors: ['NOT_FOUND'],
  tags: ['files'],
})
export const putEye = endpoint({
  method: 'PUT',
  path: '/his/api/eyes/{eyeid}',
  summary: 'The remark on a fundus picture',
  permission: 'file.upload',
  audit: 'write',
  idempotent: true,
  params: eye,
  body: eyeBody,
  response: medicalFile,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'ILLEGAL_STEP', 'VERSION_STALE', 'UPLOAD_TYPE'],
  tags: ['files'],
})
/** The study of this file: every image of it that the caller may see of the patient, with where each frame lies. */
export const getDicom = endpoint({
  method: 'GET',
  path: '/his/api/dicoms/{dicomid}',
  summary: 'A DICOM study by one of its files: series, images, frames and short-lived addresses',
  permission: 'file.read',
  audit: 'read',
  params: z.object({ dicomid: uuid }),
  response: dicomStudy,
  errors: ['NOT_FOUND', 'DICOM_UNREADABLE'],
  tags: ['files'],
})
export const getDicomContents = endpoint({
  method: 'GET',
  path: '/his/api/dicoms/{dicomid}/contents',
  summary: 'What one DICOM file says: its elements, and a structured report as text',
  permission: 'file.read',
  audit: 'read',
  params: z.object({ dicomid: uuid }),
  response: dicomContents,
  errors: ['NOT_FOUND', 'DICOM_UNREADABLE'],
  tags: [],
})
