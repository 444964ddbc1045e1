import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answered, BROKEN, ok } from '../../testing/answered.tsx'
import { stubBrowser } from '../../testing/browser.ts'

// A dialog opens into the page, which there is none of here.
vi.mock('antd', async (original) => ({
  ...(await original<object>()),
  Modal: ({ children }: { children: ReactNode }) => <div>{children}</div>,
}))

beforeEach(async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'healthcheck', 'freeclinic')
  await setLanguage('en')
})

const person = { pid: 4, name: '王大明', nameEn: null, birthday: '1980-02-03', gender: 'male', memberNo: 'M-4' }
const list = (rows: readonly object[]) => ({
  http: 200,
  body: { status: 'OK', data: rows, total: rows.length, page: 1, pageSize: 2 },
})
async function dialog(code: string | undefined, answer: Parameters<typeof answered>[1]) {
  const { StartDialog } = await import('./StartDialog.tsx')
  const { t } = await import('../../i18n/i18n.ts')
  const html = await answered(
    <StartDialog {...(code === undefined ? {} : { code })} onClose={() => undefined} />,
    answer,
  )
  const box = /<input[^>]*type="checkbox"[^>]*>/.exec(html)?.[0] ?? ''
  return { html, may: box !== '' && !box.includes('disabled'), t }
}
const CARD = 'TELEWARD:M-4'

it('[EVNT-04~] nobody confirms a name and a birthday that are not shown', async () => {
  const shown = await dialog(CARD, () => list([person]))
  expect([shown.html.includes('王大明'), shown.may]).toEqual([true, true])

  const failed = await dialog(CARD, () => BROKEN)
  expect([failed.html.includes('SYS-TROUBLE'), failed.may]).toEqual([true, false])

  for (const rows of [[], [person, { ...person, pid: 5 }]]) {
    const unclear = await dialog(CARD, () => list(rows))
    expect(unclear.html).toContain(unclear.t('healthcheck.start.unclear'))
    expect(unclear.may).toBe(false)
    // Whoever it is can still be looked for.
    expect(unclear.html).toContain(unclear.t('healthcheck.start.member'))
  }
  expect((await dialog(undefined, () => ok([]))).may).toBe(false)
})
