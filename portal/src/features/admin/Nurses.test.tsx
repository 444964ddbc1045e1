import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const asked: unknown[] = []
vi.mock('../../patterns/list.ts', () => ({
  useList: (_: unknown, input: unknown) => {
    asked.push(input)
    return { data: { data: [{ mid: 2, name: '李護理師', nameEn: null }] }, isFetching: false, error: null }
  },
}))

it('[AUTHZ-04~] nurses are searched for at the server, and a bound one stands by name whoever was found', async () => {
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'admin')
  await setLanguage('zh-TW')
  const { Nurses } = await import('./Nurses.tsx')
  const bound = [{ mid: 999, name: '陳護理師', nameEn: null }]
  const html = renderToStaticMarkup(
    <Nurses partner={1} bound={bound} value={[999]} own={1} onChange={() => undefined} />,
  )
  expect(html).toContain('陳護理師')
  expect(html).not.toContain('999')
  expect(asked.at(-1)).toMatchObject({ query: { partner: 1, type: 'nurse', state: 'active', q: '' } })
})
