import type { Employee } from '@teleward/contract/profile/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const asked: { body: { q: string; doctortypes: string[]; unit?: number } }[] = []
vi.mock('../../api/me.ts', () => ({ useMe: () => ({ mid: 1 }) }))
vi.mock('../../patterns/list.ts', () => ({
  useList: (_: unknown, input: (typeof asked)[number]) => {
    asked.push(input)
    return { data: { data: [] }, isFetching: false, error: null }
  },
}))

it('[AUTHZ-01~] a colleague is searched for at the server among those who can be given it, and stays chosen whoever was found', async () => {
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'grants')
  await setLanguage('zh-TW')
  const { ColleaguePicker } = await import('./ColleaguePicker.tsx')
  const { canHold } = await import('@teleward/contract/grants/rules.ts')
  const chosen = { mid: 501, name: '王小明', nameEn: null, doctortype: 'doctor', units: [] } as unknown as Employee
  const html = renderToStaticMarkup(
    <ColleaguePicker
      id="x"
      described={undefined}
      kind="shift.others"
      unit={2}
      value={chosen}
      status=""
      onPick={() => undefined}
    />,
  )
  expect(html).toContain('王小明')
  const { body } = asked.at(-1) ?? { body: { q: 'none', doctortypes: [] } }
  expect(body).toMatchObject({ q: '', unit: 2 })
  expect(body.doctortypes.length).toBeGreaterThan(0)
  expect(body.doctortypes.every((type) => canHold('shift.others', type))).toBe(true)
})
