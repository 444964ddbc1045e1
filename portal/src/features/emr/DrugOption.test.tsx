import type { FoundDrug } from '@teleward/contract/emr/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const concerta: FoundDrug = {
  code: 'X1',
  name: 'CONCERTA EXTENDED RELEASE TABLETS 18MG',
  nameZhTw: '專思達長效錠',
  generic: 'methylphenidate',
  strength: '18mg',
  unit: 'TAB',
  route: 'PO',
  via: null,
  similar: false,
}

async function shown(language: 'zh-TW' | 'zh-CN' | 'en', drug: FoundDrug): Promise<string> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'emr')
  await setLanguage(language)
  const { DrugOption } = await import('./DrugOption.tsx')
  return renderToStaticMarkup(<DrugOption drug={drug} />)
}

describe('a drug that a search found', () => {
  it.each([
    ['zh-TW', '相近拼法'],
    ['zh-CN', '相近拼写'],
    ['en', 'similar spelling'],
  ] as const)('[EMR-05~] says in %s that it is only spelt alike, beside its name', async (language, words) => {
    const guess = await shown(language, { ...concerta, similar: true })
    expect(guess).toContain(words)
    expect(guess).toContain('CONCERTA')
    expect(guess).toContain('methylphenidate')
    expect(await shown(language, concerta)).not.toContain(words)
  })
  it('names the term it was found by, as text', async () => {
    const found = await shown('zh-TW', { ...concerta, via: '<b>利他能</b>', similar: true })
    expect(found).toContain('&lt;b&gt;利他能&lt;/b&gt;')
    expect(found).toContain('相近拼法')
  })
})
