import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing/browser.ts'

it('[MEMB-08~] a preview shows of a cell at fault what stands in the file, and falls over no day', async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../i18n/i18n.ts')
  await ensureTexts('common', 'imports')
  await setLanguage('zh-TW')
  const { Preview } = await import('./SheetImport.tsx')
  const { formatDate } = await import('../ui/format.ts')
  const row = (number: number, birthday: string, text?: string) => ({
    number,
    birthday,
    faults: text === undefined ? [] : [{ path: 'birthday', text }],
    state: text === undefined ? ('good' as const) : ('bad' as const),
    problem: text === undefined ? '' : `出生日期 C${number}「${text}」：請輸入正確的數值`,
  })
  const rows = [row(2, '1999-03-07'), row(3, '1999-13-05', '1999/13/5'), row(4, '1999-02-30', '1999/2/30'), row(5, 'x')]
  const html = renderToStaticMarkup(
    <Preview
      title="匯入"
      most={{ rows: 1, bytes: 1 }}
      columns={[
        { path: 'birthday', title: '出生日期', text: (one: (typeof rows)[number]) => formatDate(one.birthday) },
      ]}
      job={{} as never}
      onClose={() => undefined}
      result={{
        state: 'done',
        good: 2,
        bad: 2,
        imported: 2,
        unknown: [],
        sheet: '',
        otherSheets: [],
        hidden: [],
        rows,
      }}
    />,
  )
  const cells = [...html.matchAll(/<td class="[^"]*num">([^<]*)<\/td>/g)].map(([, text]) => text)
  expect(cells).toEqual(['2', '1999/3/7', '3', '1999/13/5', '4', '1999/2/30', '5', 'x'])
  expect(html).toContain('出生日期 C3「1999/13/5」：請輸入正確的數值')
})

it('[Dw7] [Dw17] a preview says which rows are out of sight in the sheet, and marks what was read in one of two ways', async () => {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../i18n/i18n.ts')
  await ensureTexts('common', 'imports')
  await setLanguage('zh-TW')
  const { Preview } = await import('./SheetImport.tsx')
  const row = (number: number, doubts: { path: string }[]) => ({
    number,
    faults: [],
    doubts,
    state: 'good' as const,
    problem: doubts.length ? '出生日期：請確認' : '',
  })
  const shown = (hidden: readonly number[], rows: ReturnType<typeof row>[]) =>
    renderToStaticMarkup(
      <Preview
        title="匯入"
        most={{ rows: 1, bytes: 1 }}
        columns={[{ path: 'birthday', title: '出生日期', text: () => '2010/5/2' }]}
        job={{} as never}
        onClose={() => undefined}
        result={{
          state: 'preview',
          good: 2,
          bad: 0,
          imported: 0,
          unknown: [],
          sheet: '',
          otherSheets: [],
          hidden,
          rows,
        }}
      />,
    )
  const some = shown([3, 5], [row(2, [{ path: 'birthday' }]), row(3, [])])
  expect(some).toContain('2 列是隱藏或被篩選掉的')
  expect(some).toContain('第 3, 5 列')
  // What is to be looked at comes by itself; the other row is one switch away.
  expect([...some.matchAll(/<td class="c-warn num">([^<]*)/g)].map(([, text]) => text)).toEqual(['2010/5/2'])
  expect(some.match(/<tr class=""/g)).toHaveLength(1)
  const none = shown([], [row(2, [])])
  expect(none).not.toContain('隱藏')
  expect(none).not.toContain('請確認')
})
