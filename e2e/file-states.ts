import { expect, type Page } from '@playwright/test'
import type { State } from './everyone.ts'
import type { TestServer } from './server.ts'
import { click, type Day, going, press, ready, steps } from './states.ts'

/** Files: where they are brought, what one brought, and what opens over the record. */
export function fileStates(server: TestServer, { open }: Day): State[] {
  const at = going(server)
  const viewer = steps(
    at(`/emr2/${open.pid}/0`, '.recfiles .ftile'),
    click('.recfiles .ftile'),
    ready('.fview .fvstage'),
  )
  /** The demo has one film of one patient: looked for as whoever may read it. */
  const study = async (page: Page) => {
    const id = await page.evaluate(async () => {
      const ask = async (path: string, body: object) => {
        const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' }
        const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
        type Row = { pid: number; id: string; format: string; authorised: string }
        return ((await answer.json()) as { data?: Row[] }).data ?? []
      }
      const members = await Promise.all([1, 2].map((page) => ask('/partner/getMemberList', { pageSize: 100, page })))
      // The longest there come last, and one of them has it.
      for (const { pid } of members
        .flat()
        .filter(({ authorised }) => authorised === 'authorised')
        .toReversed()) {
        const files = await ask('/his/api/syncMedicalFile', { pid, kind: 'ultrasound' })
        const film = files.find(({ format }) => format === 'dcm')
        if (film) return film.id
      }
      throw new Error('the demo has no DICOM film')
    })
    await at(`/viewdicom/${id}?tags=1`, '.dcstage[data-shown="1"]')(page)
    await ready('.dctaglist tr')(page)
  }
  const form = '.ant-modal:has(.formcol)'
  // The record comes in parts: one that comes later moves what is pressed below it.
  const record = steps(at(`/emr2/${open.pid}/0`, '.recfiles .ftile'), async (page) => {
    await expect(page.locator('#content .skblock')).toHaveCount(0)
  })
  const opened = (name: string, there: string) =>
    steps(record, click(`.recfiles .ftile[title*="${name}"]`), ready(there))
  return [
    { name: 'uploads', own: '#content', shows: ['upload'], open: at(`/setting/upload/${open.pid}`, '.udrop') },
    { name: 'uploads of many', own: '#content', shows: [], open: at('/setting/upload?kind=eye', '.udrop') },
    { name: 'what I uploaded', own: '#content', shows: [], open: at('/setting/upload?tab=mine', '.listgrid') },
    {
      name: 'a workbook of health data',
      own: '.ant-modal',
      shows: [],
      open: steps(at('/setting/upload?tab=health', '#uh-title'), click('.ustep .btn.pri'), ready('.ant-modal')),
    },
    { name: 'shared files', own: '#content', shows: [], open: at('/setting/upload?tab=drive', '#ud-title') },
    {
      name: 'a file to share',
      own: form,
      shows: ['features/files/ShareDialog.tsx'],
      open: steps(at('/setting/upload?tab=drive', '#ud-title'), click('.ustep .btn.pri'), ready(`${form} input`)),
    },
    {
      name: 'an external report',
      own: form,
      shows: ['patterns/files/ReportForms.tsx'],
      open: steps(record, click('.extreports .rt .link'), ready(`${form} input`)),
    },
    { name: 'what to upload', own: '#content', shows: ['uploadSelect'], open: at('/upload_select', '.ukinds') },
    { name: 'a DICOM study', own: '#content', shows: ['viewdicom'], open: study },
    {
      name: 'which note a picture goes into',
      own: '.ant-modal:has(.intonote)',
      shows: ['features/emr/into-note.tsx'],
      open: steps(study, press('a'), ready('.intonote .btn')),
    },
    { name: 'a file', own: '.fview', shows: ['patterns/files/FileViewer.tsx'], open: viewer },
    {
      name: 'a file of the wrong patient',
      own: form,
      shows: ['patterns/files/FileForms.tsx'],
      open: steps(viewer, click('.fvhead [aria-label="病人錯誤"]'), ready(`${form} input`)),
    },
    { name: 'an ECG', own: '.fview', shows: [], open: opened('靜態心電圖', '.ecgpaper canvas') },
    { name: 'a report', own: '.fview', shows: [], open: opened('健檢報告', '.letters span') },
    { name: 'a heart sound', own: '.fview', shows: [], open: opened('心音', '.sound canvas') },
    {
      name: 'values of a heart sound',
      own: form,
      shows: ['patterns/signals/FindingForm.tsx'],
      open: steps(opened('心音', '.sound canvas'), click('.phono section .btn'), ready(`${form} input`)),
    },
    {
      name: 'both eyes, and an earlier day',
      own: '#content',
      shows: ['funduscopy'],
      open: steps(
        opened('眼底', '.fvpan img'),
        click('.fvhead .anticon-eye'),
        ready('.eyepane img'),
        click('.eyestrip button'),
        ready('.eyerow ~ .eyerow .eyepane img'),
      ),
    },
  ]
}
