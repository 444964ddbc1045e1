import type { FoundIcd } from '@teleward/contract/emr/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const pneumonia: FoundIcd = {
  code: 'J18.9',
  billable: true,
  nameEn: 'Pneumonia, unspecified organism',
  nameZhTw: '肺炎',
  via: null,
  similar: false,
  withPatient: false,
}

async function shown(language: 'zh-TW' | 'zh-CN' | 'en', row: FoundIcd): Promise<string> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'emr')
  await setLanguage(language)
  const { IcdOption } = await import('./IcdOption.tsx')
  return renderToStaticMarkup(<IcdOption row={row} there={false} />)
}

describe('a diagnosis that a search found', () => {
  it.each([
    ['zh-TW', '相近拼法'],
    ['zh-CN', '相近拼写'],
    ['en', 'similar spelling'],
  ] as const)('[EMR-04~] says in %s that it is only spelt alike, beside its code', async (language, words) => {
    const guess = await shown(language, { ...pneumonia, similar: true })
    expect(guess).toContain(words)
    expect(guess).toContain('J18.9')
    expect(await shown(language, pneumonia)).not.toContain(words)
  })
})
