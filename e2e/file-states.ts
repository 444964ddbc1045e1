import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, type Day, going, ready, steps } from './states.ts'

/** Files: where they are brought, what one brought, and what opens over the record. */
export function fileStates(server: TestServer, { open }: Day): State[] {
  const at = going(server)
  const viewer = steps(
    at(`/emr2/${open.pid}/0`, '.recfiles .ftile'),
    click('.recfiles .ftile'),
    ready('.fview .fvstage'),
  )
  const form = '.ant-modal:has(.fform)'
  return [
    { name: 'uploads', own: '#content', shows: ['upload'], open: at(`/setting/upload/${open.pid}`, '.udrop') },
    { name: 'uploads of many', own: '#content', shows: [], open: at('/setting/upload?kind=eye', '.udrop') },
    { name: 'what I uploaded', own: '#content', shows: [], open: at('/setting/upload?tab=mine', '.listgrid') },
    { name: 'what to upload', own: '#content', shows: ['uploadSelect'], open: at('/upload_select', '.ukinds') },
    { name: 'a file', own: '.fview', shows: ['patterns/files/FileViewer.tsx'], open: viewer },
    {
      name: 'a file of the wrong patient',
      own: form,
      shows: ['patterns/files/FileForms.tsx'],
      open: steps(viewer, click('.fvhead [aria-label="病人錯誤"]'), ready(`${form} input`)),
    },
  ]
}
