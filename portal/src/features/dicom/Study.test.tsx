import type { DicomInstance, DicomStudy } from '@teleward/contract/files/dicom.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const given: { toNote: unknown; ask: unknown }[] = []
vi.mock('../../patterns/usePhone.ts', () => ({ usePhone: () => false }))
vi.mock('../../patterns/notes/useIntoNote.tsx', () => ({
  useIntoNote: (pid?: number) => ({ put: pid === undefined ? null : () => undefined, busy: false, layer: null }),
}))
vi.mock('../../patterns/opinions/useAskOpinion.tsx', () => ({
  useAskOpinion: (patient?: object) => ({ ask: patient ? () => undefined : null, layer: null }),
}))
vi.mock('../../ui/useTitle.ts', () => ({ useTitle: () => undefined }))
vi.mock('./search.ts', () => ({ useViewSearch: () => [{}, () => undefined] }))
vi.mock('./Enclosed.tsx', () => ({ Enclosed: () => null }))
vi.mock('./Report.tsx', () => ({ Report: () => null }))
vi.mock('./SeriesList.tsx', () => ({ SeriesList: () => null }))
vi.mock('./TagsPanel.tsx', () => ({ TagsPanel: () => null }))
vi.mock('./Pictures.tsx', () => ({
  Pictures: (props: (typeof given)[number]) => {
    given.push(props)
    return null
  },
}))

it('[OPIN-02~] what an opinion alone shows goes into no note and to no other colleague, though its patient is known', async () => {
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'files', 'dicom')
  await setLanguage('en')
  const { default: Study } = await import('./Study.tsx')
  const instance = {
    object: 'image',
    fileId: 'x',
    name: 'x.dcm',
    series: 's',
    seriesNumber: 1,
    modality: 'CT',
    problems: [],
    image: { frames: 1, values: [] },
  } as unknown as DicomInstance
  const shown = (onlyShown: boolean) => {
    const study = {
      fileId: 'x',
      kind: 'dicom',
      patient: { pid: 12, name: '林雅婷', nameEn: null, memberNo: 'M-1', birthday: null, idLast: null },
      matches: { name: 'unknown', id: 'unknown', birthday: 'unknown' },
      instances: [instance],
      more: 0,
      onlyShown,
    } as unknown as DicomStudy
    renderToStaticMarkup(<Study study={study} renew={async () => study} />)
    const { toNote, ask } = given.pop() ?? {}
    return [toNote, ask].map((one) => typeof one)
  }
  expect(shown(false)).toEqual(['function', 'function'])
  expect(shown(true)).toEqual(['object', 'object'])
})
