import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { getFile } from '@teleward/contract/files/endpoints.ts'
import { imageText, type NoteImage } from '@teleward/contract/emr/images.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const world = { reads: 'y', closed: false, path: '/emr2/12/34', search: {} }
vi.mock('../../api/me.ts', () => ({ useMe: () => ({}), useRight: () => world.reads }))
vi.mock('../../shell/menu.ts', () => ({ closedBy: () => (world.closed ? 'institution' : null) }))
vi.mock('../../shell/navigation.ts', () => ({
  router: {
    get state() {
      return { location: { pathname: world.path, search: world.search } }
    },
  },
  go: () => undefined,
}))

const FILE = '0193c2e1-7b1a-7c3e-8f00-5f1c2d3e4a5b'
const image: NoteImage = { viewer: 'viewdicom', file: FILE, look: 'image=2&look=f', words: 'CT 2/40' }

beforeEach(() => Object.assign(world, { reads: 'y', closed: false, path: '/emr2/12/34', search: {} }))

describe('a picture that a note speaks of', () => {
  it('[FILE-05~] opens at the visit one is at, and lets nothing that was typed into the note say another one', async () => {
    const { viewerSearch } = await import('./viewer-search.ts')
    expect(viewerSearch(image, 12)).toEqual({ image: '2', look: 'f', visit: '12-34' })
    const typed = { ...image, look: 'look=f&visit=12-99&tags=1&series=x' }
    expect(viewerSearch(typed, 12)).toEqual({ look: 'f', visit: '12-34' })
    expect(viewerSearch({ ...image, viewer: 'funduscopy', look: 'eye=L&look=f&compare=x' }, 12)).toEqual({
      eye: 'L',
      visit: '12-34',
    })
    world.path = '/doctornote/34'
    expect(viewerSearch(typed, 12)).toEqual({ look: 'f' })
  })

  it('[FILE-05~] is shown of this patient alone; where nothing opens its words stand there, and why', async () => {
    vi.resetModules()
    stubBrowser()
    const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
    await ensureTexts('common', 'files')
    await setLanguage('en')
    const [{ NoteImages }, { endpointQuery }] = await Promise.all([
      import('./NoteImages.tsx'),
      import('../../api/query.ts'),
    ])
    const shown = (file?: { opens: boolean; patient: { pid: number } | null }) => {
      const client = new QueryClient()
      const { queryKey } = endpointQuery(getFile, { params: { id: FILE } })
      const kept = { format: 'dcm', kind: 'dicom', rotation: 0, thumb: { url: '/the-picture' } }
      if (file) client.setQueryData(queryKey, { ...kept, ...file } as never)
      return renderToStaticMarkup(
        <QueryClientProvider client={client}>
          <NoteImages text={imageText(image)} pid={12} />
        </QueryClientProvider>,
      )
    }
    const own = shown({ opens: true, patient: { pid: 12 } })
    expect(own).toContain('<button')
    expect(own).toContain('/the-picture')
    for (const patient of [{ pid: 13 }, null]) {
      const html = shown({ opens: true, patient })
      expect(html).toContain('CT 2/40')
      expect(html).toContain('Not a picture of this patient')
      expect(html).not.toMatch(/<button|the-picture/)
    }
    const gone = shown({ opens: false, patient: { pid: 12 } })
    expect(gone).toMatch(/class="tag">Cannot be opened now/)
    expect(gone).not.toMatch(/<button|the-picture/)
    world.reads = '-'
    expect(shown({ opens: true, patient: { pid: 12 } })).not.toMatch(/<button/)
    Object.assign(world, { reads: 'y', closed: true })
    expect(shown({ opens: true, patient: { pid: 12 } })).not.toMatch(/<button/)
  })
})
