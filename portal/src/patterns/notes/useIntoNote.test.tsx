import type { NoteImage } from '@teleward/contract/emr/images.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const told: string[] = []
vi.mock('../../api/me.ts', () => ({ useMe: () => ({}), useRight: () => 'y' }))
vi.mock('../../shell/menu.ts', () => ({ closedBy: () => null }))
vi.mock('../../shell/features.ts', () => ({
  intoNote: () => async () => ({ putIntoNote: async () => ({ places: [] }), ChooseNote: () => null }),
}))
vi.mock('../../shell/into-note.ts', () => ({ visitHere: () => null }))
vi.mock('../../ui/notify.ts', () => ({ notify: ({ title }: { title: string }) => told.push(title) }))

it('[FILE-05~] a question into which note that comes after its viewer was closed is told: nothing was put there', async () => {
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('files')
  await setLanguage('en')
  const { useIntoNote } = await import('./useIntoNote.tsx')
  let put: ((images: readonly NoteImage[]) => void) | null = null
  const Viewer = () => {
    put = useIntoNote(12).put
    return null
  }
  // Rendered, and not on a page: as a viewer is once it was closed.
  renderToStaticMarkup(<Viewer />)
  const image: NoteImage = { viewer: 'img', file: 'x', look: '', words: 'x' }
  ;(put as unknown as (images: readonly NoteImage[]) => void)([image])
  await vi.waitFor(() => expect(told).toEqual([expect.stringContaining('the picture was not put there')]))
})
