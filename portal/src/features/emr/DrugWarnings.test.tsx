import type { DrugIssue } from '@teleward/contract/prescriptions/checks/issue.ts'
import type { DrugCheck } from '@teleward/contract/prescriptions/checks/schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'

const issue: DrugIssue = {
  key: 'i|A|B',
  kind: 'interaction',
  severity: 'high',
  drugs: [
    { code: 'A', name: 'WARFARIN 5MG', nameZhTw: null, running: true },
    { code: 'B', name: 'IBUPROFEN 400MG', nameZhTw: null, running: false },
  ],
  about: null,
  text: { en: 'Bleeding.', zhTw: '出血風險。' },
  source: { title: 'US label, Coumadin', url: 'https://dailymed.nlm.nih.gov/' },
}
const check: DrugCheck = { issues: [issue], unchecked: [{ kind: 'kidney', names: ['METFORMIN'] }] }

async function shown(language: 'zh-TW' | 'zh-CN' | 'en', more: object = {}): Promise<string> {
  vi.resetModules()
  stubBrowser()
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'safety')
  await setLanguage(language)
  const { DrugWarnings } = await import('./DrugWarnings.tsx')
  const checking = { check, pending: false, error: null, again: () => {}, ...more }
  return renderToStaticMarkup(
    <DrugWarnings
      checking={checking}
      answers={'answers' in more ? [{ key: issue.key, reason: '已監測 INR' }] : []}
      typed={{}}
      onType={() => {}}
      onAnswer={() => {}}
      busy={false}
    />,
  )
}

describe('warnings under a prescription', () => {
  it.each([
    ['zh-TW', '嚴重 交互作用', '用藥中', '出血風險。', '來源：US label', '未檢核', '腎功能不詳：METFORMIN'],
    ['zh-CN', '严重 相互作用', '用药中', '出血風險。', '来源：US label', '未检核', '肾功能不详：METFORMIN'],
    [
      'en',
      'Serious Interaction',
      'running',
      'Bleeding.',
      'Source: US label',
      'Not checked',
      'kidney function unknown: METFORMIN',
    ],
  ] as const)(
    '[EMR-12~] say in %s what it is, of which drugs, by which source, and what was not checked',
    async (language, ...words) => {
      const html = await shown(language)
      for (const word of words) expect(html).toContain(word)
      expect(html).toContain('role="alert"')
    },
  )

  it('[EMR-12~] ask for a reason, and show the one that was given', async () => {
    expect(await shown('zh-TW')).toContain('仍要開立的原因')
    const answered = await shown('zh-TW', { answers: true })
    expect(answered).toContain('原因：已監測 INR')
    expect(answered).not.toContain('<input')
    // What is no hindrance asks for none, and takes one.
    const mild = { ...check, issues: [{ ...issue, severity: 'moderate' as const }] }
    const shownMild = await shown('zh-TW', { check: mild })
    expect(shownMild).toContain('填寫原因')
    expect(shownMild).not.toContain('<input')
  })

  it('[EMR-12~] never say that there is none while nobody knows', async () => {
    const clear = '可檢核的項目沒有警示'
    expect(await shown('zh-TW', { check: undefined, pending: true })).not.toContain(clear)
    const failed = await shown('zh-TW', { check: undefined, error: new Error('x') })
    expect(failed).not.toContain(clear)
    expect(failed).toContain('用藥檢核沒有完成')
    expect(await shown('zh-TW', { check: { issues: [], unchecked: [] } })).toContain(clear)
  })

  it('[EMR-12~] set no tick where a drug or a child’s dose was not compared', async () => {
    const clear = (kind: string) => ({ check: { issues: [], unchecked: [{ kind, names: ['X'] }] } })
    expect(await shown('en', clear('kidney'))).toContain('anticon-check-circle')
    for (const kind of ['ingredients', 'childDose', 'recordClosed'])
      expect(await shown('en', clear(kind))).not.toContain('anticon-check-circle')
  })
})
