import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Sending } from '../../api/sendings.ts'
import { stubBrowser } from '../../testing/browser.ts'

const nothing = () => undefined
vi.mock('../../api/uploads.ts', () => ({
  clearSendings: nothing,
  dropSending: nothing,
  pauseSending: nothing,
  resumeSending: nothing,
}))

it('[FILE-03~] a file that was assigned by hand says whose it is in its row, and is not to be assigned again', async () => {
  stubBrowser()
  vi.stubGlobal('CSS', { supports: () => false })
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'files')
  await setLanguage('zh-TW')
  const { keepFile, sendings, setSendings } = await import('../../api/sendings.ts')
  const { Queue } = await import('./Queue.tsx')
  const file = { id: 'f1', state: 'unassigned', patient: null, eye: null, version: 1 } as MedicalFile
  const row = (key: string, id: string) => ({
    key,
    file: new File(['x'], `${key}.pdf`),
    kind: 'pe_report',
    pid: undefined,
    state: 'done',
    sent: 1,
    upload: { id: key, state: 'unassigned', file: { ...file, id }, patient: null, eye: null, reason: 'x' },
    why: '找不到這位會員',
  })
  setSendings([row('a', 'f1'), row('b', 'f2')] as unknown as Sending[])
  const shown = () => renderToStaticMarkup(<Queue />)
  expect(shown().split('待指定會員')).toHaveLength(3)
  const patient = { pid: 201, name: '吳秀鳳', nameEn: null, memberNo: 'M-1', birthday: null, idLast: null }
  keepFile({ ...file, state: 'stored', patient, version: 2 })
  const html = shown()
  expect(html.split('待指定會員')).toHaveLength(2)
  expect(html).toContain('吳秀鳳')
  expect(html.split('找不到這位會員')).toHaveLength(2)
  expect(sendings().map(({ upload }) => [upload?.state, upload?.file?.version])).toEqual([
    ['stored', 2],
    ['unassigned', 1],
  ])
  // What is said of the other one leaves it to be assigned, by its newest version.
  keepFile({ ...file, id: 'f2', name: 'x.pdf', version: 2 })
  expect(shown().split('待指定會員')).toHaveLength(2)
  expect(sendings()[1]).toMatchObject({ why: '找不到這位會員', upload: { file: { version: 2 } } })
})
