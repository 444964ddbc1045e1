import { both, either, putsElsewhere, readsFiles, right, sees, shown, treating } from '../needs.ts'
import { common, own, type Rule } from './shape.ts'

const file = { 'params.id': 'file' } as const
/** Also whom an opinion shows it. */
const looksAt = either(shown, both(sees, either(treating, readsFiles)))

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
  'GET /his/api/externalreports/{pid}': [
    { ids: { 'params.pid': 'member' }, needs: [sees, either(treating, readsFiles)] },
  ],
  'POST /his/api/externalreports': [
    {
      ids: { 'body.pid': 'member' },
      // Of a result in which unit it was measured.
      unread: ['body.fileId', 'body.results.0.unit'],
      with: {
        body: {
          category: 'laboratory',
          title: 'x',
          source: 'x',
          issuedAt: '2020-01-01T00:00:00.000Z',
          conclusion: 'x',
          fileId: null,
        },
      },
      needs: [sees],
    },
  ],
  'PUT /his/api/externalreports/{id}': [
    {
      ids: { 'params.id': 'report' },
      with: { body: { withdraw: true, reason: 'x' } },
      needs: [sees, putsElsewhere],
    },
  ],
  'GET /his/api/drivefiles': own('institution’s shared files'),
  'POST /his/api/drivefiles': own('shared files', {
    ids: ['body.unitId'],
    with: { body: { name: 'x.pdf', file: 'eA==', unitId: null } },
  }),
  'DELETE /his/api/drivefiles/{id}': own('shared files', { ids: ['params.id'] }),
  'GET /his/api/drivefiles/{id}/content': {
    none: 'a shared file: its address is a signed ticket: drive.test.ts',
    ids: ['params.id'],
  },
  'POST /his/api/healthdatabatches': own('batches', {
    ids: ['body.importId'],
    with: { body: { fileName: 'x.xlsx', file: 'eA==' } },
  }),
  'GET /his/api/healthdatabatches/template': common,
  'GET /his/api/files/{id}/suggestions': [{ ids: file, needs: [sees, either(treating, readsFiles)] }],
  'GET /his/api/files/{id}': [{ ids: file, needs: [looksAt] }],
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
  'POST /his/api/files/{id}/findings': [
    {
      ids: file,
      with: {
        body: {
          values: { of: 'eye', grade: 'green', quality: 'good', word: null },
          model: 'AI 1.0',
          date: '2020-01-02',
        },
      },
      needs: [sees, either(treating, readsFiles)],
    },
  ],
  'GET /his/api/eyes/{eyeid}': [{ ids: { 'params.eyeid': 'file' }, needs: [looksAt] }],
  'PUT /his/api/eyes/{eyeid}': [
    {
      ids: { 'params.eyeid': 'file' },
      with: { body: { version: 1, remark: 'x' } },
      needs: [sees, either(treating, readsFiles)],
    },
  ],
  'POST /his/api/files/{id}/addresses': [{ ids: file, needs: [looksAt] }],
  'GET /his/api/dicoms/{dicomid}': [
    { ids: { 'params.dicomid': 'file' }, needs: [looksAt], answers: 'DICOM_UNREADABLE' },
  ],
  'GET /his/api/dicoms/{dicomid}/contents': [
    { ids: { 'params.dicomid': 'file' }, needs: [looksAt], answers: 'DICOM_UNREADABLE' },
  ],
  'GET /his/api/files/{id}/content': {
    none: 'a file: its address is a signed ticket: files.test.ts',
    ids: ['params.id'],
  },
}
