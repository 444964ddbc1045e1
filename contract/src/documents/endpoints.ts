import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { locale, singleLine, uuid } from '../core/scalars.ts'
import { documentCheck, documentKind } from './schema.ts'

export const getDocument = endpoint({
  method: 'GET',
  path: '/his/api/documents/{kind}/{id}',
  summary:
    'A record, prescription or certificate from a note, or the letter of a referral, as a PDF with a code to check it by',
  permission: 'emr.read',
  audit: 'read',
  params: z.object({ kind: documentKind, id: uuid }),
  query: z.object({
    /** Of the document; unset: the caller's. */
    lang: locale.optional(),
  }),
  response: z.unknown(),
  raw: true,
  file: 'pdf',
  errors: ['EMR_NOT_AUTHORISED', 'MEMBER_DISABLED', 'NOT_FOUND', 'NOTE_INCOMPLETE', 'RX_EMPTY', 'VERSION_STALE'],
  tags: ['record', 'notes'],
})

export const getDocumentCheck = endpoint({
  method: 'GET',
  path: '/his/api/documentchecks/{code}',
  summary:
    'Whether a document of this code was made here, from what state, and what its file has to be; nothing of the patient',
  permission: 'public',
  audit: 'none',
  params: z.object({ code: singleLine(40) }),
  response: documentCheck,
  errors: ['NOT_FOUND'],
  tags: [],
})
