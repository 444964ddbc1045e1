import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'
import type { Question } from '../../ui/notify.ts'

/** What is asked of the user, as it stands in the dialog. */
async function loaded(answer: boolean) {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'admin')
  await setLanguage('zh-TW')
  const [affects, { ApiError }, { registerDesk }] = await Promise.all([
    import('./affects.tsx'),
    import('../../api/errors.ts'),
    import('../../ui/notify.ts'),
  ])
  const asked: string[] = []
  const ask = async ({ text, ok }: Question) => {
    asked.push(`${renderToStaticMarkup(<>{text}</>)}${ok}`)
    return answer
  }
  registerDesk({ show: () => {}, close: () => {}, ask })
  const refused = (data: unknown) => new ApiError('PARTNER_AFFECTS', '請確認', 409, [], data)
  return { ...affects, refused, asked }
}

it('[I5] [I14] the question says how many visits and people, and nothing of what is none', async () => {
  const { askPartnerChange, refused, asked } = await loaded(true)
  expect(
    await askPartnerChange(
      refused({ timeZone: { visits: 539, uncovered: 127 }, secondStep: { people: 8, signedIn: 4, inCall: 0 } }),
    ),
  ).toBe(true)
  expect(asked[0]).toMatch(/539 筆.*127 筆.*8 位.*4 位登入中.*仍要變更$/)
  expect(asked[0]).not.toContain('通話中')
  await askPartnerChange(refused({ timeZone: null, secondStep: { people: 1, signedIn: 0, inCall: 0 } }))
  expect(asked[1]).toMatch(/^<p>1 位[^<]*<\/p>仍要變更$/)
  // What a newer server tells and this page does not know is asked in the server's words.
  await askPartnerChange(refused({ another: 1 }))
  expect(asked[2]).toContain('<p>請確認</p>')
})

it('[I7] the question of an account says what is left open; a refusal of it is one', async () => {
  const { askStaffChange, refused, asked } = await loaded(false)
  const left = { visits: 252, drafts: 0, todos: 3, cases: 0 }
  expect(await askStaffChange(refused({ profession: left, unitVisits: 0 }))).toBe(false)
  expect(asked[0]).toMatch(/類別.*未來約診 252 筆.*待辦 3 件/)
  expect(asked[0]).not.toMatch(/病歷|個案|移出/)
  await askStaffChange(refused({ profession: null, unitVisits: 127 }))
  expect(asked[1]).toMatch(/^<p>移出的單位[^<]*127 筆/)
})
