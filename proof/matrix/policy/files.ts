import { either, putsElsewhere, readsFiles, right, sees, treating } from '../needs.ts'
import { own, type Rule } from './shape.ts'

const file = { 'params.id': 'file' } as const

/** Medical files and their uploads. */
export const files: Record<string, Rule> = {
  'GET /his/api/uploads': own('uploads', { ids: ['query.pid'] }),
  'POST /his/api/uploads': [
    {
      ids: { 'body.pid': 'member', 'body.unitId': 'unit' },
      with: { body: { kind: 'photo', name: 'a.png', bytes: 100 } },
      needs: [sees],
    },
  ],
  'HEAD /his/api/uploads/{id}': own('uploads', { ids: ['params.id'] }),
  'PATCH /his/api/uploads/{id}': own('uploads', { ids: ['params.id'], with: { body: new Uint8Array([1]) } }),
  'DELETE /his/api/uploads/{id}': own('uploads', { ids: ['params.id'] }),
  'POST /his/api/syncMedicalFile': [{ ids: { 'body.pid': 'member' }, needs: [sees, either(treating, readsFiles)] }],
  'GET /his/api/files/{id}': [{ ids: file, needs: [sees, either(treating, readsFiles)] }],
  'PUT /his/api/files/{id}': [
    {
      as: 'said of it',
      ids: file,
      // Of where a file is assigned to: what is only said of it stays where it is.
      unread: ['body.unitId'],
      with: { body: { action: 'change', version: 1, rotation: 90 } },
      needs: [sees, either(treating, readsFiles)],
    },
    {
      as: 'to another patient',
      ids: { ...file, 'body.pid': 'member' },
      unread: ['body.unitId'],
      with: { body: { action: 'wrongPatient', version: 1, reason: 'x' } },
      needs: [sees, putsElsewhere, right('file.upload')],
      goes: { to: 'body.pid', needs: [sees] },
      // Of one and the same patient.
      answers: 'VALUE_INVALID',
    },
  ],
  'POST /his/api/files/{id}/addresses': [{ ids: file, needs: [sees, either(treating, readsFiles)] }],
  'GET /his/api/files/{id}/content': {
    none: 'a file: its address is a signed ticket: files.test.ts',
    ids: ['params.id'],
  },
}
