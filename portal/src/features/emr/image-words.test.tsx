import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { mrNoteData } from '@teleward/contract/emr/endpoints.ts'
import { imageText } from '@teleward/contract/emr/images.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

vi.mock('antd', () => ({ Modal: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../patterns/ReasonDialog.tsx', () => ({ ReasonDialog: () => null }))
const copied: string[] = []
vi.mock('./copyText.ts', () => ({ copyText: async (text: string) => void copied.push(text) }))
vi.mock('../../ui/Button.tsx', () => ({
  Button: ({ children, onClick }: { children: ReactNode; onClick: () => void }) => {
    // What a press on it would do.
    if (children === 'Copy') onClick()
    return children
  },
}))

const TEXT = `心音正常\n${imageText({ viewer: 'img', file: '0193c2e1-7b1a-7c3e-8f00-5f1c2d3e4a5b', look: '', words: '皮膚' })}`
beforeAll(async () => {
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'emr')
  await setLanguage('en')
})

it('[FILE-05~] where a note is chosen from, decided about or left over, its pictures are words, also for the clipboard', async () => {
  const [{ ConflictDialog }, { CopyDialog }, { Leftover }, { endpointQuery }] = await Promise.all([
    import('./Dialogs.tsx'),
    import('./CopyDialog.tsx'),
    import('./Leftover.tsx'),
    import('../../api/query.ts'),
  ])
  const client = new QueryClient()
  const first = {
    noteId: 'n',
    qid: 34,
    date: '2026-11-20',
    author: { mid: 7, name: '林', nameEn: null },
    diagnoses: [],
  }
  const note = { id: 'n', s: '', o: TEXT, a: '', p: '', memo: '', diagnoses: [], lines: [] } as unknown as Note
  const { queryKey } = endpointQuery(mrNoteData, { body: { qid: 34, noteId: 'n' } })
  client.setQueryData(queryKey, { patient: { pid: 12 }, notes: [note] } as never)
  const unsent = { parts: { o: { text: TEXT, base: '', version: 1 } }, ops: [] }
  const work = { stopped: null, unsent, discard: () => undefined } as never
  const screens = [
    <ConflictDialog key="c" conflicts={[{ part: 'o', mine: TEXT, theirs: TEXT }]} onSettle={() => undefined} />,
    <CopyDialog
      key="d"
      of="note"
      pid={12}
      records={[first as never]}
      first={first as never}
      may={() => true}
      onTake={async () => true}
      onClose={() => undefined}
    />,
    <Leftover key="l" work={work} writable={false} onAmend={null} />,
  ]
  for (const screen of screens) {
    const html = renderToStaticMarkup(<QueryClientProvider client={client}>{screen}</QueryClientProvider>)
    expect(html).toContain('[皮膚]')
    expect(html).not.toContain('img/')
  }
  expect(copied).toEqual([expect.stringMatching(/心音正常\n\[皮膚\]$/)])
})
