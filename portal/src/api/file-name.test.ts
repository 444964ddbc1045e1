import { afterEach, expect, it, vi } from 'vitest'
import { fakeStorage, stubBrowser } from '../testing/browser.ts'
import { fileNameOf } from './file-name.ts'

afterEach(() => vi.unstubAllGlobals())

it('[Mw4] a file is called as its answer says, in UTF-8 before the plain name', () => {
  expect(
    [
      `attachment; filename="list.xlsx"; filename*=UTF-8''${encodeURIComponent('飲食管理.xlsx')}`,
      'attachment; filename="list.xlsx"',
      `attachment; filename="list.xlsx"; filename*=UTF-8''%E9%A3`,
      'inline',
      null,
    ].map(fileNameOf),
  ).toEqual(['飲食管理.xlsx', 'list.xlsx', 'list.xlsx', '', ''])
})
it('[Mw4] an exported list is saved under that name, whatever the portal knows of the list', async () => {
  vi.resetModules()
  stubBrowser()
  vi.stubGlobal('sessionStorage', fakeStorage())
  const link = { href: '', download: '', click: () => undefined }
  vi.stubGlobal('document', { cookie: '', visibilityState: 'visible', documentElement: {}, createElement: () => link })
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:x'
      static override revokeObjectURL = () => undefined
    },
  )
  const header = `attachment; filename="list.xlsx"; filename*=UTF-8''${encodeURIComponent('飲食報告.xlsx')}`
  vi.stubGlobal('fetch', async () => new Response('PK', { headers: { 'content-disposition': header } }))
  const [{ exportSheet }, { fetchDietChartData }] = await Promise.all([
    import('./exportSheet.ts'),
    import('@teleward/contract/diet/endpoints.ts'),
  ])
  await exportSheet(
    { ...fetchDietChartData, sheet: undefined as never },
    {
      body: { pid: 4, from: '2026-03-01', to: '2026-03-02' },
    },
  )
  expect(link.download).toBe('飲食報告.xlsx')
})
