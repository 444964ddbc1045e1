import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'
import type { EyePair } from './pairs.ts'

const bound: { keys: string; once?: boolean; run: () => void }[] = []
const put = vi.fn()
vi.mock('../../api/me.ts', () => ({ useRight: () => 'y' }))
vi.mock('../../ui/keys.ts', () => ({ useKeys: (keys: typeof bound) => bound.splice(0, bound.length, ...keys) }))
vi.mock('../../patterns/usePhone.ts', () => ({ usePhone: () => false }))
vi.mock('../../patterns/useSearchState.ts', () => ({
  useSearchState: () => [{ compare: '', eye: 'both', filter: 'colour' }, () => undefined],
}))
vi.mock('../../patterns/notes/useIntoNote.tsx', () => ({
  INTO_NOTE_KEY: 'a',
  useIntoNote: () => ({ put, busy: false, layer: null }),
}))
vi.mock('../../patterns/opinions/useAskOpinion.tsx', () => ({
  OPINION_KEY: 'q',
  useAskOpinion: () => ({ ask: () => undefined, layer: null }),
}))
vi.mock('../../patterns/files/FileForms.tsx', () => ({ FileDetails: () => null }))
vi.mock('./EyePane.tsx', () => ({ EyePane: () => null }))
vi.mock('./Grade.tsx', () => ({ Grade: () => null }))
vi.mock('./Remark.tsx', () => ({ Remark: () => null }))

const eye = (more: object) =>
  ({ id: 'x', format: 'jpg', opens: true, createdAt: '2026-11-20T01:00:00Z', ...more }) as MedicalFile
const patient = { pid: 12, name: '林雅婷', nameEn: null } as MedicalFile['patient']

it('[FILE-06~] eyes of which the page shows nothing have no key and no button that puts them into a note; others have', async () => {
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'files', 'signals')
  await setLanguage('en')
  const { Board } = await import('./Board.tsx')
  const shown = (file: MedicalFile) => {
    const pair = { key: 'k', day: '2026-11-20', R: file, L: null, unsided: null } as unknown as EyePair
    const html = renderToStaticMarkup(<Board pair={pair} pairs={[pair]} patient={patient} />)
    return { button: html.includes('Put into the note'), key: bound.find(({ keys }) => keys === 'a') }
  }
  for (const nothing of [eye({ format: 'dcm' }), eye({ opens: false })])
    expect(shown(nothing)).toEqual({ button: false, key: undefined })
  const { button, key } = shown(eye({}))
  expect({ button, once: key?.once }).toEqual({ button: true, once: true })
  key?.run()
  expect(put).toHaveBeenCalledWith([expect.objectContaining({ viewer: 'funduscopy', file: 'x' })])
})
